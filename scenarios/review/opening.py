"""The first decisions of a battle: the positions in which each side first moves, and how far units come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine import referee
from engine.commands import Done, Expired, Move, Write
from engine.errors import Refused
from engine.events import Event
from engine.evolve import replay
from engine.hexes import Hex
from engine.ledger import SeededDice
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import System
from engine.systems import find

MOST_ORDERS = 80
"""Decisions after which a side that has not moved yet is taken to have no movement at all."""


class Opening:
    """The beginning of one battle in which both sides wait."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.system: System = find(scenario.system)
        dice = SeededDice(b"review")
        self.start: State = replay(State(), referee.start(self.system, scenario, dice))
        self.moves: dict[str, dict[str, State]] = {side: {} for side in scenario.side_ids}
        """By side and phase, the first position in which it may move."""
        self._wait(dice)
        self._add_unseen_phases()
        self._steps: dict[tuple[object, ...], frozenset[Hex]] = {}

    def _wait(self, dice: SeededDice) -> None:
        """Play on, both sides doing nothing, and keep the positions in which they could move."""
        state = self.start
        for number in range(1, MOST_ORDERS + 1):
            phase = self.system.phases.get(state.phase)
            if (
                phase is not None
                and not self.system.role_of(state.phase)
                and {Move, Write} & set(phase.takes)
            ):
                for side in state.active:
                    self.moves[side].setdefault(state.phase, state)
            side = state.questions[0].side if state.questions else next(iter(sorted(state.active)), "")
            events = next(self._events(state, side, dice, number), None)
            if state.result is not None or events is None:
                return
            state = replay(state, events)

    def _moving_phases(self) -> tuple[str, ...]:
        """The phases of the rulebook in which units are moved, or their orders written."""
        played = (name for name in self.system.phases if not self.system.role_of(name))
        return tuple(name for name in played if {Move, Write} & set(self.system.phases[name].takes))

    def _add_unseen_phases(self) -> None:
        """Set up by hand the phases that a side never comes to by waiting: those after an activation."""
        for side, seen in self.moves.items():
            last = next(reversed(seen.values()), self.start)
            for phase in self._moving_phases():
                acts = last.altered(phase=phase, active=frozenset({side}), player=side, questions=())
                seen.setdefault(phase, acts)

    def _events(self, state: State, side: str, dice: SeededDice, number: int) -> Iterator[tuple[Event, ...]]:
        """What follows from the first of the orders to wait that the referee takes."""
        for order in (Done(), Expired()):
            try:
                yield referee.play(self.system, self.scenario, state, side, order, dice, number)
            except Refused:
                continue

    def positions_of(self, unit: Unit) -> Iterator[tuple[State, Unit]]:
        """The positions in which its side may move, with the unit as it is there."""
        for state in self.moves[unit.side].values():
            if unit.id in state.units:
                yield state, state.units[unit.id]

    def stand_in(self, unit: Unit) -> Unit | None:
        """One of its side and kind that is on the map as the battle begins: what still waits has no points to
        move with. None where there is none."""
        alike = (u for u in self.start.units.values() if (u.side, u.kind) == (unit.side, unit.kind) and u.hex)
        return next(alike, None)

    def alone(self, unit: Unit, hex_: Hex) -> frozenset[Hex]:
        """The hexes that the unit could come to in one move from a hex, were it alone on the map."""
        unit = unit if unit.hex else self.stand_in(unit) or unit
        key = (unit.side, unit.kind, hex_, tuple(sorted(unit.printed.items())), unit.traits)
        if key not in self._steps:
            reached: set[Hex] = set()
            for state, moved in self.positions_of(unit):
                lone = state.altered(units={unit.id: replace(moved, place=hex_)}, questions=())
                reached.update(self.system.display.routes(self.scenario, lone, unit.id))
            self._steps[key] = frozenset(reached)
        return self._steps[key]

    def moves_to(self, unit: Unit, hex_: Hex, goal: frozenset[Hex]) -> int | None:
        """In how many moves from a hex it could stand on the goal, alone; None where it never comes."""
        found, edge, moves = {hex_}, [hex_], 0
        while edge:
            if goal & found:
                return moves
            edge = [there for here in edge for there in self.alone(unit, here) - found]
            found.update(edge)
            edge = list(dict.fromkeys(edge))
            moves += 1
        return None

    def is_hampered(self, unit: Unit) -> bool:
        """Whether a marker slows it down as the battle begins, such as one of units out of command."""
        return any(state.marks_on(unit.id) for state, _ in self.positions_of(unit))

    def can_step(self, unit: Unit) -> bool:
        """Whether it could make any move when its side first moves, with everyone where they stand."""
        return any(
            self.system.display.routes(self.scenario, state, unit.id) for state, _ in self.positions_of(unit)
        )

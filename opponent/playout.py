"""Playouts: the game played on by rules of thumb with dice of their own, from what a side knows."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine import referee
from engine.commands import Command, Expired
from engine.errors import Refused
from engine.evolve import replay
from engine.ledger import SeededDice
from engine.rules.setup import HIDDEN
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import System
from opponent.plans import Plan
from opponent.rules_of_thumb.policy import next_command
from opponent.view import View

MOST_COMMANDS = 600
"""Commands after which a playout ends wherever it is."""
ORDER_NUMBER = 1_000_000
"""Number of a playout's first order: no roll of the real game has its key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playout:
    """The position where it ended, and how many commands were played."""

    state: State
    commands: int


def side_to_decide(scenario: Scenario, state: State) -> str:
    """The side that owes a decision now, "" for none."""
    if state.questions:
        return state.questions[0].side
    return next((side for side in scenario.side_ids if side in state.active), "")


def play_on(
    system: System,
    scenario: Scenario,
    state: State,
    plans: Mapping[str, Plan],
    seed: bytes,
    *,
    until: int,
    first: Command | None = None,
) -> Playout:
    """Play on by the plans of both sides to the end of turn `until`; `first` is the first command given.

    Raises Refused when `first` is refused.
    """
    dice, number = SeededDice(seed), 0
    while number < MOST_COMMANDS and state.result is None and state.turn <= until:
        side = side_to_decide(scenario, state)
        if not side:
            break
        if first is not None:
            events = referee.play(system, scenario, state, side, first, dice, ORDER_NUMBER)
            first = None
        else:
            try:
                command = next_command(View(system, scenario, state, side), plans[side])
                events = referee.play(system, scenario, state, side, command, dice, ORDER_NUMBER + number)
            except Refused:
                events = referee.play(system, scenario, state, side, Expired(), dice, ORDER_NUMBER + number)
        state = replay(state, events)
        number += 1
    return Playout(state=state, commands=number)


def guessed_position(view: View, seed: bytes) -> State:
    """A whole position that agrees with a view: what is hidden is guessed, no enemy order is written yet."""
    scenario, state = view.scenario, view.state
    chance = random.Random(seed)
    enemy = scenario.enemy(view.side)
    taken = {u.place for u in state.units_on_map()}
    units = dict(state.units)
    for unit in state.units.values():
        if unit.side == enemy:
            units[unit.id] = _guessed_unit(scenario, unit, taken, chance)
            taken.add(units[unit.id].place)
    active = frozenset(scenario.side_ids) if view.writes_orders else state.active
    return replace(state, units=units, active=active)


def _guessed_unit(scenario: Scenario, unit: Unit, taken: set[str], chance: random.Random) -> Unit:
    """A unit with its printed values where they are unknown, on a free hex of its side if it is hidden."""
    place = unit.place
    if place == HIDDEN:
        zone = scenario.zones.get(unit.side) or frozenset(scenario.hexes)
        free = sorted(zone - taken)
        place = chance.choice(free) if free else place
    return replace(unit, place=place, values={**unit.printed, **unit.values})

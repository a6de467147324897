"""Playouts: the game played on by rules of thumb with dice of their own, from what a side knows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.commands import Command, Expired, Seal, Write
from engine.errors import Refused
from engine.rules.setup import HIDDEN
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import System
from opponent.follower import Follower
from opponent.plans import Plan
from opponent.playout_ledger import Line, PlayoutDice, Step
from opponent.rulebooks import rulebook
from opponent.rules_of_thumb.evaluation import Remembered
from opponent.rules_of_thumb.secret_orders import planned_orders
from opponent.view import View

MOST_COMMANDS = 600
"""Commands after which a playout ends wherever it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Playout:
    """The position where it ended, and how many commands were played. `cut`: it was stopped short of its
    horizon, as it could go on for no more commands. `steps`: the commands, and where each led."""

    state: State
    commands: int
    steps: Sequence[Step]
    cut: bool = False


def side_to_decide(scenario: Scenario, state: State) -> str:
    """The side that owes a decision now, "" for none."""
    if state.questions:
        return state.questions[0].side
    return next((side for side in scenario.side_ids if side in state.active), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Horizon:
    """How far playouts go: so many turns from `start` on, the present one counting; player-turns where the
    sides take turns one after the other."""

    turns: int
    start: tuple[int, str]

    @staticmethod
    def of(system: System, state: State, turns: int) -> Horizon:
        """So many turns from this position on."""
        return Horizon(turns=turns, start=_turn_of(system, state))


def _turn_of(system: System, state: State) -> tuple[int, str]:
    """The game turn and, where the sides take turns, the side whose turn it is."""
    return state.turn, state.player if rulebook(system.name).alternates else ""


def play_on(
    system: System,
    scenario: Scenario,
    state: State,
    plans: Mapping[str, Plan],
    dice: PlayoutDice,
    horizon: Horizon,
    first: Sequence[Command] = (),
    most: float = MOST_COMMANDS,
    like: Sequence[Step] = (),
) -> Playout:
    """Play on by the plans of both sides up to the horizon, for at most so many commands; `first` are the
    first commands given. `like`: the steps of a playout from the same position with the same dice.

    Raises Refused when one of those is refused.
    """
    remembered = state.cached("remembered", Remembered)
    followers = {side: Follower(system, scenario, side, plan, remembered) for side, plan in plans.items()}
    line = Line(system, scenario, dice, like)
    number, left, turn = 0, horizon.turns, horizon.start
    while number < MOST_COMMANDS and state.result is None:
        side = side_to_decide(scenario, state)
        if not side:
            break
        if number >= most:
            return Playout(state=state, commands=number, steps=line.steps, cut=True)
        if number < len(first):
            state = line.after(state, side, first[number])
        elif not state.questions and Write in system.phases[state.phase].takes:
            state = _sealed(system, scenario, state, plans, line)
        else:
            state = _followed(state, followers[side], line)
        number += 1
        if _turn_of(system, state) != turn:
            left, turn = left - 1, _turn_of(system, state)
            if not left:
                break
    return Playout(state=state, commands=number, steps=line.steps)


def _followed(state: State, follower: Follower, line: Line) -> State:
    """One command of a side that follows its plan; the legal default where that is refused."""
    try:
        return line.after(state, follower.side, follower.next_command(state))
    except Refused:
        return line.after(state, follower.side, Expired())


def _sealed(system: System, scenario: Scenario, state: State, plans: Mapping[str, Plan], line: Line) -> State:
    """All secret orders written and locked."""
    orders = {side: planned_orders(system, scenario, state, side, plans[side]) for side in state.active}
    written = {side: {id_: o for id_, o in of_side.items() if o} for side, of_side in orders.items()}
    waiting = [side for side in scenario.side_ids if side in state.active]
    for side in waiting:
        state = line.after(state, side, Seal(), written if side == waiting[0] else None)
    return state


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

"""How good a position is for a side: about its chance to win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp

from engine.scenario import Scenario
from engine.state import ELIMINATED, State
from engine.system import System
from opponent.plans import LEADERS
from opponent.rulebooks import Rulebook, rulebook

NEAR = 8
"""Hexes to an objective within which being nearer counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leads:
    """By how much a side is ahead of its enemy, in logits of its chance to win: by points, by the worth of
    its units, by how near it is to objectives that it does not hold."""

    points: float
    units: float
    way: float

    @property
    def chance(self) -> float:
        """The chance to win, from 0 to 1."""
        return 1 / (1 + exp(-max(-30.0, min(30.0, self.points + self.units + self.way))))


def position_value(system: System, scenario: Scenario, state: State, side: str) -> float:
    """From 0 to 1: exact where the game is over, a draw being 0.5; else by points, units and objectives."""
    if state.result is not None:
        return {side: 1.0, scenario.enemy(side): 0.0}.get(state.result.winner, 0.5)
    return leads(system, scenario, state, side).chance


def public_leads(system: System, scenario: Scenario, state: State, side: str, given: int = 0) -> Leads:
    """The leads of a side as far as both sides can see them: hidden units and secret orders do not count.
    `given` points are taken off its score. The same position always has the same leads."""
    return leads(system, scenario, system.as_seen_by(scenario, state, ""), side, given)


def leads(system: System, scenario: Scenario, state: State, side: str, given: int = 0) -> Leads:
    """The leads of a side in a game that goes on; `given` points are taken off its score."""
    enemy, book = scenario.enemy(side), rulebook(system.name)
    late = min(1.0, state.turn / max(1, scenario.turns))
    scores = system.display.scores(scenario, state)
    owners = system.display.objective_owners(scenario, state)
    return Leads(
        points=(0.5 + late) * book.points * (scores.get(side, 0) - given - scores.get(enemy, 0)),
        units=book.units * (_units(scenario, state, book, side) - _units(scenario, state, book, enemy)),
        way=book.way * (_way(scenario, state, owners, side) - _way(scenario, state, owners, enemy)),
    )


def _units(scenario: Scenario, state: State, book: Rulebook, side: str) -> float:
    """The worth of a side's units."""
    return sum(
        book.worth(scenario, u) for u in state.units.values() if u.side == side and u.place != ELIMINATED
    )


def _way(scenario: Scenario, state: State, owners: Mapping[str, str], side: str) -> float:
    """How near a side is to the objectives it does not hold, in points."""
    units = [u.place for u in state.units_on_map(side) if u.kind not in LEADERS]
    total = 0.0
    for objective in scenario.objectives:
        points = objective.points.get(side, 0)
        if not points or not units or owners.get(objective.id) == side:
            continue
        away = min(scenario.grid.distance(at, h) for at in units for h in objective.hexes)
        total += points * max(0.0, 1 - away / NEAR)
    return total

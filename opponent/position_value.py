"""How good a position is for a side: about its chance to win."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from engine.scenario import Scenario
from engine.state import ELIMINATED, State
from engine.system import System
from opponent.plans import LEADERS
from opponent.rulebooks import Rulebook, rulebook

NEAR = 8
"""Hexes to an objective within which being nearer counts."""


def position_value(system: System, scenario: Scenario, state: State, side: str) -> float:
    """From 0 to 1: exact where the game is over, a draw being 0.5; else by points, units and objectives."""
    enemy = scenario.enemy(side)
    if state.result is not None:
        return {side: 1.0, enemy: 0.0}.get(state.result.winner, 0.5)
    book = rulebook(system.name)
    late = min(1.0, state.turn / max(1, scenario.turns))
    scores = system.display.scores(scenario, state)
    owners = system.display.objective_owners(scenario, state)
    lead = (0.5 + late) * book.points * (scores.get(side, 0) - scores.get(enemy, 0))
    lead += book.units * (_units(scenario, state, book, side) - _units(scenario, state, book, enemy))
    lead += book.way * (_way(scenario, state, owners, side) - _way(scenario, state, owners, enemy))
    return 1 / (1 + exp(-max(-30.0, min(30.0, lead))))


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

"""Set-up: where to place units before a battle: shared out among objectives, guns behind, leaders central."""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import Place
from engine.hexes import Hex
from engine.scenario import Objective, Scenario
from engine.state import State, Unit
from engine.system import System
from opponent.plans import LEADERS
from opponent.rules_of_thumb.evaluation import COVER

PLACED_LAST = ("artillery", "leader", "general", "chief")
"""Kinds of unit placed after all others, in this order."""


def deploy(system: System, scenario: Scenario, state: State, places: Sequence[Place]) -> Place | None:
    """The next unit to place, the strongest first, on its best hex; None when all are placed."""
    ids = dict.fromkeys(p.unit for p in places)
    waiting = [state.units[id_] for id_ in ids if state.units[id_].hex is None]
    if not waiting:
        return None
    strength = system.display.strength
    unit = min(waiting, key=lambda u: _placing_order(u, strength(u)))
    friends = [f for f in state.units_on_map(unit.side) if f.kind not in LEADERS]
    enemies = [f.place for f in state.units_on_map() if f.side != unit.side]
    goal = _objective_for(scenario, unit, [(f, strength(f)) for f in friends])
    return max(
        (p for p in places if p.unit == unit.id),
        key=lambda p: (_placing_value(scenario, friends, goal, unit, p.hex, enemies), p.hex),
    )


def _placing_order(unit: Unit, strength: int) -> tuple[int, int, str]:
    return (1 + PLACED_LAST.index(unit.kind) if unit.kind in PLACED_LAST else 0, -strength, unit.id)


def _placing_value(
    scenario: Scenario,
    friends: Sequence[Unit],
    goal: Objective | None,
    unit: Unit,
    hex_: Hex,
    enemies: Sequence[Hex],
) -> float:
    """The value of a hex, about one point a hex of distance. Without an objective, near the enemy is best."""
    if unit.kind in LEADERS:
        corps = [f for f in friends if f.corps == unit.corps] or friends
        return -float(sum(scenario.grid.distance(hex_, f.place) for f in corps))
    back = 1 if unit.kind in PLACED_LAST else 0
    away = min(scenario.grid.distance(hex_, h) for h in goal.hexes) if goal else 0
    if goal is None and enemies:
        away = min(scenario.grid.distance(hex_, foe) for foe in enemies)
    near = min((scenario.grid.distance(hex_, f.place) for f in friends), default=0)
    cover = 0.5 if scenario.terrain(hex_) in COVER and unit.kind == "infantry" else 0.0
    nearest = min((_distance_to(scenario, h, goal) for h in scenario.zones.get(unit.side, ())), default=0)
    return cover - abs(away - nearest - back) - near / 10


def _objective_for(scenario: Scenario, unit: Unit, friends: Sequence[tuple[Unit, int]]) -> Objective | None:
    """The objective with the least friendly strength near it, relative to its points."""
    goals = [o for o in scenario.objectives if o.points.get(unit.side)]
    strength = {o.id: 0 for o in goals}
    for friend, its in friends:
        nearest = min(goals, key=lambda o: (_distance_to(scenario, friend.place, o), o.id), default=None)
        if nearest is not None:
            strength[nearest.id] += its
    return min(goals, key=lambda o: (strength[o.id] / o.points[unit.side], o.id), default=None)


def _distance_to(scenario: Scenario, hex_: Hex, goal: Objective | None) -> int:
    """Hexes to an objective."""
    return min(scenario.grid.distance(hex_, h) for h in goal.hexes) if goal else 0

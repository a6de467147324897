"""Where to place units before a battle: shared out among the objectives, guns behind, the leader central."""

from __future__ import annotations

from collections.abc import Sequence

from engine.commands import Place
from engine.hexes import Hex
from engine.scenario import Objective, Scenario
from engine.state import State, Unit
from engine.system import System
from opponent.judgement import COVER, LEADERS

LAST = ("artillery", "leader", "general", "chief")
"""Who is placed when the others stand, in this order."""


def deploy(system: System, scenario: Scenario, seen: State, places: Sequence[Place]) -> Place | None:
    """The next unit that waits, the strongest first, on its best hex; None when nobody waits."""
    ids = dict.fromkeys(p.unit for p in places)
    waiting = [seen.units[id_] for id_ in ids if seen.units[id_].hex is None]
    if not waiting:
        return None
    strength = system.shows.strength
    unit = min(waiting, key=lambda u: _turn(u, strength(u)))
    friends = [f for f in seen.fielded(unit.side) if f.kind not in LEADERS]
    foes = [f.place for f in seen.fielded() if f.side != unit.side]
    goal = _goal(scenario, unit, [(f, strength(f)) for f in friends])
    return max(
        (p for p in places if p.unit == unit.id),
        key=lambda p: (_worth(scenario, friends, goal, unit, p.hex, foes), p.hex),
    )


def _turn(unit: Unit, strength: int) -> tuple[int, int, str]:
    return (1 + LAST.index(unit.kind) if unit.kind in LAST else 0, -strength, unit.id)


def _worth(
    scenario: Scenario,
    friends: Sequence[Unit],
    goal: Objective | None,
    unit: Unit,
    hex_: Hex,
    foes: Sequence[Hex],
) -> float:
    """Only differences matter: about one point a hex. Without a goal, as near the enemy as may be."""
    if unit.kind in LEADERS:
        corps = [f for f in friends if f.corps == unit.corps] or friends
        return -float(sum(scenario.grid.distance(hex_, f.place) for f in corps))
    back = 1 if unit.kind in LAST else 0
    away = min(scenario.grid.distance(hex_, h) for h in goal.hexes) if goal else 0
    if goal is None and foes:
        away = min(scenario.grid.distance(hex_, foe) for foe in foes)
    near = min((scenario.grid.distance(hex_, f.place) for f in friends), default=0)
    cover = 0.5 if scenario.terrain(hex_) in COVER and unit.kind == "infantry" else 0.0
    nearest = min((_away(scenario, h, goal) for h in scenario.zones.get(unit.side, ())), default=0)
    return cover - abs(away - nearest - back) - near / 10


def _goal(scenario: Scenario, unit: Unit, friends: Sequence[tuple[Unit, int]]) -> Objective | None:
    """The objective that has fewest of its own strength before it, for its points."""
    goals = [o for o in scenario.objectives if o.points.get(unit.side)]
    strength = {o.id: 0 for o in goals}
    for friend, its in friends:
        nearest = min(goals, key=lambda o: (_away(scenario, friend.place, o), o.id), default=None)
        if nearest is not None:
            strength[nearest.id] += its
    return min(goals, key=lambda o: (strength[o.id] / o.points[unit.side], o.id), default=None)


def _away(scenario: Scenario, hex_: Hex, goal: Objective | None) -> int:
    """Hexes to an objective."""
    return min(scenario.grid.distance(hex_, h) for h in goal.hexes) if goal else 0

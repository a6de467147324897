"""Turning units towards the enemy, and taking fragile units off the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.commands import Command, Face, Unplace
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option, System

FRAGILE = "fragile"
LOOKED_AT = 4
"""Hexes to an enemy within which a unit turns to it."""


def best_facing(
    system: System,
    scenario: Scenario,
    state: State,
    side: str,
    offered: Sequence[Option],
    *,
    aims: bool = True,
) -> Command | None:
    """A turn by which a unit gets more enemies in its front, or with `aims` in its sight, which takes longer;
    None when there is none."""
    turns: dict[str, list[Face]] = {}
    for option in offered:
        if isinstance(option.command, Face):
            turns.setdefault(option.command.unit, []).append(option.command)
    enemies = frozenset(enemy.place for enemy in state.units_on_map() if enemy.side != side)
    for id_, ways in turns.items():
        here = state.units[id_].place
        near = [h for h in enemies if scenario.grid.distance(here, h) <= LOOKED_AT]
        if near:
            best = _best_way(system, scenario, state, near, (Face(unit=id_, facing={}), *ways), aims)
            if best.facing:
                return best
    return None


def _best_way(
    system: System,
    scenario: Scenario,
    state: State,
    enemies: Sequence[Hex],
    ways: Sequence[Face],
    aims: bool,
) -> Face:
    """The facing with the fewest enemies outside the front, then with most it could fire at; the first, which
    is the present one, when none is better."""
    turned = [_turned(state, way) for way in ways]
    outside = [_outside_front(system, scenario, after, ways[0].unit, enemies) for after in turned]
    fewest = [n for n, count in enumerate(outside) if count == min(outside)]
    if len(fewest) == 1 or not aims:
        return ways[fewest[0]]
    return ways[max(fewest, key=lambda n: (_aimed_at(system, scenario, turned[n], ways[n].unit), -n))]


def _turned(state: State, way: Face) -> State:
    """The position after a turn."""
    unit = state.units[way.unit]
    whole = way.facing.get("unit")
    facing = dict.fromkeys(unit.facing, whole) if whole is not None else {**unit.facing, **way.facing}
    return replace(state, units={**state.units, unit.id: replace(unit, facing=facing)})


def _outside_front(
    system: System, scenario: Scenario, state: State, unit: str, enemies: Sequence[Hex]
) -> int:
    """How many enemies stand on its flanks or behind it."""
    aspects = system.display.aspects(scenario, state, unit)
    return sum(aspects.get(h, "front") != "front" for h in enemies)


def _aimed_at(system: System, scenario: Scenario, state: State, unit: str) -> int:
    """How many enemies it could fire at."""
    sight = system.display.sight(scenario, state, unit)
    return sum(not target.reason for target in sight.targets) if sight is not None else 0


def withdraw_fragile(
    system: System, scenario: Scenario, state: State, offered: Sequence[Option]
) -> Command | None:
    """A fragile unit taken off the map where that may be done; not while both sides set up."""
    for option in () if system.role_of(state.phase) else offered:
        order = option.command
        if isinstance(order, Unplace) and FRAGILE in _counter_states(system, scenario, state, order.unit):
            return order
    return None


def _counter_states(system: System, scenario: Scenario, state: State, unit: str) -> Sequence[str]:
    return system.display.counter_face(scenario, state, state.units[unit]).states

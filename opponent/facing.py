"""Turning units towards the enemy, and taking fragile units off the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.commands import Command, Face, Unplace
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option, System

FRAGILE = "fragile"


def best_facing(
    system: System, scenario: Scenario, state: State, offered: Sequence[Option]
) -> Command | None:
    """A turn by which a unit gets more enemies in its front or sight; None when there is none."""
    turns: dict[str, list[Face]] = {}
    for option in offered:
        if isinstance(option.command, Face):
            turns.setdefault(option.command.unit, []).append(option.command)
    for id_, ways in turns.items():
        best = max(ways, key=lambda way: _facing_value(system, scenario, state, way))
        now = _facing_value(system, scenario, state, Face(unit=id_, facing={}))
        if _facing_value(system, scenario, state, best) > now:
            return best
    return None


def _facing_value(system: System, scenario: Scenario, state: State, way: Face) -> tuple[int, int]:
    """How good a facing is: fewest enemies outside the front first, then most enemies it could fire at."""
    unit = state.units[way.unit]
    whole = way.facing.get("unit")
    ways = dict.fromkeys(unit.facing, whole) if whole is not None else {**unit.facing, **way.facing}
    turned = replace(unit, facing=ways)
    turned_state = replace(state, units={**state.units, unit.id: turned})
    aspects = system.display.aspects(scenario, turned_state, unit.id)
    enemies = {enemy.place for enemy in state.units_on_map() if enemy.side != unit.side}
    sight = system.display.sight(scenario, turned_state, unit.id)
    aimed = sum(not target.reason for target in sight.targets) if sight is not None else 0
    return -sum(aspects.get(h, "front") != "front" for h in enemies), aimed


def withdraw_fragile(
    system: System, scenario: Scenario, state: State, offered: Sequence[Option]
) -> Command | None:
    """A fragile unit taken off the map where that may be done."""
    for option in offered:
        order = option.command
        if isinstance(order, Unplace) and FRAGILE in _counter_states(system, scenario, state, order.unit):
            return order
    return None


def _counter_states(system: System, scenario: Scenario, state: State, unit: str) -> Sequence[str]:
    return system.display.counter_face(scenario, state, state.units[unit]).states

"""How units stand: turned to the enemy, their weapons upon him; who had better leave the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.commands import Command, Face, Unplace
from engine.scenario import Scenario
from engine.state import State
from engine.system import Option, System

FRAGILE = "fragile"


def turn(system: System, scenario: Scenario, seen: State, offered: Sequence[Option]) -> Command | None:
    """The turn of a unit by which it gets more enemies before it, or fewer behind it; None when nobody
    would."""
    turns: dict[str, list[Face]] = {}
    for option in offered:
        if isinstance(option.command, Face):
            turns.setdefault(option.command.unit, []).append(option.command)
    for id_, ways in turns.items():
        best = max(ways, key=lambda way: _fronting(system, scenario, seen, way))
        now = _fronting(system, scenario, seen, Face(unit=id_, facing={}))
        if _fronting(system, scenario, seen, best) > now:
            return best
    return None


def _fronting(system: System, scenario: Scenario, seen: State, way: Face) -> tuple[int, int]:
    """Enemies beside the unit and not before it, against; enemies it could fire at, for."""
    unit = seen.units[way.unit]
    whole = way.facing.get("unit")
    ways = dict.fromkeys(unit.facing, whole) if whole is not None else {**unit.facing, **way.facing}
    turned = replace(unit, facing=ways)
    there = replace(seen, units={**seen.units, unit.id: turned})
    aspects = system.shows.aspects(scenario, there, unit.id)
    foes = {foe.place for foe in seen.fielded() if foe.side != unit.side}
    sight = system.shows.sight(scenario, there, unit.id)
    aimed = sum(not target.reason for target in sight.targets) if sight is not None else 0
    return -sum(aspects.get(h, "front") != "front" for h in foes), aimed


def withdraw(system: System, scenario: Scenario, seen: State, offered: Sequence[Option]) -> Command | None:
    """A fragile unit taken off the map where that may be done."""
    for option in offered:
        order = option.command
        if isinstance(order, Unplace) and FRAGILE in _states(system, scenario, seen, order.unit):
            return order
    return None


def _states(system: System, scenario: Scenario, seen: State, unit: str) -> Sequence[str]:
    return system.shows.face(scenario, seen, seen.units[unit]).states

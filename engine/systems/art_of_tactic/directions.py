"""Directions on the map and the facing of units.

The rulebook numbers the six directions anticlockwise from E (0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE); a unit's
facing is stored as the number of a direction of the grid, clockwise. Only ties use the rulebook's number.
"""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Grid, Hex
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Unit

BASE = "unit"  # the one base of a unit, whose facing is stored


def rulebook_number(grid: Grid, direction: str) -> int:
    """The rulebook's number of a direction, which breaks ties (AT-MOR-36, C-10)."""
    return (1 - grid.directions.index(direction)) % 6


def facing(grid: Grid, unit: Unit) -> str:
    """The direction a unit faces; the first of the grid's when none is printed."""
    return grid.directions[unit.facing.get(BASE, 0)]


def rotated(grid: Grid, direction: str, hexsides: int) -> str:
    """The direction so many hexsides clockwise of another."""
    return grid.directions[(grid.directions.index(direction) + hexsides) % 6]


def hexsides_clockwise(grid: Grid, start: str, end: str) -> int:
    """How many hexsides clockwise one direction lies from another, 0 to 5."""
    return (grid.directions.index(end) - grid.directions.index(start)) % 6


def direction_to(scn: Scenario, unit: Unit, hex_: Hex) -> str:
    """The direction from a unit to a neighbouring hex."""
    direction = scn.grid.direction(unit.place, hex_)
    assert direction is not None, f"{unit.id}: {hex_} is not next to {unit.place}"
    return direction


def turn(scn: Scenario, ledger: Ledger, unit: Unit, direction: str, rule: str) -> None:
    """Turn a unit to a direction; nothing when it faces that way already."""
    number = scn.grid.directions.index(direction)
    if unit.facing.get(BASE) != number:
        ledger.tell(ev.Turned(unit=unit.id, facing={BASE: number}, rule=rule))

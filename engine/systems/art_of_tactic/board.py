"""Directions and slopes: how this rulebook looks at the map.

The rulebook numbers the six directions anticlockwise from E (0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE); a counter's
facing is kept as the number of a direction of the grid, clockwise. Only ties ask for the rulebook's number.
"""

from __future__ import annotations

from engine.hexes import Grid, Hex
from engine.scenario import Scenario
from engine.state import Unit

FRONT = "unit"  # the one base of a unit
STEEP = 3


def index(grid: Grid, way: str) -> int:
    """The rulebook's number of a direction, which breaks ties (AT-MOR-36, C-10)."""
    return (1 - grid.directions.index(way)) % 6


def facing(grid: Grid, unit: Unit) -> str:
    """The direction a unit looks in; the first of the grid's when none is printed."""
    return grid.directions[unit.facing.get(FRONT, 0)]


def turned(grid: Grid, way: str, by: int) -> str:
    """The direction so many hexsides clockwise of another."""
    return grid.directions[(grid.directions.index(way) + by) % 6]


def offset(grid: Grid, way: str, other: str) -> int:
    """How many hexsides apart two directions are, 0 to 3."""
    gap = abs(grid.directions.index(way) - grid.directions.index(other))
    return min(gap, 6 - gap)


def slope(scn: Scenario, a: Hex, b: Hex) -> int:
    """Levels between neighbours: 0 none, 1 gentle, 2 abrupt, 3 steep, more counts as 3 (AT-TER-10)."""
    return min(STEEP, abs(scn.slope(a, b)))


def sheer(scn: Scenario, a: Hex, b: Hex) -> bool:
    """Whether neither melee nor a zone reaches across (AT-ZOC-13, AT-TER-12, AT-TER-13)."""
    return slope(scn, a, b) > 1

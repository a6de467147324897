"""Where Tiled puts hexes: their middles, corners and sides in pixels, and which of them a point is near."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from engine.hexes import Grid, Hex, Side, hexside

Place = TypeVar("Place")
Point = tuple[float, float]
Corner = tuple[int, int]
"""A corner, or the middle, of hexes, in half pixels."""

LONG, WIDE, EDGE = 96, 84, 48
"""Pixels of a hex from point to point, from side to side, and of a side on which hexes of a row meet."""
NEAR = 0.48
"""How far from a corner or the middle of a side a point may lie, in sides."""


@dataclass(frozen=True)
class Lattice:
    """The hexes of a grid, each in a box of `width` x `height` pixels; `edge` is what Tiled calls the side
    length: of the sides along the axis on which rows (or columns) are shifted."""

    grid: Grid
    width: float
    height: float
    edge: float

    @classmethod
    def of(cls, grid: Grid) -> Lattice:
        """The lattice in which our own files are written."""
        tall = grid.stands_on == "point"
        return cls(grid, WIDE if tall else LONG, LONG if tall else WIDE, EDGE)

    def middle(self, hex_: Hex) -> Point:
        """The middle of a hex, in pixels of the map."""
        column, row = (n - 1 for n in self.grid.column_and_row(hex_))
        odd = 0 if self.grid.shoved == "odd" else 1
        if self.grid.stands_on == "point":
            shift = self.width / 2 if row % 2 == odd else 0
            x, y = column * self.width + shift, row * (self.height + self.edge) / 2
        else:
            shift = self.height / 2 if column % 2 == odd else 0
            x, y = column * (self.width + self.edge) / 2, row * self.height + shift
        return x + self.width / 2, y + self.height / 2

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners of a hex around its middle, clockwise, the first before the grid's first direction."""
        w, h, s = self.width / 2, self.height / 2, self.edge / 2
        if self.grid.stands_on == "point":
            return ((0, -h), (w, -s), (w, s), (0, h), (-w, s), (-w, -s))
        return ((-s, -h), (s, -h), (w, 0), (s, h), (-s, h), (-w, 0))

    def corners(self, hex_: Hex) -> list[Point]:
        """The corners of a hex on the map."""
        x, y = self.middle(hex_)
        return [(x + dx, y + dy) for dx, dy in self.outline]

    def ends(self, side: Side) -> tuple[Point, Point]:
        """The two corners at the ends of a hexside."""
        place = self.grid.directions.index(str(self.grid.direction(*side)))
        corners = self.corners(side[0])
        return corners[place], corners[(place + 1) % 6]

    def hex_at(self, point: Point) -> Hex | None:
        """The hex in which a point lies."""
        if (exact := self._hexes.get(corner(point))) is not None:
            return exact
        twice = corner(point)
        near = self._hexes[min(self._hexes, key=lambda middle: math.dist(twice, middle))]
        return near if math.dist(point, self.middle(near)) <= max(self.width, self.height) / 2 + 1 else None

    def corner_at(self, point: Point) -> Corner | None:
        """The corner near a point."""
        exact = corner(point)
        return exact if exact in self._places else self._nearest(point, self._places)

    def side_at(self, point: Point) -> Side | None:
        """The hexside whose middle is near a point."""
        return self._nearest(point, self._side_middles)

    def _nearest(self, point: Point, places: Mapping[Place, Point]) -> Place | None:
        near = min(places, key=lambda place: math.dist(point, places[place]))
        return near if math.dist(point, places[near]) <= NEAR * self.edge else None

    def side_between(self, one: Corner, other: Corner) -> Side | None:
        """The hexside from one corner to the next; None where there is none with a hex on both sides."""
        return self._sides.get(frozenset((one, other)))

    @cached_property
    def _hexes(self) -> Mapping[Corner, Hex]:
        """The hexes by their middles."""
        return {corner(self.middle(hex_)): hex_ for hex_ in self.grid}

    @cached_property
    def _places(self) -> Mapping[Corner, Point]:
        return {corner(point): point for hex_ in self.grid for point in self.corners(hex_)}

    @cached_property
    def _sides(self) -> Mapping[frozenset[Corner], Side]:
        pairs = {hexside(a, b) for a in self.grid for b in self.grid.neighbours(a).values()}
        return {frozenset(map(corner, self.ends(side))): side for side in pairs}

    @cached_property
    def _side_middles(self) -> Mapping[Side, Point]:
        ends = ((side, self.ends(side)) for side in self._sides.values())
        return {side: ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for side, (a, b) in ends}


def corner(point: Point) -> Corner:
    """The corner that a point is, exactly but for rounding."""
    return round(2 * point[0]), round(2 * point[1])

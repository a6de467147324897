"""The border of an area of hexes as one line, so that its dashes run on. Draws nothing."""

from __future__ import annotations

import math
from functools import lru_cache

from engine.hexes import Hex
from render.geometry.layout import ROOT3, Layout, Point, to_plane

Corner = tuple[int, int]


@lru_cache(maxsize=64)
def area_borders(layout: Layout, hexes: frozenset[Hex], grow: float = 1.0) -> tuple[tuple[Point, ...], ...]:
    """The closed lines around an area and around the holes in it; each ends where it begins.

    With `grow` below 1 they run inside the area, at that share of the way from the middles to the corners.
    """
    grid = layout.grid
    edges: dict[Corner, tuple[Corner, list[Point]]] = {}  # by corner: the next one, and the piece to draw
    for hex_ in sorted(hexes & {*grid}):
        corners, inside = layout.vertices(hex_), layout.vertices(hex_, grow)
        for place, name in enumerate(grid.directions):
            if grid.neighbours(hex_).get(name) not in hexes:
                after = (place + 1) % 6
                here, there = (_corner(layout, corners[n]) for n in (place, after))
                edges[here] = (there, [inside[place], inside[after]])
    borders = []
    while edges:
        start = at = next(iter(edges))
        line: list[Point] = []
        while at in edges:
            at, piece = edges.pop(at)
            line += piece[1:] if line and math.dist(line[-1], piece[0]) < 0.1 else piece
        assert at == start, "a line around hexes closes"
        borders.append((*(line[:-1] if math.dist(line[0], line[-1]) < 0.1 else line), line[0]))
    return tuple(borders)


def _corner(layout: Layout, point: Point) -> Corner:
    """The whole numbers that name a corner of a hex."""
    across, down = to_plane(layout, point)
    wide, high = (ROOT3 / 2, 0.5) if layout.point_up else (0.5, ROOT3 / 2)
    return round(across / wide), round(down / high)

"""Set-up zones: a faint tint and a broken line around; long dashes for one side, short ones for the other."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hexes import Hex
from engine.view import View
from render.canvas import Canvas
from render.labels import number
from render.layout import Point

DASHES = ((0.5, 0.24), (0.14, 0.16))  # dash and gap of the first side's line and of the second's, in radii
INSIDE = 0.94  # how far from its hex's centre the line runs
WIDE = 0.085  # of the line, in radii
TINT = 30  # of 255


def setup(canvas: Canvas, view: View) -> None:
    """The zones in which units may be placed: both sides' (MP-SET-5)."""
    seen = {*canvas.layout.shown()}
    for place, side in enumerate(canvas.sides):
        zone = view.setup.get(side, frozenset())
        if not zone:
            continue
        on, off = DASHES[place % 2]
        canvas.tint((*canvas.army(side).body[:3], TINT), sorted(zone & seen))
        with canvas.pen.ink(canvas.theme.white) as nib:
            for edge in _rim(canvas, zone, seen):
                nib.line(edge, canvas.r * WIDE * 1.7)
        with canvas.pen.ink(canvas.army(side).zone) as nib:
            for edge in _rim(canvas, zone, seen):
                nib.dashes(edge, canvas.r * WIDE, on * canvas.r, off * canvas.r)
        for hex_ in sorted(zone & seen):
            number(canvas, hex_, view.hexes[hex_].terrain)


def border(canvas: Canvas, side: str, line: tuple[Point, Point]) -> None:
    """A piece of the line around a side's zone."""
    on, off = DASHES[canvas.sides.index(side) % 2 if side in canvas.sides else 0]
    with canvas.pen.ink(canvas.theme.white) as nib:
        nib.line(line, canvas.r * WIDE * 1.7)
    with canvas.pen.ink(canvas.army(side).zone) as nib:
        nib.dashes(line, canvas.r * WIDE, on * canvas.r, off * canvas.r)


def _rim(canvas: Canvas, zone: frozenset[Hex], seen: set[Hex]) -> Iterator[tuple[Point, Point]]:
    """The hexsides where a zone ends, drawn a little inside of it."""
    grid, layout = canvas.layout.grid, canvas.layout
    for hex_ in sorted(zone & seen):
        corners = layout.vertices(hex_, INSIDE)
        for place, name in enumerate(grid.directions):
            if grid.neighbours(hex_).get(name) not in zone:
                yield corners[place], corners[(place + 1) % 6]

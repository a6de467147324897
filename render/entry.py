"""Where counters come onto the map and leave it: arrows over its edge, with the turn."""

from __future__ import annotations

import math

from engine.hexes import Hex
from engine.view import View
from render.arrows import tag
from render.canvas import Canvas
from render.curves import head
from render.layout import Point

SHAFT, POINT = 0.2, 0.46  # width of an arrow, length of its head, in radii


def entries(canvas: Canvas, view: View) -> None:
    """An arrow into each hex of entry, a hollow one out of each hex of exit; the turn where it is not now."""
    shown = {*canvas.layout.shown(0.0)}
    for entry in view.entries:
        for hex_ in sorted(entry.hexes & shown):
            (x, y), (ux, uy) = canvas.layout.centre(hex_), _outward(canvas, hex_)
            far, near = (x + ux * canvas.r * 0.95, y + uy * canvas.r * 0.95), (x, y)
            line = [far, near] if entry.kind == "entry" else [near, far]
            arrow(canvas, line, entry.side, entry.kind, canvas.r)
            if entry.turn > view.turn:
                army = canvas.army(entry.side)
                tag(canvas, near, str(entry.turn), army.body, army.letters, canvas.r * 0.34)


def arrow(canvas: Canvas, points: list[Point], side: str, kind: str, unit: float) -> None:
    """A broad arrow: filled for an entry, hollow for an exit."""
    army = canvas.army(side)
    shaft, tip = head(points, unit * POINT, unit * POINT * 1.1)
    for colour, more in ((canvas.theme.white, 0.1), (army.edge, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(shaft, unit * (SHAFT + more))
            nib.outline(tip, unit * (0.06 + more))
            nib.polygon(tip)
    with canvas.pen.ink(army.body if kind == "entry" else canvas.theme.white) as nib:
        nib.line(shaft, unit * (SHAFT - 0.08))
        nib.polygon(tip)


def _outward(canvas: Canvas, hex_: Hex) -> Point:
    """The way from a hex straight off the map: the mean of its hexsides that have no neighbour."""
    grid, layout = canvas.layout.grid, canvas.layout
    near = grid.neighbours(hex_)
    ways = [layout.heading(n) for n, name in enumerate(grid.directions) if name not in near]
    u, v = sum(math.cos(a) for a in ways), sum(math.sin(a) for a in ways)
    size = math.hypot(u, v)
    return (u / size, v / size) if size > 1e-6 else (0.0, -1.0)

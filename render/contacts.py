"""Who touches whom: a short bar across each hexside between two enemies in contact."""

from __future__ import annotations

import math

from engine.view import View
from render.canvas import Canvas
from render.layout import Point

LONG, WIDE = 0.15, 0.1  # half a bar, its width, in radii


def contacts(canvas: Canvas, view: View) -> None:
    """A bar for every pair, except where the signs of a fight say as much."""
    at = {c.id: c.hex for c in view.counters}
    fights = {frozenset({at.get(c.attacker), at.get(c.defender)}) for c in view.clashes}
    for a, b in view.contacts:
        if {a, b} <= {*canvas.layout.shown(2.5)} and frozenset({a, b}) not in fights:
            touch(canvas, canvas.layout.centre(a), canvas.layout.centre(b), canvas.r)


def touch(canvas: Canvas, a: Point, b: Point, unit: float) -> None:
    """A bar over the middle between two points, dark within white, with a dot at each end."""
    size = math.dist(a, b) or 1.0
    u, v = (b[0] - a[0]) / size * unit * LONG, (b[1] - a[1]) / size * unit * LONG
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    ends = [(x - u, y - v), (x + u, y + v)]
    for colour, more in ((canvas.theme.white, 0.07), (canvas.theme.symbol_ink, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(ends, unit * (WIDE + more), ends=False)
            for end in ends:
                nib.dot(end, unit * (WIDE * 0.85 + more / 2))

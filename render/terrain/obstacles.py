"""Obstacles on hexsides: close contours, abattis, walls."""

from __future__ import annotations

import math

from engine.view import View
from render.geometry.curves import evenly_spaced, shifted
from render.geometry.layout import Point
from render.paint.canvas import Canvas
from render.terrain.outlines import curved_hexsides

CLOSE = {"double_contour": 2, "triple_contour": 3}  # lines that run side by side
GAP, LINE, BOLD = 0.075, 0.034, 0.056  # between two lines, width of a line and of an impassable one, in radii
STAKE, EVERY, WOOD = 0.085, 0.155, 0.04  # half a stake, from pair to pair, width of a stake, in radii
WALL = "wall"
THICK, ASIDE, COURSE = 0.1, 0.07, 0.13  # of a wall: width, how far aside, length of a stone, in radii


def contours(canvas: Canvas, view: View) -> None:
    """Two lines where the ground rises by two levels, three bold ones where it is impassable; none where
    hachures show a steep slope."""
    visible = {*canvas.layout.visible()}
    contour_of = {
        (s.high, s.low): s.contour
        for s in view.hexsides
        if s.contour in CLOSE and (not s.steep or CLOSE[s.contour] > 2) and {s.high, s.low} <= visible
    }
    r, lines = canvas.r, curved_hexsides(canvas.layout, contour_of)
    for name, count in CLOSE.items():
        wide = r * (BOLD if count > 2 else LINE)
        with canvas.pen.ink(canvas.theme.slope) as nib:
            for (high, low), line in lines.items():
                if contour_of[high, low] == name:
                    down = _side(line, canvas.layout.centre(low))
                    for n in range(count):
                        nib.line(shifted(line, down * r * GAP * n), max(1.0, wide))


def walls(canvas: Canvas, view: View) -> None:
    """Dry stone walls: rows of stones along a hexside, on the side of the hex they belong to."""
    visible = {*canvas.layout.visible()}
    owner = {(s.high, s.low): s.of for s in view.hexsides if s.linear == WALL and {s.high, s.low} <= visible}
    r, rows = canvas.r, []
    for (high, low), line in curved_hexsides(canvas.layout, owner).items():
        line = _inner(line, r * 0.05)
        if of := owner[high, low]:
            line = shifted(line, _side(line, canvas.layout.centre(of)) * r * ASIDE)
        rows.append(line)
    dark, stone, joint = canvas.theme.masonry
    for colour, more, drop in (((*dark[:3], 90), 0.06, 0.05), (dark, 0.05, 0.0), (stone, 0.0, 0.0)):
        with canvas.pen.ink(colour) as nib:
            for line in rows:
                nib.line([(x + drop * r, y + drop * r) for x, y in line], r * (THICK + more), ends=False)
    with canvas.pen.ink(joint) as nib:
        for line in rows:
            row = evenly_spaced(line, r * COURSE)
            for n, (x, y) in enumerate(row):
                u, v = (r * THICK * 0.5 * part for part in _along(row, n, 0.0))
                nib.line([(x - u, y - v), (x + u, y + v)], max(1.0, r * 0.022), ends=False)


def _side(line: list[Point], at: Point) -> int:
    """1 when a point lies to the right of a line, -1 when to its left."""
    (ax, ay), (bx, by) = line[0], line[-1]
    return 1 if (bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax) > 0 else -1


def abattis(canvas: Canvas, view: View) -> None:
    """Felled trees: a row of crossed stakes along the hexside, alike from both sides."""
    visible = {*canvas.layout.visible()}
    pairs = [(s.high, s.low) for s in view.hexsides if s.abattis and {s.high, s.low} <= visible]
    r = canvas.r
    rows = [
        evenly_spaced(_inner(line, r * 0.1), r * EVERY)
        for line in curved_hexsides(canvas.layout, pairs).values()
    ]
    for colour, more in (((*canvas.theme.halo[:3], 210), 0.05), (canvas.theme.bridge, 0.0)):
        with canvas.pen.ink(colour) as nib:
            for row in rows:
                for n, (x, y) in enumerate(row):
                    for turn in (0.7, -0.7):
                        u, v = _along(row, n, turn)
                        reach = r * STAKE
                        ends = [(x - u * reach, y - v * reach), (x + u * reach, y + v * reach)]
                        nib.line(ends, max(1.2, r * (WOOD + more)))


def _inner(line: list[Point], by: float) -> list[Point]:
    """A line without its two ends."""
    kept = [p for p in evenly_spaced(line, 1.5) if min(math.dist(p, line[0]), math.dist(p, line[-1])) >= by]
    return kept if len(kept) > 1 else line


def _along(row: list[Point], n: int, turn: float) -> Point:
    """The normal of a row at one of its points, turned by `turn` radians."""
    (ax, ay), (bx, by) = row[max(0, n - 1)], row[min(len(row) - 1, n + 1)]
    angle = math.atan2(by - ay, bx - ax) + math.pi / 2 + turn
    return math.cos(angle), math.sin(angle)

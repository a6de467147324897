"""Front, flank and rear of one unit: they differ in lightness and pattern, so that no colour is needed.

The front is pale, with chevrons outward; the flank is hatched; the rear is dark and cross-hatched.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.view import View
from render.geometry.layout import Point
from render.paint.canvas import Canvas
from render.paint.theme import Colour

KINDS = ("front", "flank", "rear")
TINT = {"front": 150, "flank": 150, "rear": 190}  # of 255: how strong the tint of a hex is
INSIDE, STEP, LINE = 0.94, 0.27, 0.05  # rim of the pattern; between lines, their width, in radii
EDGE = 0.13  # width of the bar along the hexside, in radii


def aspects(canvas: Canvas, view: View) -> None:
    """Under the counters: the hexes around a unit, as its front, flank or rear."""
    chosen = view.counter(view.selected)
    visible = {*canvas.layout.visible()}
    for hex_, kind in sorted(view.aspects.items()):
        if hex_ not in visible or kind not in KINDS:
            continue
        at = canvas.layout.centre(hex_)
        from_ = canvas.layout.centre(chosen.hex) if chosen is not None and chosen.hex else at
        canvas.tint((*aspect_colour(canvas, kind)[:3], TINT[kind]), [hex_], INSIDE)
        draw_pattern(canvas, kind, at, canvas.layout.vertices(hex_, INSIDE), canvas.r, _away(from_, at))
        if chosen is not None and chosen.hex and hex_ in canvas.layout.grid.neighbours(chosen.hex).values():
            draw_bar(canvas, kind, canvas.layout.edge(chosen.hex, hex_), canvas.r)


def aspect_colour(canvas: Canvas, kind: str) -> Colour:
    """The colour of the front, the flank or the rear."""
    colours = {"front": canvas.theme.front, "flank": canvas.theme.flank, "rear": canvas.theme.rear}
    return colours[kind]


def draw_pattern(
    canvas: Canvas, kind: str, at: Point, corners: list[Point], unit: float, away: float
) -> None:
    """The pattern over a hex: chevrons, hatching or cross-hatching."""
    if kind == "front":
        _draw_chevrons(canvas, at, unit, away)
        return
    turns = (math.pi / 4,) if kind == "flank" else (math.pi / 4, -math.pi / 4)
    colour = canvas.theme.symbol_ink if kind == "flank" else canvas.theme.white
    with canvas.pen.ink((*colour[:3], 190)) as nib:
        for turn in turns:
            for line in hatching(at, corners, turn, unit * STEP):
                nib.line(line, max(1.0, unit * LINE), ends=False)


def hatching(at: Point, corners: list[Point], turn: float, step: float) -> Iterator[list[Point]]:
    """Parallel lines over a convex patch, clipped to it; they lean by `turn` radians."""
    u, v = math.cos(turn), math.sin(turn)
    reach = max(math.dist(at, corner) for corner in corners)
    for n in range(-math.ceil(reach / step), math.ceil(reach / step) + 1):
        off = (n + 0.5) * step
        line = []
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            a = (ay - at[1]) * u - (ax - at[0]) * v - off
            b = (by - at[1]) * u - (bx - at[0]) * v - off
            if (a < 0) != (b < 0):
                share = a / (a - b)
                line.append((ax + (bx - ax) * share, ay + (by - ay) * share))
        if len(line) == 2:
            yield line


def draw_bar(canvas: Canvas, kind: str, edge: tuple[Point, Point], unit: float) -> None:
    """A bar along the hexside: whole to the front, broken on a flank, dots at the rear."""
    line = [*edge]
    for colour, more in ((canvas.theme.symbol_ink, 0.07), (aspect_colour(canvas, kind), 0.0)):
        with canvas.pen.ink(colour) as nib:
            if kind == "front":
                nib.line(line, unit * (EDGE + more))
            elif kind == "flank":
                nib.dashes(line, unit * (EDGE + more), unit * 0.24, unit * 0.14)
            else:
                for n in range(5):
                    share = (n + 0.5) / 5
                    x, y = (a + (b - a) * share for a, b in zip(*edge, strict=True))
                    nib.dot((x, y), unit * (EDGE + more) * 0.55)


def _draw_chevrons(canvas: Canvas, at: Point, unit: float, away: float) -> None:
    """Three chevrons that point away from the unit."""
    u, v = math.cos(away), math.sin(away)
    with canvas.pen.ink((*canvas.theme.symbol_ink[:3], 200)) as nib:
        for far in (-0.62, -0.5, 0.62):
            x, y = at[0] + u * unit * far, at[1] + v * unit * far
            back, half = unit * 0.14, unit * 0.24
            nib.line(
                [(x - u * back - v * half, y - v * back + u * half), (x, y),
                 (x - u * back + v * half, y - v * back - u * half)], unit * 0.07,
            )  # fmt: skip


def _away(start: Point, end: Point) -> float:
    return math.atan2(end[1] - start[1], end[0] - start[0])

"""Range and sight of one unit: what it could fire at, what hides the rest, and where a shot would stop."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engine.view import Sight, View
from render.canvas import Canvas
from render.curves import shortened
from render.labels import number
from render.layout import Point
from render.pieces import middles
from render.rims import rims
from render.rose import crossed
from render.theme import Colour

HATCH = 0.3  # between the lines over a hidden hex, in radii
WIDE = 0.075  # of the line around the range, in radii
LIGHT, DARK = 76, 120  # of 255: how light a hex in sight is, how dark a hidden one
BEHIND = 0.87  # how far behind the middle of a blocking hex with a counter on it, in radii
OVER = 130  # of 255: how strong a line is where it runs over counters
ARC, BOUND = 0.9, 0.1  # how far inside an arc its edge runs, how wide it is, in radii
HALF = 0.24  # half a cross on a hex that blocks, in radii


def sight(canvas: Canvas, view: View) -> None:
    """Under the counters: hexes in range light, those out of sight dark and barred, blocking hexes framed;
    lines of fire, which stop at what blocks them."""
    seen = view.sight
    if seen is None or seen.hex not in canvas.layout.grid:
        return
    shown, hidden = {*canvas.layout.shown()}, sorted(seen.hidden)
    canvas.tint((*canvas.theme.white[:3], LIGHT), sorted(seen.seen & shown), 0.97)
    canvas.tint((*canvas.theme.symbol_ink[:3], DARK), [h for h in hidden if h in shown])
    for hex_ in sorted(seen.seen & shown):
        number(canvas, hex_, view.hexes[hex_].terrain)
    for hex_ in hidden:
        bars(canvas, canvas.layout.centre(hex_), canvas.r)
    for line in rims(canvas.layout, seen.seen | {*hidden, seen.hex}, 0.97):
        for colour, more in ((canvas.theme.white, 0.06), (canvas.theme.symbol_ink, 0.0)):
            with canvas.pen.ink(colour) as nib:
                nib.line(line, canvas.r * (WIDE + more))
    _arc(canvas, seen)
    for hex_ in sorted({h for by in seen.hidden.values() for h in by} & shown):
        screen(canvas, canvas.layout.vertices(hex_, 0.88), canvas.r)
    for free, start, end, stop in _lines(canvas, view):
        if stop is not None:
            stopped(canvas, start, end, stop, canvas.r)
        else:
            shot(canvas, start, end, canvas.r, free)


def _arc(canvas: Canvas, seen: Sight) -> None:
    """The edge of what the guns bear on, as far as they reach."""
    if not seen.arc:
        return
    covered = (seen.arc & canvas.layout.grid.within(seen.hex, seen.reach)) | {seen.hex}
    for line in rims(canvas.layout, covered, ARC):
        bound(canvas, line, canvas.r)


def bound(canvas: Canvas, line: Sequence[Point], unit: float) -> None:
    """The edge of an arc of fire: red and white by turns."""
    for colour, more in ((canvas.theme.symbol_ink, 0.07), (canvas.theme.white, 0.03)):
        with canvas.pen.ink(colour) as nib:
            nib.line(line, unit * (BOUND + more))
    with canvas.pen.ink(canvas.theme.clash) as nib:
        nib.dashes(line, unit * BOUND, unit * 0.3, unit * 0.22)


def shooting(canvas: Canvas, view: View) -> None:
    """Over the counters: a ring around each enemy in sight, a cross where a line stops, and all the lines
    again, faintly."""
    lines = list(_lines(canvas, view))
    for free, start, end, stop in lines:
        line = shortened([start, stop or end], canvas.r * 0.66, 0.0 if stop else canvas.r * 0.74)
        with canvas.pen.ink((*_ink(canvas, free)[:3], OVER)) as nib:
            nib.line(line, canvas.r * 0.07)
    for free, _, end, stop in lines:
        if stop is None:
            ring(canvas, end, canvas.r, free)
    for stop in (stop for *_, stop in lines if stop is not None):
        strike(canvas, stop, canvas.r)


def _lines(canvas: Canvas, view: View) -> Iterator[tuple[bool, Point, Point, Point | None]]:
    """The line to each enemy in range: whether it may be fired at, both ends, where it stops if it does."""
    seen = view.sight
    if seen is None or seen.hex not in canvas.layout.grid:
        return
    at, taken = middles(canvas, view), {c.hex for c in view.counters}
    start = at.get(seen.unit, canvas.layout.centre(seen.hex))
    for target in seen.targets:
        if target.unit not in at:
            continue
        end = at[target.unit]
        stops = [
            (_on(start, end, canvas.layout.centre(h)), BEHIND * canvas.r if h in taken else 0.0)
            for h in target.by
        ]
        nearest = min(stops, key=lambda stop: math.dist(start, stop[0]), default=None)
        free = not (seen.reason or target.reason)
        yield free, start, end, _beyond(start, nearest[0], end, nearest[1]) if nearest else None


def bars(canvas: Canvas, at: Point, unit: float) -> None:
    """Three level bars over a hex that is not seen."""
    (x, y), half = at, unit * 0.62
    for colour, wide in (((*canvas.theme.white[:3], 120), 0.09), (canvas.theme.symbol_ink, 0.05)):
        with canvas.pen.ink(colour) as nib:
            for n in (-1, 0, 1):
                across = half * (1.0 if n == 0 else 0.82)
                line = [(x - across, y + n * HATCH * unit), (x + across, y + n * HATCH * unit)]
                nib.line(line, unit * wide)


def screen(canvas: Canvas, corners: list[Point], unit: float) -> None:
    """A thick red frame around a hex that blocks the view."""
    for colour, wide in ((canvas.theme.white, 0.17), (canvas.theme.clash, 0.11)):
        with canvas.pen.ink(colour) as nib:
            nib.outline(corners, unit * wide)


def shot(canvas: Canvas, start: Point, end: Point, unit: float, free: bool) -> None:
    """A line of fire that nothing blocks; broken where it may not be fired now all the same."""
    line = shortened([start, end], unit * 0.66, unit * 0.74)
    if len(line) < 2:
        return
    for colour, more in ((canvas.theme.white, 0.07), (_ink(canvas, free), 0.0)):
        with canvas.pen.ink(colour) as nib:
            if free:
                nib.line(line, unit * (0.09 + more))
            else:
                nib.dashes(line, unit * (0.09 + more), unit * 0.14, unit * 0.14)


def ring(canvas: Canvas, at: Point, unit: float, free: bool) -> None:
    """A ring around an enemy in sight: red where it may be fired at."""
    line = [_around(at, unit * 0.76, n * math.tau / 40) for n in range(41)]
    for colour, more in ((canvas.theme.white, 0.07), (_ink(canvas, free), 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(line, unit * (0.09 + more))


def _ink(canvas: Canvas, free: bool) -> Colour:
    return canvas.theme.clash if free else canvas.theme.nobody


def stopped(canvas: Canvas, start: Point, end: Point, at: Point, unit: float) -> None:
    """A line that is stopped at a point; what it does not get to is dotted."""
    line, rest = shortened([start, at], unit * 0.6, 0), shortened([at, end], unit * 0.3, unit * 0.66)
    for colour, more in ((canvas.theme.white, 0.07), (canvas.theme.symbol_ink, 0.0)):
        with canvas.pen.ink(colour) as nib:
            if len(line) > 1:
                nib.line(line, unit * (0.08 + more))
            if len(rest) > 1:
                nib.dashes(rest, unit * (0.06 + more), unit * 0.07, unit * 0.15)


def strike(canvas: Canvas, at: Point, unit: float) -> None:
    """The cross where a line of fire stops."""
    crossed(canvas, at, unit * HALF, canvas.theme.clash, unit * 0.15, unit * 0.09)


def _on(start: Point, end: Point, near: Point) -> Point:
    """The point of a line nearest to another point."""
    (ax, ay), (bx, by) = start, end
    size = math.dist(start, end) ** 2 or 1.0
    share = ((near[0] - ax) * (bx - ax) + (near[1] - ay) * (by - ay)) / size
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _beyond(start: Point, at: Point, end: Point, by: float) -> Point:
    """The point so many pixels farther from the start, but before the end."""
    far = math.dist(start, at) or 1.0
    share = min(far + by, max(far, math.dist(start, end) - by * 0.8)) / far
    return start[0] + (at[0] - start[0]) * share, start[1] + (at[1] - start[1]) * share


def _around(at: Point, radius: float, angle: float) -> Point:
    return at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)

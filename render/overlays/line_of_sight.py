"""Range and line of sight of one unit: targets, hexes that block, and where a line of fire stops."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from engine.view import Sight, View
from render.counters.stacking import counter_centres
from render.geometry.area_borders import area_borders
from render.geometry.curves import shortened
from render.geometry.layout import Point
from render.overlays.step_compass import draw_cross
from render.paint.canvas import Canvas
from render.paint.theme import Colour

HATCH = 0.3  # between the lines over a hidden hex, in radii
WIDE = 0.075  # of the line around the range, in radii
LIGHT, DARK = 76, 120  # of 255: how light a hex in sight is, how dark a hidden one
BEHIND = 0.87  # how far behind the middle of a blocking hex with a counter on it, in radii
OVER = 130  # of 255: how strong a line is where it runs over counters
ARC, BOUND = 0.9, 0.1  # how far inside an arc its edge runs, how wide it is, in radii
HALF = 0.24  # half a cross on a hex that blocks, in radii


def sight(canvas: Canvas, view: View) -> None:
    """Under the counters: hexes in sight light, hidden hexes dark and barred, blocking hexes framed; lines of
    fire, which stop at what blocks them."""
    seen = view.sight
    if seen is None or seen.hex not in canvas.layout.grid:
        return
    visible, hidden = {*canvas.layout.visible()}, sorted(seen.hidden)
    canvas.tint((*canvas.theme.white[:3], LIGHT), sorted(seen.seen & visible), 0.97)
    canvas.tint((*canvas.theme.symbol_ink[:3], DARK), [h for h in hidden if h in visible])
    for hex_ in hidden:
        draw_hidden_bars(canvas, canvas.layout.centre(hex_), canvas.r)
    for line in area_borders(canvas.layout, seen.seen | {*hidden, seen.hex}, 0.97):
        for colour, more in ((canvas.theme.white, 0.06), (canvas.theme.symbol_ink, 0.0)):
            with canvas.pen.ink(colour) as nib:
                nib.line(line, canvas.r * (WIDE + more))
    _arc(canvas, seen)
    for hex_ in sorted({h for by in seen.hidden.values() for h in by} & visible):
        draw_blocking_frame(canvas, canvas.layout.vertices(hex_, 0.88), canvas.r)
    for free, start, end, stop in _lines(canvas, view):
        if stop is not None:
            draw_blocked_line(canvas, start, end, stop, canvas.r)
        else:
            draw_line_of_fire(canvas, start, end, canvas.r, free)


def _arc(canvas: Canvas, seen: Sight) -> None:
    """The border of the arc of fire, within range."""
    if not seen.arc:
        return
    covered = (seen.arc & canvas.layout.grid.within(seen.hex, seen.reach)) | {seen.hex}
    for line in area_borders(canvas.layout, covered, ARC):
        draw_arc_edge(canvas, line, canvas.r)


def draw_arc_edge(canvas: Canvas, line: Sequence[Point], unit: float) -> None:
    """The border of an arc of fire: alternately red and white."""
    for colour, more in ((canvas.theme.symbol_ink, 0.07), (canvas.theme.white, 0.03)):
        with canvas.pen.ink(colour) as nib:
            nib.line(line, unit * (BOUND + more))
    with canvas.pen.ink(canvas.theme.clash) as nib:
        nib.dashes(line, unit * BOUND, unit * 0.3, unit * 0.22)


def shooting(canvas: Canvas, view: View) -> None:
    """Over the counters: a ring around each enemy in sight, a cross where a line stops, and the lines again,
    faintly."""
    lines = list(_lines(canvas, view))
    for free, start, end, stop in lines:
        line = shortened([start, stop or end], canvas.r * 0.66, 0.0 if stop else canvas.r * 0.74)
        with canvas.pen.ink((*_ink(canvas, free)[:3], OVER)) as nib:
            nib.line(line, canvas.r * 0.07)
    for free, _, end, stop in lines:
        if stop is None:
            draw_target_ring(canvas, end, canvas.r, free)
    for stop in (stop for *_, stop in lines if stop is not None):
        draw_block_cross(canvas, stop, canvas.r)


def _lines(canvas: Canvas, view: View) -> Iterator[tuple[bool, Point, Point, Point | None]]:
    """The line to each enemy in range: whether it is a legal target, both ends, where it is blocked."""
    seen = view.sight
    if seen is None or seen.hex not in canvas.layout.grid:
        return
    at, taken = counter_centres(canvas, view), {c.hex for c in view.counters}
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


def draw_hidden_bars(canvas: Canvas, at: Point, unit: float) -> None:
    """Three horizontal bars over a hidden hex."""
    (x, y), half = at, unit * 0.62
    for colour, wide in (((*canvas.theme.white[:3], 120), 0.09), (canvas.theme.symbol_ink, 0.05)):
        with canvas.pen.ink(colour) as nib:
            for n in (-1, 0, 1):
                across = half * (1.0 if n == 0 else 0.82)
                line = [(x - across, y + n * HATCH * unit), (x + across, y + n * HATCH * unit)]
                nib.line(line, unit * wide)


def draw_blocking_frame(canvas: Canvas, corners: list[Point], unit: float) -> None:
    """A thick red frame around a hex that blocks the view."""
    for colour, wide in ((canvas.theme.white, 0.17), (canvas.theme.clash, 0.11)):
        with canvas.pen.ink(colour) as nib:
            nib.outline(corners, unit * wide)


def draw_line_of_fire(canvas: Canvas, start: Point, end: Point, unit: float, free: bool) -> None:
    """A line of fire that nothing blocks; dashed when the target is not legal now."""
    line = shortened([start, end], unit * 0.68, unit * 0.78)
    if len(line) < 2:
        return
    for colour, more in ((canvas.theme.white, 0.07), (_ink(canvas, free), 0.0)):
        with canvas.pen.ink(colour) as nib:
            if free:
                nib.line(line, unit * (0.09 + more))
            else:
                nib.dashes(line, unit * (0.09 + more), unit * 0.14, unit * 0.14)


def draw_target_ring(canvas: Canvas, at: Point, unit: float, free: bool) -> None:
    """A round frame about the counter of an enemy in sight: red when it is a legal target."""
    (x, y), half = at, unit * 0.8
    for colour, more in ((canvas.theme.white, 0.035), (_ink(canvas, free), 0.0)):
        with canvas.pen.ink(colour) as nib:
            reach = half + unit * more
            box = (x - reach, y - reach, x + reach, y + reach)
            nib.rectangle(box, unit * 0.32, hollow=unit * (0.1 + 2 * more))


def _ink(canvas: Canvas, free: bool) -> Colour:
    return canvas.theme.clash if free else canvas.theme.neutral


def draw_blocked_line(canvas: Canvas, start: Point, end: Point, at: Point, unit: float) -> None:
    """A line of fire blocked at a point; the rest of it is dotted."""
    line, rest = shortened([start, at], unit * 0.6, 0), shortened([at, end], unit * 0.3, unit * 0.66)
    for colour, more in ((canvas.theme.white, 0.07), (canvas.theme.symbol_ink, 0.0)):
        with canvas.pen.ink(colour) as nib:
            if len(line) > 1:
                nib.line(line, unit * (0.08 + more))
            if len(rest) > 1:
                nib.dashes(rest, unit * (0.06 + more), unit * 0.07, unit * 0.15)


def draw_block_cross(canvas: Canvas, at: Point, unit: float) -> None:
    """The cross where a line of fire is blocked."""
    draw_cross(canvas, at, unit * HALF, canvas.theme.clash, unit * 0.15, unit * 0.09)


def _on(start: Point, end: Point, near: Point) -> Point:
    """The point of a line nearest to another point."""
    (ax, ay), (bx, by) = start, end
    size = math.dist(start, end) ** 2 or 1.0
    share = ((near[0] - ax) * (bx - ax) + (near[1] - ay) * (by - ay)) / size
    return ax + (bx - ax) * share, ay + (by - ay) * share


def _beyond(start: Point, at: Point, end: Point, by: float) -> Point:
    """The point `by` pixels farther from the start, but before the end."""
    far = math.dist(start, at) or 1.0
    share = min(far + by, max(far, math.dist(start, end) - by * 0.8)) / far
    return start[0] + (at[0] - start[0]) * share, start[1] + (at[1] - start[1]) * share


def _around(at: Point, radius: float, angle: float) -> Point:
    return at[0] + radius * math.cos(angle), at[1] + radius * math.sin(angle)

"""Movement arrows: moves, charges, retreats and routs just made, proposals, and charges a step would make."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from engine.hexes import Hex
from engine.view import Trail, View
from render.geometry.curves import arrow_head, evenly_spaced, shifted, shortened, smooth
from render.geometry.layout import Point
from render.paint.canvas import Canvas
from render.paint.theme import rim_colour
from render.paint.view_cache import once_per_picture
from render.view_facts import CHARGES, FLIGHTS, GIVING_WAY, MARCHES, PURSUITS, ROUTS, RUNS

CHARGE_SHAFT, CHARGE_HEAD = 0.2, 0.5  # width of the arrow of a possible charge, length of its head, in radii
FROM, TO = 0.46, 0.72  # how far from the middles of its two hexes it begins and ends, in radii
SHAFT, HEAD = 0.115, 0.37  # width of an arrow, length of its head, in radii
ACROSS = 0.44  # how far the arrow of a step from counter to counter runs on either side of their hexside


def trails(canvas: Canvas, view: View) -> None:
    """The paths units have just taken, in their side's colour, side by side on shared hexsides: under the
    counters, whose numbers they do not cross out."""
    for trail, points in trail_lines(canvas, view):
        if not _in_the_open(view, trail):
            draw_arrow(canvas, points, trail.side, trail.manner, canvas.r)


def flights(canvas: Canvas, view: View) -> None:
    """The paths of units that gave way, over the counters."""
    for trail, points in trail_lines(canvas, view):
        if _in_the_open(view, trail):
            draw_arrow(canvas, points, trail.side, trail.manner, canvas.r)


def _in_the_open(view: View, trail: Trail) -> bool:
    """Whether a path is that of a unit that gave way, and runs past no counter that it would cross out."""
    taken = {c.hex for c in view.counters}
    return trail.manner in GIVING_WAY and taken.isdisjoint(trail.path[1:-1])


def proposals(canvas: Canvas, view: View) -> None:
    """Proposed movements that wait for an answer, as hollow arrows from counter to hex."""
    for trail in view.proposed_moves:
        path = [canvas.layout.centre(h) for h in trail.path if h in canvas.layout.grid]
        flight = trail.manner in FLIGHTS
        taken = flight and any(c.hex == trail.path[-1] for c in view.counters)
        line = shortened(path, canvas.r * 0.66, canvas.r * (0.66 if taken else 0.1))
        draw_proposal(canvas, line, canvas.r, flight)


def draw_proposal(canvas: Canvas, points: list[Point], unit: float, flight: bool = False) -> None:
    """A hollow arrow: green for a proposed move, red and dashed for a `flight`."""
    if len(points) < 2:
        return
    shaft, tip = arrow_head(points, unit * HEAD * 1.15, unit * HEAD * 1.1)
    theme = canvas.theme
    for colour, more in (
        (theme.white, 0.14),
        (theme.clash if flight else theme.pursuit, 0.06),
        (theme.white, -0.05),
    ):
        with canvas.pen.ink(colour) as nib:
            if flight and more < 0.1:
                nib.dashes(shaft, unit * (SHAFT + more), unit * 0.26, unit * 0.12)
            else:
                nib.line(shaft, unit * (SHAFT + more))
            if more > 0:
                nib.outline(tip, unit * more * 1.2)
            nib.polygon(tip if more > 0 else _within(tip))


def _within(tip: list[Point]) -> list[Point]:
    """A smaller triangle inside another."""
    x, y = (sum(p[n] for p in tip) / 3 for n in (0, 1))
    return [(x + (u - x) * 0.52, y + (v - y) * 0.52) for u, v in tip]


@once_per_picture
def trail_lines(canvas: Canvas, view: View) -> list[tuple[Trail, list[Point]]]:
    """The line of each trail, worked out once a picture."""
    return list(_trail_lines(canvas, view))


def _trail_lines(canvas: Canvas, view: View) -> Iterator[tuple[Trail, list[Point]]]:
    lanes: dict[frozenset[Hex], int] = {}
    for trail in view.trails:
        path = [h for h in trail.path if h in canvas.layout.grid]
        steps = [frozenset(pair) for pair in pairwise(path)]
        if not steps:
            continue
        lane = max(lanes.get(step, 0) for step in steps)
        lanes.update((step, lane + 1) for step in steps)
        line = smooth([canvas.layout.centre(h) for h in path])
        stands = {end for end in (path[0], path[-1]) if any(c.hex == end for c in view.counters)}
        if len(path) == 2 and len(stands) == 2:
            half = math.dist(line[0], line[-1]) / 2 - ACROSS * canvas.r
            yield trail, shortened(line, half, half)
            continue
        aside = (0.0, 0.17, -0.17, 0.34, -0.34)[lane % 5] * canvas.r
        near, far = (
            canvas.r * share if end in stands else 0.0 for share, end in ((0.6, path[0]), (0.64, path[-1]))
        )
        yield trail, shortened(shifted(line, aside), near, far)


def head_boxes(canvas: Canvas, view: View) -> Iterator[tuple[float, float, float, float]]:
    """The boxes of the arrow heads: obstacles for labels."""
    half = canvas.r * HEAD * 0.5
    for _, points in trail_lines(canvas, view):
        if points:
            x, y = shortened(points, 0, half)[-1]
            yield x - half, y - half, x + half, y + half


def draw_arrow(canvas: Canvas, points: list[Point], side: str, manner: str, unit: float) -> None:
    """An arrow along a line in its side's colour: a march plain, a run with chevrons, a charge growing broad
    and edged red, a retreat dashed and hollow, a rout so with a white flag, an advance with a white core, a
    pursuit green."""
    if len(points) < 2:
        return
    army, theme = canvas.army(side), canvas.theme
    rim, core = rim_colour(army.body), theme.pursuit if manner in PURSUITS else army.body
    if manner in CHARGES:
        _draw_charge(canvas, points, side, unit)
        return
    wide = (
        unit * SHAFT * (1.6 if manner in RUNS else 1.25 if manner in GIVING_WAY or manner in PURSUITS else 1)
    )
    shaft, tip = arrow_head(points, unit * HEAD, unit * HEAD * 0.95)
    with canvas.pen.ink(rim) as nib:
        nib.line(shaft, wide + unit * 0.09)
        nib.outline(tip, unit * 0.1)
        nib.polygon(tip)
    if manner in PURSUITS:
        with canvas.pen.ink(army.body) as nib:
            nib.line(shaft, wide + unit * 0.06)
            nib.outline(tip, unit * 0.07)
    with canvas.pen.ink(core) as nib:
        if manner in GIVING_WAY:
            nib.dashes(shaft, wide, unit * 0.2, unit * 0.13)
            nib.outline(tip, unit * 0.06)
        else:
            nib.line(shaft, wide)
        nib.polygon(tip)
    with canvas.pen.ink(rim) as nib:
        if manner in GIVING_WAY:
            nib.polygon(_within(tip))
        if manner == "advance":
            nib.line(shaft, wide * 0.42)
        if manner in RUNS:
            for chevron in _chevrons(shaft, wide, unit):
                nib.line(chevron, unit * 0.06)
    if manner in ROUTS:
        draw_white_flag(canvas, shaft, unit)
    if manner in MARCHES and math.dist(shaft[0], shaft[-1]) > unit * 0.3:
        with canvas.pen.ink(army.body) as nib:
            nib.dot(points[0], wide * 0.95)
        with canvas.pen.ink(rim) as nib:
            nib.dot(points[0], wide * 0.45)


def _chevrons(shaft: list[Point], wide: float, unit: float) -> Iterator[list[Point]]:
    """Chevrons that point along a line."""
    stops = evenly_spaced(shaft, unit * 0.24)
    for (ax, ay), (bx, by) in pairwise(stops):
        size = math.dist((ax, ay), (bx, by)) or 1.0
        ux, uy = (bx - ax) / size, (by - ay) / size
        far, half = wide * 0.42, wide * 0.4
        x, y = (ax + bx) / 2, (ay + by) / 2
        yield [
            (x - ux * far - uy * half, y - uy * far + ux * half),
            (x, y),
            (x - ux * far + uy * half, y - uy * far - ux * half),
        ]


def _draw_charge(canvas: Canvas, points: list[Point], side: str, unit: float) -> None:
    """A charge: a wedge that grows from a point to a broad head, in its side's colour edged red."""
    shaft, tip = arrow_head(points, unit * HEAD * 1.3, unit * HEAD * 1.5)
    stops = evenly_spaced(shaft, unit * 0.12)
    most = len(stops) - 1
    widths = [unit * (0.05 + 0.2 * n / most) for n in range(most + 1)]
    for colour, more in (
        (canvas.theme.white, 0.2),
        (canvas.theme.charge, 0.11),
        (canvas.army(side).body, 0.0),
    ):
        with canvas.pen.ink(colour) as nib:
            for (a, b), wide in zip(pairwise(stops), widths[1:], strict=True):
                nib.line([a, b], wide + unit * more)
            if more:
                nib.outline(tip, unit * more)
            nib.polygon(tip)


def draw_white_flag(canvas: Canvas, shaft: list[Point], unit: float) -> None:
    """The sign of a rout where it began: a white flag on its pole."""
    x, y = shaft[0]
    pole = [(x, y + unit * 0.1), (x, y - unit * 0.42)]
    cloth = ((0.0, 0.42), (0.3, 0.36), (0.27, 0.16), (0.0, 0.18))
    flag = [(x + u * unit, y - v * unit) for u, v in cloth]
    with canvas.pen.ink(canvas.theme.symbol_ink) as nib:
        nib.line(pole, unit * 0.09)
        nib.outline(flag, unit * 0.07)
    with canvas.pen.ink(canvas.theme.white) as nib:
        nib.polygon(flag)


def menaces(canvas: Canvas, view: View) -> None:
    """A red arrow from each hex where the next step would be a charge to the enemy charged; hollow where the
    charge is a separate order."""
    for start, target in view.charges_by_step:
        if _known(canvas, start, target):
            draw_possible_charge(canvas, canvas.layout.centre(start), canvas.layout.centre(target), canvas.r)
    for start, target in view.charges_by_order:
        if _known(canvas, start, target):
            draw_possible_charge(
                canvas, canvas.layout.centre(start), canvas.layout.centre(target), canvas.r, hollow=True
            )


def _known(canvas: Canvas, *hexes: Hex) -> bool:
    return all(h in canvas.layout.grid for h in hexes)


def draw_possible_charge(
    canvas: Canvas, start: Point, target: Point, unit: float, *, hollow: bool = False
) -> None:
    """A red arrow between two neighbouring hexes, clear of their counters."""
    far = ((target[0] - start[0]) ** 2 + (target[1] - start[1]) ** 2) ** 0.5 or 1.0
    ux, uy = (target[0] - start[0]) / far, (target[1] - start[1]) / far
    line = [(start[0] + ux * d, start[1] + uy * d) for d in (unit * FROM, far - unit * TO)]
    shaft, tip = arrow_head(line, unit * CHARGE_HEAD, unit * CHARGE_HEAD)
    with canvas.pen.ink(canvas.theme.white) as nib:
        nib.line(shaft, unit * (CHARGE_SHAFT + 0.1))
        nib.outline(tip, unit * 0.1)
        nib.polygon(tip)
    with canvas.pen.ink(canvas.theme.charge) as nib:
        nib.line(shaft, unit * CHARGE_SHAFT)
        nib.polygon(tip)
    if hollow:
        with canvas.pen.ink(canvas.theme.white) as nib:
            nib.line(shaft, unit * CHARGE_SHAFT * 0.45)

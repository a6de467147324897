"""Written orders: paths, fronts, targets and fire zones; and halts on the way."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.hexes import Hex
from engine.view import Halt, PlanView, View
from render.counters.badges import BADGES
from render.counters.stacking import counter_centres
from render.geometry.curves import arrow_head, shortened, smooth, star
from render.geometry.layout import Point
from render.paint.canvas import Canvas, draw_tag
from render.paint.theme import rim_colour

LETTERS = 0.4  # height of the plate with an order's name, in radii
EDGE = 0.66  # from the middle of a counter to where an arrow ends beside it, in radii
FRONT = (-1, 0, 1)  # the hexsides of a front, from the one looked at


def plans(canvas: Canvas, view: View) -> None:
    """The paths of the viewer's own secret orders, and the fronts of units ordered to defend."""
    for plan in view.plans:
        if plan.facing is not None:
            draw_front(canvas, plan.path[0] if plan.path else _hex(view, plan), plan.facing, plan.side)
        if plan.secret and len(plan.path) > 1:
            taken = any(c.hex == plan.path[-1] and c.id != plan.unit for c in view.counters)
            points = [canvas.layout.centre(h) for h in plan.path]
            draw_planned_path(canvas, points, plan.side, plan.order, canvas.r, EDGE if taken else 0.0)


def fields(canvas: Canvas, view: View) -> None:
    """Fire zones: dots in the side's colour over the hexes a unit waits to fire into."""
    visible = {*canvas.layout.visible()}
    for unit, hexes in sorted(view.fields_of_fire.items()):
        counter = view.counter(unit)
        if counter is not None:
            draw_fire_zone(
                canvas, counter.side, [canvas.layout.centre(h) for h in sorted(hexes & visible)], canvas.r
            )


def draw_fire_zone(canvas: Canvas, side: str, places: Iterable[Point], unit: float) -> None:
    """Rings of dots around the middles of the hexes of a fire zone."""
    around = [(math.cos(n * math.tau / 6 + 0.5), math.sin(n * math.tau / 6 + 0.5)) for n in range(6)]
    spots = [
        (x + u * unit * far, y + v * unit * far)
        for x, y in places
        for far, ring in ((0.3, around[::2]), (0.62, around))
        for u, v in ring
    ]
    for colour, size in (((*canvas.theme.white[:3], 200), 0.075), (canvas.army(side).zone, 0.05)):
        with canvas.pen.ink(colour) as nib:
            for spot in spots:
                nib.dot(spot, unit * size)


def intents(canvas: Canvas, view: View) -> None:
    """Over the counters: the target of a secret order, and the order's name on a plate."""
    at = counter_centres(canvas, view)
    badged = {c.id for c in view.counters if not BADGES.keys().isdisjoint(c.face.states)}
    for plan in view.plans:
        if not plan.secret or plan.unit not in at:
            continue
        start = canvas.layout.centre(plan.path[-1]) if len(plan.path) > 1 else at[plan.unit]
        if plan.target is not None and plan.target in canvas.layout.grid:
            draw_aim(canvas, start, canvas.layout.centre(plan.target), canvas.r)
        if word := canvas.caption.word(f"order/{plan.order}"):
            army, (x, y) = canvas.army(plan.side), at[plan.unit]
            below = 0.76 if plan.unit in badged else 0.62  # a badge sits on the counter's lower edge
            place = (x, y + canvas.layout.side * below)
            draw_tag(canvas, place, word, army.edge, (255, 255, 255), canvas.r * LETTERS)


def halts(canvas: Canvas, view: View) -> None:
    """Units stopped on the way: a burst where two met, a bar where the way was blocked."""
    drawn: set[tuple[int, int]] = set()
    for halt in view.halts:
        if halt.hex not in canvas.layout.grid or halt.towards not in canvas.layout.grid:
            continue
        if halt.reason in ("encounter", "blocked"):
            at = _where(canvas, halt)
            if (key := (round(at[0] / 4), round(at[1] / 4))) not in drawn:
                drawn.add(key)
                draw_halt(canvas, at, halt.reason, _angle(canvas, halt), canvas.r)


def draw_planned_path(
    canvas: Canvas, points: list[Point], side: str, order: str, unit: float, short: float = 0.0
) -> None:
    """A planned path: a dashed arrow, edged red for an assault; it ends `short` units early."""
    if len(points) < 2:
        return
    army, theme = canvas.army(side), canvas.theme
    line = shortened(smooth(points), unit * 0.1, unit * short)
    shaft, tip = arrow_head(line, unit * 0.36, unit * 0.36)
    edge = theme.charge if order == "assault" else rim_colour(army.body)
    with canvas.pen.ink(edge) as nib:
        nib.line(shaft, unit * 0.17)
        nib.outline(tip, unit * 0.1)
        nib.polygon(tip)
    with canvas.pen.ink(theme.white) as nib:
        nib.line(shaft, unit * 0.11)
    with canvas.pen.ink(army.body) as nib:
        nib.dashes(shaft, unit * 0.11, unit * 0.16, unit * 0.11)
        nib.polygon(tip)


def draw_front(canvas: Canvas, hex_: Hex, facing: int, side: str) -> None:
    """Ramparts along the three hexsides of a front."""
    army, corners = canvas.army(side), canvas.layout.vertices(hex_, 0.93)
    turns = sorted((facing + n) % 6 for n in FRONT)
    for colour, wide in ((canvas.theme.white, 0.15), (army.body, 0.09)):
        with canvas.pen.ink(colour) as nib:
            for turn in turns:
                nib.line([corners[turn], corners[(turn + 1) % 6]], canvas.r * wide)


def draw_aim(canvas: Canvas, start: Point, end: Point, unit: float) -> None:
    """A dotted line to a target, and a ring around it."""
    line = shortened([start, end], unit * 0.55, unit * 0.55)
    for colour, more in ((canvas.theme.white, 0.07), (canvas.theme.clash, 0.0)):
        with canvas.pen.ink(colour) as nib:
            if len(line) > 1:
                nib.dashes(line, unit * (0.07 + more), unit * 0.03, unit * 0.16)
    for colour, wide in ((canvas.theme.white, 0.13), (canvas.theme.clash, 0.07)):
        ring = [(end[0] + unit * 0.72 * math.cos(n * math.tau / 36),
                 end[1] + unit * 0.72 * math.sin(n * math.tau / 36)) for n in range(37)]  # fmt: skip
        with canvas.pen.ink(colour) as nib:
            nib.line(ring, unit * wide)


def draw_halt(canvas: Canvas, at: Point, reason: str, angle: float, unit: float) -> None:
    """The sign of a halt."""
    if reason == "encounter":
        for colour, share in (
            (canvas.theme.white, 0.34),
            (canvas.theme.clash, 0.28),
            (canvas.theme.white, 0.12),
        ):
            with canvas.pen.ink(colour) as nib:
                nib.polygon(star(at, unit * share, 8, 0.52))
        return
    dx, dy = -math.sin(angle) * unit * 0.26, math.cos(angle) * unit * 0.26
    bar = [(at[0] - dx, at[1] - dy), (at[0] + dx, at[1] + dy)]
    for colour, wide in ((canvas.theme.white, 0.2), (canvas.theme.clash, 0.12)):
        with canvas.pen.ink(colour) as nib:
            nib.line(bar, unit * wide)


def _where(canvas: Canvas, halt: Halt) -> Point:
    """The middle of the hexside between the unit and where it was going."""
    return canvas.layout.between(halt.hex, halt.towards, 0.5)


def _angle(canvas: Canvas, halt: Halt) -> float:
    (ax, ay), (bx, by) = canvas.layout.centre(halt.hex), canvas.layout.centre(halt.towards)
    return math.atan2(by - ay, bx - ax)


def _hex(view: View, plan: PlanView) -> Hex:
    counter = view.counter(plan.unit)
    return counter.hex if counter is not None and counter.hex else ""

"""The step compass of the unit in hand: what each next step costs, and where none is possible."""

from __future__ import annotations

import math

from engine.view import View
from render.geometry.curves import arrow_head
from render.geometry.layout import Point
from render.paint.canvas import Canvas
from render.paint.theme import Colour

COST = 0.78  # size of a cost in radii
CROSS = 0.2  # half a cross in radii


def steps(canvas: Canvas, view: View) -> None:
    """The hexes the unit in hand can step into, with the cost in movement points; crosses elsewhere."""
    hexes = [h for h in canvas.layout.visible() if h in view.steps]
    canvas.tint(canvas.theme.reach, hexes, 0.97)
    red = {start for start, _ in view.charges_by_step}
    for hex_ in hexes:
        if hex_ in view.passing:
            continue
        colour = canvas.theme.charge if hex_ in red else canvas.theme.symbol_ink
        draw_cost(canvas, canvas.layout.centre(hex_), str(view.steps[hex_]), colour, canvas.r)
        if hex_ in view.back:
            draw_step_back(canvas, canvas.layout.centre(hex_), canvas.r)
    taken = {c.hex for c in view.counters}
    for hex_ in sorted(view.closed - taken):
        draw_no_entry(canvas, canvas.layout.centre(hex_), canvas.r)


def draw_cost(canvas: Canvas, at: Point, text: str, colour: tuple[int, ...], unit: float) -> None:
    """A cost on a white disc, readable over hatching."""
    with canvas.pen.ink(colour) as nib:
        nib.dot(at, unit * COST * 0.56 + max(1.5, unit * 0.035))
    with canvas.pen.ink(canvas.theme.white) as nib:
        nib.dot(at, unit * COST * 0.56)
    canvas.text(at, text, size=unit * COST, colour=colour)


def draw_no_entry(canvas: Canvas, at: Point, unit: float) -> None:
    """A grey cross: no step possible."""
    draw_cross(canvas, at, unit * CROSS, canvas.theme.neutral, unit * 0.1, unit * 0.07)


def draw_cross(canvas: Canvas, at: Point, half: float, colour: Colour, wide: float, rim: float) -> None:
    """A cross of two strokes, `wide` pixels with a white rim; `half` is half its width."""
    x, y = at
    for ink, more in ((canvas.theme.white, rim), (colour, 0.0)):
        with canvas.pen.ink(ink) as nib:
            nib.line([(x - half, y - half), (x + half, y + half)], wide + more)
            nib.line([(x - half, y + half), (x + half, y - half)], wide + more)


def draw_step_back(canvas: Canvas, at: Point, unit: float) -> None:
    """A curved arrow below a cost: this step would take the last one back."""
    (x, y), far = at, unit * COST * 0.78
    bow = [(x + far * math.cos(a), y + far * math.sin(a)) for a in (0.35 + n * 0.27 for n in range(10))]
    shaft, tip = arrow_head(bow, unit * 0.26, unit * 0.3)
    for colour, more in ((canvas.theme.white, 0.09), (canvas.theme.symbol_ink, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(shaft, unit * (0.09 + more))
            nib.outline(tip, unit * (0.02 + more))
            nib.polygon(tip)


def passing(canvas: Canvas, view: View) -> None:
    """The cost of a step that only passes through a friendly unit, on the hexside it crosses."""
    start = view.counter(view.selected)
    if start is None or start.hex is None or start.hex not in canvas.layout.grid:
        return
    here = canvas.layout.centre(start.hex)
    for hex_ in sorted(view.passing & view.steps.keys()):
        draw_passing_cost(canvas, here, canvas.layout.centre(hex_), str(view.steps[hex_]), canvas.r)


def draw_passing_cost(canvas: Canvas, start: Point, at: Point, text: str, unit: float) -> None:
    """A cost between two counters and an arrow head beyond the second."""
    x, y = start[0] * 0.48 + at[0] * 0.52, start[1] * 0.48 + at[1] * 0.52
    for colour, more in ((canvas.theme.symbol_ink, 0.045), (canvas.theme.white, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.dot((x, y), unit * (0.25 + more))
    canvas.text((x, y), text, size=unit * 0.44, colour=canvas.theme.symbol_ink)
    far = math.dist(start, at) or 1.0
    ux, uy = (at[0] - start[0]) / far, (at[1] - start[1]) / far
    line = [(at[0] + ux * unit * d, at[1] + uy * unit * d) for d in (0.58, 1.08)]
    shaft, tip = arrow_head(line, unit * 0.32, unit * 0.42)
    for colour, more in ((canvas.theme.white, 0.1), (canvas.theme.symbol_ink, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(shaft, unit * (0.12 + more))
            nib.outline(tip, unit * (0.01 + more))
            nib.polygon(tip)

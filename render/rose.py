"""The next step of the unit in hand: what each costs, where none is possible, which would be a charge."""

from __future__ import annotations

import math

from engine.hexes import Hex
from engine.view import View
from render.canvas import Canvas
from render.curves import head
from render.labels import number
from render.layout import Point
from render.theme import Colour

PRICE = 0.78  # size of a price in radii
CROSS = 0.2  # half a cross in radii
SHAFT, POINT = 0.2, 0.5  # width of the red arrow, length of its head, in radii
FROM, TO = 0.46, 0.72  # how far from the middles of its two hexes it begins and ends, in radii


def steps(canvas: Canvas, view: View) -> None:
    """The hexes the unit in hand can step into, with the price in movement points; crosses elsewhere."""
    shown = [h for h in canvas.layout.shown() if h in view.steps]
    canvas.tint(canvas.theme.reach, shown, 0.97)
    red = {start for start, _ in view.menaces}
    for hex_ in shown:
        number(canvas, hex_, view.hexes[hex_].terrain)
        if hex_ in view.across:
            continue
        colour = canvas.theme.charge if hex_ in red else canvas.theme.symbol_ink
        price(canvas, canvas.layout.centre(hex_), str(view.steps[hex_]), colour, canvas.r)
        if hex_ in view.back:
            turn(canvas, canvas.layout.centre(hex_), canvas.r)
    taken = {c.hex for c in view.counters}
    for hex_ in sorted(view.closed - taken):
        cross(canvas, canvas.layout.centre(hex_), canvas.r)


def price(canvas: Canvas, at: Point, text: str, colour: tuple[int, ...], unit: float) -> None:
    """A price on a white disc, so that no hatching disturbs it."""
    with canvas.pen.ink(colour) as nib:
        nib.dot(at, unit * PRICE * 0.56 + max(1.5, unit * 0.035))
    with canvas.pen.ink(canvas.theme.white) as nib:
        nib.dot(at, unit * PRICE * 0.56)
    canvas.text(at, text, size=unit * PRICE, colour=colour)


def cross(canvas: Canvas, at: Point, unit: float) -> None:
    """A grey cross: no way."""
    crossed(canvas, at, unit * CROSS, canvas.theme.nobody, unit * 0.1, unit * 0.07)


def crossed(canvas: Canvas, at: Point, half: float, colour: Colour, wide: float, rim: float) -> None:
    """Two strokes across each other, `wide` pixels with a white rim; `half` is how far they reach."""
    x, y = at
    for ink, more in ((canvas.theme.white, rim), (colour, 0.0)):
        with canvas.pen.ink(ink) as nib:
            nib.line([(x - half, y - half), (x + half, y + half)], wide + more)
            nib.line([(x - half, y + half), (x + half, y - half)], wide + more)


def turn(canvas: Canvas, at: Point, unit: float) -> None:
    """A bow with a head below a price: this step would be taken back."""
    (x, y), far = at, unit * PRICE * 0.78
    bow = [(x + far * math.cos(a), y + far * math.sin(a)) for a in (0.35 + n * 0.27 for n in range(10))]
    shaft, tip = head(bow, unit * 0.26, unit * 0.3)
    for colour, more in ((canvas.theme.white, 0.09), (canvas.theme.symbol_ink, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(shaft, unit * (0.09 + more))
            nib.outline(tip, unit * (0.02 + more))
            nib.polygon(tip)


def passing(canvas: Canvas, view: View) -> None:
    """The price of a step that only passes a friend, beside his counter on the hexside it crosses."""
    start = view.counter(view.selected)
    if start is None or start.hex is None or start.hex not in canvas.layout.grid:
        return
    here = canvas.layout.centre(start.hex)
    for hex_ in sorted(view.across & view.steps.keys()):
        across(canvas, here, canvas.layout.centre(hex_), str(view.steps[hex_]), canvas.r)


def across(canvas: Canvas, start: Point, at: Point, text: str, unit: float) -> None:
    """A price between two counters and a head beyond the second."""
    x, y = start[0] * 0.48 + at[0] * 0.52, start[1] * 0.48 + at[1] * 0.52
    for colour, more in ((canvas.theme.symbol_ink, 0.045), (canvas.theme.white, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.dot((x, y), unit * (0.25 + more))
    canvas.text((x, y), text, size=unit * 0.44, colour=canvas.theme.symbol_ink)
    far = math.dist(start, at) or 1.0
    ux, uy = (at[0] - start[0]) / far, (at[1] - start[1]) / far
    line = [(at[0] + ux * unit * d, at[1] + uy * unit * d) for d in (0.58, 1.08)]
    shaft, tip = head(line, unit * 0.32, unit * 0.42)
    for colour, more in ((canvas.theme.white, 0.1), (canvas.theme.symbol_ink, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(shaft, unit * (0.12 + more))
            nib.outline(tip, unit * (0.01 + more))
            nib.polygon(tip)


def menaces(canvas: Canvas, view: View) -> None:
    """A red arrow from each hex where the next step would be a charge to the enemy it would strike; hollow
    where the charge is an order of its own."""
    for start, target in view.menaces:
        if _known(canvas, start, target):
            lunge(canvas, canvas.layout.centre(start), canvas.layout.centre(target), canvas.r)
    for start, target in view.lunges:
        if _known(canvas, start, target):
            lunge(canvas, canvas.layout.centre(start), canvas.layout.centre(target), canvas.r, hollow=True)


def _known(canvas: Canvas, *hexes: Hex) -> bool:
    return all(h in canvas.layout.grid for h in hexes)


def lunge(canvas: Canvas, start: Point, target: Point, unit: float, *, hollow: bool = False) -> None:
    """A red arrow between the middles of two neighbouring hexes, clear of what stands in them."""
    far = ((target[0] - start[0]) ** 2 + (target[1] - start[1]) ** 2) ** 0.5 or 1.0
    ux, uy = (target[0] - start[0]) / far, (target[1] - start[1]) / far
    line = [(start[0] + ux * d, start[1] + uy * d) for d in (unit * FROM, far - unit * TO)]
    shaft, tip = head(line, unit * POINT, unit * POINT)
    with canvas.pen.ink(canvas.theme.white) as nib:
        nib.line(shaft, unit * (SHAFT + 0.1))
        nib.outline(tip, unit * 0.1)
        nib.polygon(tip)
    with canvas.pen.ink(canvas.theme.charge) as nib:
        nib.line(shaft, unit * SHAFT)
        nib.polygon(tip)
    if hollow:
        with canvas.pen.ink(canvas.theme.white) as nib:
            nib.line(shaft, unit * SHAFT * 0.45)

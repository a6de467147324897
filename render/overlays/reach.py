"""Where the selected unit can go: the hexes it can reach, and the movement points left there."""

from __future__ import annotations

from engine.view import View
from render.geometry.area_borders import area_borders
from render.geometry.layout import Point
from render.paint.canvas import Canvas
from render.paint.theme import Colour


def reach(canvas: Canvas, view: View) -> None:
    """The hexes the selected unit can reach, the redder the dearer, and a yellow line around them."""
    hexes = [h for h in canvas.layout.visible() if h in view.reach]
    most = max((route.cost for route in view.reach.values()), default=1) or 1
    tints = canvas.theme.costs
    for hex_ in hexes:
        canvas.tint(tints[len(tints) * view.reach[hex_].cost // (most + 1)], [hex_], 0.97)
    start = view.counter(view.selected)
    around = frozenset({*hexes, start.hex} if hexes and start is not None and start.hex else hexes)
    for line in area_borders(canvas.layout, around, 0.96):
        for colour, wide in ((canvas.theme.symbol_ink, 0.11), (canvas.theme.selection, 0.065)):
            with canvas.pen.ink(colour) as nib:
                nib.line(line, canvas.r * wide)


def costs(canvas: Canvas, view: View) -> None:
    """The movement points left in each hex: underlined where the movement ends, red for a charge. None where
    a letter stands."""
    occupied = {c.hex for c in view.counters} | view.letters.keys()
    for hex_ in canvas.layout.visible():
        if hex_ not in view.reach:
            continue
        route = view.reach[hex_]
        charge = bool(route.charges)
        if charge:
            draw_charge_frame(canvas, canvas.layout.vertices(hex_, 0.88), canvas.r)
        if hex_ not in occupied:
            colour = canvas.theme.charge if charge else canvas.theme.symbol_ink
            draw_remaining_points(
                canvas, canvas.layout.centre(hex_), route.left, colour, route.ends and route.left > 0
            )


def draw_charge_frame(canvas: Canvas, corners: list[Point], unit: float) -> None:
    """A red frame inside a hex which is reached by a charge."""
    with canvas.pen.ink(canvas.theme.charge) as nib:
        nib.outline(corners, unit * 0.07)


def draw_remaining_points(canvas: Canvas, at: Point, left: int, colour: Colour, ends: bool) -> None:
    """A number of movement points; underlined when the movement ends there."""
    (x, y), r, white = at, canvas.r, canvas.theme.white
    canvas.text(at, str(left), size=r * 0.56, colour=colour, halo=white)
    for ink, more in ((white, 0.08), (colour, 0.0)) if ends else ():
        with canvas.pen.ink(ink) as nib:
            nib.line([(x - r * 0.22, y + r * 0.34), (x + r * 0.22, y + r * 0.34)], r * (0.08 + more))

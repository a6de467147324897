"""Preview of a path: its line, the cost of each step, and the movement points left at its end."""

from __future__ import annotations

from engine.view import View
from render.geometry.curves import shortened, smooth
from render.geometry.layout import Point
from render.overlays.movement_arrows import draw_possible_charge
from render.overlays.step_compass import draw_no_entry
from render.paint.canvas import Canvas, draw_tag

WIDE = 0.12  # of the line, in radii
PRICE = 0.29  # radius of the disc with a step's cost, in radii
LEFT = 0.5  # height of the plate with what is left, in radii


def path(canvas: Canvas, view: View) -> None:
    """Under the counters: the path from hex to hex, in the colour of the unit's side."""
    way = view.priced_path
    unit = view.counter(way.unit) if way is not None else None
    if way is None or unit is None:
        return
    points = [canvas.layout.centre(h) for h in (way.start, *(p.hex for p in way.steps))]
    if len(points) > 1:
        draw_path(canvas, points, unit.side, canvas.r)


def prices(canvas: Canvas, view: View) -> None:
    """Over the counters: each step's cost on its hexside, charges, a bar where the movement ends, a cross
    where no step is possible; at the end the movement points left, on a yellow plate."""
    way = view.priced_path
    if way is None:
        return
    here = way.start
    for pace in way.steps:
        foe = view.counter(pace.charges) if pace.charges else None
        if foe is not None and foe.hex is not None:
            draw_possible_charge(
                canvas, canvas.layout.centre(pace.hex), canvas.layout.centre(foe.hex), canvas.r
            )
        text = f"{pace.cost}?" if pace.test else str(pace.cost)
        draw_step_cost(canvas, canvas.layout.between(here, pace.hex), text, canvas.r * PRICE)
        here = pace.hex
    if way.barred in canvas.layout.grid:
        draw_no_entry(canvas, canvas.layout.between(here, way.barred), canvas.r * 1.15)
    if way.steps:
        last = way.steps[-1]
        draw_points_left(
            canvas, _end(canvas, view, here), str(last.left), canvas.r * LEFT, last.ends and last.left > 0
        )


def _end(canvas: Canvas, view: View, hex_: str) -> Point:
    """Where the points left are shown: in the middle of the last hex, or above a counter there."""
    x, y = canvas.layout.centre(hex_)
    taken = any(c.hex == hex_ for c in view.counters)
    return (x, y - canvas.layout.side * 0.62) if taken else (x, y)


def draw_path(canvas: Canvas, points: list[Point], side: str, unit: float) -> None:
    """A path through the middles of hexes."""
    way = shortened(smooth(points), unit * 0.55, 0)
    if len(way) < 2:
        return
    for colour, more in ((canvas.theme.white, 0.09), (canvas.army(side).edge, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(way, unit * (WIDE + more))
            nib.dot(way[-1], unit * (0.17 + more / 2))


def draw_step_cost(canvas: Canvas, at: Point, text: str, radius: float) -> None:
    """A step's cost on a white disc, `radius` pixels large."""
    wide = radius * (1.0 if len(text) < 2 else 1.35)
    for colour, more in ((canvas.theme.symbol_ink, max(1.2, radius * 0.1)), (canvas.theme.white, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.rectangle(
                (at[0] - wide - more, at[1] - radius - more, at[0] + wide + more, at[1] + radius + more),
                radius + more,
            )
    canvas.text(at, text, size=radius * 1.5, colour=canvas.theme.symbol_ink)


def draw_points_left(canvas: Canvas, at: Point, text: str, size: float, ends: bool = False) -> None:
    """The points left, on a yellow plate `size` pixels high; underlined when the movement `ends` there."""
    x, y = at
    bar = [(x - size * 0.5, y + size * 0.86), (x + size * 0.5, y + size * 0.86)]
    for colour, wide in ((canvas.theme.white, 0.3), (canvas.theme.symbol_ink, 0.16)) if ends else ():
        with canvas.pen.ink(colour) as nib:
            nib.line(bar, size * wide)
    draw_tag(canvas, at, text, canvas.theme.symbol_ink, canvas.theme.symbol_ink, size * 1.12)
    draw_tag(canvas, at, text, canvas.theme.selection, canvas.theme.symbol_ink, size)

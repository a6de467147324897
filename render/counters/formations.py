"""Formations: two stands side by side, a square, open order; guns with a limber. Sizes in sides."""

from __future__ import annotations

from collections.abc import Callable

from render.geometry.layout import Point
from render.paint.pen import AnyPen, Pen
from render.paint.theme import Army, Theme

Edges = tuple[int, int, int, int]
"""Left, top, right, bottom of a counter, in pixels."""

GAP, RIM = 0.036, 0.03  # half the cut between two stands, the rim on both sides of it
TEETH, LONG, BROAD = 7, 0.085, 0.042  # bayonets on each edge of a square, how long, half of how broad
DOTS, DOT = 7, 0.026  # along each edge of a skirmish line; radius
WHEEL = 0.05  # radius of a limber's wheel


def draw_gap(pen: Pen, box: Edges, side: int, army: Army, strip: float) -> None:
    """The gap between two stands, from their common strip to the lower edge, with a rim on both sides."""
    x0, y0, x1, y1 = box
    low = round(y0 + side * strip)
    middle, half, rim = (x0 + x1) / 2, max(1, round(side * GAP)), max(1.2, side * RIM)
    with pen.ink(army.edge) as nib:
        nib.rectangle((middle - half - rim, low, middle + half + rim, y1))
    left, right = round(middle - half), round(middle + half)
    pen.image.paste((*army.edge[:3], 0), (left, round(low + rim), right, pen.image.height))


def draw_bayonets(pen: AnyPen, box: Edges, side: int, theme: Theme, army: Army, teeth: int = TEETH) -> None:
    """Bayonets on all four edges: a square faces every way."""
    x0, y0, x1, y1 = box
    edge = x1 - x0
    for colour, more in ((army.edge, 0.03), (theme.white, 0.0)):
        long, broad = side * (LONG + more), side * (BROAD + more * 0.8)
        with pen.ink(colour) as nib:
            for n in range(teeth):
                along = edge * (n + 0.5) / teeth
                for foot, way in (
                    ((x0 + along, float(y0)), (0, -1)),
                    ((x0 + along, float(y1)), (0, 1)),
                    ((float(x0), y0 + along), (-1, 0)),
                    ((float(x1), y0 + along), (1, 0)),
                ):
                    nib.polygon(_tooth(foot, way, long, broad))


def _tooth(foot: Point, way: tuple[int, int], long: float, broad: float) -> list[Point]:
    (x, y), (u, v) = foot, way
    return [(x - v * broad, y + u * broad), (x + u * long, y + v * long), (x + v * broad, y - u * broad)]


def draw_open_order(pen: AnyPen, box: Edges, side: int, theme: Theme, dots: int = DOTS) -> None:
    """A row of dots inside the sides and the lower edge of a skirmishing unit."""
    x0, y0, x1, y1 = box
    inset, drop = side * 0.055, side * (0.32 if dots == DOTS else 0.1)
    spots: set[Point] = set()
    for n in range(dots):
        share = n / (dots - 1)
        x, y = x0 + inset + (x1 - x0 - 2 * inset) * share, y0 + drop + (y1 - y0 - drop - inset) * share
        spots |= {(x, y1 - inset), (x0 + inset, y), (x1 - inset, y)}
    for colour, radius in ((theme.symbol_ink, DOT + 0.014), (theme.white, DOT)):
        with pen.ink(colour) as nib:
            for spot in sorted(spots):
                nib.dot(spot, side * radius)


def draw_limber(pen: AnyPen, at: Point, side: int, army: Army) -> None:
    """Two wheels on an axle: guns with a team."""
    (x, y), half = at, side * 0.085
    with pen.ink(army.letters) as nib:
        nib.line([(x - half, y), (x + half, y)], max(1.0, side * 0.03), ends=False)
        for end in (x - half, x + half):
            nib.dot((end, y), side * WHEEL)
    with pen.ink(army.body) as nib:
        for end in (x - half, x + half):
            nib.dot((end, y), side * WHEEL * 0.45)


def _framed(pen: AnyPen, box: Edges, army: Army) -> int:
    """Draw a plain counter in a box; its width."""
    side = box[2] - box[0]
    for colour, less in ((army.edge, 0.0), (army.body, max(1.0, side * 0.05))):
        with pen.ink(colour) as nib:
            nib.rectangle((box[0] + less, box[1] + less, box[2] - less, box[3] - less), side * 0.1)
    return side


def _square(pen: AnyPen, box: Edges, army: Army, theme: Theme) -> None:
    side = round((box[2] - box[0]) * 0.72)
    left, top = (box[0] + box[2] - side) // 2, (box[1] + box[3] - side) // 2
    smaller = (left, top, left + side, top + side)
    draw_bayonets(pen, smaller, round(side * 1.9), theme, army, teeth=4)
    _framed(pen, smaller, army)


def _skirmishers(pen: AnyPen, box: Edges, army: Army, theme: Theme) -> None:
    _framed(pen, box, army)
    draw_open_order(pen, box, round((box[2] - box[0]) * 1.9), theme, dots=4)


def _team(pen: AnyPen, box: Edges, army: Army, theme: Theme) -> None:
    side = _framed(pen, box, army)
    draw_limber(pen, ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), round(side * 2.6), army)


FORMATIONS: dict[str, Callable[[AnyPen, Edges, Army, Theme], None]] = {
    "square": _square,
    "skirmisher": _skirmishers,
    "team": _team,
}
"""The formations as signs for the legend, on a bare counter in a box."""

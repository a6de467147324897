"""Where signs may stand: in the free room between counters. The least bad of many places is taken."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.view import View
from render.canvas import Canvas, once
from render.counters import BADGE, FACING, PIP, badges, facings, lettered, pips
from render.layout import Point
from render.lettering import capital, width
from render.maps import once_a_map
from render.pieces import appearance, middles, sizes

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the page."""

SIGN, LETTERS, CROSSING, FLAG, HEAD, NUMBER, NAME, BODY = 200.0, 140.0, 60.0, 60.0, 30.0, 20.0, 10.0, 5.0
"""How bad it is to cover something, for each square radius of it."""
AWAY = 1.0  # how bad it is to stand a radius away from where one should


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Something that is not to be covered, and how bad it is to do so."""

    box: Box
    weight: float


def around(at: Point, half: Point) -> Box:
    """The box with that middle, `half` its width and height."""
    return at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]


def overlap(a: Box, b: Box) -> float:
    """Square pixels that two boxes share.

    >>> overlap((0, 0, 4, 4), (3, 2, 9, 9)), overlap((0, 0, 1, 1), (1, 0, 2, 1))
    (2, 0)
    """
    wide, tall = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * tall if wide > 0 and tall > 0 else 0


def best(places: Sequence[Point], half: Point, obstacles: Iterable[Obstacle], unit: float) -> Point:
    """The place where a sign of that size covers least and stands nearest to the first place. `unit` is the
    pixels of a radius."""
    wanted, (half_wide, half_tall) = places[0], half
    reach = max(math.dist(wanted, p) for p in places)
    left, right = wanted[0] - reach - half_wide, wanted[0] + reach + half_wide
    top, bottom = wanted[1] - reach - half_tall, wanted[1] + reach + half_tall
    near = [
        (*o.box, o.weight / unit**2)
        for o in obstacles
        if o.box[0] < right and left < o.box[2] and o.box[1] < bottom and top < o.box[3]
    ]

    def cost(at: Point) -> float:
        """How bad a place is; worked out for thousands of places a picture, so without calling `overlap`."""
        x0, y0, x1, y1 = at[0] - half_wide, at[1] - half_tall, at[0] + half_wide, at[1] + half_tall
        bad = AWAY * math.dist(wanted, at) / unit
        for a0, b0, a1, b1, weight in near:
            wide = (a1 if a1 < x1 else x1) - (a0 if a0 > x0 else x0)
            if wide > 0:
                tall = (b1 if b1 < y1 else y1) - (b0 if b0 > y0 else y0)
                if tall > 0:
                    bad += weight * wide * tall
        return round(bad, 6)

    return min(places, key=cost)


def about(at: Point, unit: float, across: float, down: float) -> list[Point]:
    """Places around one, up to `across` and `down` radii away: itself first."""
    found = [
        (at[0] + across * unit * x / 4, at[1] + down * unit * y / 4)
        for x in range(-4, 5)
        for y in range(-4, 5)
    ]
    return sorted(found, key=lambda p: math.dist(p, at))


@once_a_map
def printed(canvas: Canvas, view: View) -> tuple[Obstacle, ...]:
    """What is printed on the map and not to be covered: bridges, fords, hex numbers."""
    return tuple(_printed(canvas, view))


def _printed(canvas: Canvas, view: View) -> Iterator[Obstacle]:
    r, layout = canvas.r, canvas.layout
    for side in view.hexsides:
        if side.crossing:
            at = layout.between(side.low, side.high)
            yield Obstacle(box=around(at, (r * 0.24, r * 0.24)), weight=CROSSING)
    for hex_ in layout.shown():
        x, y = layout.centre(hex_)
        at = (x, y - r * layout.number_up)
        yield Obstacle(box=around(at, (r * 0.26, r * 0.11)), weight=NUMBER)


@once
def pieces(canvas: Canvas, view: View) -> tuple[Obstacle, ...]:
    """The counters: above all their letters, badges, facing and lost strength."""
    return tuple(_pieces(canvas, view))


def _pieces(canvas: Canvas, view: View) -> Iterator[Obstacle]:
    look, wide = appearance(canvas, view), sizes(canvas, view)
    for id_, (x, y) in middles(canvas, view).items():
        side = wide[id_]
        left, top = x - side / 2, y - side / 2
        yield Obstacle(box=around((x, y), (side / 2, side / 2)), weight=BODY)
        for _, across, down, size, text in lettered(look[id_], side):
            half = (width(text, "bold", size) / 2 + 1, capital("bold", size) / 2 + 1)
            yield Obstacle(box=around((left + across, top + down), half), weight=LETTERS)
        marked = ((pips(look[id_]), PIP), (badges(look[id_]), BADGE), (facings(look[id_]), FACING))
        for marks, radius in marked:
            for across, down in marks:
                at = (left + across * side, top + down * side)
                yield Obstacle(box=around(at, (radius * side, radius * side)), weight=LETTERS)

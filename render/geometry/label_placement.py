"""Label placement: of many places for a label or sign, the one where it covers least. Draws nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from render.geometry.layout import Point

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels of the page."""

SIGN, LETTERS, CROSSING, FLAG, ARROW_HEAD, NUMBER, NAME, BODY = (
    200.0,
    140.0,
    60.0,
    60.0,
    30.0,
    3.0,
    90.0,
    5.0,
)
"""The cost of covering something, for each square radius of it."""
AWAY = 1.0  # the cost of standing one radius away from the preferred place


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Something that labels should not cover, and the cost of covering it."""

    box: Box
    weight: float


def box_around(at: Point, half: Point) -> Box:
    """The box with that middle, `half` its width and height."""
    return at[0] - half[0], at[1] - half[1], at[0] + half[0], at[1] + half[1]


def overlap(a: Box, b: Box) -> float:
    """Square pixels that two boxes share.

    >>> overlap((0, 0, 4, 4), (3, 2, 9, 9)), overlap((0, 0, 1, 1), (1, 0, 2, 1))
    (2, 0)
    """
    wide, tall = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return wide * tall if wide > 0 and tall > 0 else 0


def best_place(places: Sequence[Point], half: Point, obstacles: Iterable[Obstacle], unit: float) -> Point:
    """The place where a label of that size covers least and is nearest to the first place. `unit` is the
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
        """The cost of a place. Called thousands of times a picture, so it does not call `overlap`."""
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


class Choice(NamedTuple):
    """A place a label may have: its middle, half its width and height there, what it costs by itself."""

    at: Point
    half: Point
    cost: float = 0.0


def best_choice(choices: Sequence[Choice], obstacles: Iterable[Obstacle], unit: float) -> Choice:
    """The choice that costs least together with what it covers. `unit` is the pixels of a radius."""
    return least_covering(choices, in_the_way(choices, obstacles, unit))


def in_the_way(
    choices: Sequence[Choice], obstacles: Iterable[Obstacle], unit: float
) -> list[tuple[float, float, float, float, float]]:
    """What the choices could cover, the dearest first: a box, and the cost of each square pixel of it."""
    boxes = [box_around(c.at, c.half) for c in choices]
    left, right = min(b[0] for b in boxes), max(b[2] for b in boxes)
    top, bottom = min(b[1] for b in boxes), max(b[3] for b in boxes)
    near = [
        (*o.box, o.weight / unit**2)
        for o in obstacles
        if o.box[0] < right and left < o.box[2] and o.box[1] < bottom and top < o.box[3]
    ]
    near.sort(key=lambda o: -o[4])  # the dearest first: most choices are given up after a few
    return near


def least_covering(
    choices: Sequence[Choice], near: Sequence[tuple[float, float, float, float, float]]
) -> Choice:
    """The choice that costs least together with what it covers of what `in_the_way` gave."""
    boxes = [box_around(c.at, c.half) for c in choices]
    best, least = choices[0], math.inf
    for choice, (x0, y0, x1, y1) in zip(choices, boxes, strict=True):
        bad = choice.cost
        for a0, b0, a1, b1, weight in near:
            wide = (a1 if a1 < x1 else x1) - (a0 if a0 > x0 else x0)
            if wide > 0:
                tall = (b1 if b1 < y1 else y1) - (b0 if b0 > y0 else y0)
                if tall > 0:
                    bad += weight * wide * tall
                    if bad > least:
                        break
        else:
            if round(bad, 6) < least:
                best, least = choice, round(bad, 6)
    return best


def places_near(at: Point, unit: float, across: float, down: float) -> list[Point]:
    """Places around a point, up to `across` and `down` radii away, nearest first."""
    places = [
        (at[0] + across * unit * x / 4, at[1] + down * unit * y / 4)
        for x in range(-4, 5)
        for y in range(-4, 5)
    ]
    return sorted(places, key=lambda p: math.dist(p, at))

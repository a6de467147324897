"""The shape of each side's counters, plates and dots: sides differ without colour."""

from __future__ import annotations

import math

from render.geometry.layout import Point
from render.paint.pen import AnyPen, Box, Nib
from render.paint.theme import Army, Colour

SHAPES = ("round", "cut", "double", "notched", "leaf")
"""Shapes by the place of the side's colours in the theme: blue, orange, red, green, purple."""

CORNER = {"round": 0.11, "cut": 0.17, "double": 0.0, "notched": 0.15, "leaf": 0.24}
"""Size of a counter's corner, in sides."""
ROOM = {"round": 0.94, "cut": 0.84, "double": 0.8, "notched": 0.72, "leaf": 0.76}
"""Share of a counter's width that letters at its upper edge may take."""
SMALL = {"round": 0.5, "cut": 0.5, "double": 0.0, "notched": 0.4, "leaf": 0.5}
"""Size of the corners of a mark of a few pixels: a disc, a diamond, a square with a dot, a cross, a leaf."""
LARGER = {"cut": 1.2, "notched": 1.2}
"""How much larger some marks are drawn, because they fill less of their box."""


def side_shape(place: int) -> str:
    """The shape of the side at a place among the theme's armies."""
    return SHAPES[place % len(SHAPES)]


def silhouette(nib: Nib, place: int, box: Box, inset: float = 0.0, corners: float = 1.0) -> None:
    """Fill the outline of that side's counters in a box, `inset` pixels inside; `corners` scales corners."""
    kind = side_shape(place)
    _outline(nib, kind, box, CORNER[kind] * corners * min(box[2] - box[0], box[3] - box[1]), inset)


def side_dot(nib: Nib, place: int, centre: Point, radius: float) -> None:
    """The side's shape as a dot of a few pixels."""
    kind, (x, y) = side_shape(place), centre
    half = radius * LARGER.get(kind, 1.0)
    _outline(nib, kind, (x - half, y - half, x + half, y + half), SMALL[kind] * half * 2, 0.0)


def side_mark(pen: AnyPen, place: int, centre: Point, size: float, army: Army, rim: Colour) -> None:
    """The side's dot, `size` pixels wide, in its colour with a rim."""
    edge = max(0.8, size * 0.1)
    lines = [(rim, size / 2), (army.body, size / 2 - edge)]
    if side_shape(place) == "double":
        lines.append((rim, size * 0.2))
    for colour, radius in lines:
        with pen.ink(colour) as nib:
            side_dot(nib, place, centre, radius)


def side_plate(pen: AnyPen, place: int, box: Box, army: Army, light: Colour) -> None:
    """A plate of any width in the side's colours and shape: frame, body, inner line."""
    edge = draw_frame(pen, place, box, army, light)
    with pen.ink(army.body) as nib:
        silhouette(nib, place, box, edge)


def draw_frame(pen: AnyPen, place: int, box: Box, army: Army, light: Colour) -> float:
    """Draw the frame in the side's shape; how many pixels inside the box it ends."""
    tall = box[3] - box[1]
    edge = max(1.2, tall * 0.03)
    lines = [(army.edge, 0.0)]
    if has_inner_line(place):
        lines += [(light, edge), (army.edge, edge + max(1.2, tall * 0.04))]
    for colour, inset in lines:
        with pen.ink(colour) as nib:
            silhouette(nib, place, box, inset)
    return lines[-1][1] + (max(1.0, tall * 0.02) if has_inner_line(place) else edge)


def label_room(place: int) -> float:
    """Room for letters at the upper edge of that side's counters, in sides."""
    return ROOM[side_shape(place)]


def has_inner_line(place: int) -> bool:
    """Whether a light line runs inside the frame of that side's counters."""
    return side_shape(place) in ("double", "leaf")


def _outline(nib: Nib, kind: str, box: Box, corner: float, inset: float) -> None:
    """The shape in a box, its four corners cut as its kind demands."""
    x0, y0, x1, y1 = (v + inset * sign for v, sign in zip(box, (1, 1, -1, -1), strict=True))
    if kind in ("round", "double"):
        nib.rectangle((x0, y0, x1, y1), max(0.0, corner - inset))
        return
    size = max(0.0, corner - inset * (0.586 if kind == "cut" else 0.0 if kind == "notched" else 1.0))
    points: list[Point] = []
    for n, (x, y, dx, dy) in enumerate(((x0, y0, 1, 1), (x1, y0, -1, 1), (x1, y1, -1, -1), (x0, y1, 1, -1))):
        points += _corner(kind, (x, y), size, (dx, dy), n)
    nib.polygon(points)


def _corner(kind: str, at: Point, size: float, inward: tuple[int, int], nth: int) -> list[Point]:
    """The points around one corner, clockwise; the first is the upper left one."""
    (x, y), (dx, dy) = at, inward
    if kind == "leaf" and nth % 2 == 1:
        return [(x, y)]
    start, end = (x, y + dy * size), (x + dx * size, y)
    if nth % 2 == 1:
        start, end = end, start
    if kind == "cut":
        return [start, end]
    middle = (x, y) if kind == "notched" else (x + dx * size, y + dy * size)
    first = math.atan2(start[1] - middle[1], start[0] - middle[0])
    last = math.atan2(end[1] - middle[1], end[0] - middle[0])
    turn = (last - first + math.pi) % (2 * math.pi) - math.pi
    return [
        (middle[0] + size * math.cos(first + turn * k / 8), middle[1] + size * math.sin(first + turn * k / 8))
        for k in range(9)
    ]

"""Hexes run together as land is: outlines that bend through the hexsides' middles, masks, curved hexsides."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.hexes import Hex
from render.canvas import Canvas
from render.curves import bend
from render.grain import page, plane, spread
from render.layout import ROOT3, Layout, Point
from render.theme import Colour

Key = tuple[int, int]

WOBBLE = 0.09  # how far a vertex is moved, in radii
LAP = 1.14  # how far beyond its hexes a patch of ground may run, in radii
SMOOTH = 4_000_000  # pixels of a map above which masks are drawn twice, not three times, as large


def vertex(layout: Layout, point: Point, by: float = WOBBLE) -> Point:
    """A vertex moved a little, always the same way, so that no line looks ruled."""
    i, j = _key(layout, point)
    wide, high = _net(layout)
    return page(layout, (i * wide + spread(i, j, 71, by), j * high + spread(i, j, 72, by)))


def _net(layout: Layout) -> Point:
    """How far apart the columns and rows are on which all vertices and centres lie, in radii."""
    return (ROOT3 / 2, 0.5) if layout.point_up else (0.5, ROOT3 / 2)


def _key(layout: Layout, point: Point) -> Key:
    """The whole numbers that name a vertex or a centre of the plane of hexes."""
    x, y = plane(layout, point)
    wide, high = _net(layout)
    return round(x / wide), round(y / high)


def loops(layout: Layout, hexes: Iterable[Hex]) -> list[list[Point]]:
    """Closed outlines of hexes run together, the holes among them; over the map's rim the land goes on."""
    inside = {*hexes}
    cells = {_key(layout, layout.centre(h)): layout.centre(h) for h in inside}
    cells |= _beyond(layout, inside)
    onward: dict[Key, tuple[Key, Point, Point]] = {}
    for centre in cells.values():
        corners = layout.corners(centre)
        for n, (a, b) in enumerate(pairwise([*corners, corners[0]])):
            if _key(layout, _neighbour(layout, centre, n)) not in cells:
                onward[_key(layout, a)] = (_key(layout, b), a, b)
    found = []
    while onward:
        start = min(onward)
        here, ring = start, []
        while here in onward:
            here, a, b = onward.pop(here)
            ring.append((a, b))
        found.append(_rounded(layout, ring))
    return found


def _rounded(layout: Layout, ring: list[tuple[Point, Point]]) -> list[Point]:
    """A closed curve through the middles of hexsides that follow each other."""
    middles = [_middle(a, b) for a, b in ring]
    line: list[Point] = []
    for n, (a, _) in enumerate(ring):
        line += bend(middles[n - 1], vertex(layout, a), middles[n], 6)[:-1]
    return line


def _neighbour(layout: Layout, centre: Point, direction: int) -> Point:
    angle, far = layout.heading(direction), layout.radius * ROOT3
    return centre[0] + far * math.cos(angle), centre[1] + far * math.sin(angle)


def _beyond(layout: Layout, inside: set[Hex]) -> dict[Key, Point]:
    """The places just off the map that go on as most of the hexes beside them."""
    votes: dict[Key, list[int]] = {}
    places: dict[Key, Point] = {}
    for hex_ in layout.grid:
        near = layout.grid.neighbours(hex_)
        for n, name in enumerate(layout.grid.directions if len(near) < 6 else ()):
            if name not in near:
                place = _neighbour(layout, layout.centre(hex_), n)
                key = _key(layout, place)
                places[key] = place
                votes.setdefault(key, []).append(hex_ in inside)
    return {key: place for key, place in places.items() if 2 * sum(votes[key]) >= len(votes[key])}


def filled(canvas: Canvas, outlines: Iterable[list[Point]]) -> Image.Image:
    """A mask (L) of what closed lines hold, holes spared."""
    width, height = canvas.image.size
    times = 3 if width * height < SMOOTH else 2
    mask = Image.new("L", (width * times, height * times), 0)
    draw = ImageDraw.Draw(mask)
    for line in sorted(outlines, key=lambda points: -abs(_area(points))):
        draw.polygon([(x * times, y * times) for x, y in line], fill=255 if _area(line) > 0 else 0)
    return mask.reduce(times)


def cover(canvas: Canvas, hexes: Iterable[Hex], soft: float = 0.0) -> Image.Image:
    """A mask (L) of hexes run together, its edge `soft` pixels wide; it goes a little over the map's rim."""
    land = [*hexes]
    near = Image.new("L", canvas.image.size, 0)
    draw = ImageDraw.Draw(near)
    for hex_ in land:
        draw.polygon(canvas.layout.vertices(hex_, LAP), fill=255)
    mask = ImageChops.darker(filled(canvas, loops(canvas.layout, land)), near)
    return mask.filter(ImageFilter.GaussianBlur(soft)) if soft else mask


def wash(canvas: Canvas, colour: Colour, mask: Image.Image) -> None:
    """Lay a colour, as strong as its alpha says, over what a mask (L) holds."""
    alpha = colour[3] if len(colour) == 4 else 255
    if alpha:
        canvas.image.paste(tuple(colour[:3]), (0, 0), mask.point([v * alpha // 255 for v in range(256)]))


def _area(points: list[Point]) -> float:
    """Twice the area a closed line holds: below zero for a hole."""
    closed = zip(points, [*points[1:], points[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in closed)


def banks(layout: Layout, pairs: Iterable[tuple[Hex, Hex]]) -> dict[tuple[Hex, Hex], list[Point]]:
    """Hexsides as curves that run on into each other: a line for each pair of neighbours."""
    ends = {pair: layout.edge(*pair) for pair in pairs}
    meeting: dict[Key, list[Point]] = {}
    for a, b in ends.values():
        for end in (a, b):
            meeting.setdefault(_key(layout, end), []).append(_middle(a, b))
    found = {}
    for pair, (a, b) in ends.items():
        middle = _middle(a, b)
        first, last = (_half(layout, end, middle, meeting[_key(layout, end)]) for end in (a, b))
        found[pair] = [*first, *last[-2::-1]]
    return found


def _half(layout: Layout, end: Point, middle: Point, meeting: list[Point]) -> list[Point]:
    """From the end of a hexside, where others may go on, to its middle."""
    corner = vertex(layout, end)
    if len(meeting) != 2:
        return [corner, middle]
    other = max(meeting, key=lambda m: math.dist(m, middle))
    return bend(other, corner, middle, 8)[4:]


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

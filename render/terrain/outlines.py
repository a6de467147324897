"""Natural outlines of areas of hexes: curves through the middles of hexsides, masks, curved hexsides."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.hexes import Hex
from render.geometry.curves import bend
from render.geometry.layout import ROOT3, Layout, Point, to_page, to_plane
from render.geometry.noise import random_offset
from render.paint.canvas import Canvas
from render.paint.theme import Colour

Key = tuple[int, int]

WOBBLE = 0.09  # how far a vertex is moved, in radii
LAP = 1.14  # how far beyond its hexes a patch of ground may run, in radii
SMOOTH = 4_000_000  # pixels of a map above which masks are drawn twice, not three times, as large


def wobbled_vertex(layout: Layout, point: Point, by: float = WOBBLE) -> Point:
    """A vertex moved a little, always the same way, so that lines look hand-drawn."""
    i, j = _key(layout, point)
    wide, high = _net(layout)
    return to_page(layout, (i * wide + random_offset(i, j, 71, by), j * high + random_offset(i, j, 72, by)))


def _net(layout: Layout) -> Point:
    """The distance between the columns and rows of all vertices and centres, in radii."""
    return (ROOT3 / 2, 0.5) if layout.point_up else (0.5, ROOT3 / 2)


def _key(layout: Layout, point: Point) -> Key:
    """Whole numbers that identify a vertex or a centre on the plane of hexes."""
    x, y = to_plane(layout, point)
    wide, high = _net(layout)
    return round(x / wide), round(y / high)


def land_outlines(layout: Layout, hexes: Iterable[Hex]) -> list[list[Point]]:
    """Closed outlines of an area of hexes, its holes included; the area continues over the map's edge."""
    inside = {*hexes}
    cells = {_key(layout, layout.centre(h)): layout.centre(h) for h in inside}
    cells |= _beyond(layout, inside)
    onward: dict[Key, tuple[Key, Point, Point]] = {}
    for centre in cells.values():
        corners = layout.corners(centre)
        for n, (a, b) in enumerate(pairwise([*corners, corners[0]])):
            if _key(layout, _neighbour(layout, centre, n)) not in cells:
                onward[_key(layout, a)] = (_key(layout, b), a, b)
    outlines = []
    while onward:
        start = min(onward)
        here, ring = start, []
        while here in onward:
            here, a, b = onward.pop(here)
            ring.append((a, b))
        outlines.append(_rounded(layout, ring))
    return outlines


def _rounded(layout: Layout, ring: list[tuple[Point, Point]]) -> list[Point]:
    """A closed curve through the middles of hexsides that follow each other."""
    middles = [_middle(a, b) for a, b in ring]
    line: list[Point] = []
    for n, (a, _) in enumerate(ring):
        line += bend(middles[n - 1], wobbled_vertex(layout, a), middles[n], 6)[:-1]
    return line


def _neighbour(layout: Layout, centre: Point, direction: int) -> Point:
    angle, far = layout.heading(direction), layout.radius * ROOT3
    return centre[0] + far * math.cos(angle), centre[1] + far * math.sin(angle)


def _beyond(layout: Layout, inside: set[Hex]) -> dict[Key, Point]:
    """The places just off the map that belong to the area because most of the hexes beside them do."""
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


def outline_mask(canvas: Canvas, outlines: Iterable[list[Point]]) -> Image.Image:
    """A mask (L) of the inside of closed lines, without the holes."""
    width, height = canvas.image.size
    times = 3 if width * height < SMOOTH else 2
    mask = Image.new("L", (width * times, height * times), 0)
    draw = ImageDraw.Draw(mask)
    for line in sorted(outlines, key=lambda points: -abs(_area(points))):
        draw.polygon([(x * times, y * times) for x, y in line], fill=255 if _area(line) > 0 else 0)
    return mask.reduce(times)


def hexes_mask(canvas: Canvas, hexes: Iterable[Hex], soft: float = 0.0) -> Image.Image:
    """A mask (L) of an area of hexes, its edge `soft` pixels wide; it runs a little over the map's edge."""
    land = [*hexes]
    near = Image.new("L", canvas.image.size, 0)
    draw = ImageDraw.Draw(near)
    for hex_ in land:
        draw.polygon(canvas.layout.vertices(hex_, LAP), fill=255)
    mask = ImageChops.darker(outline_mask(canvas, land_outlines(canvas.layout, land)), near)
    return mask.filter(ImageFilter.GaussianBlur(soft)) if soft else mask


def paint_wash(canvas: Canvas, colour: Colour, mask: Image.Image) -> None:
    """Paint a colour, as strong as its alpha says, through a mask (L)."""
    alpha = colour[3] if len(colour) == 4 else 255
    if alpha:
        canvas.image.paste(tuple(colour[:3]), (0, 0), mask.point([v * alpha // 255 for v in range(256)]))


def _area(points: list[Point]) -> float:
    """Twice the area inside a closed line: below zero for a hole."""
    closed = zip(points, [*points[1:], points[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in closed)


def curved_hexsides(layout: Layout, pairs: Iterable[tuple[Hex, Hex]]) -> dict[tuple[Hex, Hex], list[Point]]:
    """Hexsides as curves that join each other: a line for each pair of neighbours."""
    ends = {pair: layout.edge(*pair) for pair in pairs}
    meeting: dict[Key, list[Point]] = {}
    for a, b in ends.values():
        for end in (a, b):
            meeting.setdefault(_key(layout, end), []).append(_middle(a, b))
    curves = {}
    for pair, (a, b) in ends.items():
        middle = _middle(a, b)
        first, last = (_half(layout, end, middle, meeting[_key(layout, end)]) for end in (a, b))
        curves[pair] = [*first, *last[-2::-1]]
    return curves


def _half(layout: Layout, end: Point, middle: Point, meeting: list[Point]) -> list[Point]:
    """The half of a curved hexside from one end, where others may join, to its middle."""
    corner = wobbled_vertex(layout, end)
    if len(meeting) != 2:
        return [corner, middle]
    other = max(meeting, key=lambda m: math.dist(m, middle))
    return bend(other, corner, middle, 8)[4:]


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2

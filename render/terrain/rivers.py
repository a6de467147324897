"""Water and ravines through hexes: lakes, and rivers and ravines as winding curves."""

from __future__ import annotations

import math
from collections.abc import Container
from dataclasses import dataclass

from PIL import ImageChops, ImageFilter

from engine.hexes import Hex
from engine.view import View
from render.geometry.curves import evenly_spaced, join_strands, shifted, shortened
from render.geometry.layout import Layout, Point, to_plane
from render.geometry.noise import chance, random_offset, scatter
from render.paint.canvas import Canvas
from render.paint.pen import Nib
from render.terrain.outlines import hexes_mask, paint_wash

LAKE = "lake"
SHORE, DEEP = 0.1, 0.16  # width of the sand around, and how far from it the water is deep, in radii


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """A kind of course: the terrains it runs through, its width and how far it swings, in radii."""

    terrains: tuple[str, ...]
    width: float
    swing: float


RIVER = Course(terrains=("river", "ford", "bridge"), width=0.46, swing=0.28)
RAVINE = Course(terrains=("ravine",), width=0.36, swing=0.2)
COURSES = (RIVER, RAVINE)


def courses(canvas: Canvas, view: View) -> None:
    """Lakes; rivers between banks of sand; ravines as gorges."""
    lakes(canvas, view)
    _ravines(canvas, course_lines(canvas.layout, view, RAVINE))
    draw_river(canvas, course_lines(canvas.layout, view, RIVER), RIVER.width)


def draw_river(canvas: Canvas, lines: list[list[Point]], width: float) -> None:
    """Wide water: sand on both banks, here more and there less, a dark edge, ripples along the current."""
    r, theme = canvas.r, canvas.theme
    with canvas.pen.ink(theme.sand) as nib:
        for line in lines:
            nib.line(line, r * (width + 0.13))
            nib.line(_swaying(canvas.layout, line, r * 0.07), r * (width + 0.08))
    for colour, wide in ((theme.bank, width + 0.05), (theme.water, width)):
        with canvas.pen.ink(colour) as nib:
            for line in lines:
                nib.line(line, r * wide)
    with canvas.pen.ink((*theme.shallow, 120)) as nib:
        for line in lines:
            nib.line(shifted(line, -r * width * 0.36), max(1.0, r * width * 0.1))
    with canvas.pen.ink((*theme.shallow, 190)) as nib:
        for n, aside in enumerate((0.16, -0.14, 0.02)):
            for line in lines:
                nib.dashes(
                    shortened(shifted(line, r * width * aside), r * 0.3 * n, 0),
                    max(0.9, r * 0.02),
                    r * 0.2,
                    r * (0.42 + 0.17 * n),
                )


def _swaying(layout: Layout, line: list[Point], by: float) -> list[Point]:
    """A line that leaves another a little, now to one side, now to the other."""
    points = []
    for x, y in line:
        u, v = to_plane(layout, (x, y))
        points.append((x + by * math.sin(u * 2.1 + v * 1.3), y + by * math.sin(v * 2.3 - u * 1.1 + 1)))
    return points


def _ravines(canvas: Canvas, lines: list[list[Point]]) -> None:
    """A gorge that opens and closes: its rim with short strokes, a wall in the light, a dark floor."""
    r, (dark, wall, light) = canvas.r, canvas.theme.gorge
    lines = [evenly_spaced(_longer(line, r * 0.42), r * 0.085) for line in lines]
    with canvas.pen.ink(dark) as nib:
        for line in lines:
            for sign in (-1, 1):
                _teeth(nib, line, sign, r)
    for colour, part, aside in (
        (dark, 1.16, 0.0),
        (wall, 1.0, 0.0),
        (light, 0.62, 0.14),
        (dark, 0.36, -0.03),
    ):
        with canvas.pen.ink(colour) as nib:
            for line in lines:
                nib.polygon(_cleft(line, r * RAVINE.width * part, r * RAVINE.width * aside))


def _longer(line: list[Point], by: float) -> list[Point]:
    """A line drawn on straight at both ends."""
    ends = []
    for a, b in ((line[1], line[0]), (line[-2], line[-1])):
        size = math.dist(a, b) or 1.0
        ends.append((b[0] + (b[0] - a[0]) / size * by, b[1] + (b[1] - a[1]) / size * by))
    return [ends[0], *line, ends[1]]


def _cleft(line: list[Point], width: float, aside: float) -> list[Point]:
    """The outline of something long that runs out to a point at both ends."""
    left, right = [], []
    for n, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(0, n - 1)], line[min(len(line) - 1, n + 1)]
        size = math.dist((ax, ay), (bx, by)) or 1.0
        out = (-(by - ay) / size, (bx - ax) / size)
        half = width / 2 * _gape(n, len(line))
        left.append((x + out[0] * (aside + half), y + out[1] * (aside + half)))
        right.append((x + out[0] * (aside - half), y + out[1] * (aside - half)))
    return left + right[::-1]


def _gape(n: int, count: int) -> float:
    """How wide a gorge is at one of its points, of its greatest width."""
    from_end = min(n, count - 1 - n) / 7
    return min(1.0, math.pow(from_end, 0.7)) * (0.86 + 0.2 * math.sin(n * 0.9) * math.cos(n * 0.37))


def _teeth(nib: Nib, line: list[Point], sign: int, r: float) -> None:
    """Short strokes outward from a gorge's rim."""
    for n in range(1, len(line) - 2):
        (ax, ay), (bx, by) = line[n], line[n + 1]
        size = math.dist((ax, ay), (bx, by)) or 1.0
        out = (-(by - ay) / size * sign, (bx - ax) / size * sign)
        half = r * RAVINE.width * 0.5 * _gape(n, len(line))
        reach = half + r * (0.13 if n % 2 else 0.09)
        nib.line(
            [(ax + out[0] * half, ay + out[1] * half), (ax + out[0] * reach, ay + out[1] * reach)],
            max(0.9, r * 0.024),
            ends=False,
        )


def course_lines(layout: Layout, view: View, course: Course) -> list[list[Point]]:
    """The curves through neighbouring hexes of a course, continued to the map's edge where one ends there."""
    hexes = sorted(h for h in layout.visible(2.5) if view.hexes[h].terrain in course.terrains)
    near = _tree(layout, hexes)
    place = {h: _swung(layout, layout.centre(h), course.swing) for h in hexes}
    nodes: dict[Point, list[Point]] = {}
    for hex_ in hexes:
        x, y = place[hex_]
        links = [_middle(*sorted((place[hex_], place[h]))) for h in near[hex_]]
        if len(links) < 2:
            links += _rim(layout, hex_, links)
        if not links:
            links = [(x - layout.radius * 0.5, y), (x + layout.radius * 0.5, y)]
        nodes[x, y] = links
    return join_strands(nodes)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _swung(layout: Layout, point: Point, by: float) -> Point:
    """A point moved a little, always the same way."""
    i, j = (round(v * 64) for v in to_plane(layout, point))
    r = layout.radius
    return point[0] + random_offset(i, j, 31, by) * r, point[1] + random_offset(i, j, 32, by) * r


def _tree(layout: Layout, hexes: list[Hex]) -> dict[Hex, list[Hex]]:
    """Which of these neighbours a course joins: never three in a ring, or a bend would become a pond."""
    root = {h: h for h in hexes}
    joined: dict[Hex, list[Hex]] = {h: [] for h in hexes}

    def top(hex_: Hex) -> Hex:
        while root[hex_] != hex_:
            hex_ = root[hex_]
        return hex_

    pairs = [(a, b) for a in hexes for b in layout.grid.neighbours(a).values() if b in root and a < b]
    for a, b in sorted(pairs, key=lambda pair: (_crowd(layout, root, *pair), pair)):
        if top(a) != top(b):
            root[top(a)] = top(b)
            joined[a].append(b)
            joined[b].append(a)
    return joined


def _crowd(layout: Layout, among: Container[Hex], a: Hex, b: Hex) -> int:
    """How many hexes of the course touch both: the fewer, the surer that it runs from one to the other."""
    near = {*layout.grid.neighbours(a).values()} & {*layout.grid.neighbours(b).values()}
    return sum(h in among for h in near)


def _rim(layout: Layout, hex_: Hex, links: list[Point]) -> list[Point]:
    """Where a course leaves the map: away from where it comes."""
    near, (x, y) = layout.grid.neighbours(hex_), layout.centre(hex_)
    open_ = [n for n, way in enumerate(layout.grid.directions) if way not in near]
    if not open_:
        return []
    ahead = math.atan2(y - links[0][1], x - links[0][0]) if links else layout.heading(open_[0])
    way = layout.heading(max(open_, key=lambda n: math.cos(layout.heading(n) - ahead)))
    reach = layout.radius * 0.87
    return [(x + math.cos(way) * reach, y + math.sin(way) * reach)]


def lakes(canvas: Canvas, view: View) -> None:
    """Sand around, a dark line where the water begins, paler shallows along it, ripples farther out."""
    hexes = [h for h, seen in view.hexes.items() if seen.terrain == LAKE]
    if not hexes:
        return
    theme, r, water = canvas.theme, canvas.r, hexes_mask(canvas, hexes)
    for colour, wide in ((theme.sand, SHORE), (theme.bank, 0.035)):
        size = max(1, round(wide * r)) * 2 + 1
        paint_wash(
            canvas, colour, water.filter(ImageFilter.MaxFilter(size)).filter(ImageFilter.GaussianBlur(0.7))
        )
    paint_wash(canvas, theme.water, water)
    far = water.filter(ImageFilter.GaussianBlur(r * DEEP))
    depth = [max(0, min(255, round((v - 178) * 4))) for v in range(256)]
    paint_wash(canvas, (*theme.shallow[:3], 130), ImageChops.subtract(water, far.point(depth)))
    inside = [h for h in canvas.layout.visible() if view.hexes[h].terrain == LAKE]
    with canvas.pen.ink((*theme.shallow[:3], 190)) as nib:
        for spot in scatter(canvas.layout, inside, 0.3, 0.4, 70):
            if chance(spot.i, spot.j, 72) < 0.4:
                half = r * (0.06 + 0.06 * chance(spot.i, spot.j, 73))
                nib.line([(spot.x - half, spot.y), (spot.x + half, spot.y)], max(0.9, r * 0.022))

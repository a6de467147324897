"""Water along hexsides: rivulets, streams, rivers."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise

from engine.view import HexsideView, View
from render.geometry.curves import evenly_spaced, join_strands, shortened
from render.geometry.layout import Layout, Point
from render.paint.canvas import Canvas
from render.paint.theme import Colour
from render.terrain.outlines import wobbled_vertex
from render.terrain.rivers import draw_river

WATER_WIDTHS = {"ru": 0.05, "stream": 0.085, "river": 0.2, "major_river": 0.3}  # width in radii
SOURCE = 1.5
"""Over how many radii a stream that begins on the map grows to its width."""
OPEN_WATER = ("lake", "marsh", "river", "ford", "bridge")
"""Terrain that a stream runs into or comes out of."""


def visible_hexsides(layout: Layout, view: View) -> list[HexsideView]:
    """The hexsides on the picture."""
    visible = {*layout.visible(2.5)}
    return [s for s in view.hexsides if s.low in visible and s.high in visible]


def water_lines(layout: Layout, view: View, kind: str) -> list[list[Point]]:
    """The lines of one kind of water along the hexsides."""
    nodes: defaultdict[Point, list[Point]] = defaultdict(list)
    for side in _sides_along(layout, view, kind):
        for end in _ends(layout, side):
            nodes[end].append(layout.between(side.low, side.high))
    return join_strands(nodes)


def _sides_along(layout: Layout, view: View, kind: str) -> list[HexsideView]:
    """The hexsides of one kind of water; of streams also those of drifts, where a way goes through the gap
    between two ends."""
    sides = visible_hexsides(layout, view)
    wet = [side for side in sides if kind in (side.water, side.linear)]
    if kind != "stream":
        return wet
    met = Counter(end for side in wet for end in _ends(layout, side))
    ways = [s for s in sides if (s.road or s.track) and not s.water and not s.linear]
    return wet + [side for side in ways if all(met[end] == 1 for end in _ends(layout, side))]


def _ends(layout: Layout, side: HexsideView) -> list[Point]:
    return [wobbled_vertex(layout, end) for end in layout.edge(side.low, side.high)]


def sources(layout: Layout, view: View) -> frozenset[Point]:
    """Where streams begin or end on the map itself: not at its edge, nor at other water."""
    streams = _sides_along(layout, view, "stream")
    met = Counter(end for side in streams for end in _ends(layout, side))
    other = {
        end
        for s in visible_hexsides(layout, view)
        if s.water not in ("", "stream")
        for end in _ends(layout, s)
    }
    found = set()
    for side in streams:
        beside = {*layout.grid.neighbours(side.low).values()} & {*layout.grid.neighbours(side.high).values()}
        for corner in layout.edge(side.low, side.high):
            third = [h for h in beside if math.dist(layout.centre(h), corner) < layout.radius * 1.2]
            still = any(view.hexes[h].terrain in OPEN_WATER for h in (side.low, side.high, *third))
            end = wobbled_vertex(layout, corner)
            if third and not still and met[end] == 1 and end not in other:
                found.add(end)
    return frozenset(found)


def water(canvas: Canvas, view: View) -> None:
    """Rivulets as dots, streams between green banks, rivers and major rivers between sandy ones."""
    kinds = {kind: water_lines(canvas.layout, view, kind) for kind in WATER_WIDTHS}
    r, theme, stream = canvas.r, canvas.theme, WATER_WIDTHS["stream"]
    for ink, width, on in (
        ((*theme.verge, 60), WATER_WIDTHS["ru"] + 0.1, 0.0),
        (theme.water, WATER_WIDTHS["ru"], 0.055),
    ):
        with canvas.pen.ink(ink) as nib:
            for line in kinds["ru"]:
                if on:
                    nib.dashes(line, r * width, r * on, r * 0.075)
                else:
                    nib.line(line, r * width)
    heads = sources(canvas.layout, view)
    for colour, width in (
        ((*theme.verge, 70), stream + 0.13),
        (theme.bank, stream + max(1.4 / r, 0.03)),
        (theme.water, stream - 0.01),
    ):
        _draw_streams(canvas, kinds["stream"], heads, r * width, colour)
    for kind in ("river", "major_river"):
        draw_river(canvas, kinds[kind], WATER_WIDTHS[kind])


def draw_lines(canvas: Canvas, lines: Iterable[list[Point]], width: float, colour: tuple[int, ...]) -> None:
    with canvas.pen.ink(colour) as nib:
        for line in lines:
            nib.line(line, width)


def _draw_streams(
    canvas: Canvas, lines: Iterable[list[Point]], heads: frozenset[Point], width: float, colour: Colour
) -> None:
    """Streams, those that begin on the map from nothing to their width."""
    near = [(round(x, 1), round(y, 1)) for x, y in heads]
    with canvas.pen.ink(colour) as nib:
        for line in lines:
            first, last = ((round(x, 1), round(y, 1)) in near for x, y in (line[0], line[-1]))
            reach = min(canvas.r * SOURCE, _length(line) / (2 if first and last else 1) - 1)
            nib.line(shortened(line, reach * first, reach * last), width)
            for whole, rises in ((line, first), (line[::-1], last)):
                if rises:
                    nib.polygon(_growing(shortened(whole, 0, _length(whole) - reach), width))


def _length(line: list[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def _growing(line: list[Point], width: float) -> list[Point]:
    """The outline of a line that begins as a point and ends `width` pixels wide."""
    points = evenly_spaced(line, 3.0)
    left, right = [], []
    for n, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, n - 1)], points[min(len(points) - 1, n + 1)]
        size, half = math.dist((ax, ay), (bx, by)) or 1.0, width / 2 * (n / (len(points) - 1)) ** 0.7
        left.append((x - (by - ay) / size * half, y + (bx - ax) / size * half))
        right.append((x + (by - ay) / size * half, y - (bx - ax) / size * half))
    return left + right[::-1]

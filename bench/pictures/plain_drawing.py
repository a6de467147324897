"""The reference scene drawn in the simplest way, shape by shape, with any brush: svg.py makes a text of it.

Nothing is taken from the product but the view: geometry, colours and signs are worked out here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from engine.hexes import Hex
from engine.view import CounterView, View
from render.caption import Caption
from render.page.legend_keys import legend_keys

Point = tuple[float, float]
Colour = tuple[int, int, int]
ROOT3 = math.sqrt(3)

PAPER, INK, FAINT = (246, 241, 226), (38, 32, 28), (120, 112, 92)
LAND: dict[str, Colour] = {
    "clear": (205, 214, 160), "rough": (198, 184, 142), "coppice": (170, 190, 120),
    "orchard": (188, 206, 132), "woods": (124, 158, 92), "village": (222, 204, 176),
    "marsh": (168, 196, 182), "rice_fields": (186, 210, 176),
}  # fmt: skip
GROWTH: dict[str, tuple[int, tuple[tuple[float, Colour], ...]]] = {  # how many in a hex; dots by radius
    "woods": (24, ((0.17, (40, 64, 34)), (0.15, (84, 124, 62)), (0.07, (120, 158, 86)))),
    "coppice": (16, ((0.12, (88, 112, 56)), (0.1, (122, 148, 78)), (0.045, (156, 178, 106)))),
    "orchard": (19, ((0.11, (78, 110, 46)), (0.09, (112, 148, 62)), (0.04, (150, 182, 92)))),
    "rough": (24, ((0.04, (112, 94, 66)),)),
    "village": (12, ((0.14, (88, 40, 30)), (0.12, (156, 62, 44)), (0.06, (194, 92, 66)))),
}
TUFTS: dict[str, Colour] = {"marsh": (58, 96, 92), "rice_fields": (96, 140, 120)}
SPOTS = [  # of what grows in a hex, in radii from its centre: a sunflower's seeds
    (0.8 * math.sqrt((n + 0.5) / 24) * math.cos(n * 2.4), 0.8 * math.sqrt((n + 0.5) / 24) * math.sin(n * 2.4))
    for n in range(24)
]
HILL, SLOPE, STREAM = (222, 184, 124), (112, 72, 36), (62, 124, 178)
ROAD, ROAD_EDGE, SUPPORT, WHITE = (250, 240, 208), (108, 74, 44), (14, 122, 62), (255, 255, 255)
ARMY: dict[str, tuple[Colour, Colour]] = {
    "blue": ((30, 77, 155), (255, 255, 255)),
    "orange": ((240, 150, 44), (26, 18, 10)),
}


class Brush(Protocol):
    """What shapes are drawn with. Points and sizes are in pixels of the page; texts stand on their middle."""

    def polygon(self, points: Sequence[Point], fill: Colour, edge: Colour | None = None) -> None: ...
    def box(self, x0: float, y0: float, x1: float, y1: float, fill: Colour, edge: Colour) -> None: ...
    def dots(self, middles: Sequence[Point], radius: float, fill: Colour) -> None: ...
    def lines(self, lines: Sequence[Sequence[Point]], colour: Colour, width: float) -> None: ...
    def text(self, at: Point, text: str, size: float, colour: Colour) -> None: ...
    def sheet(self, strength: int) -> AbstractContextManager[None]:
        """Everything drawn within lies on a see-through sheet, `strength` of 255."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """Where the map lies on a page of that size in pixels; hexes stand on a point, `r` pixels in radius."""

    view: View
    page: tuple[int, int]
    r: float

    @property
    def top(self) -> float:
        """Pixels above the map: half of what its rows leave."""
        return (self.page[1] - self.r * (1.5 * self.view.grid.rows + 0.5)) / 2

    def middles(self) -> dict[Hex, Point]:
        """The centre of every hex."""
        left, top = (self.page[0] - self.r * ROOT3 * (self.view.grid.columns + 0.5)) / 2, self.top
        points = {}
        for hex_ in self.view.grid:
            c, r = int(hex_[:2]), int(hex_[2:])
            x = left + self.r * ROOT3 * (c - (0.0 if r % 2 == 0 else 0.5))
            points[hex_] = (x, top + self.r * (1.5 * (r - 1) + 1))
        return points

    def corners(self) -> list[Point]:
        """From a centre to the six vertices, clockwise from the top."""
        turns = (math.radians(60 * n - 90) for n in range(6))
        return [(self.r * math.cos(a), self.r * math.sin(a)) for a in turns]


def paint(brush: Brush, view: View, caption: Caption, page: tuple[int, int], r: float) -> None:
    """Draws the whole page: land, waters and ways, zones, fights, counters, header and legend."""
    paper = Paper(view=view, page=page, r=r)
    at, corners = paper.middles(), paper.corners()
    _land(brush, view, at, corners, r)
    _hexsides(brush, view, at, r)
    for hex_, (x, y) in at.items():
        brush.text((x, y - r * 0.72), hex_, r * 0.3, FAINT)
    _zones(brush, view, at, r)
    _supports(brush, view, at, r)
    for counter in view.counters:
        if counter.hex:
            _counter(brush, counter, at[counter.hex], r * 1.2)
    _odds(brush, view, at, r)
    _page(brush, view, caption, paper)


def _land(brush: Brush, view: View, at: dict[Hex, Point], corners: list[Point], r: float) -> None:
    for hex_, h in view.hexes.items():
        x, y = at[hex_]
        bare = h.terrain == "clear" and h.level
        brush.polygon([(x + u, y + v) for u, v in corners], HILL if bare else LAND[h.terrain], FAINT)
        if h.terrain in GROWTH:
            count, dots = GROWTH[h.terrain]
            for size, colour in dots:  # each lighter and smaller, towards the north-west
                lean = size - dots[0][0]
                there = [(x + (u + lean) * r, y + (v + lean) * r) for u, v in SPOTS[:count]]
                brush.dots(there, size * r, colour)
        elif h.terrain in TUFTS:
            feet = [(x + u * r, y + v * r) for u, v in SPOTS[:16]]
            tufts = [[(u - 0.08 * r, v), (u + 0.08 * r, v)] for u, v in feet]
            brush.lines(tufts, TUFTS[h.terrain], r * 0.05)


def _hexsides(brush: Brush, view: View, at: dict[Hex, Point], r: float) -> None:
    roads = []
    for side in view.hexsides:
        (ax, ay), (bx, by) = at[side.low], at[side.high]
        mx, my, ux, uy = (ax + bx) / 2, (ay + by) / 2, (bx - ax) / ROOT3, (by - ay) / ROOT3
        ends = [(mx - uy / 2, my + ux / 2), (mx + uy / 2, my - ux / 2)]
        if side.slope:
            feet = [(mx - uy * n / 5, my + ux * n / 5) for n in (-2, -1, 0, 1, 2)]
            brush.lines([[(x, y), (x - ux * 0.2, y - uy * 0.2)] for x, y in feet], SLOPE, r * 0.05)
        if side.water:
            brush.lines([ends], STREAM, r * 0.13)
        if side.road:
            roads.append([(ax, ay), (bx, by)])
    for colour, width in ((ROAD_EDGE, 0.2), (ROAD, 0.13)):
        for road in roads:
            brush.lines([road], colour, r * width)


def _zones(brush: Brush, view: View, at: dict[Hex, Point], r: float) -> None:
    """Hatched hexes, rising for one side and falling for the other."""
    strokes = []
    for n in range(-3, 4):
        d = n * 0.26  # from the centre, square to the stroke, in radii
        half = min(0.85, math.sqrt(max(0.0, 0.85 - d * d)))
        strokes.append((d * 0.71 - half * 0.71, d * 0.71 + half * 0.71, d, half))
    with brush.sheet(165):
        for place, (side, _) in enumerate(view.sides):
            lean = 1 if place % 2 else -1
            for hex_ in sorted(view.zones.get(side, ())):
                x, y = at[hex_]
                hatch = [
                    [(x + (d - h) * 0.71 * r, y + (d + h) * 0.71 * r * lean),
                     (x + (d + h) * 0.71 * r, y + (d - h) * 0.71 * r * lean)]
                    for _, _, d, h in strokes
                ]  # fmt: skip
                brush.lines(hatch, ARMY[side][0], r * 0.05)


def _supports(brush: Brush, view: View, at: dict[Hex, Point], r: float) -> None:
    where = {c.id: at[c.hex] for c in view.counters if c.hex}
    for clash in view.clashes:
        (ax, ay), (bx, by) = where[clash.attacker], where[clash.defender]
        for unit in clash.helpers:
            line = [where[unit], ((ax + bx) / 2, (ay + by) / 2)]
            brush.lines([line], WHITE, r * 0.14)
            brush.lines([line], SUPPORT, r * 0.08)


def _odds(brush: Brush, view: View, at: dict[Hex, Point], r: float) -> None:
    where = {c.id: at[c.hex] for c in view.counters if c.hex}
    for clash in view.clashes:
        (ax, ay), (bx, by) = where[clash.attacker], where[clash.defender]
        x, y = (ax + bx) / 2, (ay + by) / 2
        brush.box(x - r * 0.3, y - r * 0.16, x + r * 0.3, y + r * 0.16, ARMY["blue"][0], WHITE)
        brush.text((x, y), clash.odds, r * 0.3, WHITE)


def _counter(brush: Brush, counter: CounterView, middle: Point, side: float) -> None:
    """Shadow, cardboard, strip with the name, symbol of the arm, three numbers."""
    body, letters = ARMY[counter.side]
    x, y = middle[0] - side / 2, middle[1] - side / 2
    brush.box(x + 2, y + 3, x + side + 2, y + side + 3, FAINT, FAINT)
    brush.box(x, y, x + side, y + side, body, INK)
    brush.box(x, y, x + side, y + side * 0.23, ROAD, INK)
    brush.text((x + side / 2, y + side * 0.12), counter.id, side * 0.22, INK)
    u0, v0, u1, v1 = x + side * 0.27, y + side * 0.3, x + side * 0.73, y + side * 0.58
    brush.box(u0, v0, u1, v1, WHITE, INK)
    if counter.kind == "infantry":
        brush.lines([[(u0, v0), (u1, v1)], [(u0, v1), (u1, v0)]], INK, side * 0.035)
    elif counter.kind == "cavalry":
        brush.lines([[(u0, v1), (u1, v0)]], INK, side * 0.035)
    else:
        brush.dots([((u0 + u1) / 2, (v0 + v1) / 2)], side * 0.07, INK)
    for where, (u, v) in {"sw": (0.2, 0.79), "se": (0.8, 0.79), "ne": (0.86, 0.42)}.items():
        brush.text((x + side * u, y + side * v), counter.face.corners.get(where, ""), side * 0.32, letters)


def _page(brush: Brush, view: View, caption: Caption, paper: Paper) -> None:
    """Title, turn and score above; the legend in rows below."""
    width, top = paper.page[0], paper.top
    brush.text((width * 0.2, top * 0.35), caption.header, top * 0.4, INK)
    brush.text((width * 0.2, top * 0.72), caption.sub, top * 0.25, INK)
    for n, (side, _) in enumerate(view.sides):
        x = width - (n + 1) * top * 1.2
        brush.box(x, top * 0.1, x + top * 0.4, top * 0.5, ARMY[side][0], INK)
        brush.text((x + top * 0.2, top * 0.3), str(view.scores.get(side, 0)), top * 0.3, ARMY[side][1])
    keys = [key for key in legend_keys(view) if caption.word(key) and not key.startswith("side/")]
    a_row = max(1, int(width // 170))
    for n, key in enumerate(keys):
        x, y = 16 + n % a_row * 170, paper.page[1] - top + 18 + n // a_row * 34
        brush.box(x, y, x + 40, y + 24, LAND.get(key.partition("/")[2], PAPER), INK)
        brush.text((x + 104, y + 12), caption.word(key), 17, INK)

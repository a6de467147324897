"""Bridges and fords: over rivers through hexes, and over water along hexsides."""

from __future__ import annotations

import math
from itertools import pairwise

from engine.hexes import Hex
from engine.view import HexsideView, View
from render.geometry.layout import Layout, Point
from render.geometry.noise import random_offset
from render.paint.canvas import Canvas
from render.paint.view_cache import strokes_once_per_map
from render.terrain.hexside_water import WATER_WIDTHS, visible_hexsides
from render.terrain.rivers import RIVER, course_lines


def draw_river_crossings(canvas: Canvas, view: View, roads: list[list[Point]]) -> None:
    """Bridges and fords where rivers through hexes are crossed, along the road when there is one."""
    current = [point for line in course_lines(canvas.layout, view, RIVER) for point in line]
    for hex_ in canvas.layout.visible():
        terrain = view.hexes[hex_].terrain
        if terrain in ("bridge", "ford"):
            at, angle = _crossed(canvas.layout, hex_, current, roads)
            (_river_bridge if terrain == "bridge" else _river_ford)(canvas, at, angle)


def _crossed(
    layout: Layout, hex_: Hex, current: list[Point], roads: list[list[Point]]
) -> tuple[Point, float]:
    """Where and in which direction a hex's river is crossed: along the road, else at a right angle to it."""
    centre, reach = layout.centre(hex_), layout.radius * 0.8
    wet = [p for p in current if math.dist(p, centre) < reach] or [centre]
    steps = [pair for line in roads for pair in pairwise(line) if math.dist(pair[0], centre) < reach]
    if steps:
        a, b = min(steps, key=lambda step: min(math.dist(step[0], p) for p in wet))
        return a, math.atan2(b[1] - a[1], b[0] - a[0])
    at = min(wet, key=lambda p: math.dist(p, centre))
    a, b = [*sorted(wet, key=lambda p: math.dist(p, at)), at, at][1:3]
    return at, math.atan2(b[1] - a[1], b[0] - a[0]) + math.pi / 2


def _river_bridge(canvas: Canvas, middle: Point, angle: float) -> None:
    """A deck of planks between two rails."""
    (x, y), r = middle, canvas.r
    ux, uy = math.cos(angle), math.sin(angle)
    long, half = r * 0.5, r * 0.19

    def at(along: float, aside: float) -> Point:
        return x + ux * along - uy * aside, y + uy * along + ux * aside

    with canvas.pen.ink(canvas.theme.road) as nib:
        nib.polygon([at(-long, -half), at(long, -half), at(long, half), at(-long, half)])
    with canvas.pen.ink(canvas.theme.road_edge) as nib:
        for n in range(-5, 6):
            nib.line([at(long * n / 5.5, -half), at(long * n / 5.5, half)], max(1.0, r * 0.025), ends=False)
    with canvas.pen.ink(canvas.theme.bridge) as nib:
        for sign in (-1, 1):
            rail = [(-1.12, 1.5), (-1, 1), (1, 1), (1.12, 1.5)]
            nib.line([at(u * long, sign * v * half) for u, v in rail], max(1.6, r * 0.06))


def _river_ford(canvas: Canvas, middle: Point, angle: float) -> None:
    """Shallows, and stepping stones across them."""
    (x, y), r = middle, canvas.r
    ux, uy = math.cos(angle), math.sin(angle)

    def at(along: float, aside: float) -> Point:
        return x + (ux * along - uy * aside) * r, y + (uy * along + ux * aside) * r

    with canvas.pen.ink((*canvas.theme.shallow, 170)) as nib:
        nib.line([at(-0.2, 0), at(0.2, 0)], r * 0.44)
    stones = [
        at(along * 0.135, aside + random_offset(n, along, 33, 0.02))
        for n, aside in enumerate((-0.09, 0.09))
        for along in range(-2, 3)
    ]
    for colour, size in ((canvas.theme.bridge, 0.062), (canvas.theme.road, 0.042)):
        with canvas.pen.ink(colour) as nib:
            for stone in stones:
                nib.dot(stone, size * r)


@strokes_once_per_map
def crossings(canvas: Canvas, view: View) -> None:
    """Bridges as two rails with splayed ends, fords as stepping stones."""
    for side in visible_hexsides(canvas.layout, view):
        if side.crossing == "bridge":
            _hexside_bridge(canvas, side)
        elif side.crossing:
            _hexside_ford(canvas, side)


def _axes(canvas: Canvas, side: HexsideView) -> tuple[Point, Point, Point]:
    """Middle of a hexside, the way across it, the way along it."""
    (ax, ay), (bx, by) = canvas.layout.centre(side.low), canvas.layout.centre(side.high)
    size = math.dist((ax, ay), (bx, by))
    across = ((bx - ax) / size, (by - ay) / size)
    return canvas.layout.between(side.low, side.high), across, (-across[1], across[0])


def _hexside_bridge(canvas: Canvas, side: HexsideView) -> None:
    (x, y), (ux, uy), (vx, vy) = _axes(canvas, side)
    r = canvas.r
    length = r * (0.16 + WATER_WIDTHS.get(side.water, 0.08) / 2)
    gap, splay = r * 0.105, r * 0.07

    def at(along: float, aside: float) -> Point:
        return x + ux * along + vx * aside, y + uy * along + vy * aside

    deck = [at(-length, -gap), at(length, -gap), at(length, gap), at(-length, gap)]
    with canvas.pen.ink(canvas.theme.road) as nib:
        nib.polygon(deck)
    with canvas.pen.ink(canvas.theme.bridge) as nib:
        for sign in (-1, 1):
            rail = [
                at(-length - splay, sign * (gap + splay)),
                at(-length, sign * gap),
                at(length, sign * gap),
                at(length + splay, sign * (gap + splay)),
            ]
            nib.line(rail, max(1.6, r * 0.055))


def _hexside_ford(canvas: Canvas, side: HexsideView) -> None:
    (x, y), (ux, uy), (vx, vy) = _axes(canvas, side)
    r = canvas.r
    length = r * (0.12 + WATER_WIDTHS.get(side.water, 0.08) / 2)
    for colour, size in ((canvas.theme.bridge, 0.056), (canvas.theme.road, 0.032)):
        with canvas.pen.ink(colour) as nib:
            for aside in (-0.09, 0.09):
                for n in range(4):
                    along = length * (2 * n / 3 - 1)
                    nib.dot((x + ux * along + vx * aside * r, y + uy * along + vy * aside * r), size * r)

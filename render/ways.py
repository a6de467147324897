"""Smooth lines: roads and tracks through hexes, water along hexsides; bridges and fords over it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable

from engine.hexes import Hex
from engine.view import HexsideView, View
from render.canvas import Canvas
from render.curves import strands
from render.layout import Layout, Point

WATERS = {"stream": 0.085, "river": 0.2, "major_river": 0.3}  # width in radii
ROAD, TRACK = 0.125, 0.055  # width in radii


def _seen(layout: Layout, view: View) -> list[HexsideView]:
    """Hexsides near enough to be seen."""
    shown = {*layout.shown(2.5)}
    return [s for s in view.hexsides if s.low in shown and s.high in shown]


def way_lines(layout: Layout, view: View, kind: str) -> list[list[Point]]:
    """The lines of all roads ("road"), or of all tracks ("track"), through the hexes."""
    nodes: dict[Point, list[Point]] = {}
    hexes: dict[Point, Hex] = {}
    for side in _seen(layout, view):
        if not (side.road if kind == "road" else side.track):
            continue
        for hex_ in (side.low, side.high):
            centre = layout.centre(hex_)
            hexes[centre] = hex_
            nodes.setdefault(centre, []).append(layout.between(side.low, side.high))
    for centre, hex_ in hexes.items():
        if len(nodes[centre]) == 1:
            nodes[centre] += _off_the_map(layout, hex_, nodes[centre][0])
    return strands(
        {_wander(centre, hexes[centre], layout.radius * 0.07): links for centre, links in nodes.items()}
    )


def _off_the_map(layout: Layout, hex_: Hex, link: Point) -> list[Point]:
    """Where a way that ends in a hex of the map's rim leaves the map: straight on, when there is no hex."""
    x, y = layout.centre(hex_)
    ahead = math.atan2(y - link[1], x - link[0])
    for number, name in enumerate(layout.grid.directions):
        apart = math.cos(layout.heading(number) - ahead)
        if apart > 0.99 and name not in layout.grid.neighbours(hex_):
            reach = layout.radius * 0.87
            return [(x + math.cos(ahead) * reach, y + math.sin(ahead) * reach)]
    return []


def _wander(point: Point, seed: object, by: float) -> Point:
    """A point moved a little, always the same way, so that lines look drawn by hand."""
    chance = random.Random(str(seed))
    return point[0] + chance.uniform(-by, by), point[1] + chance.uniform(-by, by)


def water_lines(layout: Layout, view: View, kind: str) -> list[list[Point]]:
    """The lines of one kind of water along the hexsides."""
    nodes: dict[Point, list[Point]] = {}
    vertices: dict[tuple[int, int], Point] = {}
    sides = [s for s in _seen(layout, view) if s.water]
    for side in sides:
        ends = [_vertex(layout, vertices, p) for p in layout.edge(side.low, side.high)]
        if side.water != kind:
            continue
        middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
        for end in ends:
            nodes.setdefault(end, []).append(middle)
    return strands(nodes)


def _vertex(layout: Layout, known: dict[tuple[int, int], Point], point: Point) -> Point:
    """The one point, moved a little, that stands for a vertex however its pixels were rounded."""
    step = layout.radius / 4
    key = (
        round((point[0] - layout.left + layout.corner[0]) / step),
        round((point[1] - layout.top + layout.corner[1]) / step),
    )
    for near in ((key[0] + i, key[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
        if near in known:
            return known[near]
    known[key] = _wander(point, key, layout.radius * 0.09)
    return known[key]


def water(canvas: Canvas, view: View) -> None:
    """Streams, rivers and major rivers; the wider, the more of a bank."""
    kinds = {kind: water_lines(canvas.layout, view, kind) for kind in WATERS}
    for kind, lines in kinds.items():
        _lines(canvas, lines, canvas.r * WATERS[kind] + max(1.6, canvas.r * 0.04), canvas.theme.bank)
    for kind, lines in kinds.items():
        _lines(canvas, lines, canvas.r * WATERS[kind], canvas.theme.water)
    shine = tuple(min(255, c + 46) for c in canvas.theme.water)
    for kind in ("river", "major_river"):
        with canvas.pen.ink((*shine, 150)) as nib:
            for line in kinds[kind]:
                nib.dashes(line, canvas.r * WATERS[kind] * 0.16, canvas.r * 0.3, canvas.r * 0.22)


def _lines(canvas: Canvas, lines: Iterable[list[Point]], width: float, colour: tuple[int, ...]) -> None:
    with canvas.pen.ink(colour) as nib:
        for line in lines:
            nib.line(line, width)


def roads(canvas: Canvas, view: View) -> None:
    """Tracks as dashes, roads as pale bands with dark edges."""
    r, theme = canvas.r, canvas.theme
    tracks, ways = way_lines(canvas.layout, view, "track"), way_lines(canvas.layout, view, "road")
    with canvas.pen.ink((*theme.halo, 150)) as nib:
        for line in tracks:
            nib.line(line, r * (TRACK + 0.05))
    with canvas.pen.ink(theme.track) as nib:
        for line in tracks:
            nib.dashes(line, r * TRACK, r * 0.17, r * 0.085)
    _lines(canvas, ways, r * ROAD + max(2.0, r * 0.05), theme.road_edge)
    _lines(canvas, ways, r * ROAD, theme.road)


def crossings(canvas: Canvas, view: View) -> None:
    """Bridges as two rails with splayed ends, fords as stepping stones."""
    for side in _seen(canvas.layout, view):
        if side.crossing == "bridge":
            _bridge(canvas, side)
        elif side.crossing:
            _ford(canvas, side)


def _axes(canvas: Canvas, side: HexsideView) -> tuple[Point, Point, Point]:
    """Middle of a hexside, the way across it, the way along it."""
    (ax, ay), (bx, by) = canvas.layout.centre(side.low), canvas.layout.centre(side.high)
    size = math.dist((ax, ay), (bx, by))
    across = ((bx - ax) / size, (by - ay) / size)
    return canvas.layout.between(side.low, side.high), across, (-across[1], across[0])


def _bridge(canvas: Canvas, side: HexsideView) -> None:
    (x, y), (ux, uy), (vx, vy) = _axes(canvas, side)
    r = canvas.r
    length = r * (0.16 + WATERS.get(side.water, 0.08) / 2)
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


def _ford(canvas: Canvas, side: HexsideView) -> None:
    (x, y), (ux, uy), (vx, vy) = _axes(canvas, side)
    r = canvas.r
    length = r * (0.12 + WATERS.get(side.water, 0.08) / 2)
    for colour, size in ((canvas.theme.bridge, 0.056), (canvas.theme.road, 0.032)):
        with canvas.pen.ink(colour) as nib:
            for aside in (-0.09, 0.09):
                for n in range(4):
                    along = length * (2 * n / 3 - 1)
                    nib.dot((x + ux * along + vx * aside * r, y + uy * along + vy * aside * r), size * r)

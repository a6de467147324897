"""Smooth lines: roads and tracks through hexes, water along hexsides; bridges and fords over it."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.hexes import Hex
from engine.view import HexsideView, View
from render.canvas import Canvas
from render.curves import joined, strands
from render.grain import plane, spread
from render.layout import Layout, Point
from render.maps import strokes_once_a_map
from render.outlines import vertex
from render.waterside import river, spans

WATERS = {"ru": 0.05, "stream": 0.085, "river": 0.2, "major_river": 0.3}  # width in radii
ROAD, TRACK = 0.115, 0.05  # width in radii
STRAIGHT = 0.45  # how much of a bend within a hex a way cuts off


def _seen(layout: Layout, view: View) -> list[HexsideView]:
    """Hexsides near enough to be seen."""
    shown = {*layout.shown(2.5)}
    return [s for s in view.hexsides if s.low in shown and s.high in shown]


def way_lines(layout: Layout, view: View, kind: str) -> list[list[Point]]:
    """The lines of all roads ("road"), or of all tracks ("track"), through the hexes."""
    links = {"road": _links(layout, view, "road"), "track": _links(layout, view, "track")}
    other = links["track" if kind == "road" else "road"]
    nodes: dict[Point, list[Point]] = {}
    for hex_, own in links[kind].items():
        if len(own) == 1 and hex_ not in other:
            own = own + _off_the_map(layout, hex_, own[0])
        node = _node(layout, hex_, own)
        if len(own) == 1 and len(other.get(hex_, ())) > 1:
            node = _meeting(_node(layout, hex_, other[hex_]), other[hex_])
        nodes[node] = own
    return strands(nodes)


def _links(layout: Layout, view: View, kind: str) -> dict[Hex, list[Point]]:
    """The hexside middles through which the ways of a kind leave each hex."""
    found: dict[Hex, list[Point]] = {}
    for side in _seen(layout, view):
        if side.road if kind == "road" else side.track:
            for hex_ in (side.low, side.high):
                found.setdefault(hex_, []).append(layout.between(side.low, side.high))
    return found


def _node(layout: Layout, hex_: Hex, links: list[Point]) -> Point:
    """Where a way turns within a hex: off the middle, towards the straight line when it runs through."""
    x, y = _wander(layout, layout.centre(hex_), 0.07)
    if len(links) != 2:
        return x, y
    (ax, ay), (bx, by) = links
    return x + ((ax + bx) / 2 - x) * STRAIGHT, y + ((ay + by) / 2 - y) * STRAIGHT


def _meeting(node: Point, links: list[Point]) -> Point:
    """The point of a way through a hex that another way runs into."""
    main = joined(node, links)[0]
    return main[len(main) // 2]


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


def _wander(layout: Layout, point: Point, by: float) -> Point:
    """A point moved a little, always the same way, so that lines look drawn by hand."""
    i, j = (round(v * 64) for v in plane(layout, point))
    r = layout.radius
    return point[0] + spread(i, j, 21, by) * r, point[1] + spread(i, j, 22, by) * r


def water_lines(layout: Layout, view: View, kind: str) -> list[list[Point]]:
    """The lines of one kind of water along the hexsides."""
    nodes: dict[Point, list[Point]] = {}
    for side in _seen(layout, view):
        if kind not in (side.water, side.linear):
            continue
        for end in layout.edge(side.low, side.high):
            nodes.setdefault(vertex(layout, end), []).append(layout.between(side.low, side.high))
    return strands(nodes)


def water(canvas: Canvas, view: View) -> None:
    """Rivulets as dots, streams between green banks, rivers and major rivers between sandy ones."""
    kinds = {kind: water_lines(canvas.layout, view, kind) for kind in WATERS}
    r, theme, stream = canvas.r, canvas.theme, WATERS["stream"]
    for ink, width, on in (((*theme.verge, 60), WATERS["ru"] + 0.1, 0.0), (theme.water, WATERS["ru"], 0.055)):
        with canvas.pen.ink(ink) as nib:
            for line in kinds["ru"]:
                if on:
                    nib.dashes(line, r * width, r * on, r * 0.075)
                else:
                    nib.line(line, r * width)
    for colour, width in (
        ((*theme.verge, 70), stream + 0.13),
        (theme.bank, stream + max(1.4 / r, 0.03)),
        (theme.water, stream - 0.01),
    ):
        _lines(canvas, kinds["stream"], r * width, colour)
    for kind in ("river", "major_river"):
        river(canvas, kinds[kind], WATERS[kind])


def _lines(canvas: Canvas, lines: Iterable[list[Point]], width: float, colour: tuple[int, ...]) -> None:
    with canvas.pen.ink(colour) as nib:
        for line in lines:
            nib.line(line, width)


def roads(canvas: Canvas, view: View) -> None:
    """Tracks as dashes, roads as pale bands with dark edges, over rivers through hexes on planks."""
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
    spans(canvas, view, ways + tracks)


@strokes_once_a_map
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

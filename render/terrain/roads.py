"""Roads and tracks through hexes, as smooth lines."""

from __future__ import annotations

import math

from engine.hexes import Hex
from engine.view import View
from render.geometry.curves import join_links, join_strands
from render.geometry.layout import Layout, Point, to_plane
from render.geometry.noise import random_offset
from render.paint.canvas import Canvas
from render.terrain.crossings import draw_river_crossings
from render.terrain.hexside_water import draw_lines, visible_hexsides

ROAD, TRACK = 0.115, 0.05  # width in radii
STRAIGHT = 0.45  # how much of a bend within a hex a way cuts off


def road_lines(layout: Layout, view: View, kind: str) -> list[list[Point]]:
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
    return join_strands(nodes)


def _links(layout: Layout, view: View, kind: str) -> dict[Hex, list[Point]]:
    """The hexside middles through which the ways of a kind leave each hex."""
    links: dict[Hex, list[Point]] = {}
    for side in visible_hexsides(layout, view):
        if side.road if kind == "road" else side.track:
            for hex_ in (side.low, side.high):
                links.setdefault(hex_, []).append(layout.between(side.low, side.high))
    return links


def _node(layout: Layout, hex_: Hex, links: list[Point]) -> Point:
    """Where a way turns within a hex: off the middle, towards the straight line when it runs through."""
    x, y = _wander(layout, layout.centre(hex_), 0.07)
    if len(links) != 2:
        return x, y
    (ax, ay), (bx, by) = links
    return x + ((ax + bx) / 2 - x) * STRAIGHT, y + ((ay + by) / 2 - y) * STRAIGHT


def _meeting(node: Point, links: list[Point]) -> Point:
    """The point of a way through a hex that another way runs into."""
    main = join_links(node, links)[0]
    return main[len(main) // 2]


def _off_the_map(layout: Layout, hex_: Hex, link: Point) -> list[Point]:
    """Where a way that ends in a hex of the map's rim leaves the map: straight on, or with a bend as between
    two hexes, where there is no hex."""
    x, y = layout.centre(hex_)
    ahead = math.atan2(y - link[1], x - link[0])
    near = layout.grid.neighbours(hex_)
    headings = [layout.heading(n) for n, name in enumerate(layout.grid.directions) if name not in near]
    heading = max(headings, key=lambda to: round(math.cos(to - ahead), 3), default=None)
    if heading is None or math.cos(heading - ahead) < 0.4:
        return []
    reach = layout.radius * 0.87
    return [(x + math.cos(heading) * reach, y + math.sin(heading) * reach)]


def _wander(layout: Layout, point: Point, by: float) -> Point:
    """A point moved a little, always the same way, so that lines look drawn by hand."""
    i, j = (round(v * 64) for v in to_plane(layout, point))
    r = layout.radius
    return point[0] + random_offset(i, j, 21, by) * r, point[1] + random_offset(i, j, 22, by) * r


def roads(canvas: Canvas, view: View) -> None:
    """Tracks as dashes, roads as pale bands with dark edges, over rivers through hexes on planks."""
    r, theme = canvas.r, canvas.theme
    tracks, ways = road_lines(canvas.layout, view, "track"), road_lines(canvas.layout, view, "road")
    with canvas.pen.ink((*theme.halo, 150)) as nib:
        for line in tracks:
            nib.line(line, r * (TRACK + 0.05))
    with canvas.pen.ink(theme.track) as nib:
        for line in tracks:
            nib.dashes(line, r * TRACK, r * 0.17, r * 0.085)
    draw_lines(canvas, ways, r * ROAD + max(2.0, r * 0.05), theme.road_edge)
    draw_lines(canvas, ways, r * ROAD, theme.road)
    draw_river_crossings(canvas, view, ways + tracks)

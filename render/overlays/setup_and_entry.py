"""Where counters enter play: set-up zones, and arrows where counters come onto the map or leave it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator

from engine.hexes import Hex
from engine.view import View
from render.geometry.curves import arrow_head
from render.geometry.layout import OUT, Point
from render.paint.canvas import Canvas, draw_tag
from render.paint.text import text_width
from render.paint.view_cache import strokes_once_for

SHAFT, HEAD = 0.2, 0.46  # width of an arrow, length of its head, in radii
DASHES = ((0.5, 0.24), (0.14, 0.16))  # dash and gap of the first side's line and of the second's, in radii
INSIDE = 0.94  # how far from its hex's centre the line runs
WIDE = 0.085  # of the line, in radii
TINT, PALE = 30, 150  # how strong the tint of a zone and the name on it are, of 255
NAME, LEAST_NAMED = 1.15, 6  # height of that name in radii; hexes of a zone that has one, at least


def _zones(canvas: Canvas, view: View) -> Hashable:
    """The zones and the words on them."""
    names = tuple(canvas.caption.word(f"side/{side}") for side in canvas.sides)
    return names, tuple(view.setup.get(side, frozenset()) for side in canvas.sides)


@strokes_once_for(_zones)
def setup(canvas: Canvas, view: View) -> None:
    """The zones in which units may be placed, of both sides."""
    seen = {*canvas.layout.visible()}
    shared = frozenset(
        h for h, times in Counter(h for z in view.setup.values() for h in z).items() if times > 1
    )
    for place, side in enumerate(canvas.sides):
        zone = view.setup.get(side, frozenset())
        if not zone:
            continue
        on, off = DASHES[place % 2]
        canvas.tint((*canvas.army(side).body[:3], TINT), sorted(zone & seen))
        with canvas.pen.ink(canvas.theme.white) as nib:
            for edge in _rim(canvas, zone, seen):
                nib.line(edge, canvas.r * WIDE * 1.7)
        with canvas.pen.ink(canvas.army(side).zone) as nib:
            for edge in _rim(canvas, zone, seen):
                nib.dashes(edge, canvas.r * WIDE, on * canvas.r, off * canvas.r)
        own = zone & seen - shared
        _name_zone(canvas, view, side, sorted(own if len(own) >= LEAST_NAMED else zone & seen))


def _name_zone(canvas: Canvas, view: View, side: str, hexes: list[Hex]) -> None:
    """The side in large pale letters near the middle of these hexes, within them and on their usual ground,
    where they can be read, if there is room."""
    name, size = canvas.caption.word(f"side/{side}"), round(canvas.r * NAME)
    if len(hexes) < LEAST_NAMED or not name:
        return
    layout, inside = canvas.layout, {*hexes}
    at = [layout.centre(h) for h in hexes]
    middle = (sum(x for x, _ in at) / len(at), sum(y for _, y in at) / len(at))
    half = text_width(name, "title", size) / 2
    ground = {h: view.hexes[h].terrain for h in hexes}
    ((usual, _),) = Counter(ground.values()).most_common(1)

    def fit(point: Point) -> tuple[int, int, float]:
        along = [layout.hex_at(point[0] + half * share, point[1]) for share in (-1.0, -0.5, 0.0, 0.5, 1.0)]
        outside = sum(hex_ not in inside for hex_ in along)
        return outside, sum(ground.get(hex_ or "") != usual for hex_ in along), math.dist(point, middle)

    ink = (*canvas.army(side).zone[:3], PALE)
    canvas.text(min(at, key=fit), name, size=size, colour=ink, face="title")


def draw_zone_border(canvas: Canvas, side: str, line: tuple[Point, Point]) -> None:
    """A piece of the line around a side's zone."""
    on, off = DASHES[canvas.sides.index(side) % 2 if side in canvas.sides else 0]
    with canvas.pen.ink(canvas.theme.white) as nib:
        nib.line(line, canvas.r * WIDE * 1.7)
    with canvas.pen.ink(canvas.army(side).zone) as nib:
        nib.dashes(line, canvas.r * WIDE, on * canvas.r, off * canvas.r)


def _rim(canvas: Canvas, zone: frozenset[Hex], seen: set[Hex]) -> Iterator[tuple[Point, Point]]:
    """The hexsides where a zone ends, drawn a little inside of it."""
    grid, layout = canvas.layout.grid, canvas.layout
    for hex_ in sorted(zone & seen):
        corners = layout.vertices(hex_, INSIDE)
        for place, name in enumerate(grid.directions):
            if grid.neighbours(hex_).get(name) not in zone:
                yield corners[place], corners[(place + 1) % 6]


def entries(canvas: Canvas, view: View) -> None:
    """An arrow into each entry hex, a hollow one out of each exit hex; with the first turn of those who share
    it, if that is later."""
    visible, drawn = {*canvas.layout.visible(0.0)}, set[tuple[str, str, Hex]]()
    for entry in sorted(view.entries, key=lambda e: e.turn):
        for hex_ in sorted(entry.hexes & visible):
            if (entry.side, entry.kind, hex_) in drawn:
                continue
            drawn.add((entry.side, entry.kind, hex_))
            (x, y), (ux, uy) = canvas.layout.centre(hex_), canvas.layout.outward(hex_)
            far, near = (x + ux * canvas.r * OUT, y + uy * canvas.r * OUT), (x, y)
            line = [far, near] if entry.kind == "entry" else [near, far]
            draw_entry_arrow(canvas, line, entry.side, entry.kind, canvas.r)
            if entry.turn > view.turn:
                army = canvas.army(entry.side)
                draw_tag(canvas, near, str(entry.turn), army.body, army.letters, canvas.r * 0.46)


def draw_entry_arrow(canvas: Canvas, points: list[Point], side: str, kind: str, unit: float) -> None:
    """A broad arrow: filled for an entry, hollow for an exit."""
    army = canvas.army(side)
    shaft, tip = arrow_head(points, unit * HEAD, unit * HEAD * 1.1)
    for colour, more in ((canvas.theme.white, 0.1), (army.edge, 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.line(shaft, unit * (SHAFT + more))
            nib.outline(tip, unit * (0.06 + more))
            nib.polygon(tip)
    with canvas.pen.ink(army.body if kind == "entry" else canvas.theme.white) as nib:
        nib.line(shaft, unit * (SHAFT - 0.08))
        nib.polygon(tip)

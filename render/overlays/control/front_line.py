"""The front line between the armies: two bands side by side, each in the colour of the army on that side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.hexes import Hex
from engine.view import View
from engine.view.records import FrontHex
from render.geometry.curves import evenly_spaced, shifted, smooth
from render.geometry.layout import Layout, Point
from render.paint.canvas import Canvas
from render.paint.theme import rim_colour

WIDE, RIM = 0.13, 0.05  # of each band and of its rim, in radii
THINNEST = 3.2  # pixels of a band at least: on a phone half of that
FINE = 0.15  # radii between the points of a line
PIECE = 12  # such points that are drawn at once: a line that moves is repainted where it has moved
SHORTEST = 3  # hexsides that a line crosses at least
INSIDE = 0.05  # how near to the middle of a hex a line comes, of the way to the next

Hexside = tuple[Hex, Hex]


def front_line(canvas: Canvas, view: View) -> None:
    """The lines between the hexes that are nearer to different sides, under the counters."""
    half = max(canvas.r * WIDE, THINNEST) / 2
    order = {side: n for n, side in enumerate(canvas.sides)}
    for right, left, points in front_lines(canvas.layout, view.front, order):
        line = evenly_spaced(points, canvas.r * FINE)
        bands = ((right, shifted(line, half)), (left, shifted(line, -half)))
        for side, band in bands:
            body = canvas.army(side).body
            _draw(canvas, band, rim_colour(body), half * 2 + canvas.r * RIM * 2)
        for side, band in bands:
            _draw(canvas, band, canvas.army(side).body, half * 2)


def _draw(canvas: Canvas, line: list[Point], colour: tuple[int, ...], wide: float) -> None:
    with canvas.pen.ink(colour) as nib:
        for n in range(0, len(line) - 1, PIECE):
            nib.line(line[n : n + PIECE + 1], wide)


def front_lines(
    layout: Layout, front: Mapping[Hex, FrontHex], order: Mapping[str, int]
) -> Iterator[tuple[str, str, list[Point]]]:
    """Smooth lines between the hexes of two sides: the sides on the right and on the left of each, its
    points. `order` puts sides in order: the earlier one is on the right."""
    links: dict[tuple[str, str], dict[Hexside, Hexside]] = {}
    first, second, third = layout.grid.directions[:3]
    for hex_ in front:
        around = layout.grid.neighbours(hex_)
        for a, b in ((first, second), (second, third)):
            corners = (hex_, around.get(a, ""), around.get(b, ""))
            if all(corner in front for corner in corners):
                _link(links, corners, front, order)
    for (right, left), onward in links.items():
        for chain in _chains(onward):
            if len(chain) >= SHORTEST:
                yield right, left, _smooth([_crossing(layout, front, side) for side in chain], chain)


def _link(
    links: dict[tuple[str, str], dict[Hexside, Hexside]],
    corners: tuple[Hex, Hex, Hex],
    front: Mapping[Hex, FrontHex],
    order: Mapping[str, int],
) -> None:
    """Add the piece of line that crosses a triangle of three neighbours, clockwise, of two sides."""
    for n in range(3):
        lone, after, last = (corners[(n + m) % 3] for m in range(3))
        own, other = front[lone].side, front[after].side
        if own != other and front[last].side == other:
            if order[own] < order[other]:
                links.setdefault((own, other), {})[_hexside(lone, after)] = _hexside(lone, last)
            else:
                links.setdefault((other, own), {})[_hexside(lone, last)] = _hexside(lone, after)


def _hexside(a: Hex, b: Hex) -> Hexside:
    return (a, b) if a < b else (b, a)


def _chains(onward: dict[Hexside, Hexside]) -> Iterator[list[Hexside]]:
    """The hexsides that each line crosses, in order; a closed line ends where it begins."""
    left = dict(onward)
    starts = [side for side in onward if side not in {*onward.values()}]
    while left:
        chain = [starts.pop() if starts else next(iter(left))]
        while chain[-1] in left:
            chain.append(left.pop(chain[-1]))
        yield chain


def _crossing(layout: Layout, front: Mapping[Hex, FrontHex], side: Hexside) -> Point:
    """Where a line crosses from hex to hex: as far from both sides' counters."""
    a, b = side
    whole = front[a].lead + front[b].lead
    share = front[a].lead / whole if whole else 0.5
    return layout.between(a, b, min(max(share, INSIDE), 1 - INSIDE))


def _smooth(points: list[Point], chain: list[Hexside]) -> list[Point]:
    """A smooth line near some points; a closed one begins between two of them."""
    if chain[0] != chain[-1]:
        return smooth(points)
    (ax, ay), (bx, by) = points[:2]
    middle = ((ax + bx) / 2, (ay + by) / 2)
    return smooth([middle, *points[1:], middle])

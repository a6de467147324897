"""Objectives: a ring inside the hex and a flag with its points, in the owner's colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.view import ObjectiveView, View
from render.counters.counter_layers import counter_obstacles
from render.geometry.label_placement import FLAG, SIGN, Obstacle, best_place, box_around
from render.geometry.layout import Point
from render.labels.label_obstacles import map_obstacles, plates
from render.labels.place_names import name_obstacles
from render.paint.canvas import Canvas
from render.paint.theme import Colour
from render.paint.view_cache import once_per_picture

RING, INSIDE = 0.075, 0.91  # width of the ring, and how far from the hex's centre it runs, in radii
HIGH = 0.58  # of a flag, in radii
PLACES = (
    (-0.86, -0.42),
    (0.86, -0.42),
    (-0.86, 0.6),
    (0.86, 0.6),
    (-0.5, -0.75),
    (0.5, -0.75),
    (0.5, 0.75),
)
"""Places for a flag in a hex that stands on its point, in radii from the middle: between counters, above
or below the loss pips."""

FlagPiece = tuple[str, str]
"""A piece of a flag: the side whose colours it has ("" for neutral), and its text."""


def flag_pieces(objective: ObjectiveView, sides: Sequence[str]) -> tuple[FlagPiece, ...]:
    """The pieces of an objective's flag: the owner's points; when unowned, the points of each side.

    One neutral piece when it is unowned and worth the same to all sides.
    """
    points = {side: objective.points.get(side, 0) for side in sides}
    if objective.owner in points:
        return ((objective.owner, str(points[objective.owner] or "")),)
    if len({*points.values()}) < 2:
        return (("", str(max(points.values(), default=0) or "")),)
    return tuple((side, str(worth)) for side, worth in points.items())


def _colours(canvas: Canvas, owner: str) -> tuple[Colour, Colour]:
    """The colours of an owner's flag: cloth and letters."""
    if owner not in canvas.sides:
        return canvas.theme.symbol, canvas.theme.symbol_ink
    army = canvas.army(owner)
    return army.body, army.letters


def objectives(canvas: Canvas, view: View) -> None:
    """A ring in every hex of an objective."""
    for objective in view.objectives:
        cloth, _ = _colours(canvas, objective.owner)
        for hex_ in sorted(objective.hexes & {*canvas.layout.visible()}):
            corners = canvas.layout.vertices(hex_, INSIDE)
            with canvas.pen.ink(canvas.theme.symbol_ink) as nib:
                nib.outline(corners, canvas.r * RING + 2)
            with canvas.pen.ink(cloth) as nib:
                nib.outline(corners, canvas.r * RING)


def flags(canvas: Canvas, view: View) -> None:
    """The flags, beside the counter in an objective's first hex."""
    for objective, at in flags_at(canvas, view):
        pieces = flag_pieces(objective, canvas.sides)
        wide, tall = _half(canvas, len(pieces))
        draw_flag(canvas, (at[0] - wide, at[1] - tall), canvas.r * HIGH, pieces)


@once_per_picture
def flags_at(canvas: Canvas, view: View) -> list[tuple[ObjectiveView, Point]]:
    """The middle of each flag: clear of crossings, names and the letters of counters."""
    spared = [
        *map_obstacles(canvas, view),
        *plates(canvas, view),
        *(replace(name, weight=SIGN) for name in name_obstacles(canvas, view)),
        *counter_obstacles(canvas, view),
    ]
    flags: list[tuple[ObjectiveView, Point]] = []
    for objective in view.objectives:
        hexes = sorted(objective.hexes & {*canvas.layout.visible()})
        if not hexes:
            continue
        x, y = canvas.layout.centre(hexes[0])
        offsets = PLACES if canvas.layout.point_up else tuple((dy, dx) for dx, dy in PLACES)
        places = [(x + dx * canvas.r, y + dy * canvas.r) for dx, dy in offsets]
        half = _half(canvas, len(flag_pieces(objective, canvas.sides)))
        flags.append((objective, best_place(places, half, spared, canvas.r)))
        spared.append(Obstacle(box=box_around(flags[-1][1], half), weight=SIGN))
    return flags


def flag_obstacles(canvas: Canvas, view: View) -> list[Obstacle]:
    """The flags as obstacles for other labels."""
    return [
        Obstacle(box=box_around(at, _half(canvas, len(flag_pieces(objective, canvas.sides)))), weight=FLAG)
        for objective, at in flags_at(canvas, view)
    ]


def _half(canvas: Canvas, pieces: int) -> Point:
    """Half the width and height of a flag with its pole."""
    return canvas.r * HIGH * _breadth(pieces) / 2, canvas.r * HIGH * 0.58


def _breadth(pieces: int) -> float:
    """Width of a flag's cloth, in its heights."""
    return 0.9 if pieces < 2 else 0.58 * pieces


def draw_flag(canvas: Canvas, at: Point, size: float, pieces: Sequence[FlagPiece]) -> None:
    """A flag `size` pixels high on a pole; `at` is the top of the pole."""
    x, y = at
    wide, tall = size * _breadth(len(pieces)), size * 0.68
    wave = size * 0.07
    top = [(x, y), (x + wide * 0.33, y - wave), (x + wide * 0.66, y + wave), (x + wide, y)]
    bottom = [(px, py + tall) for px, py in reversed(top)]
    with canvas.pen.ink(canvas.theme.symbol_ink) as nib:
        nib.line([(x, y - size * 0.08), (x, y + size * 1.08)], max(2.0, size * 0.11))
        nib.polygon(top + bottom)
        nib.outline(top + bottom, max(2.0, size * 0.12))
    each = wide / len(pieces)
    for n, (owner, text) in enumerate(pieces):
        cloth, letters = _colours(canvas, owner)
        left, right = x + n * each, x + (n + 1) * each
        piece = _cut(top, left, right)
        with canvas.pen.ink(cloth) as nib:
            nib.polygon(piece + [(px, py + tall) for px, py in reversed(piece)])
        canvas.text(((left + right) / 2, y + tall * 0.5), text, size=size * 0.72, colour=letters)


def _cut(line: Sequence[Point], left: float, right: float) -> list[Point]:
    """The part of a line, which runs to the right, between two places across."""
    inner = [p for p in line if left < p[0] < right]
    return [(left, _height(line, left)), *inner, (right, _height(line, right))]


def _height(line: Sequence[Point], x: float) -> float:
    """How far down a line, which runs to the right, is at a place across."""
    for (ax, ay), (bx, by) in pairwise(line):
        if x <= bx:
            return ay + (by - ay) * max(0.0, x - ax) / (bx - ax)
    return line[-1][1]

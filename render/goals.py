"""Objectives: a ring inside the hex, and a flag with its points, in the colours of whoever owns it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.hexes import Hex
from engine.view import ObjectiveView, View
from render.canvas import Canvas, once
from render.labels import NUMBER
from render.layout import Point
from render.names import named
from render.placing import FLAG, SIGN, Obstacle, around, best, printed
from render.theme import Colour

RING, INSIDE = 0.075, 0.91  # width of the ring, and how far from the hex's centre it runs, in radii
HIGH = 0.42  # of a flag, in radii
PLACES = (
    (-0.86, -0.42),
    (0.86, -0.42),
    (-0.86, 0.6),
    (0.86, 0.6),
    (-0.5, -0.75),
    (0.5, -0.75),
    (0.5, 0.75),
)
"""Where a flag may stand in a hex on its point, in radii from the middle: between counters, above or below
the pips for lost strength."""

Share = tuple[str, str]
"""A piece of a flag: whose colours ("" for nobody's), what is written on it."""


def shares(objective: ObjectiveView, sides: Sequence[str]) -> tuple[Share, ...]:
    """What its flag says: the owner's points; unowned, the points of all, or of each side where they differ.

    In nobody's colours when unowned and worth the same to all; then, and only then, one number is for all.
    """
    points = {side: objective.points.get(side, 0) for side in sides}
    if objective.owner in points:
        return ((objective.owner, str(points[objective.owner] or "")),)
    if len({*points.values()}) < 2:
        return (("", str(max(points.values(), default=0) or "")),)
    return tuple((side, str(worth)) for side, worth in points.items())


def _colours(canvas: Canvas, owner: str) -> tuple[Colour, Colour]:
    """Cloth and letters of an owner's flag."""
    if owner not in canvas.sides:
        return canvas.theme.symbol, canvas.theme.symbol_ink
    army = canvas.army(owner)
    return army.body, army.letters


def objectives(canvas: Canvas, view: View) -> None:
    """The rings."""
    for objective in view.objectives:
        cloth, _ = _colours(canvas, objective.owner)
        for hex_ in sorted(objective.hexes & {*canvas.layout.shown()}):
            corners = canvas.layout.vertices(hex_, INSIDE)
            with canvas.pen.ink(canvas.theme.symbol_ink) as nib:
                nib.outline(corners, canvas.r * RING + 2)
            with canvas.pen.ink(cloth) as nib:
                nib.outline(corners, canvas.r * RING)
            _number(canvas, hex_)


def _number(canvas: Canvas, hex_: Hex) -> None:
    """The hex's number again, on a plate over the rings."""
    x, y = canvas.layout.centre(hex_)
    y -= canvas.r * canvas.layout.number_up
    half, tall = canvas.r * 0.3, canvas.r * 0.135
    with canvas.pen.ink(canvas.theme.symbol_ink) as nib:
        nib.box_at((x - half - 1, y - tall - 1, x + half + 1, y + tall + 1), tall * 0.7)
    with canvas.pen.ink(canvas.theme.symbol) as nib:
        nib.box_at((x - half, y - tall, x + half, y + tall), tall * 0.6)
    canvas.text((x, y), hex_, size=canvas.r * NUMBER, colour=canvas.theme.symbol_ink, face="plain")


def flags(canvas: Canvas, view: View) -> None:
    """The flags, beside the counter in an objective's first hex."""
    for objective, at in flags_at(canvas, view):
        said = shares(objective, canvas.sides)
        wide, tall = _half(canvas, len(said))
        flag(canvas, (at[0] - wide, at[1] - tall), canvas.r * HIGH, said)


@once
def flags_at(canvas: Canvas, view: View) -> list[tuple[ObjectiveView, Point]]:
    """The middle of each flag: where it covers neither a crossing nor a number, whatever lies on the map."""
    spared = [*printed(canvas, view), *(replace(name, weight=SIGN) for name in named(canvas, view))]
    found: list[tuple[ObjectiveView, Point]] = []
    for objective in view.objectives:
        hexes = sorted(objective.hexes & {*canvas.layout.shown()})
        if not hexes:
            continue
        x, y = canvas.layout.centre(hexes[0])
        offsets = PLACES if canvas.layout.point_up else tuple((dy, dx) for dx, dy in PLACES)
        places = [(x + dx * canvas.r, y + dy * canvas.r) for dx, dy in offsets]
        half = _half(canvas, len(shares(objective, canvas.sides)))
        found.append((objective, best(places, half, spared, canvas.r)))
        spared.append(Obstacle(box=around(found[-1][1], half), weight=SIGN))
    return found


def flagged(canvas: Canvas, view: View) -> list[Obstacle]:
    """The flags as something that other signs spare."""
    return [
        Obstacle(box=around(at, _half(canvas, len(shares(objective, canvas.sides)))), weight=FLAG)
        for objective, at in flags_at(canvas, view)
    ]


def _half(canvas: Canvas, pieces: int) -> Point:
    """Half the width and height of a flag with its pole."""
    return canvas.r * HIGH * _breadth(pieces) / 2, canvas.r * HIGH * 0.58


def _breadth(pieces: int) -> float:
    """Width of a flag's cloth, in its heights."""
    return 0.9 if pieces < 2 else 0.58 * pieces


def flag(canvas: Canvas, at: Point, size: float, said: Sequence[Share]) -> None:
    """A flag `size` pixels high on a pole; `at` is the top of the pole."""
    x, y = at
    wide, tall = size * _breadth(len(said)), size * 0.68
    wave = size * 0.07
    top = [(x, y), (x + wide * 0.33, y - wave), (x + wide * 0.66, y + wave), (x + wide, y)]
    bottom = [(px, py + tall) for px, py in reversed(top)]
    with canvas.pen.ink(canvas.theme.symbol_ink) as nib:
        nib.line([(x, y - size * 0.08), (x, y + size * 1.08)], max(2.0, size * 0.11))
        nib.polygon(top + bottom)
        nib.outline(top + bottom, max(2.0, size * 0.12))
    each = wide / len(said)
    for n, (owner, text) in enumerate(said):
        cloth, letters = _colours(canvas, owner)
        left, right = x + n * each, x + (n + 1) * each
        piece = _cut(top, left, right)
        with canvas.pen.ink(cloth) as nib:
            nib.polygon(piece + [(px, py + tall) for px, py in reversed(piece)])
        canvas.text(((left + right) / 2, y + tall * 0.5), text, size=size * 0.62, colour=letters)


def _cut(line: Sequence[Point], left: float, right: float) -> list[Point]:
    """The part of a line, which runs to the right, between two places across."""
    found = [p for p in line if left < p[0] < right]
    return [(left, _height(line, left)), *found, (right, _height(line, right))]


def _height(line: Sequence[Point], x: float) -> float:
    """How far down a line, which runs to the right, is at a place across."""
    for (ax, ay), (bx, by) in pairwise(line):
        if x <= bx:
            return ay + (by - ay) * max(0.0, x - ax) / (bx - ax)
    return line[-1][1]

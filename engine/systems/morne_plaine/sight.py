"""Line of sight for guns (option O-1). In the base rules ground never hinders fire (MP-BOM-7)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.hexes import Hex
from engine.scenario import Scenario

HIGH = frozenset({"village", "woods", "fort", "palm_grove", "dune"})  # stand a level above their ground

# The six corners of a hex from its centre, in thirds of the axial steps, clockwise.
_CORNERS = ((1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1))


def screened(scn: Scenario, a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes that block the line between the centres of two hexes; none without the switch (O-1).

    A hex cut by the line blocks when it rises above it. Where the line runs along a hexside, the hexes on
    both sides must. A corner that is only touched never blocks.
    """
    if scn.option("line_of_sight") != "yes" or scn.grid.distance(a, b) < 2:
        return ()
    blocking: list[Hex] = []
    beside: list[Hex] = []
    for hex_, cut in crossed(scn, a, b):
        if rises(scn, a, b, hex_):
            (blocking if cut else beside).append(hex_)
    pairs = [
        h
        for h in beside
        if any(h != o and scn.grid.adjacent(h, o) and _level_with(scn, a, b, h, o) for o in beside)
    ]
    return (*blocking, *pairs)


def crossed(scn: Scenario, a: Hex, b: Hex) -> Iterator[tuple[Hex, bool]]:
    """The hexes between two others that the line cuts (True) or follows along a hexside (False)."""
    away = scn.grid.distance(a, b)
    for hex_ in sorted(scn.grid.within(a, away) & scn.grid.within(b, away)):
        if hex_ in (a, b) or not 0 < _along(scn, a, b, hex_) < 1:
            continue
        sides = [_side_of(scn, a, b, hex_, corner) for corner in _CORNERS]
        if min(sides) < 0 < max(sides):
            yield hex_, True
        elif sides.count(0) == 2:
            yield hex_, False


def rises(scn: Scenario, a: Hex, b: Hex, hex_: Hex) -> bool:
    """Whether a hex stands above the line from one level to the other, at its own place along it."""
    top = scn.hexes[hex_].level + (scn.terrain(hex_) in HIGH)
    return top > scn.hexes[a].level + _along(scn, a, b, hex_) * scn.slope(a, b)


def _along(scn: Scenario, a: Hex, b: Hex, hex_: Hex) -> Fraction:
    """How far along the line from a (0) to b (1) the centre of a hex lies."""
    (bq, br), (hq, hr) = _from(scn, a, b), _from(scn, a, hex_)
    return Fraction(2 * bq * hq + bq * hr + br * hq + 2 * br * hr, 2 * (bq * bq + bq * br + br * br))


def _side_of(scn: Scenario, a: Hex, b: Hex, hex_: Hex, corner: tuple[int, int]) -> int:
    """On which side of the line a corner of a hex lies: the sign tells, 0 is on it."""
    (bq, br), (hq, hr) = _from(scn, a, b), _from(scn, a, hex_)
    return bq * (3 * hr + corner[1]) - br * (3 * hq + corner[0])


def _from(scn: Scenario, a: Hex, b: Hex) -> tuple[int, int]:
    """The axial steps from one hex to another."""
    (aq, ar), (bq, br) = scn.grid.cubes[a], scn.grid.cubes[b]
    return bq - aq, br - ar


def _level_with(scn: Scenario, a: Hex, b: Hex, one: Hex, other: Hex) -> bool:
    """Whether two hexes lie equally far along the line: on either side of the same hexside."""
    return _along(scn, a, b, one) == _along(scn, a, b, other)

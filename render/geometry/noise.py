"""Random numbers that depend on the place on the map: the same for every crop and size of a picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.hexes import Hex
from render.geometry.layout import Layout, to_page, to_plane

UINT32 = 0xFFFFFFFF


def chance(i: int, j: int, salt: int = 0) -> float:
    """A number from 0 to 1 (not 1), always the same for the same three."""
    n = (i * 374761393 + j * 668265263 + salt * 2246822519) & UINT32
    n = ((n ^ (n >> 13)) * 1274126177) & UINT32
    n = ((n ^ (n >> 15)) * 2246822519) & UINT32
    return ((n ^ (n >> 16)) & UINT32) / (UINT32 + 1)


def random_offset(i: int, j: int, salt: int, by: float) -> float:
    """A number between -by and by."""
    return (2 * chance(i, j, salt) - 1) * by


def noise(x: float, y: float, salt: int = 0) -> float:
    """Smooth noise from 0 to 1, with hills one unit apart."""
    i, j = math.floor(x), math.floor(y)
    u, v = _eased(x - i), _eased(y - j)
    above = chance(i, j, salt) * (1 - u) + chance(i + 1, j, salt) * u
    below = chance(i, j + 1, salt) * (1 - u) + chance(i + 1, j + 1, salt) * u
    return above * (1 - v) + below * v


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScatterPoint:
    """A point of a scatter: where it is on the page, the hex it began in, its place in the scatter."""

    x: float
    y: float
    hex: Hex
    i: int
    j: int


def scatter(
    layout: Layout, hexes: Iterable[Hex], step: float, jitter: float, salt: int, turn: float = 0.0
) -> Iterator[ScatterPoint]:
    """Points in staggered rows `step` radii apart over some hexes, each moved by at most `jitter` steps; the
    rows, turned by `turn` radians, run on from hex to hex."""
    c, s = math.cos(turn), math.sin(turn)
    by = jitter * step * layout.radius
    for hex_ in hexes:
        x, y = to_plane(layout, layout.centre(hex_))
        middle, row = (x * c + y * s) / step, (y * c - x * s) / step / 0.87
        for j in range(math.floor(row - 1 / step / 0.87), math.ceil(row + 1 / step / 0.87) + 1):
            for i in range(math.floor(middle - 1 / step) - 1, math.ceil(middle + 1 / step) + 1):
                u, v = (i + (0.5 if j % 2 else 0.0)) * step, j * step * 0.87
                at = to_page(layout, (u * c - v * s, u * s + v * c))
                if layout.hex_at(*at) == hex_:
                    moved = (at[0] + random_offset(i, j, salt, by), at[1] + random_offset(i, j, salt + 1, by))
                    yield ScatterPoint(x=moved[0], y=moved[1], hex=hex_, i=i, j=j)

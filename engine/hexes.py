"""Hexes: printed labels, neighbours, distances, lines. Knows nothing of terrain or counters.

A hex is its printed label, column then row, both from 1: "0704" is column 7, row 4.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Hex = str
Side = tuple[Hex, Hex]

POINT = ("NE", "E", "SE", "SW", "W", "NW")
FLAT = ("N", "NE", "SE", "S", "SW", "NW")

# Cube steps (q, r) of the six directions, clockwise, in the order of the names above.
_STEPS = {
    "point": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
    "side": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
}


def hexside(a: Hex, b: Hex) -> Side:
    """The hexside between two hexes, the same whichever is named first."""
    return (a, b) if a <= b else (b, a)


@dataclass(frozen=True, kw_only=True)
class Grid:
    """A map's hexes. `stands_on` is "point" or "side"; `shoved` says which printed rows (columns,
    when hexes stand on a side), "odd" or "even", are pushed half a hex to the right (down)."""

    columns: int
    rows: int
    stands_on: str = "point"
    shoved: str = "even"
    cubes: Mapping[Hex, tuple[int, int]] = field(init=False, repr=False, compare=False)
    neighbours_of: Mapping[Hex, Mapping[str, Hex]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.stands_on not in _STEPS:
            raise ValueError(f"hexes stand on a point or a side, not {self.stands_on!r}")
        cubes = {
            self.label(c, r): self._cube(c, r) for r in self._range("rows") for c in self._range("columns")
        }
        labels = {cube: label for label, cube in cubes.items()}
        around = {}
        for label, (q, r) in cubes.items():
            steps = zip(self.directions, _STEPS[self.stands_on], strict=True)
            around[label] = {
                name: labels[q + dq, r + dr] for name, (dq, dr) in steps if (q + dq, r + dr) in labels
            }
        object.__setattr__(self, "cubes", cubes)
        object.__setattr__(self, "neighbours_of", around)

    def _range(self, what: str) -> range:
        return range(1, getattr(self, what) + 1)

    def _cube(self, column: int, row: int) -> tuple[int, int]:
        """Axial coordinates (q, r) of a printed column and row."""
        back = 1 if self.shoved == "even" else 0
        if self.stands_on == "point":
            return column - (row - back) // 2, row
        return column, row - (column - back) // 2

    @property
    def directions(self) -> tuple[str, ...]:
        """The six directions, clockwise from the first right of north."""
        return POINT if self.stands_on == "point" else FLAT

    @staticmethod
    def label(column: int, row: int) -> Hex:
        """The printed label of a column and a row.

        >>> Grid.label(7, 4)
        '0704'
        """
        return f"{column:02d}{row:02d}"

    @staticmethod
    def column_and_row(hex_: Hex) -> tuple[int, int]:
        """The printed column and row of a label."""
        return int(hex_[:2]), int(hex_[2:])

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self.cubes

    def __iter__(self) -> Iterator[Hex]:
        return iter(self.cubes)

    def parse(self, text: str) -> Hex | None:
        """The hex meant by `text` ("704", "07 04", "7,4", "(7.4)"), or None when it is none of ours."""
        plain = unicodedata.normalize("NFKC", text).strip().strip("()[]#")
        apart = re.fullmatch(r"(\d{1,2})\s*[ ,.;:/-]\s*(\d{1,2})", plain)
        joined = re.fullmatch(r"(\d{1,2})(\d{2})", plain)
        match = apart or joined
        if match is None:
            return None
        label = self.label(int(match[1]), int(match[2]))
        return label if label in self.cubes else None

    def neighbours(self, hex_: Hex) -> Mapping[str, Hex]:
        """The neighbouring hexes on the map by direction, clockwise."""
        return self.neighbours_of[hex_]

    def adjacent(self, a: Hex, b: Hex) -> bool:
        """Whether two hexes share a hexside."""
        return b in self.neighbours_of[a].values()

    def at_edge(self, hex_: Hex) -> bool:
        """Whether a hex lies on the edge of the map: on one side of it at least there is none."""
        return len(self.neighbours_of[hex_]) < len(self.directions)

    def direction(self, a: Hex, b: Hex) -> str | None:
        """The direction in which b neighbours a, or None."""
        for name, hex_ in self.neighbours_of[a].items():
            if hex_ == b:
                return name
        return None

    def distance(self, a: Hex, b: Hex) -> int:
        """Hexes from a to b; 0 for the same hex."""
        (aq, ar), (bq, br) = self.cubes[a], self.cubes[b]
        dq, dr = bq - aq, br - ar
        return max(abs(dq), abs(dr), abs(dq + dr))

    def span(self, a: Hex, b: Hex) -> int:
        """Square of the distance between the centres, in hex widths: 1 for neighbours."""
        dq, dr = self._gap(a, b)
        return dq * dq + dq * dr + dr * dr

    def _gap(self, a: Hex, b: Hex) -> tuple[int, int]:
        (aq, ar), (bq, br) = self.cubes[a], self.cubes[b]
        return bq - aq, br - ar

    def southing(self, hex_: Hex) -> int:
        """How far south a hex lies, in half rows: the smallest is the northernmost."""
        column, row = self.column_and_row(hex_)
        pushed = column % 2 == (1 if self.shoved == "odd" else 0)
        return 2 * row + (1 if self.stands_on == "side" and pushed else 0)

    def easting(self, hex_: Hex) -> int:
        """How far east a hex lies, in half columns: the smallest is the westernmost."""
        column, row = self.column_and_row(hex_)
        pushed = row % 2 == (1 if self.shoved == "odd" else 0)
        return 2 * column + (1 if self.stands_on == "point" and pushed else 0)

    def within(self, centre: Hex, radius: int) -> frozenset[Hex]:
        """The hexes of the map at most `radius` hexes from the centre."""
        q, r = self.cubes[centre]
        return frozenset(
            h
            for h, (u, v) in self.cubes.items()
            if -radius <= u - q <= radius
            and -radius <= v - r <= radius
            and -radius <= u + v - q - r <= radius
        )

    def fan(self, centre: Hex, way: str, reach: int) -> frozenset[Hex]:
        """The hexes of the map 1 to `reach` hexes from the centre, at most 60 degrees off a direction."""
        (q, r), steps, ahead = self.cubes[centre], _STEPS[self.stands_on], self.directions.index(way)
        dq, dr = steps[ahead]
        wanted = {
            (q + a * dq + b * steps[beside % 6][0], r + a * dr + b * steps[beside % 6][1])
            for a in range(reach + 1)
            for b in range(reach + 1 - a)
            for beside in (ahead - 1, ahead + 1)
        }
        return frozenset(h for h, cube in self.cubes.items() if cube in wanted and h != centre)

    def straight(self, a: Hex, b: Hex, c: Hex) -> bool:
        """Whether a, b, c are three hexes in one straight line, each next to the last."""
        way = self.direction(a, b)
        return way is not None and self.neighbours_of[b].get(way) == c

    def beyond(self, a: Hex, b: Hex) -> Hex | None:
        """The hex after b on the line from its neighbour a, or None at the map's edge."""
        way = self.direction(a, b)
        return None if way is None else self.neighbours_of[b].get(way)

"""Hex geometry in pixels: where hexes, hexsides and vertices are on the picture. Draws nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from engine.hexes import Grid, Hex

Point = tuple[float, float]
PageBox = tuple[int, int, int, int]
"""Left, top, right, bottom of a part of the page, in whole pixels."""

WIDE = 1300  # pixels a map should be wide
SMALLEST, LARGEST = 32, 72  # pixels of a hex's radius, whatever the map
NARROWEST = 640  # pixels a page is wide at least: the header must fit
COUNTER = 1.3  # side of a counter, in radii: with its round corners it just fits its hex
MARGIN = 16  # pixels of paper around the map
EDGE = 4  # pixels of paper around the map in a window
OUT = 0.95  # from the middle of a hex at the edge to the outer end of its entry's arrow, in radii
ROOT3 = math.sqrt(3)
_CORNERS = {  # of a hex of radius 1, clockwise, the first before the grid's first direction
    stands_on: tuple(
        (math.cos(math.radians(turn + 60 * n)), math.sin(math.radians(turn + 60 * n))) for n in range(6)
    )
    for stands_on, turn in (("point", -90), ("side", -120))
}


@dataclass(frozen=True, kw_only=True)
class Layout:
    """Where things are. `radius` is the pixels from a hex's centre to a vertex; `left` and `top` are the
    pixels of page beside and above the map; `corner` is the point of the map at its upper left. `key` is the
    part of the page for the key, `inset` that for the inset map; None for none. `band` is the paper left of
    and above the map on which the numbers of rows and columns stand, in pixels."""

    grid: Grid
    radius: float
    corner: Point
    map_size: tuple[int, int]
    left: int = 0
    top: int = 0
    page: tuple[int, int] = (0, 0)
    key: PageBox | None = None
    inset: PageBox | None = None
    band: tuple[int, int] = (0, 0)

    @property
    def centres(self) -> Mapping[Hex, Point]:
        """The middle of every hex of the map."""
        dx, dy = self._shift
        return {h: (x + dx, y + dy) for h, (x, y) in self._plane.items()}

    @cached_property
    def _plane(self) -> Mapping[Hex, Point]:
        """The centres on the endless plane: shared by all layouts of that radius."""
        return _planes(self.grid, self.radius)

    @cached_property
    def _shift(self) -> Point:
        """From the endless plane to the page, in pixels."""
        return self.left - self.corner[0], self.top - self.corner[1]

    @classmethod
    def of_map(cls, grid: Grid, visible: Iterable[Hex], radius: float | None = None) -> Layout:
        """The map alone, just large enough for the visible hexes."""
        x0, y0, x1, y1 = extent(grid, visible)
        r = radius or min(max(WIDE / (x1 - x0), SMALLEST), LARGEST)
        size = (math.ceil((x1 - x0) * r) + 2 * MARGIN, math.ceil((y1 - y0) * r) + 2 * MARGIN)
        return cls(grid=grid, radius=r, corner=(x0 * r - MARGIN, y0 * r - MARGIN), map_size=size, page=size)

    @classmethod
    def window(cls, grid: Grid, visible: Iterable[Hex], radius: float, size: tuple[int, int]) -> Layout:
        """A window on the map of `size` pixels, the visible hexes in its middle: all of it is map where the
        map is large enough, else it is as large as the map."""
        box, edges = extent(grid, visible), extent(grid, grid)
        corner, pixels = [], []
        for low, high, first, last, room in zip(box[:2], box[2:], edges[:2], edges[2:], size, strict=True):
            least, most = first * radius - EDGE, last * radius + EDGE
            long = min(room, math.ceil(most - least))
            start = (low + high) * radius / 2 - long / 2
            corner.append(math.floor(max(least, min(start, most - long))))
            pixels.append(long)
        where, map_size = (float(corner[0]), float(corner[1])), (pixels[0], pixels[1])
        return cls(grid=grid, radius=radius, corner=where, map_size=map_size, page=map_size)

    def framed(self, head: int, foot: int, band: tuple[int, int] = (0, 0)) -> Layout:
        """The same map on a page with `head` pixels above it and `foot` below, for the key, and with a band
        for the numbers of rows and columns."""
        width, height = self.map_size
        page = (max(width + band[0], NARROWEST), height + head + foot + band[1])
        key = (MARGIN, page[1] - foot, page[0] - MARGIN, page[1]) if foot else None
        left = (page[0] - width - band[0]) // 2 + band[0]
        return replace(self, left=left, top=head + band[1], page=page, key=key, band=band)

    @property
    def point_up(self) -> bool:
        """Whether hexes stand on a point."""
        return self.grid.stands_on == "point"

    @property
    def number_up(self) -> float:
        """How far above a hex's centre its number stands, in radii."""
        return 0.66 if self.point_up else 0.69

    @property
    def map_box(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom of the map on the page."""
        width, height = self.map_size
        return self.left, self.top, self.left + width, self.top + height

    @property
    def side(self) -> int:
        """Pixels of a counter's side."""
        return round(self.radius * COUNTER)

    def centre(self, hex_: Hex) -> Point:
        """The middle of a hex."""
        (x, y), (dx, dy) = self._plane[hex_], self._shift
        return x + dx, y + dy

    def visible(self, margin: float = 1.2) -> list[Hex]:
        """The hexes on the picture, plus those within `margin` radii of its edge, row by row."""
        hexes = self._seen.get(margin)
        if hexes is None:
            x0, y0, x1, y1 = self.map_box
            m = self.radius * margin
            dx, dy = self._shift
            inside = [
                (y + dy, x + dx, h)
                for h, (x, y) in self._plane.items()
                if x0 - m < x + dx < x1 + m and y0 - m < y + dy < y1 + m
            ]
            hexes = self._seen[margin] = [h for _, _, h in sorted(inside)]
        return list(hexes)

    def inside(self) -> list[Hex]:
        """The hexes whose middle is on the picture."""
        return self.visible(0.0)

    @cached_property
    def _seen(self) -> dict[float, list[Hex]]:
        """Visible hexes by margin."""
        return {}

    def vertices(self, hex_: Hex, grow: float = 1.0) -> list[Point]:
        """The six corners of a hex, clockwise, `grow` times as far from its centre as they are."""
        return self.corners(self.centre(hex_), grow)

    def corners(self, at: Point, grow: float = 1.0) -> list[Point]:
        """The six corners of a hex around any point."""
        r = self.radius * grow
        return [(at[0] + r * u, at[1] + r * v) for u, v in _CORNERS[self.grid.stands_on]]

    def heading(self, direction: int) -> float:
        """The angle, in radians clockwise from east, of a direction by its place in the grid's list."""
        return math.radians((-60 if self.point_up else -90) + 60 * direction)

    def outward(self, hex_: Hex) -> Point:
        """The direction from a hex off the map, of length 1: the mean of its hexsides without a neighbour."""
        near = self.grid.neighbours(hex_)
        ways = [self.heading(n) for n, name in enumerate(self.grid.directions) if name not in near]
        u, v = sum(math.cos(a) for a in ways), sum(math.sin(a) for a in ways)
        size = math.hypot(u, v)
        return (u / size, v / size) if size > 1e-6 else (0.0, -1.0)

    def edge(self, a: Hex, b: Hex) -> tuple[Point, Point]:
        """The two ends of the hexside between two neighbours."""
        name = self.grid.direction(a, b)
        if name is None:
            raise ValueError(f"{a} and {b} share no hexside")
        place = self.grid.directions.index(name)
        corners = self.vertices(a)
        return corners[place], corners[(place + 1) % 6]

    def between(self, a: Hex, b: Hex, share: float = 0.5) -> Point:
        """The point `share` of the way from centre to centre."""
        (ax, ay), (bx, by) = self.centre(a), self.centre(b)
        return ax + (bx - ax) * share, ay + (by - ay) * share

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex of a point on the page, or None beside the map."""
        px = (x - self.left + self.corner[0]) / self.radius
        py = (y - self.top + self.corner[1]) / self.radius
        if self.point_up:
            q, r = px / ROOT3 - py / 3, py * 2 / 3
        else:
            q, r = px * 2 / 3, py / ROOT3 - px / 3
        return self._labels.get(_nearest(q, r))

    @cached_property
    def _labels(self) -> dict[tuple[int, int], Hex]:
        """Hexes by cube coordinates."""
        return {cube: h for h, cube in self.grid.cubes.items()}


def extent(grid: Grid, visible: Iterable[Hex]) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of hexes on the endless plane, in radii; of all where none is on the map."""
    return _extent(grid, None if visible is grid else frozenset(visible))


@lru_cache(maxsize=64)
def _extent(grid: Grid, visible: frozenset[Hex] | None) -> tuple[float, float, float, float]:
    """The same, of all hexes when None."""
    planes = _planes(grid, 1.0)
    unit = [planes[h] for h in visible or () if h in planes] or [*planes.values()]
    half = (ROOT3 / 2, 1.0) if grid.stands_on == "point" else (1.0, ROOT3 / 2)
    xs, ys = [x for x, _ in unit], [y for _, y in unit]
    return min(xs) - half[0], min(ys) - half[1], max(xs) + half[0], max(ys) + half[1]


@lru_cache(maxsize=32)
def _planes(grid: Grid, radius: float) -> dict[Hex, Point]:
    """The centres of all hexes on an endless plane."""
    return {h: _plane(grid, h, radius) for h in grid}


def _plane(grid: Grid, hex_: Hex, radius: float) -> Point:
    """The centre of a hex on an endless plane."""
    q, r = grid.cubes[hex_]
    if grid.stands_on == "point":
        return radius * ROOT3 * (q + r / 2), radius * 1.5 * r
    return radius * 1.5 * q, radius * ROOT3 * (r + q / 2)


def _nearest(q: float, r: float) -> tuple[int, int]:
    """Fractional cube coordinates rounded to a hex."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
    if dq > dr and dq > ds:
        return -rr - rs, rr
    return (rq, -rq - rs) if dr > ds else (rq, rr)


def to_plane(layout: Layout, point: Point) -> Point:
    """A point of the page as a point of the endless plane of hexes, in radii."""
    x = (point[0] - layout.left + layout.corner[0]) / layout.radius
    return x, (point[1] - layout.top + layout.corner[1]) / layout.radius


def to_page(layout: Layout, point: Point) -> Point:
    """A point of the endless plane, in radii, as a point of the page."""
    x = point[0] * layout.radius - layout.corner[0] + layout.left
    return x, point[1] * layout.radius - layout.corner[1] + layout.top

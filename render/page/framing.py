"""How a picture of a given size is laid out: header, a window on the map, key and inset map.

The window shows more than the hexes that must be seen: as much of the map as there is room for.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache

from engine.hexes import Grid, Hex
from engine.view import View
from render.caption import Caption
from render.geometry.layout import EDGE, MARGIN, Layout, PageBox, extent
from render.labels.hex_numbers import BAND, too_small
from render.page.header import head_height, scale
from render.page.inset_map import GAP, inset_size
from render.page.legend import ROW, column_width, flowing, seen_part, units_outside
from render.page.legend_keys import legend_keys, new_keys
from render.page.map_window import large_radius

LARGEST = 60
"""Pixels of a hex's radius, however few hexes must be seen."""
LARGE_ENOUGH = 48
"""Pixels of the radius at which hexes of the large drawing are large enough for any picture."""
SIZES = 14
"""Sizes of parts of the map are as far apart as the radius over this, in whole pixels."""
COLUMN = 232
"""Pixels of a column beside the map that holds the key."""
SPARE = 100
"""Pixels that a map may leave beside it before they become such a column."""
NEARLY = 0.93
"""The share of its size at which the whole map is rather shown than most of it."""
NARROWEST = 0.7
"""The share of its width to which a page is narrowed for a narrow map: its header must fit."""
STEPS = 6
"""Places tried each way, a quarter of a radius apart, at which fewer counters are cut by the edges."""
STANDING, HAPPENED, MARKED, NAMED = 10, 5, 3, 2
"""The weight of a hex that the inset map would cover: a counter, an event, a mark, a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What surrounds the map and its key: the page, the height of its header, and the paper left of and above
    the map for the numbers of rows and columns, in pixels."""

    size: tuple[int, int]
    head: int
    band: tuple[int, int] = (0, 0)

    @property
    def room(self) -> tuple[int, int]:
        """The pixels that are left for map and key."""
        return self.size[0] - self.band[0], self.size[1] - self.head - self.band[1]


def framed(
    view: View,
    caption: Caption,
    crop: frozenset[Hex] | None,
    size: tuple[int, int],
    layers: AbstractSet[str],
    *,
    tallest: int | None = None,
    margin: bool = False,
) -> Layout:
    """The layout of a picture of `size` pixels in which the hexes of `crop` are seen (all when None). Where
    hexes are larger on a higher page it is up to `tallest` pixels high, and no wider than its map. With
    `margin`, or where they would be too small in the hexes, there is a band beside the map for numbers."""
    shown, every = crop or frozenset(view.grid), frozenset(view.grid)
    head = head_height(size[0]) if "header" in layers else 0
    room = (size[0], (tallest or size[1]) - head)
    if _radius(view.grid, every, room) >= NEARLY * _radius(view.grid, shown, room):
        shown = every
    keyed = "legend" in layers

    def laid_out(band: tuple[int, int]) -> Layout:
        frame = Frame(size=size, head=head, band=band)
        if tallest is not None:
            frame = _fitted(view, caption, shown, frame, tallest, keyed)
        return _laid_out(view, caption, shown, frame, keyed)

    layout = laid_out((0, 0))
    if "beside_map" in layers and (margin or too_small(layout.radius)):
        layout = laid_out(BAND)
    layout = _uncut(view, shown, layout)
    return _with_inset(view, layout) if "inset" in layers else layout


def _fitted(
    view: View, caption: Caption, shown: frozenset[Hex], frame: Frame, tallest: int, keyed: bool
) -> Frame:
    """The frame on a page just high enough for the hexes to be as large as its width allows, at most
    `tallest` pixels, and no wider than the whole map is then."""
    (wide, least), page_width = frame.room, frame.size[0]
    around, row = frame.size[1] - least, round(ROW * scale(page_width)) if keyed else 0
    radius = _radius(view.grid, shown, (wide, tallest - around - row))
    left, top, right, bottom = extent(view.grid, shown)
    high = math.ceil((bottom - top) * radius) + 2 * EDGE
    if row and high + row > least:
        window = _window(view.grid, shown, (wide, high))
        row = row if _says(view, caption, frozenset(window.inside())) else 0
    height = max(frame.size[1], min(tallest, high + row + around))
    left, _, right, _ = extent(view.grid, view.grid)
    width = math.ceil((right - left) * radius) + 2 * EDGE + frame.band[0]
    width = min(page_width, max(width, round(page_width * NARROWEST)))
    return replace(frame, size=(width, height), head=head_height(width) if frame.head else 0)


def _laid_out(view: View, caption: Caption, shown: frozenset[Hex], frame: Frame, keyed: bool) -> Layout:
    """The layout without the inset map: the key in a column where that takes nothing from the map."""
    wide, room = extent(view.grid, view.grid), frame.room
    beside = room[0] - (wide[2] - wide[0]) * _radius(view.grid, shown, room)
    smaller = _radius(view.grid, shown, (room[0] - COLUMN, room[1]))
    below = _radius(view.grid, shown, (room[0], room[1] - round(ROW * scale(frame.size[0]))))
    if keyed and beside >= SPARE and smaller >= below and legend_keys(view):
        return _column(view, caption, shown, frame)
    return _strip(view, caption, shown, frame, keyed)


def _uncut(view: View, shown: frozenset[Hex], layout: Layout) -> Layout:
    """The window on the map moved a little, where fewer counters are cut by its edges then."""
    grid, r, half = layout.grid, layout.radius, layout.side / 2
    edges, needed = extent(grid, grid), extent(grid, shown)
    at = [layout.centre(c.hex) for c in view.counters if c.hex and c.hex in layout.grid]
    moves = sorted((round(n * r / 4) for n in range(-STEPS, STEPS + 1)), key=abs)
    corner = list(layout.corner)
    for axis, long in enumerate(layout.map_size):
        first, start = layout.corner[axis], (layout.left, layout.top)[axis]
        least = max(edges[axis] * r - EDGE, needed[axis + 2] * r - long)
        most = min(edges[axis + 2] * r + EDGE - long, needed[axis] * r)
        allowed = [move for move in moves if not move or least <= first + move <= most]
        across = [point[axis] - start for point in at]
        cut = {
            move: sum(abs(x - move - edge) < half for x in across for edge in (0, long)) for move in allowed
        }
        corner[axis] += min(allowed, key=lambda move: cut[move])
    moved = (corner[0], corner[1])
    return layout if moved == layout.corner else replace(layout, corner=moved)


def _radius(grid: Grid, shown: Collection[Hex], room: tuple[int, int]) -> int:
    """Pixels of a hex's radius at which these hexes fit: whole pixels, and of a part of the map one of few
    sizes, so that what is drawn can be kept."""
    left, top, right, bottom = extent(grid, shown)
    fits = int(min((room[0] - 2 * EDGE) / (right - left), (room[1] - 2 * EDGE) / (bottom - top)))
    step = max(1, fits // SIZES) if len(shown) < len(grid.cubes) else 1
    return max(6, min(_largest(grid), fits - fits % step))


def _largest(grid: Grid) -> int:
    """Pixels of a hex's radius, however few hexes must be seen: those of the large drawing of the map, where
    that is large enough, since the map would have to be drawn again for a window that is a little larger."""
    large = int(large_radius(grid))
    return large if large >= LARGE_ENOUGH else LARGEST


@lru_cache(maxsize=32)
def _window(grid: Grid, shown: frozenset[Hex], room: tuple[int, int]) -> Layout:
    """The window on the map that shows these hexes as large as the room allows."""
    return Layout.window(grid, shown, float(_radius(grid, shown, room)), room)


def _strip(view: View, caption: Caption, shown: frozenset[Hex], frame: Frame, keyed: bool) -> Layout:
    """The map as wide as the page; below it one row of the key where there is something to say."""
    (wide, high), (width, height) = frame.room, frame.size
    row = round(ROW * scale(width))
    layout = _window(view.grid, shown, (wide, high - row))
    says = keyed and _says(view, caption, frozenset(layout.inside()))
    if not says:
        layout = _window(view.grid, shown, (wide, high))
    foot = row if says else 0
    left = frame.band[0] + (wide - layout.map_size[0]) // 2
    top = height - high + (high - foot - layout.map_size[1]) // 2
    key = (MARGIN, height - foot, width - MARGIN, height) if says else None
    return replace(layout, left=left, top=top, page=frame.size, key=key, band=frame.band)


def _says(view: View, caption: Caption, seen: frozenset[Hex]) -> bool:
    """Whether a picture of these hexes needs a key."""
    keys = new_keys(seen_part(view, seen))
    return bool(flowing(keys, caption, COLUMN, 1.0) or units_outside(view, caption, seen))


def _column(view: View, caption: Caption, shown: frozenset[Hex], frame: Frame) -> Layout:
    """The map on the left; beside it a column for the key; both in the middle of the page."""
    (wide, high), (width, height), left = frame.room, frame.size, frame.band[0]
    layout = _window(view.grid, shown, (wide - COLUMN, high))
    top = height - high + (high - layout.map_size[1]) // 2
    key = (left + layout.map_size[0] + MARGIN, frame.head, width - MARGIN, height)
    spare = (key[2] - key[0] - column_width(view, caption, key)) // 2
    left, key = left + spare, (key[0] + spare, *key[1:])
    return replace(layout, left=left, top=top, page=frame.size, key=key, band=frame.band)


# --- the inset map ----------------------------------------------------------------------------------------


def _with_inset(view: View, layout: Layout) -> Layout:
    """The layout with the inset map in the emptiest corner, where counters or objectives lie outside."""
    seen = frozenset(layout.inside())
    outside = {c.hex for c in view.counters if c.hex}.union(*(o.hexes for o in view.objectives)) - seen
    if not outside & frozenset(view.grid):
        return layout
    weights = _weights(view)
    corners = _corners(layout, inset_size(view.grid))
    covered = {corner: _covered(layout, corner, weights) for corner in corners}
    return replace(layout, inset=min(corners, key=lambda corner: covered[corner]))


def _corners(layout: Layout, size: tuple[int, int]) -> tuple[PageBox, ...]:
    """The boxes of the inset map in the corners of the map, the best first."""
    left, top, right, bottom = layout.map_box
    wide, high = size
    xs = (right - GAP - wide, left + GAP)
    ys = (bottom - GAP - high, top + GAP)
    return tuple((x, y, x + wide, y + high) for y in ys for x in xs)


def _weights(view: View) -> Counter[Hex]:
    """What would be missed where the inset map covers it, by hex."""
    weights: Counter[Hex] = Counter()
    weights.update({c.hex: STANDING for c in view.counters if c.hex})
    for trail in view.trails:
        weights.update(dict.fromkeys(trail.path, HAPPENED))
    for shot in view.shots:
        weights.update({shot.source: HAPPENED, shot.target: HAPPENED})
    for marks in (view.reach, view.steps, view.letters, *(o.hexes for o in view.objectives)):
        weights.update(dict.fromkeys(marks, MARKED))
    for plan in view.plans:
        weights.update(dict.fromkeys(plan.path, HAPPENED))
    weights.update({h: NAMED for h, printed in view.hexes.items() if printed.name})
    return weights


def _covered(layout: Layout, box: PageBox, weights: Counter[Hex]) -> int:
    """The weight of the hexes that a box covers."""
    more = layout.radius * 0.7
    x0, y0, x1, y1 = box[0] - more, box[1] - more, box[2] + more, box[3] + more
    return sum(
        n
        for hex_, n in weights.items()
        if hex_ in layout.grid and x0 < layout.centre(hex_)[0] < x1 and y0 < layout.centre(hex_)[1] < y1
    )

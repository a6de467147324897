"""How a picture of a given size is laid out: header, a window on the map, key and inset map.

The window shows more than the hexes that must be seen: as much of the map as there is room for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache

from engine.hexes import Grid, Hex
from engine.view import View
from render.caption import Caption
from render.geometry.layout import EDGE, MARGIN, Layout, PageBox, extent
from render.page.header import head_height, scale
from render.page.inset_map import GAP, inset_size
from render.page.legend import ROW, flowing, seen_part, units_outside
from render.page.legend_keys import legend_keys, new_keys

LARGEST = 60
"""Pixels of a hex's radius, however few hexes must be seen."""
COLUMN = 216
"""Pixels of a column beside the map that holds the key."""
SPARE = 100
"""Pixels that a map may leave beside it before they become such a column."""
STANDING, HAPPENED, MARKED = 10, 5, 3
"""The weight of a hex that the inset map would cover: a counter, an event, a mark."""


def framed(
    view: View, caption: Caption, crop: frozenset[Hex] | None, size: tuple[int, int], layers: AbstractSet[str]
) -> Layout:
    """The layout of a picture of `size` pixels in which the hexes of `crop` are seen (all when None)."""
    head = head_height(size[0]) if "header" in layers else 0
    shown = crop or frozenset(view.grid)
    room = (size[0], size[1] - head)
    wide = extent(view.grid, view.grid)
    beside = room[0] - (wide[2] - wide[0]) * _radius(view.grid, shown, room)
    if "legend" in layers and beside >= SPARE and legend_keys(view):
        layout = _column(view.grid, shown, head, size)
    else:
        layout = _strip(view, caption, shown, head, size, "legend" in layers)
    return _with_inset(view, layout) if "inset" in layers else layout


def _radius(grid: Grid, shown: Collection[Hex], room: tuple[int, int]) -> int:
    """Pixels of a hex's radius at which these hexes fit, whole pixels so that what is drawn can be kept."""
    left, top, right, bottom = extent(grid, shown)
    fits = min((room[0] - 2 * EDGE) / (right - left), (room[1] - 2 * EDGE) / (bottom - top))
    return max(6, min(LARGEST, int(fits)))


@lru_cache(maxsize=64)
def _window(grid: Grid, shown: frozenset[Hex], room: tuple[int, int]) -> Layout:
    """The window on the map that shows these hexes as large as the room allows."""
    return Layout.window(grid, shown, float(_radius(grid, shown, room)), room)


def _strip(
    view: View, caption: Caption, shown: frozenset[Hex], head: int, size: tuple[int, int], keyed: bool
) -> Layout:
    """The map as wide as the page; below it one row of the key where there is something to say."""
    row = round(ROW * scale(size[0]))
    layout = _window(view.grid, shown, (size[0], size[1] - head - row))
    says = keyed and _says(view, caption, frozenset(layout.inside()))
    if not says:
        layout = _window(view.grid, shown, (size[0], size[1] - head))
    foot = row if says else 0
    spare = size[1] - head - foot - layout.map_size[1]
    left = (size[0] - layout.map_size[0]) // 2
    key = (MARGIN, size[1] - foot, size[0] - MARGIN, size[1]) if says else None
    return replace(layout, left=left, top=head + spare // 2, page=size, key=key)


def _says(view: View, caption: Caption, seen: frozenset[Hex]) -> bool:
    """Whether a picture of these hexes needs a key."""
    keys = new_keys(seen_part(view, seen))
    return bool(flowing(keys, caption, COLUMN, 1.0) or units_outside(view, caption, seen))


def _column(grid: Grid, shown: frozenset[Hex], head: int, size: tuple[int, int]) -> Layout:
    """The map on the left; beside it a column for the key."""
    layout = _window(grid, shown, (size[0] - COLUMN, size[1] - head))
    top = head + (size[1] - head - layout.map_size[1]) // 2
    key = (layout.map_size[0] + MARGIN, head, size[0] - MARGIN, size[1])
    return replace(layout, top=top, page=size, key=key)


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
    return weights


def _covered(layout: Layout, box: PageBox, weights: Counter[Hex]) -> int:
    """The weight of the hexes that a box covers."""
    more = layout.radius * 0.7
    x0, y0, x1, y1 = box[0] - more, box[1] - more, box[2] + more, box[3] + more
    return sum(
        n
        for hex_, n in weights.items()
        if hex_ in layout.centres and x0 < layout.centre(hex_)[0] < x1 and y0 < layout.centre(hex_)[1] < y1
    )

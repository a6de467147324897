"""What is kept of pages that were drawn, compressed: a page of the same window goes on from there, and one of
another window on the map, in the same size, begins with what both show.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import accumulate
from typing import NamedTuple

from PIL import Image

from render.geometry.layout import Layout, PageBox, Point
from render.paint.caches import OF_AN_ENTRY, MemoryCache
from render.paint.palette import to_palette
from render.paint.strip import Painted, Strip
from render.paint.theme import Theme

MapSheet = tuple[Image.Image, tuple[int, int]]
"""An image (P) that holds the printed map of a page, and where its corner lies on that."""


Window = tuple[Point, PageBox, tuple[int, int]]
"""The point of the map in the corner of a window, the window on its page, the size of that."""


class KeptPage(NamedTuple):
    """A page: its window on the map, and what was painted."""

    window: Window
    painted: Painted


_strips: MemoryCache[Strip] = MemoryCache(0.13)
"""The pages drawn last, ready to be painted on."""
_kept: MemoryCache[tuple[KeptPage, ...]] = MemoryCache(0.14)
"""More of them, compressed, those of a map, a theme and a size together, the newest first."""


class PageGround:
    """The paper of a page with the printed map on it, which is fetched when some of it is wanted."""

    def __init__(self, layout: Layout, theme: Theme, fetch: Callable[[], MapSheet]) -> None:
        self._box, self._fetch = layout.map_box, fetch
        self._paper = to_palette(Image.new("RGB", (1, 1), tuple(theme.page)), theme.name)
        self._sheet: MapSheet | None = None

    def __call__(self, box: PageBox) -> Image.Image:
        """A part of it (P)."""
        if self._sheet is None:
            self._sheet = self._fetch()
        image, (x, y) = self._sheet
        x, y = x - self._box[0], y - self._box[1]
        inner = _overlap(box, self._box)
        if inner == box:
            return image.crop((box[0] + x, box[1] + y, box[2] + x, box[3] + y))
        part = self._paper.resize((box[2] - box[0], box[3] - box[1]))
        if inner is not None:
            printed = image.crop((inner[0] + x, inner[1] + y, inner[2] + x, inner[3] + y))
            part.paste(printed, (inner[0] - box[0], inner[1] - box[1]))
        return part


def is_kept(key: Hashable, layout: Layout) -> bool:
    """Whether a page of the same window is kept."""
    window = _window(layout)
    pages = _kept.get(key) or ()
    return _strips.get((key, window)) is not None or any(page.window == window for page in pages)


def page_strip(key: Hashable, layout: Layout, theme: str) -> Strip:
    """The strip of a page, as it was last painted; a new one begins with what is known of it. `key` holds all
    that the printed map depends on but the window."""
    strip = _strips.get((key, _window(layout)))
    if strip is not None:
        return strip
    strip, pages = Strip(layout.page, theme), _kept.get(key) or ()
    same = next((page for page in pages if page.window == _window(layout)), None)
    if same is not None:
        strip.go_on(same.painted)
        return strip
    shared = [(*both, page) for page in pages if (both := _shared(page.window, layout)) is not None]
    if shared:
        box, by, page = max(shared, key=lambda each: _area(each[0]))
        strip.go_on(page.painted, box, by, _strips.get((key, page.window)))
    return strip


def keep_page(key: Hashable, layout: Layout, strip: Strip) -> None:
    """Keep a page as it was painted."""
    window = _window(layout)
    _strips.put((key, window), strip, strip.memory_size())
    pages = (
        KeptPage(window, strip.painted()),
        *(each for each in _kept.get(key) or () if each.window != window),
    )
    sizes = [*accumulate(map(_size, pages))]
    fitting = max(1, sum(size <= _kept.most for size in sizes))
    _kept.put(key, pages[:fitting], sizes[fitting - 1])


def clear() -> None:
    """Drop all pages."""
    _strips.clear()
    _kept.clear()


def _window(layout: Layout) -> Window:
    return layout.corner, layout.map_box, layout.page


def _shared(window: Window, layout: Layout) -> tuple[PageBox, tuple[int, int]] | None:
    """The box of a layout that shows the same part of the map as a window does, which does it so many pixels
    farther left and up; None where there is none."""
    corner, (left, top, right, bottom), _ = window
    across, down = (a - b for a, b in zip(corner, layout.corner, strict=True))
    if across != int(across) or down != int(down):
        return None
    by = int(across) + layout.left - left, int(down) + layout.top - top
    box = _overlap(layout.map_box, (left + by[0], top + by[1], right + by[0], bottom + by[1]))
    return None if box is None else (box, by)


def _overlap(one: PageBox, other: PageBox) -> PageBox | None:
    """What two boxes share; None where that is nothing."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _area(box: PageBox) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _size(page: KeptPage) -> int:
    """About how many bytes a page takes."""
    bands = page.painted.bands
    return OF_AN_ENTRY * (1 + len(bands)) + len(page.painted.names) + sum(len(each.data) for each in bands)

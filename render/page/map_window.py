"""The printed map under a picture: cut from one large drawing of it, reduced to the size that is needed.

So a map is drawn once, whatever part of it pictures show and how large; and reduced once for each size, of
which there are few: windows of one map then lie whole pixels apart.
"""

from __future__ import annotations

import math

from PIL import Image

from engine.hexes import Grid
from engine.view import View
from render.geometry.layout import MARGIN, Layout, Point, extent
from render.map.map_image import kept_map, map_image, map_image_key
from render.paint.caches import DiskCache
from render.paint.palette import to_palette
from render.paint.theme import Theme

LARGE = 60.0
"""Pixels of a hex's radius on the large drawing."""
MOST = 3_500_000
"""Pixels of the large drawing at most: larger maps are drawn smaller."""


def large_radius(grid: Grid) -> float:
    """Pixels of a hex's radius on the large drawing of a map."""
    left, top, right, bottom = extent(grid, grid)
    return min(LARGE, math.floor(math.sqrt(MOST / ((right - left) * (bottom - top)))))


def large_layout(grid: Grid) -> Layout:
    """The layout of the large drawing."""
    return whole_map(grid, large_radius(grid))


def whole_map(grid: Grid, radius: float, near: Point = (0.0, 0.0)) -> Layout:
    """The layout of the whole map with paper around it, its corner whole pixels from the point `near`."""
    left, top, right, bottom = (edge * radius for edge in extent(grid, grid))
    corner = tuple(at - math.ceil(at - edge + MARGIN) for at, edge in zip(near, (left, top), strict=True))
    wide, high = (math.ceil(edge + MARGIN - at) for at, edge in zip(corner, (right, bottom), strict=True))
    at, size = (corner[0], corner[1]), (wide, high)
    return Layout(grid=grid, radius=radius, corner=at, map_size=size, page=size)


def map_window(
    view: View, layout: Layout, theme: Theme, wanted: frozenset[str], disk_cache: DiskCache | None
) -> Image.Image:
    """The printed map (P) of a layout of the map alone."""
    image, (left, top) = map_sheet(view, layout, theme, wanted, disk_cache)
    return image.crop((left, top, left + layout.map_size[0], top + layout.map_size[1]))


def map_sheet(
    view: View, layout: Layout, theme: Theme, wanted: frozenset[str], disk_cache: DiskCache | None
) -> tuple[Image.Image, tuple[int, int]]:
    """An image (P) that holds the printed map of a layout of the map alone, and its corner on that image."""
    if layout.radius > large_radius(view.grid):
        return map_image(view, layout, theme, wanted, disk_cache), (0, 0)
    whole = whole_map(view.grid, layout.radius, layout.corner)
    left, top = (round(a - b) for a, b in zip(layout.corner, whole.corner, strict=True))
    return _reduced(view, whole, theme, wanted, disk_cache), (left, top)


def _reduced(
    view: View, whole: Layout, theme: Theme, wanted: frozenset[str], disk_cache: DiskCache | None
) -> Image.Image:
    """The whole printed map (P) in a smaller size."""
    large = large_layout(view.grid)
    if whole == large:
        return map_image(view, large, theme, wanted, disk_cache)

    def reduced() -> Image.Image:
        image = map_image(view, large, theme, wanted, disk_cache).convert("RGB")
        return to_palette(cut(image, large, whole, theme), theme.name)

    key = ("reduced", *map_image_key(view, whole, theme, wanted))
    return kept_map(key, whole.map_size, reduced, disk_cache)


def cut(image: Image.Image, large: Layout, layout: Layout, theme: Theme) -> Image.Image:
    """The part of the large drawing (RGB) that a layout shows, in its size."""
    scale = large.radius / layout.radius
    left, top = (a * scale - b for a, b in zip(layout.corner, large.corner, strict=True))
    page = Image.new("RGB", layout.map_size, tuple(theme.page))
    x0, y0 = (max(0, math.ceil(-edge / scale)) for edge in (left, top))
    x1 = min(layout.map_size[0], math.floor((image.width - left) / scale))
    y1 = min(layout.map_size[1], math.floor((image.height - top) / scale))
    box = (left + x0 * scale, top + y0 * scale, left + x1 * scale, top + y1 * scale)
    piece = image.resize((x1 - x0, y1 - y0), Image.Resampling.LANCZOS, box)
    page.paste(piece, (x0, y0))
    return page

"""The printed map under a picture: cut from one large drawing of it, reduced to the size that is needed.

So a map is drawn once, whatever part of it pictures show and how large.
"""

from __future__ import annotations

import math

from PIL import Image

from engine.hexes import Grid
from engine.view import View
from render.geometry.layout import Layout, extent
from render.map.map_image import map_image
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


def map_window(
    view: View, layout: Layout, theme: Theme, wanted: frozenset[str], disk_cache: DiskCache | None
) -> Image.Image:
    """The printed map (P) of a layout of the map alone."""
    large = large_radius(view.grid)
    if layout.radius > large:
        return map_image(view, layout, theme, wanted, disk_cache)
    whole = Layout.of_map(view.grid, view.grid, large)
    return to_palette(
        cut(map_image(view, whole, theme, wanted, disk_cache).convert("RGB"), whole, layout, theme),
        theme.name,
    )


def cut(image: Image.Image, whole: Layout, layout: Layout, theme: Theme) -> Image.Image:
    """The part of the large drawing (RGB) that a layout shows, in its size."""
    scale = whole.radius / layout.radius
    left, top = (a * scale - b for a, b in zip(layout.corner, whole.corner, strict=True))
    page = Image.new("RGB", layout.map_size, tuple(theme.page))
    x0, y0 = (max(0, math.ceil(-edge / scale)) for edge in (left, top))
    x1 = min(layout.map_size[0], math.floor((image.width - left) / scale))
    y1 = min(layout.map_size[1], math.floor((image.height - top) / scale))
    box = (left + x0 * scale, top + y0 * scale, left + x1 * scale, top + y1 * scale)
    piece = image.resize((x1 - x0, y1 - y0), Image.Resampling.LANCZOS, box)
    page.paste(piece, (x0, y0))
    return page

"""The image of the printed map: drawn once for a map, a theme and a size, then cached."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from engine.view import View
from render.geometry.layout import Layout
from render.map.hex_grid import grid, rim
from render.map_cache import map_fingerprint
from render.paint.caches import DiskCache, MemoryCache
from render.paint.canvas import Canvas
from render.paint.palette import to_palette
from render.paint.theme import Theme, dry_theme
from render.terrain.dry_country import is_dry_country
from render.terrain.farmland import farmland, paddies
from render.terrain.ground_cover import ground, texture
from render.terrain.hexside_water import water
from render.terrain.obstacles import abattis, contours, walls
from render.terrain.relief import relief, slopes
from render.terrain.rivers import courses
from render.terrain.roads import roads
from render.terrain.sites import sites
from render.terrain.villages import villages

Layer = Callable[[Canvas, View], None]

MAP_LAYERS: tuple[Layer, ...] = (
    relief, ground, farmland, paddies, contours, slopes, courses, water, roads, texture, villages, sites,
    grid,
    abattis, walls, rim,
)  # fmt: skip
"""The layers of the printed map, bottom first. They draw at once."""

map_images: MemoryCache[Image.Image] = MemoryCache(0.25)


def draw_map(view: View, layout: Layout, theme: Theme, wanted: frozenset[str] | None = None) -> Image.Image:
    """Draw the printed map (RGB): `layout` of the map alone, `wanted` names layers (None: all)."""
    image = Image.new("RGB", layout.map_size, tuple(theme.page))
    inks = dry_theme(theme) if is_dry_country(view) else theme
    canvas = Canvas(image=image, layout=layout, theme=inks, sides=tuple(side for side, _ in view.sides))
    for layer in MAP_LAYERS:
        if wanted is None or layer.__name__ in wanted:
            layer(canvas, view)
    return image


def map_image(
    view: View,
    layout: Layout,
    theme: Theme,
    wanted: frozenset[str] | None = None,
    disk_cache: DiskCache | None = None,
) -> Image.Image:
    """The printed map in the colours of the theme (P): from memory, from the disk cache, or drawn."""
    key = map_image_key(view, layout, theme, wanted)
    return kept_map(
        key,
        layout.map_size,
        lambda: to_palette(draw_map(view, layout, theme, wanted), theme.name),
        disk_cache,
    )


def kept_map(
    key: tuple[object, ...],
    size: tuple[int, int],
    make: Callable[[], Image.Image],
    disk_cache: DiskCache | None,
) -> Image.Image:
    """The image (P) of that key and size: from memory, from the disk cache, or made."""
    image = map_images.get(key)
    if image is None:
        image = disk_cache.get(key) if disk_cache is not None else None
        if image is None or image.mode != "P" or image.size != size:
            image = make()
            if disk_cache is not None:
                disk_cache.put(key, image)
        map_images.put(key, image)
    return image


def map_image_key(
    view: View, layout: Layout, theme: Theme, wanted: frozenset[str] | None
) -> tuple[object, ...]:
    """Everything the printed map depends on."""
    names = [layer.__name__ for layer in MAP_LAYERS if wanted is None or layer.__name__ in wanted]
    return (map_fingerprint(view), layout.radius, layout.corner, layout.map_size, theme.name, *names)

"""The printed map: drawn once for a map, a theme and a size, then kept, in memory and on disk."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from engine.view import View
from render.canvas import Canvas
from render.drylands import dry
from render.farmland import farmland, paddies
from render.labels import grid, numbers, rim
from render.layout import Layout
from render.obstacles import abattis, contours, walls
from render.palette import reduced
from render.prints import print_of
from render.relief import relief, slopes
from render.shelf import Shelf
from render.strokes import Kept
from render.terrain import ground, texture
from render.theme import Theme, dried
from render.villages import villages
from render.waterside import courses
from render.ways import roads, water

Layer = Callable[[Canvas, View], None]

GROUND: tuple[Layer, ...] = (
    relief, ground, farmland, paddies, contours, slopes, courses, water, roads, texture, villages, grid,
    abattis, walls, rim, numbers,
)  # fmt: skip
"""What is printed, bottom first. These layers draw at once."""

MEMORY = 60_000_000  # pixels of maps that are kept

kept: Kept[Image.Image] = Kept(MEMORY)


def drawn(view: View, layout: Layout, theme: Theme, wanted: frozenset[str] | None = None) -> Image.Image:
    """The map as printed (RGB), drawn anew: `layout` of the map alone, `wanted` names layers (None: all)."""
    image = Image.new("RGB", layout.map_size, tuple(theme.page))
    inks = dried(theme) if dry(view) else theme
    canvas = Canvas(image=image, layout=layout, theme=inks, sides=tuple(side for side, _ in view.sides))
    for layer in GROUND:
        if wanted is None or layer.__name__ in wanted:
            layer(canvas, view)
    return image


def printed(
    view: View,
    layout: Layout,
    theme: Theme,
    wanted: frozenset[str] | None = None,
    shelf: Shelf | None = None,
) -> Image.Image:
    """The map as printed, in the colours of the theme (P): from memory, from the shelf, or drawn."""
    key = print_key(view, layout, theme, wanted)
    found = kept.get(key)
    if found is None:
        found = shelf.get(key) if shelf is not None else None
        if found is None or found.mode != "P" or found.size != layout.map_size:
            found = reduced(drawn(view, layout, theme, wanted), theme.name)
            if shelf is not None:
                shelf.put(key, found)
        kept.put(key, found, found.width * found.height)
    return found


def print_key(view: View, layout: Layout, theme: Theme, wanted: frozenset[str] | None) -> tuple[object, ...]:
    """All that the printed map depends on."""
    names = [layer.__name__ for layer in GROUND if wanted is None or layer.__name__ in wanted]
    return (print_of(view), layout.radius, layout.corner, layout.map_size, theme.name, *names)

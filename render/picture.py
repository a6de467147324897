"""The picture of a game: a view and words in, a PNG out. Plain arguments, so that any process can draw it.

A page is three strips - header, map, legend - each repainted block by block (`paint.strip`); the printed map
lies under the middle one. Nothing here knows what a layer draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from engine.hexes import Grid, Hex
from engine.view import View
from render.caption import Caption
from render.counters.counter_image import counter_images
from render.geometry.layout import Layout
from render.layers import LAYER_NAMES, OVERLAY_LAYERS, PAGE_LAYERS
from render.map.map_image import Layer, draw_map, map_image, map_image_key, map_images
from render.page.header import head_height
from render.page.inset_map import inset_room
from render.page.legend import foot_height
from render.paint.caches import DiskCache, MemoryCache
from render.paint.canvas import Canvas
from render.paint.palette import palette_colours, to_palette
from render.paint.png import encode_png
from render.paint.strip import Strip
from render.paint.strokes import Stroke, paint, stroke_cache
from render.paint.theme import THEMES, Theme

SMALLER = 0.8  # share of its radius at which a picture is drawn again when its file is too large
MIN_RADIUS = 12.0  # pixels; below it no picture is drawn smaller

_strips: MemoryCache[Strip] = MemoryCache(48_000_000)  # pixels


class Composition(NamedTuple):
    """A page laid out: the map alone (`bare`), the whole page, and the strokes over the map and around it."""

    bare: Layout
    layout: Layout
    over_map: list[Stroke]
    around: list[Stroke]


def draw(
    view: View,
    caption: Caption,
    *,
    theme: str = "light",
    symbols: str = "nato",
    layers: frozenset[str] | None = None,
    crop: frozenset[Hex] | None = None,
    radius: float | None = None,
    max_bytes: int | None = None,
    cache_folder: Path | None = None,
) -> bytes:
    """A PNG of the view. The same arguments always make the same bytes.

    `theme` is a key of `THEMES`; `symbols` names the drawings on the counters; `layers` names the layers to
    draw (all of `LAYERS` when None); `crop` are the hexes that must be seen (all when None); `radius` is
    pixels from a hex's centre to a vertex (chosen to make a map about 1300 pixels wide when None);
    `max_bytes` is the size of file above which the picture is drawn smaller; `cache_folder` keeps printed
    maps and counters from one run to the next.

    Raises ValueError for a layer or a theme that does not exist.
    """
    wanted, cache = _checked(layers, theme), _disk_cache(cache_folder)
    page = compose(view, caption, THEMES[theme], symbols, wanted, crop, radius, cache)
    data = _encoded(view, page, THEMES[theme], wanted, cache)
    if max_bytes is None or len(data) <= max_bytes or page.layout.radius <= MIN_RADIUS:
        return data
    return draw(
        view, caption, theme=theme, symbols=symbols, layers=layers, crop=crop,
        radius=page.layout.radius * SMALLER, max_bytes=max_bytes, cache_folder=cache_folder,
    )  # fmt: skip


def draw_uncached(
    view: View,
    caption: Caption,
    *,
    theme: str = "light",
    symbols: str = "nato",
    layers: frozenset[str] | None = None,
    crop: frozenset[Hex] | None = None,
    radius: float | None = None,
) -> Image.Image:
    """The same picture (RGB) drawn whole, without caches, in all its colours: what `draw` is measured by."""
    wanted, colours = _checked(layers, theme), THEMES[theme]
    page = compose(view, caption, colours, symbols, wanted, crop, radius)
    image = Image.new("RGB", page.layout.page, tuple(colours.page))
    middle = Image.new("RGB", (page.bare.page[0], page.bare.map_size[1]), tuple(colours.page))
    middle.paste(draw_map(view, _map_alone(page.bare), colours, wanted), (page.bare.left, 0))
    for stroke in page.over_map:
        paint(middle, stroke)
    for stroke in page.around:
        paint(image, stroke)
    image.paste(middle, (0, page.layout.top))
    return image


def compose(
    view: View,
    caption: Caption,
    theme: Theme,
    symbols: str,
    wanted: frozenset[str],
    crop: frozenset[Hex] | None,
    radius: float | None,
    disk_cache: DiskCache | None = None,
) -> Composition:
    """Lay out the page and record every stroke; nothing is painted. `wanted` names the layers."""
    bare = _bare(view.grid, crop, radius)
    width = bare.page[0]
    head = head_height(width) if "header" in wanted else 0
    aside = inset_room(bare) if "inset" in wanted else (0, 0)
    foot = foot_height(view, caption, width, aside) if "legend" in wanted else 0
    layout = _framed(bare, head, foot)

    def strokes(layers: Iterable[Layer], where: Layout) -> list[Stroke]:
        sides = tuple(side for side, _ in view.sides)
        canvas = Canvas(
            layout=where, theme=theme, sides=sides, caption=caption, symbols=symbols, disk_cache=disk_cache
        )
        for layer in layers:
            if layer.__name__ in wanted:
                layer(canvas, view)
        return canvas.recorder.strokes

    over_map = [*strokes(OVERLAY_LAYERS, bare), *_paper_beside(bare, theme)]
    return Composition(bare, layout, over_map, strokes(PAGE_LAYERS, layout))


def clear_caches() -> None:
    """Drop every picture kept in memory: the next one is drawn from nothing."""
    for cache in (_strips, map_images, counter_images, stroke_cache):
        cache.clear()


def _checked(layers: frozenset[str] | None, theme: str) -> frozenset[str]:
    """The names of the layers to draw. Raises ValueError for an unknown layer or theme."""
    names = frozenset(LAYER_NAMES) if layers is None else layers
    if names - {*LAYER_NAMES} or theme not in THEMES:
        raise ValueError(f"no such layer or theme: {sorted(names - {*LAYER_NAMES})}, {theme!r}")
    return names


@lru_cache(maxsize=64)
def _bare(grid: Grid, crop: frozenset[Hex] | None, radius: float | None) -> Layout:
    """The map on a page without header and legend."""
    return Layout.of_map(grid, crop or grid, radius).framed(0, 0)


@lru_cache(maxsize=64)
def _framed(bare: Layout, head: int, foot: int) -> Layout:
    return bare.framed(head, foot)


@lru_cache(maxsize=64)
def _map_alone(bare: Layout) -> Layout:
    """The layout of the printed map, without the paper beside it."""
    return bare.alone()


def _paper_beside(bare: Layout, theme: Theme) -> list[Stroke]:
    """The paper on both sides of a map that is narrower than its page: it covers what sticks out."""
    left, top, right, bottom = bare.map_box
    gaps = [(x0, top, x1, bottom) for x0, x1 in ((0, left), (right, bare.page[0])) if x1 > x0]
    return [Stroke(box, ("paper", box, theme.page), lambda: ((theme.page, None),)) for box in gaps]


@lru_cache(maxsize=4)
def _disk_cache(folder: Path | None) -> DiskCache | None:
    return DiskCache(folder) if folder is not None else None


def _encoded(
    view: View, page: Composition, theme: Theme, wanted: frozenset[str], disk_cache: DiskCache | None
) -> bytes:
    """The page as a PNG: its strips repainted and compressed where they have changed."""
    (width, height), top = page.layout.page, page.layout.top
    bottom = top + page.layout.map_size[1]
    middle = _map_strip(view, page, theme, wanted, disk_cache)
    middle.update(page.over_map)
    strips = [middle]
    if top:
        head = _paper_strip(theme, (width, top))
        head.update(s for s in page.around if s.box[1] < top)
        strips.insert(0, head)
    if bottom < height:
        foot = _paper_strip(theme, (width, height - bottom))
        foot.update(_moved_up(s, bottom) for s in page.around if s.box[3] > bottom)
        strips.append(foot)
    bands = [band for strip in strips for band in strip.bands()]
    return encode_png((width, height), palette_colours(theme.name), bands)


def _moved_up(stroke: Stroke, by: int) -> Stroke:
    """The stroke counted from a strip that begins `by` pixels down the page."""
    left, top, right, bottom = stroke.box
    return Stroke((left, top - by, right, bottom - by), stroke.key, stroke.make)


def _map_strip(
    view: View, page: Composition, theme: Theme, wanted: frozenset[str], disk_cache: DiskCache | None
) -> Strip:
    """The strip of the map as it was last painted."""
    alone, size = _map_alone(page.bare), (page.bare.page[0], page.bare.map_size[1])
    key = (*map_image_key(view, alone, theme, wanted), size)
    strip = _strips.get(key)
    if strip is None:
        ground = _blank_paper(theme, size)
        ground.paste(map_image(view, alone, theme, wanted, disk_cache), (page.bare.left, 0))
        strip = _strips.put(key, Strip(ground, theme.name), size[0] * size[1])
    return strip


def _paper_strip(theme: Theme, size: tuple[int, int]) -> Strip:
    """A strip of paper as it was last painted."""
    key = ("paper", theme.name, size)
    strip = _strips.get(key)
    if strip is None:
        strip = _strips.put(key, Strip(_blank_paper(theme, size), theme.name), size[0] * size[1])
    return strip


def _blank_paper(theme: Theme, size: tuple[int, int]) -> Image.Image:
    return to_palette(Image.new("RGB", size, tuple(theme.page)), theme.name)

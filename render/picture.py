"""The picture of a game: a view and words in, a PNG out. Plain arguments, so that any process can draw it.

A page is repainted block by block (`paint.strip`) over the printed map. Nothing here knows what a layer
draws.
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
from render.geometry.layout import Layout
from render.labels import name_collisions
from render.labels.hex_numbers import BAND, too_small
from render.layers import LAYER_NAMES, OVERLAY_LAYERS, PAGE_LAYERS
from render.map.map_image import Layer, draw_map, map_image, map_image_key
from render.page.framing import framed
from render.page.header import head_height
from render.page.kept_pages import MapSheet, PageGround, keep_page, page_strip
from render.page.legend import foot_height
from render.page.map_window import cut, large_layout, large_radius, map_sheet
from render.paint.caches import DiskCache, clear_memory
from render.paint.canvas import Canvas
from render.paint.palette import palette_colours
from render.paint.png import encode_png
from render.paint.strokes import Stroke, paint, stroke_of
from render.paint.theme import THEMES, Theme

BOX = (1100, 700)
"""Pixels of a picture that Discord shows whole: twice the points of its box."""
TALLEST = 1000
"""Pixels to which such a picture grows downwards where its hexes are larger then: on a phone it is shown as
wide as any, on a desktop the map as large as in the box."""
SMALLER = 0.8  # share of its radius at which a picture is drawn again when its file is too large
MIN_RADIUS = 12.0  # pixels; below it no picture is drawn smaller

Size = tuple[int, int]


class Composition(NamedTuple):
    """A page laid out: its layout, that of the map alone, and its strokes."""

    layout: Layout
    alone: Layout
    strokes: list[Stroke]
    windowed: bool
    """Whether the printed map is cut from its large drawing."""


def draw(
    view: View,
    caption: Caption,
    *,
    theme: str = "light",
    symbols: str = "nato",
    layers: frozenset[str] | None = None,
    crop: frozenset[Hex] | None = None,
    radius: float | None = None,
    size: Size | None = None,
    tallest: int | None = None,
    margin: bool = False,
    max_bytes: int | None = None,
    cache_folder: Path | None = None,
) -> bytes:
    """A PNG of the view. The same arguments always make the same bytes.

    `theme` is a key of `THEMES`; `symbols` names the drawings on the counters; `layers` names the layers to
    draw (all of `LAYERS` when None); `crop` are the hexes that must be seen (all when None); `radius` is
    pixels from a hex's centre to a vertex (chosen to make a map about 1300 pixels wide when None); `size` are
    the pixels of the page, which its map then fills whatever its radius (None: as large as the map needs,
    with the whole key), and `tallest` those to which it may grow in height where its hexes are larger then;
    with `margin` the numbers of columns and rows stand beside the map, instead of those
    of hexes on it; `max_bytes` is the size of file above which the picture is drawn smaller;
    `cache_folder` keeps printed maps and counters from one run to the next.

    Raises ValueError for a layer or a theme that does not exist.
    """
    wanted, cache = _checked(layers, theme), disk_cache(cache_folder)
    page = compose(
        view,
        caption,
        THEMES[theme],
        symbols,
        wanted,
        crop,
        radius,
        size,
        cache,
        tallest=tallest,
        margin=margin,
    )
    data = _encoded(view, page, THEMES[theme], wanted, cache)
    if max_bytes is None or len(data) <= max_bytes or page.layout.radius <= MIN_RADIUS:
        return data
    smaller = None if size is None else (round(size[0] * SMALLER), round(size[1] * SMALLER))
    lower = None if tallest is None else round(tallest * SMALLER)
    return draw(
        view, caption, theme=theme, symbols=symbols, layers=layers, crop=crop,
        radius=page.layout.radius * SMALLER, size=smaller, tallest=lower, margin=margin,
        max_bytes=max_bytes, cache_folder=cache_folder,
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
    size: Size | None = None,
    tallest: int | None = None,
    margin: bool = False,
) -> Image.Image:
    """The same picture (RGB) drawn whole, without caches, in all its colours: what `draw` is measured by."""
    wanted, colours = _checked(layers, theme), THEMES[theme]
    page = compose(
        view, caption, colours, symbols, wanted, crop, radius, size, tallest=tallest, margin=margin
    )
    image = ground_uncached(view, page, colours, wanted)
    for stroke in page.strokes:
        paint(image, stroke)
    return image


def compose(
    view: View,
    caption: Caption,
    theme: Theme,
    symbols: str,
    wanted: frozenset[str],
    crop: frozenset[Hex] | None,
    radius: float | None,
    size: Size | None = None,
    disk_cache: DiskCache | None = None,
    *,
    tallest: int | None = None,
    margin: bool = False,
) -> Composition:
    """Lay out the page and record every stroke; nothing is painted. `wanted` names the layers."""
    if size is not None:
        layout = framed(view, caption, crop, size, wanted, tallest=tallest, margin=margin)
    else:
        layout = _whole_page(view, caption, wanted, _of_map(view.grid, crop, radius), margin)
    windowed = (size is not None or radius is None) and layout.radius <= large_radius(view.grid)
    return compose_in(layout, view, caption, theme, symbols, wanted, disk_cache, windowed=windowed)


def compose_in(
    layout: Layout,
    view: View,
    caption: Caption,
    theme: Theme,
    symbols: str,
    wanted: frozenset[str],
    disk_cache: DiskCache | None = None,
    *,
    windowed: bool = True,
) -> Composition:
    """The same on a page that is laid out already."""
    alone = _map_alone(layout.grid, layout.radius, layout.corner, layout.map_size)

    def strokes(layers: Iterable[Layer], where: Layout) -> list[Stroke]:
        sides = tuple(side for side, _ in view.sides)
        canvas = Canvas(
            layout=where, theme=theme, sides=sides, caption=caption, symbols=symbols, disk_cache=disk_cache,
            numbers_beside=layout.band != (0, 0),
        )  # fmt: skip
        for layer in layers:
            if layer.__name__ in wanted:
                layer(canvas, view)
        return canvas.recorder.strokes

    over_map = [_moved(stroke, layout.map_box[:2]) for stroke in strokes(OVERLAY_LAYERS, alone)]
    around = [*_paper_around(layout, theme), *strokes(PAGE_LAYERS, layout)]
    return Composition(layout, alone, [*over_map, *around], windowed)


def covered_names(
    view: View, caption: Caption, size: Size, tallest: int | None = None
) -> list[tuple[Hex, Hex]]:
    """The hexes of names that cover each other on a page of that size, in pairs; a name over a unit stands
    with itself."""
    layout = framed(view, caption, None, size, frozenset(LAYER_NAMES), tallest=tallest)
    alone = _map_alone(layout.grid, layout.radius, layout.corner, layout.map_size)
    sides = tuple(side for side, _ in view.sides)
    theme = THEMES["light"]
    beside = layout.band != (0, 0)
    canvas = Canvas(layout=alone, theme=theme, sides=sides, caption=caption, numbers_beside=beside)
    return name_collisions.covered_names(canvas, view)


def clear_caches() -> None:
    """Drop everything kept in memory: the next picture is drawn from nothing."""
    clear_memory()


def _checked(layers: frozenset[str] | None, theme: str) -> frozenset[str]:
    """The names of the layers to draw. Raises ValueError for an unknown layer or theme."""
    names = frozenset(LAYER_NAMES) if layers is None else layers
    if names - {*LAYER_NAMES} or theme not in THEMES:
        raise ValueError(f"no such layer or theme: {sorted(names - {*LAYER_NAMES})}, {theme!r}")
    return names


@lru_cache(maxsize=32)
def _of_map(grid: Grid, crop: frozenset[Hex] | None, radius: float | None) -> Layout:
    """The map alone, as large as it needs to be."""
    return Layout.of_map(grid, crop or grid, radius)


def _whole_page(view: View, caption: Caption, wanted: frozenset[str], bare: Layout, margin: bool) -> Layout:
    """The page around a map: header above, the whole key below."""
    beside = "beside_map" in wanted and (margin or too_small(bare.radius))
    band = BAND if beside else (0, 0)
    width = bare.framed(0, 0, band).page[0]
    head = head_height(width) if "header" in wanted else 0
    foot = foot_height(view, caption, width) if "legend" in wanted else 0
    return bare.framed(head, foot, band)


@lru_cache(maxsize=32)
def _map_alone(grid: Grid, radius: float, corner: tuple[float, float], size: Size) -> Layout:
    """The layout of the map without the page around it."""
    return Layout(grid=grid, radius=radius, corner=corner, map_size=size, page=size)


def _paper_around(layout: Layout, theme: Theme) -> list[Stroke]:
    """The paper around the map: it covers what sticks out."""
    (left, top, right, bottom), (width, height) = layout.map_box, layout.page
    boxes = (
        (0, 0, width, top),
        (0, bottom, width, height),
        (0, top, left, bottom),
        (right, top, width, bottom),
    )
    papers = [box for box in boxes if box[2] > box[0] and box[3] > box[1]]
    return [stroke_of(box, ("paper", box, theme.page), lambda: ((theme.page, None),)) for box in papers]


def _moved(stroke: Stroke, by: tuple[int, int]) -> Stroke:
    """The stroke so many pixels to the right and down."""
    (left, top, right, bottom), (dx, dy) = stroke.box, by
    return Stroke((left + dx, top + dy, right + dx, bottom + dy), *stroke[1:])


@lru_cache(maxsize=4)
def disk_cache(folder: Path | None) -> DiskCache | None:
    """What is kept in a folder from one run to the next."""
    return DiskCache(folder) if folder is not None else None


def _encoded(
    view: View, page: Composition, theme: Theme, wanted: frozenset[str], disk_cache: DiskCache | None
) -> bytes:
    """The page as a PNG, repainted and compressed where it has changed."""
    fingerprint, radius, _, _, *names = map_image_key(view, page.alone, theme, wanted)
    key = (fingerprint, radius, *names, () if page.windowed else (page.layout.corner, page.layout.map_size))
    strip = page_strip(key, page.layout, theme.name)
    strip.update(page.strokes, ground_of(view, page, theme, wanted, disk_cache))
    keep_page(key, page.layout, strip)
    return encode_png(page.layout.page, palette_colours(theme.name), strip.bands())


def ground_uncached(view: View, page: Composition, theme: Theme, wanted: frozenset[str]) -> Image.Image:
    """The paper of a page (RGB) with its map drawn without caches, in all colours."""
    image = Image.new("RGB", page.layout.page, tuple(theme.page))
    if page.windowed:
        large = large_layout(view.grid)
        ground = cut(draw_map(view, large, theme, wanted), large, page.alone, theme)
    else:
        ground = draw_map(view, page.alone, theme, wanted)
    image.paste(ground, page.layout.map_box[:2])
    return image


def ground_of(
    view: View, page: Composition, theme: Theme, wanted: frozenset[str], disk_cache: DiskCache | None
) -> PageGround:
    """The paper of a page with the printed map on it."""

    def sheet() -> MapSheet:
        if page.windowed:
            return map_sheet(view, page.alone, theme, wanted, disk_cache)
        return map_image(view, page.alone, theme, wanted, disk_cache), (0, 0)

    return PageGround(page.layout, theme, sheet)

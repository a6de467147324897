"""The picture of a table: a view and words in, a PNG out. Plain arguments, so any process may do it.

A page is three strips - header, map, legend - each painted in blocks (`blocks`); the printed map lies under
the middle one. Nothing here knows what a layer shows.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from engine.hexes import Grid, Hex
from engine.view import View
from render import blocks
from render.canvas import Canvas
from render.caption import Caption
from render.inset import room
from render.layers import NAMES, PAGE, TABLE
from render.layout import Layout
from render.page import foot_height, head_height
from render.palette import colours, reduced
from render.png import png
from render.printed import Layer, drawn, print_key, printed
from render.printed import kept as printed_maps
from render.shelf import Shelf
from render.sprites import kept as pictures
from render.strokes import Kept, Stroke, paint
from render.strokes import kept as made_strokes
from render.theme import THEMES, Theme

SMALLER = 0.8  # how much smaller a picture is drawn again that is too large a file
LEAST = 12.0  # pixels of a radius below which nothing is drawn smaller

_strips: Kept[blocks.Strip] = Kept(48_000_000)  # pixels


class Sheets(NamedTuple):
    """A page that is laid out: where things are, and the strokes on the map and around it."""

    bare: Layout
    layout: Layout
    table: list[Stroke]
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
    most: int | None = None,
    shelf: Path | None = None,
) -> bytes:
    """A PNG of the view. The same arguments always make the same bytes.

    `theme` is a key of `THEMES`; `symbols` names the drawings on the counters; `layers` names the layers to
    draw (all of `LAYERS` when None); `crop` are the hexes that must be seen (all when None); `radius` is
    pixels from a hex's centre to a vertex (chosen to make a map about 1300 pixels wide when None); `most` is
    the largest file, in bytes: above it the picture is drawn smaller; `shelf` is a folder where printed maps
    and counters are kept from one run to the next.

    Raises ValueError for a layer or a theme that does not exist.
    """
    wanted = _known(layers, theme)
    page = laid(view, caption, THEMES[theme], symbols, wanted, crop, radius, _shelf(shelf))
    data = _encoded(view, page, THEMES[theme], wanted, _shelf(shelf))
    if most is None or len(data) <= most or page.layout.radius <= LEAST:
        return data
    smaller = page.layout.radius * SMALLER
    return draw(
        view, caption, theme=theme, symbols=symbols, layers=layers, crop=crop, radius=smaller, most=most,
        shelf=shelf,
    )  # fmt: skip


def exact(
    view: View,
    caption: Caption,
    *,
    theme: str = "light",
    symbols: str = "nato",
    layers: frozenset[str] | None = None,
    crop: frozenset[Hex] | None = None,
    radius: float | None = None,
) -> Image.Image:
    """The same picture (RGB) drawn whole, nothing kept, in all its colours: what `draw` is measured by."""
    wanted, inks = _known(layers, theme), THEMES[theme]
    page = laid(view, caption, inks, symbols, wanted, crop, radius)
    image = Image.new("RGB", page.layout.page, tuple(inks.page))
    board = Image.new("RGB", (page.bare.page[0], page.bare.map_size[1]), tuple(inks.page))
    board.paste(drawn(view, _alone(page.bare), inks, wanted), (page.bare.left, 0))
    for stroke in page.table:
        paint(board, stroke)
    for stroke in page.around:
        paint(image, stroke)
    image.paste(board, (0, page.layout.top))
    return image


def near(grid: Grid, around: Hex, margin: int = 3) -> frozenset[Hex]:
    """The hexes at most `margin` hexes from one: what `draw` takes as `crop`."""
    return grid.within(around, margin)


def laid(
    view: View,
    caption: Caption,
    theme: Theme,
    symbols: str,
    wanted: frozenset[str],
    crop: frozenset[Hex] | None,
    radius: float | None,
    shelf: Shelf | None = None,
) -> Sheets:
    """The page laid out, every stroke written down, nothing painted."""
    bare = _bare(view.grid, crop, radius)
    width = bare.page[0]
    head = head_height(width) if "header" in wanted else 0
    aside = room(bare) if "inset" in wanted else (0, 0)
    foot = foot_height(view, caption, width, aside) if "legend" in wanted else 0
    layout = _framed(bare, head, foot)

    def strokes(layers: Iterable[Layer], where: Layout) -> list[Stroke]:
        sides = tuple(side for side, _ in view.sides)
        canvas = Canvas(layout=where, theme=theme, sides=sides, caption=caption, symbols=symbols, shelf=shelf)
        for layer in layers:
            if layer.__name__ in wanted:
                layer(canvas, view)
        return canvas.sheet.strokes

    return Sheets(bare, layout, [*strokes(TABLE, bare), *_beside(bare, theme)], strokes(PAGE, layout))


def forget() -> None:
    """Let go of every picture and map kept in memory: the next picture is drawn from nothing."""
    for kept in (_strips, printed_maps, pictures, made_strokes):
        kept.clear()


def _known(layers: frozenset[str] | None, theme: str) -> frozenset[str]:
    wanted = frozenset(NAMES) if layers is None else layers
    if wanted - {*NAMES} or theme not in THEMES:
        raise ValueError(f"no such layer or theme: {sorted(wanted - {*NAMES})}, {theme!r}")
    return wanted


@lru_cache(maxsize=64)
def _bare(grid: Grid, crop: frozenset[Hex] | None, radius: float | None) -> Layout:
    """The map on a page of its own."""
    return Layout.of_map(grid, crop or grid, radius).framed(0, 0)


@lru_cache(maxsize=64)
def _framed(bare: Layout, head: int, foot: int) -> Layout:
    return bare.framed(head, foot)


@lru_cache(maxsize=64)
def _alone(bare: Layout) -> Layout:
    """The layout of the printed map, without the paper beside it."""
    return bare.alone()


def _beside(bare: Layout, theme: Theme) -> list[Stroke]:
    """The paper to both sides of a map that is narrower than its page: it covers what sticks out."""
    left, top, right, bottom = bare.map_box
    gaps = [(x0, top, x1, bottom) for x0, x1 in ((0, left), (right, bare.page[0])) if x1 > x0]
    return [Stroke(box, ("paper", box, theme.page), lambda: ((theme.page, None),)) for box in gaps]


@lru_cache(maxsize=4)
def _shelf(folder: Path | None) -> Shelf | None:
    return Shelf(folder) if folder is not None else None


def _encoded(view: View, page: Sheets, theme: Theme, wanted: frozenset[str], shelf: Shelf | None) -> bytes:
    """The page as a PNG: its strips painted where they have changed, and compressed where they have."""
    (width, height), top = page.layout.page, page.layout.top
    bottom = top + page.layout.map_size[1]
    middle = _map_strip(view, page, theme, wanted, shelf)
    middle.lay(page.table)
    strips = [middle]
    if top:
        head = _paper(theme, (width, top))
        head.lay(s for s in page.around if s.box[1] < top)
        strips.insert(0, head)
    if bottom < height:
        foot = _paper(theme, (width, height - bottom))
        foot.lay(_lower(s, bottom) for s in page.around if s.box[3] > bottom)
        strips.append(foot)
    return png((width, height), colours(theme.name), [band for strip in strips for band in strip.bands()])


def _lower(stroke: Stroke, by: int) -> Stroke:
    """The stroke counted from a strip that begins so many pixels down the page."""
    left, top, right, bottom = stroke.box
    return Stroke((left, top - by, right, bottom - by), stroke.key, stroke.make)


def _map_strip(
    view: View, page: Sheets, theme: Theme, wanted: frozenset[str], shelf: Shelf | None
) -> blocks.Strip:
    """The strip of the map, on which what was last painted still lies."""
    alone, size = _alone(page.bare), (page.bare.page[0], page.bare.map_size[1])
    key = (*print_key(view, alone, theme, wanted), size)
    found = _strips.get(key)
    if found is None:
        ground = _plain(theme, size)
        ground.paste(printed(view, alone, theme, wanted, shelf), (page.bare.left, 0))
        found = _strips.put(key, blocks.Strip(ground, theme.name), size[0] * size[1])
    return found


def _paper(theme: Theme, size: tuple[int, int]) -> blocks.Strip:
    """A strip of bare paper, on which what was last painted still lies."""
    key = ("paper", theme.name, size)
    found = _strips.get(key)
    if found is None:
        found = _strips.put(key, blocks.Strip(_plain(theme, size), theme.name), size[0] * size[1])
    return found


def _plain(theme: Theme, size: tuple[int, int]) -> Image.Image:
    return reduced(Image.new("RGB", size, tuple(theme.page)), theme.name)

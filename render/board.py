"""The picture of a table: a view and words in, a PNG out. Plain arguments, so any process may do it."""

from __future__ import annotations

import io
from collections import OrderedDict

from PIL import Image

from engine.hexes import Grid, Hex
from engine.view import View
from render.canvas import Canvas
from render.caption import Caption
from render.layers import GROUND, NAMES, PAGE, TABLE, Layer
from render.layout import Layout
from render.page import foot_height, head_height
from render.theme import THEMES, Theme

KEPT = 8  # printed maps kept for the next picture

_maps: OrderedDict[object, Image.Image] = OrderedDict()


def draw(
    view: View,
    caption: Caption,
    *,
    theme: str = "light",
    layers: frozenset[str] | None = None,
    crop: frozenset[Hex] | None = None,
    radius: float | None = None,
) -> bytes:
    """A PNG of the view. The same arguments always make the same bytes.

    `theme` is a key of `THEMES`; `layers` names the layers to draw (all of `LAYERS` when None); `crop` are
    the hexes that must be seen (all when None; see `near`); `radius` is pixels from a hex's centre to a
    vertex (chosen to make a map about 1300 pixels wide when None).

    Raises ValueError for a layer or a theme that does not exist.
    """
    wanted = frozenset(NAMES) if layers is None else layers
    if wanted - {*NAMES} or theme not in THEMES:
        raise ValueError(f"no such layer or theme: {sorted(wanted - {*NAMES})}, {theme!r}")
    colours = THEMES[theme]
    bare = Layout.of_map(view.grid, crop or view.grid, radius)
    width = bare.framed(0, 0).page[0]
    layout = bare.framed(
        head_height(width) if "header" in wanted else 0,
        foot_height(view, caption, width) if "legend" in wanted else 0,
    )
    board = _printed(view, bare, colours, wanted).copy()
    _apply(TABLE, wanted, _canvas(board, bare, colours, view, caption), view)
    image = Image.new("RGB", layout.page, tuple(colours.page))
    image.paste(board, layout.map_box[:2])
    _apply(PAGE, wanted, _canvas(image, layout, colours, view, caption), view)
    return _png(image)


def near(grid: Grid, around: Hex, margin: int = 3) -> frozenset[Hex]:
    """The hexes at most `margin` hexes from one: what `draw` takes as `crop`."""
    return grid.within(around, margin)


def _canvas(image: Image.Image, layout: Layout, theme: Theme, view: View, caption: Caption) -> Canvas:
    sides = tuple(side for side, _ in view.sides)
    return Canvas(image=image, layout=layout, theme=theme, sides=sides, caption=caption)


def _apply(layers: tuple[Layer, ...], wanted: frozenset[str], canvas: Canvas, view: View) -> None:
    """Draw those of the layers that are wanted, in their order."""
    for layer in layers:
        if layer.__name__ in wanted:
            layer(canvas, view)


def _printed(view: View, layout: Layout, theme: Theme, wanted: frozenset[str]) -> Image.Image:
    """The map as printed, kept by what it depends on."""
    names = wanted & {layer.__name__ for layer in GROUND}
    ground = tuple((h.hex, h.terrain, h.level, h.name) for h in view.hexes.values())
    key = (view.grid, ground, view.hexsides, layout.radius, layout.corner, layout.map_size, theme.name, names)
    found = _maps.get(key)
    if found is None:
        image = Image.new("RGB", layout.map_size, tuple(theme.page))
        _apply(GROUND, names, _canvas(image, layout, theme, view, Caption()), view)
        found = _maps[key] = image
        if len(_maps) > KEPT:
            _maps.popitem(last=False)
    _maps.move_to_end(key)
    return found


def _png(image: Image.Image) -> bytes:
    """The encoded picture. Level 1: higher ones cost much time and save little."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=1)
    return out.getvalue()

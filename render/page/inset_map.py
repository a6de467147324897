"""The inset map in a corner of a crop: where it is on the map, and where all counters are."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.hexes import Grid
from engine.view import View
from render.counters.side_shapes import side_dot
from render.geometry.layout import MARGIN, Layout, Point, extent
from render.map.map_image import map_image
from render.map_cache import map_fingerprint
from render.paint.canvas import Canvas
from render.paint.pen import Box
from render.paint.theme import Colour

WIDE, HIGH = 230, 140  # pixels: what the small map may take at most
GAP = 12  # pixels between the small map and the edges of the picture
DOT = 0.62  # a counter's dot, in radii of the small map's hexes
LEAST_DOT = 3.2  # pixels
PALE = 0.35  # how far the part outside the crop fades into the page
SHOWN = frozenset(
    {"relief", "ground", "farmland", "paddies", "courses", "water", "roads", "texture", "villages"}
)
"""The layers of the printed map that the inset map has."""


def inset_size(grid: Grid) -> tuple[int, int]:
    """Width and height of the inset map, in pixels."""
    return _small(grid)[1]


def inset(canvas: Canvas, view: View) -> None:
    """The inset map, pale outside the crop, with a frame, and a dot for every counter in its side's colour
    and shape."""
    box = canvas.layout.inset
    if box is None:
        return
    small, size = _small(view.grid)
    at = box[:2]
    frame = _seen(canvas.layout, small, size)
    _frame(canvas, (box[0] - 5, box[1] - 5, box[2] + 5, box[3] + 5), canvas.theme.page, 5)
    canvas.paste(lambda: _miniature(canvas, view), at, size, key=("inset", at, *_key(canvas, view)))
    there = (frame[0] + at[0], frame[1] + at[1], frame[2] + at[0], frame[3] + at[1])
    _frame(canvas, (box[0] - 5, box[1] - 5, box[2] + 5, box[3] + 5), canvas.theme.page_faint, 1.5)
    _dots(canvas, view, small, at)
    _frame(canvas, there, canvas.theme.halo, 5)
    _frame(canvas, there, canvas.theme.clash, 3)


def _frame(canvas: Canvas, box: Box, colour: Colour, wide: float) -> None:
    with canvas.pen.ink(colour) as nib:
        nib.rectangle(box, 2, hollow=wide)


def _dots(canvas: Canvas, view: View, small: Layout, at: Point) -> None:
    """The counters on the map, one side after the other: first an edge, then the side's colour."""
    radius = max(LEAST_DOT, small.radius * DOT)
    for side in canvas.sides:
        army, place = canvas.army(side), canvas.theme.place(side, canvas.sides)
        hexes = sorted({c.hex for c in view.counters if c.side == side and c.hex})
        middles = [(small.centre(h)[0] + at[0] - MARGIN, small.centre(h)[1] + at[1] - MARGIN) for h in hexes]
        for colour, more in ((canvas.theme.halo, 2.2), (army.edge, 1.2), (army.body, 0.0)):
            with canvas.pen.ink(colour) as nib:
                for middle in middles:
                    side_dot(nib, place, middle, radius + more)


# --- the printed map, small --------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _small(grid: Grid) -> tuple[Layout, tuple[int, int]]:
    """The layout of the inset map, and its size without the paper around it."""
    left, top, right, bottom = extent(grid, grid)
    layout = Layout.of_map(grid, grid, min(WIDE / (right - left), HIGH / (bottom - top)))
    return layout, (layout.map_size[0] - 2 * MARGIN, layout.map_size[1] - 2 * MARGIN)


def _key(canvas: Canvas, view: View) -> tuple[object, ...]:
    """Everything the miniature depends on."""
    layout = canvas.layout
    return (
        map_fingerprint(view),
        canvas.theme.name,
        layout.page[0],
        layout.radius,
        layout.corner,
        layout.map_size,
    )


def _miniature(canvas: Canvas, view: View) -> Image.Image:
    """The printed map (RGB), pale outside the crop."""
    small, size = _small(view.grid)
    edge = (MARGIN, MARGIN, MARGIN + size[0], MARGIN + size[1])
    full = map_image(view, small, canvas.theme, SHOWN, canvas.disk_cache).convert("RGB").crop(edge)
    pale = Image.blend(full, Image.new("RGB", size, tuple(canvas.theme.page[:3])), PALE)
    left, top, right, bottom = (round(v) for v in _seen(canvas.layout, small, size))
    pale.paste(full.crop((left, top, right, bottom)), (left, top))
    return pale


def _seen(layout: Layout, small: Layout, size: tuple[int, int]) -> Box:
    """The box of the crop on the inset map."""
    scale = small.radius / layout.radius
    left = layout.corner[0] * scale - small.corner[0] - MARGIN
    top = layout.corner[1] * scale - small.corner[1] - MARGIN
    wide, high = (n * scale for n in layout.map_size)
    return max(0.0, left), max(0.0, top), min(size[0], left + wide), min(size[1], top + high)

"""The canvas a layer draws on: an image at once, or a recorder of strokes."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

from PIL import Image

from engine.hexes import Hex
from engine.view import View
from render.caption import Caption
from render.geometry.layout import Layout, Point
from render.paint.caches import DiskCache, MemoryCache, kept_in
from render.paint.pen import AnyPen, Pen, shapes_mask, with_alpha
from render.paint.strokes import SUBPIXELS, MaskedFills, PixelBox, Stroke, StrokeRecorder, paint, stroke_of
from render.paint.text import text_stroke, text_width
from render.paint.theme import Army, Colour, Theme, rim_colour

LETTER = 0.94  # size of the letters on a plate, in its heights

masks: MemoryCache[Image.Image] = MemoryCache(0.06)
"""What strokes are made of: hexagons, hatching, swatches."""


class Canvas:
    """A surface with its layout, theme and words. `sides` in order of play; `numbers_beside`: the numbers of
    columns and rows stand beside the map, and none in its hexes.

    The printed map is drawn at once on an RGB `image`. Layers over and around the map are recorded as
    strokes by `recorder`: they use only `pen.ink`, `text`, `paste`, `tint` and `fill_mask`.
    """

    def __init__(
        self,
        *,
        layout: Layout,
        theme: Theme,
        sides: tuple[str, ...],
        caption: Caption | None = None,
        symbols: str = "nato",
        image: Image.Image | None = None,
        disk_cache: DiskCache | None = None,
        numbers_beside: bool = False,
    ) -> None:
        self.layout, self.theme, self.sides, self.symbols = layout, theme, sides, symbols
        self.caption = caption or Caption()
        self.disk_cache = disk_cache
        self.numbers_beside = numbers_beside
        self.recorder = StrokeRecorder()
        self.results: dict[str, tuple[View, object]] = {}
        self._image = image
        self.pen: AnyPen = self.recorder if image is None else Pen(image)

    @property
    def image(self) -> Image.Image:
        """The image, of a canvas that draws at once."""
        assert self._image is not None, "this layer writes strokes down: it has no image"
        return self._image

    @property
    def draws_at_once(self) -> bool:
        """Whether this canvas draws at once."""
        return self._image is not None

    @property
    def r(self) -> float:
        """Pixels of a hex's radius: most things are measured in it."""
        return self.layout.radius

    def army(self, side: str) -> Army:
        """The colours of a side."""
        return self.theme.armies[self.theme.place(side, self.sides)]

    def text(
        self,
        at: Point,
        text: str,
        *,
        size: float,
        colour: Colour,
        face: str = "bold",
        anchor: str = "mm",
        halo: Colour | None = None,
    ) -> None:
        """Text at a point of the page. `anchor` is two letters: l, m, r across; m (middle of a capital), s
        (line) down."""
        pixels = max(7, round(size))
        stroke = text_stroke(
            at, text, face=face, size=pixels, colour=colour, anchor=anchor, halo=halo,
            halo_width=max(1, round(pixels * 0.13)),
        )  # fmt: skip
        if stroke is not None:
            self.add(stroke)

    def paste(
        self, make: Callable[[], Image.Image], at: tuple[int, int], size: tuple[int, int], *, key: Hashable
    ) -> None:
        """Paste a picture (RGBA or RGB) of that size, its upper left corner at a point; `key` holds all it
        depends on. It is made only when it is not cached."""

        def fills() -> MaskedFills:
            picture = make()
            return ((picture, picture if picture.mode == "RGBA" else None),)

        self.add(stroke_of((*at, at[0] + size[0], at[1] + size[1]), ("stamp", size, key), fills))

    def fill_mask(
        self, colour: Colour, box: PixelBox, make: Callable[[], Image.Image], *, key: Hashable
    ) -> None:
        """Fill a mask (L) as large as the box with a colour; `key` holds all that the mask depends on."""
        self.add(stroke_of(box, ("blot", colour, key), lambda: ((colour[:3], with_alpha(make(), colour)),)))

    def tint(self, colour: Colour, hexes: Iterable[Hex], grow: float = 1.0) -> None:
        """Tint whole hexes with a colour, as strongly as its alpha says."""
        for hex_ in hexes:
            corner, size, near = hex_box(self.layout, hex_)
            box = (*corner, corner[0] + size[0], corner[1] + size[1])
            key = ("hex", self.r, self.layout.point_up, near, grow)

            def make(near: Point = near, size: tuple[int, int] = size) -> Image.Image:
                return hexagon_mask(self.layout, near, size, grow)

            self.fill_mask(colour, box, make, key=key)

    def add(self, stroke: Stroke) -> None:
        """Record a stroke, or paint it when the canvas draws at once."""
        if self._image is None:
            self.recorder.strokes.append(stroke)
        else:
            paint(self._image, stroke)


@lru_cache(maxsize=1 << 12)
def hex_box(layout: Layout, hex_: Hex) -> tuple[tuple[int, int], tuple[int, int], Point]:
    """The box of a hex: corner and size in whole pixels, and the hex's middle from that corner, in
    subpixel steps."""
    (x, y), r = layout.centre(hex_), layout.radius
    across, down = (0.87, 1.0) if layout.point_up else (1.0, 0.87)
    x0, y0 = math.floor(x - r * across) - 1, math.floor(y - r * down) - 1
    near = (round((x - x0) * SUBPIXELS) / SUBPIXELS, round((y - y0) * SUBPIXELS) / SUBPIXELS)
    return (x0, y0), (math.ceil(r * across * 2) + 4, math.ceil(r * down * 2) + 4), near


@kept_in(masks)
def hexagon_mask(layout: Layout, at: Point, size: tuple[int, int], grow: float = 1.0) -> Image.Image:
    """The mask (L) of one hex around a point."""
    corners = tuple(v for corner in layout.corners(at, grow) for v in corner)
    return shapes_mask([("polygon", 255, None, corners)], (0, 0), size)


def draw_tag(canvas: Canvas, at: Point, text: str, ground: Colour, letters: Colour, size: float) -> None:
    """A word on a small plate, `size` pixels high."""
    (half, tall), (x, y) = tag_half_size(text, size), at
    with canvas.pen.ink(rim_colour(ground)) as nib:
        nib.rectangle((x - half - 1.2, y - tall - 1.2, x + half + 1.2, y + tall + 1.2), size * 0.34)
    with canvas.pen.ink(ground) as nib:
        nib.rectangle((x - half, y - tall, x + half, y + tall), size * 0.3)
    canvas.text(at, text, size=size * LETTER, colour=letters)


def tag_half_size(text: str, size: float) -> Point:
    """Half the width and height of such a plate."""
    return max(
        size * 0.55, text_width(text, "bold", max(7, round(size * LETTER))) / 2 + size * 0.17
    ), size / 2

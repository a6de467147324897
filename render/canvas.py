"""What a layer gets to draw on: an image at once, or a sheet on which strokes are written down."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache, wraps
from typing import TypeVar, cast

from PIL import Image

from engine.hexes import Hex
from engine.view import View
from render.caption import Caption
from render.layout import Layout, Point
from render.lettering import written
from render.pen import Ink, Pen, mask_of, weaker
from render.shelf import Shelf
from render.strokes import STEPS, Laid, Sheet, Spot, Stroke, paint
from render.theme import Army, Colour, Theme

T = TypeVar("T")


class Canvas:
    """A surface, where things lie on it, in which colours, with which words. `sides` in order of play.

    The printed map and counters are drawn at once on an RGB `image`. What lies on the map, and the page
    around it, is written down on `sheet`: such layers use `pen.ink`, `text`, `stamp`, `tint`, `blot` alone.
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
        shelf: Shelf | None = None,
    ) -> None:
        self.layout, self.theme, self.sides, self.symbols = layout, theme, sides, symbols
        self.caption = caption or Caption()
        self.shelf = shelf
        self.sheet = Sheet()
        self.known: dict[str, tuple[View, object]] = {}
        self._image = image
        self.pen: Ink = self.sheet if image is None else Pen(image)

    @property
    def image(self) -> Image.Image:
        """The image, of a canvas that draws at once."""
        assert self._image is not None, "this layer writes strokes down: it has no image"
        return self._image

    @property
    def draws(self) -> bool:
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
        found = written(
            at, text, face=face, size=pixels, colour=colour, anchor=anchor, halo=halo,
            halo_width=max(1, round(pixels * 0.13)),
        )  # fmt: skip
        if found is not None:
            self.lay(found)

    def stamp(self, picture: Image.Image, at: tuple[int, int], *, key: Hashable) -> None:
        """A picture (RGBA or RGB), its upper left corner at a point; `key` says all that it depends on."""

        def make() -> Laid:
            clear = picture.getchannel("A") if picture.mode == "RGBA" else None
            return ((picture.convert("RGB"), clear),)

        box = (*at, at[0] + picture.width, at[1] + picture.height)
        self.lay(Stroke(box, ("stamp", picture.size, key), make))

    def blot(self, colour: Colour, box: Spot, make: Callable[[], Image.Image], *, key: Hashable) -> None:
        """A colour through a mask (L) as large as the box; `key` says all that the mask depends on."""
        self.lay(Stroke(box, ("blot", colour, key), lambda: ((colour[:3], weaker(make(), colour)),)))

    def tint(self, colour: Colour, hexes: Iterable[Hex], grow: float = 1.0) -> None:
        """Whole hexes laid over with a colour, as strongly as its alpha says."""
        for hex_ in hexes:
            corner, size, near = place(self.layout, hex_)
            box = (*corner, corner[0] + size[0], corner[1] + size[1])
            key = ("hex", self.r, self.layout.point_up, near, grow)

            def make(near: Point = near, size: tuple[int, int] = size) -> Image.Image:
                return hexagon(self.layout, near, size, grow)

            self.blot(colour, box, make, key=key)

    def lay(self, stroke: Stroke) -> None:
        """Lay a stroke on the page."""
        if self._image is None:
            self.sheet.strokes.append(stroke)
        else:
            paint(self._image, stroke)


def once(work: Callable[[Canvas, View], T]) -> Callable[[Canvas, View], T]:
    """The same function, worked out once for a picture."""
    name = f"{work.__module__}.{work.__name__}"

    @wraps(work)
    def remembered(canvas: Canvas, view: View) -> T:
        found = canvas.known.get(name)
        if found is None or found[0] is not view:
            found = canvas.known[name] = (view, work(canvas, view))
        return cast(T, found[1])

    return remembered


@lru_cache(maxsize=1 << 14)
def place(layout: Layout, hex_: Hex) -> tuple[tuple[int, int], tuple[int, int], Point]:
    """The box a hex needs: its corner and size in whole pixels, and the hex's middle from that corner, on the
    fine raster."""
    (x, y), r = layout.centre(hex_), layout.radius
    across, down = (0.87, 1.0) if layout.point_up else (1.0, 0.87)
    x0, y0 = math.floor(x - r * across) - 1, math.floor(y - r * down) - 1
    near = (round((x - x0) * STEPS) / STEPS, round((y - y0) * STEPS) / STEPS)
    return (x0, y0), (math.ceil(r * across * 2) + 4, math.ceil(r * down * 2) + 4), near


@lru_cache(maxsize=512)
def hexagon(layout: Layout, at: Point, size: tuple[int, int], grow: float = 1.0) -> Image.Image:
    """The mask (L) of one hex around a point."""
    corners = tuple(v for corner in layout.corners(at, grow) for v in corner)
    return mask_of([("polygon", 255, None, corners)], (0, 0), size)

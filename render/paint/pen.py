"""Anti-aliased shapes: Pillow draws jagged ones, so they are drawn larger as a mask, reduced, and pasted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import pairwise
from typing import Any, Protocol

from PIL import Image, ImageDraw

from render.geometry.layout import Point
from render.paint.theme import Colour

OVERSAMPLING = 4  # times larger the masks are drawn

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""

Shape = tuple[str, float, object, tuple[float, ...]]
"""A shape as plain data: kind, value in the mask, options (width, ends, corner, hollow), coordinates."""


class Nib:
    """Collects shapes of one colour and the boxes they cover."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []
        self.shape_boxes: list[Box] = []

    @property
    def box(self) -> Box:
        """The box of all the shapes, in pixels."""
        return bounding_box(self.shape_boxes)

    def _add(self, mark: Shape, xs: Sequence[float], ys: Sequence[float], more: float) -> None:
        self.shapes.append(mark)
        self.shape_boxes.append((min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more))

    def line(self, points: Sequence[Point], width: float, *, ends: bool = True) -> None:
        """A line `width` pixels wide, with round ends unless `ends` is false."""
        if len(points) < 2:
            return
        flat = tuple(v for point in points for v in point)
        self._add(("line", 255, (width, ends), flat), flat[::2], flat[1::2], width)

    def dashes(self, points: Sequence[Point], width: float, on: float, off: float) -> None:
        """A line broken into dashes `on` pixels long, `off` pixels apart."""
        for piece in dashed(points, on, off):
            self.line(piece, width, ends=False)

    def polygon(self, points: Sequence[Point]) -> None:
        """A filled polygon."""
        flat = tuple(v for point in points for v in point)
        self._add(("polygon", 255, None, flat), flat[::2], flat[1::2], 1)

    def outline(self, points: Sequence[Point], width: float) -> None:
        """A closed line."""
        self.line([*points, points[0], points[1]], width)

    def dot(self, centre: Point, radius: float) -> None:
        """A filled circle."""
        self._add(("dot", 255, radius, tuple(centre)), centre[:1], centre[1:], radius + 1)

    def rectangle(
        self,
        box: tuple[float, float, float, float],
        corner: float = 0,
        *,
        hollow: float = 0,
    ) -> None:
        """A rectangle with round corners; with `hollow`, only its frame, that many pixels wide."""
        self._add(("box", 255, (corner, hollow), tuple(box)), box[::2], box[1::2], 1)


class AnyPen(Protocol):
    """Draws shapes of one colour: a `Pen` at once, a `StrokeRecorder` later."""

    def ink(self, colour: Colour) -> AbstractContextManager[Nib]:
        """Draw the nib's shapes in `colour` as one: where they overlap they do not darken."""
        ...


class Pen:
    """Draws on one image."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    @contextmanager
    def ink(self, colour: Colour) -> Iterator[Nib]:
        """Draw the nib's shapes in `colour` as one: where they overlap they do not darken."""
        nib = Nib()
        yield nib
        placed = nib_mask(nib, self.image.size)
        if placed is None:
            return
        mask, corner = placed
        mask = with_alpha(mask, colour)
        if self.image.mode == "RGB":
            self.image.paste(colour[:3], (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
        else:
            sheet = Image.new("RGBA", mask.size, (*colour[:3], 0))
            sheet.putalpha(mask)
            self.image.alpha_composite(sheet, corner)


def with_alpha(mask: Image.Image, colour: Colour) -> Image.Image:
    """A mask weakened by the colour's alpha."""
    if len(colour) < 4 or colour[3] >= 255:
        return mask
    return mask.point([v * colour[3] // 255 for v in range(256)])


def bounding_box(boxes: Sequence[Box]) -> Box:
    """The smallest box around some boxes."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def nib_mask(nib: Nib, size: tuple[int, int]) -> tuple[Image.Image, tuple[int, int]] | None:
    """The mask (L) of a nib's shapes on a picture of that size, and its upper left corner."""
    if not nib.shapes:
        return None
    box = nib.box
    x0, y0 = max(0, math.floor(box[0])), max(0, math.floor(box[1]))
    x1, y1 = min(size[0], math.ceil(box[2])), min(size[1], math.ceil(box[3]))
    if x0 >= x1 or y0 >= y1:
        return None
    return shapes_mask(nib.shapes, (x0, y0), (x1 - x0, y1 - y0)), (x0, y0)


def shapes_mask(marks: Iterable[Shape], corner: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """The mask (L) of some shapes, smooth at their edges; `corner` is the point on its upper left."""
    area = size[0] * size[1]
    times = OVERSAMPLING if area < 400_000 else 3 if area < 2_000_000 else 2
    large = Image.new("L", (size[0] * times, size[1] * times), 0)
    draw = ImageDraw.Draw(large)
    for kind, value, how, numbers in marks:
        there = [(v - corner[n % 2]) * times for n, v in enumerate(numbers)]
        SHAPE_DRAWERS[kind](draw, there, how, value, times)
    return large.reduce(times)


def _line(draw: ImageDraw.ImageDraw, there: list[float], how: Any, value: float, times: int) -> None:
    width, ends = how
    wide = max(1, round(width * times))
    draw.line(there, fill=value, width=wide, joint="curve")
    r = wide / 2 - 0.5
    for x, y in (there[:2], there[-2:]) if ends and r > 1 else ():
        draw.ellipse((x - r, y - r, x + r, y + r), fill=value)


def _polygon(draw: ImageDraw.ImageDraw, there: list[float], how: Any, value: float, times: int) -> None:
    draw.polygon(there, fill=value)


def _dot(draw: ImageDraw.ImageDraw, there: list[float], how: Any, value: float, times: int) -> None:
    (x, y), r = there, how * times
    draw.ellipse((x - r, y - r, x + r, y + r), fill=value)


def _box(draw: ImageDraw.ImageDraw, there: list[float], how: Any, value: float, times: int) -> None:
    corner, hollow = how
    box = (there[0], there[1], there[2], there[3])
    if hollow:
        draw.rounded_rectangle(box, corner * times, outline=value, width=max(1, round(hollow * times)))
    else:
        draw.rounded_rectangle(box, corner * times, fill=value)


SHAPE_DRAWERS: dict[str, Callable[[ImageDraw.ImageDraw, list[float], Any, float, int], None]] = {
    "line": _line, "polygon": _polygon, "dot": _dot, "box": _box,
}  # fmt: skip


def dashed(points: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """The pieces of a line that are drawn when it is broken into dashes."""
    piece: list[Point] = [points[0]]
    left, drawing = on, True
    for a, b in pairwise(points):
        length, done = math.dist(a, b), 0.0
        while length - done > left:
            done += left
            at = (a[0] + (b[0] - a[0]) * done / length, a[1] + (b[1] - a[1]) * done / length)
            if drawing:
                yield [*piece, at]
            piece, drawing = [at], not drawing
            left = on if drawing else off
        left -= length - done
        piece.append(b)
    if drawing and len(piece) > 1:
        yield piece

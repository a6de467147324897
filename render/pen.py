"""Smooth ink: Pillow draws jagged shapes, so they are drawn larger as a mask, reduced, and pasted."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise

from PIL import Image, ImageDraw

from render.layout import Point
from render.theme import Colour

FINER = 4  # times larger the masks are drawn

Mark = Callable[["ImageDraw.ImageDraw", float, float, int], None]


class Nib:
    """Collects shapes of one colour, and knows the box they cover."""

    def __init__(self) -> None:
        self.marks: list[Mark] = []
        self.box: list[float] = [math.inf, math.inf, -math.inf, -math.inf]

    def _cover(self, points: Sequence[Point], more: float) -> None:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        b = self.box
        self.box = [
            min(b[0], min(xs) - more),
            min(b[1], min(ys) - more),
            max(b[2], max(xs) + more),
            max(b[3], max(ys) + more),
        ]

    def line(self, points: Sequence[Point], width: float, *, ends: bool = True, value: int = 255) -> None:
        """A line `width` pixels wide, with round ends unless told otherwise."""
        if len(points) < 2:
            return
        self._cover(points, width)

        def mark(draw: ImageDraw.ImageDraw, dx: float, dy: float, times: int) -> None:
            there = [((x - dx) * times, (y - dy) * times) for x, y in points]
            wide = max(1, round(width * times))
            draw.line(there, fill=value, width=wide, joint="curve")
            r = wide / 2 - 0.5
            for x, y in (there[0], there[-1]) if ends and r > 1 else ():
                draw.ellipse((x - r, y - r, x + r, y + r), fill=value)

        self.marks.append(mark)

    def dashes(self, points: Sequence[Point], width: float, on: float, off: float) -> None:
        """A line broken into dashes `on` pixels long, `off` pixels apart."""
        for piece in dashed(points, on, off):
            self.line(piece, width, ends=False)

    def polygon(self, points: Sequence[Point], *, value: int = 255) -> None:
        """A filled polygon."""
        self._cover(points, 1)

        def mark(draw: ImageDraw.ImageDraw, dx: float, dy: float, times: int) -> None:
            draw.polygon([((x - dx) * times, (y - dy) * times) for x, y in points], fill=value)

        self.marks.append(mark)

    def outline(self, points: Sequence[Point], width: float) -> None:
        """A closed line."""
        self.line([*points, points[0], points[1]], width)

    def dot(self, centre: Point, radius: float, *, value: int = 255) -> None:
        """A filled circle."""
        self._cover([centre], radius + 1)

        def mark(draw: ImageDraw.ImageDraw, dx: float, dy: float, times: int) -> None:
            x, y, r = (centre[0] - dx) * times, (centre[1] - dy) * times, radius * times
            draw.ellipse((x - r, y - r, x + r, y + r), fill=value)

        self.marks.append(mark)

    def box_at(
        self,
        box: tuple[float, float, float, float],
        corner: float = 0,
        *,
        hollow: float = 0,
        value: int = 255,
    ) -> None:
        """A rectangle with round corners; with `hollow` only its frame, that many pixels wide, inside it."""
        self._cover([box[:2], box[2:]], 1)

        def mark(draw: ImageDraw.ImageDraw, dx: float, dy: float, times: int) -> None:
            there = tuple((v - d) * times for v, d in zip(box, (dx, dy, dx, dy), strict=True))
            if hollow:
                wide = max(1, round(hollow * times))
                draw.rounded_rectangle(there, corner * times, outline=value, width=wide)
            else:
                draw.rounded_rectangle(there, corner * times, fill=value)

        self.marks.append(mark)


class Pen:
    """Draws on one image."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    @contextmanager
    def ink(self, colour: Colour) -> Iterator[Nib]:
        """Shapes drawn with the nib come out in `colour`, as one: where they overlap they do not darken."""
        nib = Nib()
        yield nib
        found = stencil(nib, self.image.size)
        if found is None:
            return
        mask, corner = found
        if len(colour) == 4 and colour[3] < 255:
            alpha = colour[3]
            mask = mask.point([v * alpha // 255 for v in range(256)])
        fill = colour[:3] if self.image.mode == "RGB" else (*colour[:3], 255)
        if self.image.mode == "RGB":
            self.image.paste(fill, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
        else:
            sheet = Image.new("RGBA", mask.size, (*colour[:3], 0))
            sheet.putalpha(mask)
            self.image.alpha_composite(sheet, corner)


def stencil(nib: Nib, size: tuple[int, int]) -> tuple[Image.Image, tuple[int, int]] | None:
    """The mask (L) of what a nib drew on a picture of that size, and where its upper left corner lies."""
    if not nib.marks:
        return None
    x0, y0 = max(0, math.floor(nib.box[0])), max(0, math.floor(nib.box[1]))
    x1, y1 = min(size[0], math.ceil(nib.box[2])), min(size[1], math.ceil(nib.box[3]))
    if x0 >= x1 or y0 >= y1:
        return None
    times = FINER if (x1 - x0) * (y1 - y0) < 400_000 else 3 if (x1 - x0) * (y1 - y0) < 2_000_000 else 2
    large = Image.new("L", ((x1 - x0) * times, (y1 - y0) * times), 0)
    draw = ImageDraw.Draw(large)
    for mark in nib.marks:
        mark(draw, x0, y0, times)
    return large.reduce(times), (x0, y0)


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

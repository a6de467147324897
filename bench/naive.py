"""A renderer as it is written first: everything drawn anew in RGBA, saved with Pillow's defaults.

It is not slow on purpose: fonts are loaded once, nothing is drawn twice.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

import render
from bench.plain import PAPER, Colour, Point, paint
from engine.view import View
from render.caption import Caption

FONT = Path(render.__file__).parent / "fonts" / "RobotoCondensed-Bold.ttf"


def draw(view: View, caption: Caption, page: tuple[int, int], r: float, times: int = 1) -> bytes:
    """A PNG of the scene, `page` pixels large. `times` is how many times larger it is drawn, then reduced:
    1 leaves jagged lines, 3 is smooth."""
    out = io.BytesIO()
    image(view, caption, page, r, times).save(out, "PNG")
    return out.getvalue()


def image(view: View, caption: Caption, page: tuple[int, int], r: float, times: int = 1) -> Image.Image:
    """The picture before it is encoded."""
    brush = Pillow(page, times)
    paint(brush, view, caption, page, r)
    return brush.image if times == 1 else brush.image.reduce(times)


class Pillow:
    """A brush that draws on an RGBA image."""

    def __init__(self, page: tuple[int, int], times: int) -> None:
        self.times = times
        self.image = Image.new("RGBA", (page[0] * times, page[1] * times), (*PAPER, 255))
        self.draw = ImageDraw.Draw(self.image)

    def _large(self, points: Sequence[Point]) -> Sequence[Point]:
        t = self.times
        return points if t == 1 else [(x * t, y * t) for x, y in points]

    def _wide(self, width: float) -> int:
        return max(1, round(width * self.times))

    def polygon(self, points: Sequence[Point], fill: Colour, edge: Colour | None = None) -> None:
        there = self._large(points)
        self.draw.polygon(there, fill=fill)
        if edge:  # not as the polygon's own outline: a wide one costs a mask of the whole page
            self.draw.line([*there, there[0]], fill=edge, width=self.times)

    def box(self, x0: float, y0: float, x1: float, y1: float, fill: Colour, edge: Colour) -> None:
        corners = self._large([(x0, y0), (x1, y1)])
        self.draw.rectangle([*corners], fill=fill, outline=edge, width=self.times)

    def dots(self, middles: Sequence[Point], radius: float, fill: Colour) -> None:
        r = radius * self.times
        for x, y in self._large(middles):
            self.draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def lines(self, lines: Sequence[Sequence[Point]], colour: Colour, width: float) -> None:
        wide = self._wide(width)
        for line in lines:
            self.draw.line(self._large(line), fill=colour, width=wide)

    def text(self, at: Point, text: str, size: float, colour: Colour) -> None:
        font = _font(max(7, round(size)) * self.times)
        self.draw.text(self._large([at])[0], text, fill=colour, font=font, anchor="mm")

    @contextmanager
    def sheet(self, strength: int) -> Iterator[None]:
        below = self.image
        self.image = Image.new("RGBA", below.size)
        self.draw = ImageDraw.Draw(self.image)
        yield
        faint = self.image.getchannel("A").point([v * strength // 255 for v in range(256)])
        self.image.putalpha(faint)
        below.alpha_composite(self.image)
        self.image, self.draw = below, ImageDraw.Draw(below)


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), size, layout_engine=ImageFont.Layout.BASIC)  # the faster one

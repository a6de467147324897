"""The sheet that tables, brackets and charts are drawn on: a header, and text that fits where it stands."""

from __future__ import annotations

import io

from PIL import Image

from render.paint.pen import Pen
from render.paint.text import draw_text, fit_text, text_width
from render.paint.theme import THEMES, Colour, blend

WIDE = 780  # pixels: twice the width of a phone
EDGE = 24  # pixels left and right
HEAD, FOOT_LINE = 104, 32  # pixels of the header, of a line of the foot
TITLE, SUB, LETTERS, SMALLEST = 42, 26, 29, 22  # pixels of letters
LEAST = 18
"""Pixels of the smallest letters anywhere: 9 on a phone."""
SHRINK = 4
"""Pixels that letters may be smaller than wanted before a text is cut."""


COLOURS = 128
"""Colours of a picture: enough for smooth letters, and a third of the bytes."""


class Sheet:
    """An image with a header of title and subtitle. `high`: pixels below the header, without the foot."""

    def __init__(self, title: str, sub: str, high: float, *, theme: str, foot: str = "") -> None:
        self.inks = THEMES[theme]
        self._foot = wrapped(foot, WIDE - 2 * EDGE, SMALLEST)
        lower = len(self._foot) * FOOT_LINE + (14 if self._foot else 10)
        self.top, self.bottom = HEAD, round(HEAD + high)
        self.image = Image.new("RGB", (WIDE, self.bottom + lower), tuple(self.inks.page))
        self.pen = Pen(self.image)
        self._header(title, sub)
        for nth, line in enumerate(self._foot):
            y = self.bottom + 10 + FOOT_LINE * (nth + 0.5)
            self.text(line, (EDGE, y), room=WIDE - 2 * EDGE, size=SMALLEST, colour=self.inks.page_faint)

    def _header(self, title: str, sub: str) -> None:
        """Title and subtitle, light on dark in every theme."""
        dark, light = sorted((self.inks.page, self.inks.page_ink), key=sum)
        ground = blend(dark, light, 0.06)
        with self.pen.ink(ground) as nib:
            nib.rectangle((0, 0, WIDE, HEAD - 12))
        room = WIDE - 2 * EDGE
        middle = 34 if sub else 46
        self.text(title, (EDGE, middle), room=room, size=TITLE, least=28, face="title", colour=light)
        self.text(sub, (EDGE, 72), room=room, size=SUB, colour=blend(ground, light, 0.78))

    def text(
        self,
        text: str,
        at: tuple[float, float],
        *,
        room: float,
        size: int = LETTERS,
        least: int = 0,
        face: str = "plain",
        anchor: str = "lm",
        colour: Colour | None = None,
    ) -> float:
        """Text fitted into `room` pixels, cut with an ellipsis where it must be; the pixels it takes."""
        least = least or max(SMALLEST, size - SHRINK)
        fitted, small = fit_text(text, face, size, room, min(least, size))
        draw_text(
            self.image, at, fitted, face=face, size=small, colour=colour or self.inks.page_ink, anchor=anchor
        )
        return text_width(fitted, face, small)

    def rule(self, y: float, left: float = EDGE, right: float = WIDE - EDGE, width: float = 2) -> None:
        """A thin line across."""
        with self.pen.ink(self.inks.page_rule) as nib:
            nib.line([(left, y), (right, y)], width, ends=False)

    def fill(self, box: tuple[float, float, float, float], strength: float, corner: float = 0) -> None:
        """A faint ground: `strength` is the share of the colour of lines."""
        with self.pen.ink(blend(self.inks.page, self.inks.page_rule, strength)) as nib:
            nib.rectangle(box, corner)

    def png(self) -> bytes:
        """The picture as a PNG."""
        data = io.BytesIO()
        self.image.quantize(COLOURS, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
        return data.getvalue()


def wrapped(text: str, room: float, size: int, face: str = "plain") -> list[str]:
    """A text in lines of at most `room` pixels, where its words allow."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, face, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines

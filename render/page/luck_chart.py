"""The luck chart: a row for each kind of roll, bad luck on the left, good on the right.

Made only of words and numbers from the caller: no view, no rule, no sentence of its own.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image

from render.counters.side_shapes import side_mark
from render.paint.pen import Pen
from render.paint.text import draw_text, fit_text
from render.paint.theme import THEMES, Theme, blend

WIDE = 780  # pixels: twice a phone's, so letters of 26 are read as letters of 13
EDGE, HEAD, ROW, FOOT = 28, 104, 44, 54
LABEL, SCALE = 250, (292, 612)  # pixels from the left: where labels end, where the scale begins and ends
HALF = (0.25, 0.75)
"""The middle half of all luck: the band behind the scale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartRow:
    """A row of the chart: side, label, numbers in words, the share of luck from 0 to 1 or None; a `whole` row
    begins the rows of its side."""

    side: str
    label: str
    numbers: str
    luck: float | None = None
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart: title, subtitle, rows, and the words under the left end, middle and right end of the scale.
    `sides` in order of play."""

    title: str
    sub: str
    rows: tuple[ChartRow, ...]
    sides: tuple[str, ...]
    ends: tuple[str, str, str]


def draw_chart(chart: Chart, *, theme: str = "light") -> bytes:
    """A PNG of the chart. The same arguments always make the same bytes; `theme` is a key of THEMES."""
    inks = THEMES[theme]
    image = Image.new("RGB", (WIDE, HEAD + ROW * len(chart.rows) + FOOT), tuple(inks.page))
    pen = Pen(image)
    _words(image, chart.title, (EDGE, 40), inks, face="title", size=40, room=WIDE - 2 * EDGE)
    _words(image, chart.sub, (EDGE, 80), inks, size=22, room=WIDE - 2 * EDGE, faint=True)
    bottom = image.height - FOOT
    _scale(pen, inks, bottom)
    for number, row in enumerate(chart.rows):
        _row(image, pen, chart, row, HEAD + ROW * number, inks)
    left, right = SCALE
    for text, x in zip(chart.ends, (left, (left + right) / 2, right), strict=True):
        _words(image, text, (x, bottom + 24), inks, size=22, room=150, anchor="mm", faint=True)
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


def _scale(pen: Pen, inks: Theme, bottom: float) -> None:
    """The band of the middle half, and lines at the ends and in the middle."""
    left, right = SCALE
    a, b = (left + (right - left) * share for share in HALF)
    with pen.ink(blend(inks.page, inks.page_rule, 0.45)) as nib:
        nib.rectangle((a, HEAD - 4, b, bottom + 4))
    for x in (left, (left + right) / 2, right):
        with pen.ink(inks.page_rule) as nib:
            nib.line([(x, HEAD - 4), (x, bottom + 4)], 2, ends=False)


def _row(image: Image.Image, pen: Pen, chart: Chart, row: ChartRow, top: float, inks: Theme) -> None:
    """One row: label on the left, the side's mark on the scale, numbers on the right."""
    y, (left, right) = top + ROW / 2, SCALE
    place = inks.place(row.side, chart.sides)
    army = inks.armies[place]
    if row.whole:
        with pen.ink(inks.page_rule) as nib:
            nib.line([(EDGE, top + 1), (WIDE - EDGE, top + 1)], 2, ends=False)
        side_mark(pen, place, (EDGE + 10, y), 20, army, inks.page_ink)
    face = "bold" if row.whole else "plain"
    _words(image, row.label, (EDGE + 30, y), inks, face=face, room=LABEL - EDGE - 30)
    _words(
        image, row.numbers, (WIDE - EDGE, y), inks, size=22, room=WIDE - EDGE - right - 22,
        anchor="rm", face=face,
    )  # fmt: skip
    if row.luck is None:
        return
    middle, x = (left + right) / 2, left + (right - left) * row.luck
    thick = 8 if row.whole else 5
    for colour, more in ((inks.page_ink, 3), (army.body, 0)):  # a white army's line needs a rim
        with pen.ink(colour) as nib:
            nib.line([(middle, y), (x, y)], thick + more, ends=False)
    side_mark(pen, place, (x, y), 28 if row.whole else 20, army, inks.page_ink)


def _words(
    image: Image.Image,
    text: str,
    at: tuple[float, float],
    inks: Theme,
    *,
    room: float,
    size: int = 25,
    face: str = "plain",
    anchor: str = "lm",
    faint: bool = False,
) -> None:
    """Text fitted into `room` pixels."""
    fitted, small = fit_text(text, face, size, room, 15)
    colour = inks.page_faint if faint else inks.page_ink
    draw_text(image, at, fitted, face=face, size=small, colour=colour, anchor=anchor)

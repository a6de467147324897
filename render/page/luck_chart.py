"""The luck chart: a column for each side, a row for each kind of roll, bad luck left, good luck right.

Made only of words and numbers from the caller: no view, no rule, no sentence of its own.
"""

from __future__ import annotations

import io

from PIL import Image

from render.chart import Chart, ChartRow
from render.counters.side_shapes import side_mark
from render.paint.pen import Pen
from render.paint.text import draw_text, fit_text, text_width
from render.paint.theme import THEMES, Theme, blend

WIDE, HIGH = 1100, 700  # pixels: Discord's box twice as large
EDGE, HEAD, FOOT, GUTTER = 24, 112, 52, 44  # pixels at the sides, above and below the rows, between columns
ROW = (38, 60)  # pixels of a row at least and at most; rows for which there is no room are left out
MOST_COLUMNS = 2
LETTERS, SMALLEST = 27, 22  # pixels of letters, and of those of a word too long for its place
INDENT, LABEL, SCALE, NUMBERS = 32, 0.37, (0.4, 0.7), 0.74
"""Where things stand in a column: pixels before a label; shares of its width where labels end, where the
scale begins and ends, where numbers begin."""
HALF = (0.25, 0.75)
"""The middle half of all luck: the band behind the scale."""


def draw_chart(chart: Chart, *, theme: str = "light") -> bytes:
    """A PNG of the chart, a column for each of two sides. The same arguments always make the same bytes;
    `theme` is a key of THEMES."""
    inks = THEMES[theme]
    image = Image.new("RGB", (WIDE, HIGH), tuple(inks.page))
    pen, room = Pen(image), WIDE - 2 * EDGE
    _words(image, chart.title, (EDGE, 40), inks, face="title", size=42, room=room)
    _words(image, chart.sub, (EDGE, 84), inks, size=26, room=room, faint=True)
    columns = _columns(chart)
    wide = (room - GUTTER * (len(columns) - 1)) / len(columns)
    most = max(map(len, columns))
    high = max(ROW[0], min(ROW[1], (HIGH - HEAD - FOOT) // most))
    for nth, rows in enumerate(columns):
        left = EDGE + nth * (wide + GUTTER)
        seen = rows[: (HIGH - HEAD - FOOT) // high]
        _scale(image, pen, chart, inks, left, wide, HEAD + high * len(seen))
        for number, row in enumerate(seen):
            _row(image, pen, chart, row, inks, (left, HEAD + high * number, left + wide, high))
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return data.getvalue()


def _columns(chart: Chart) -> list[list[ChartRow]]:
    """The rows in columns: a side each; of more than two sides one below the other."""
    sides = [side for side in chart.sides if any(row.side == side for row in chart.rows)]
    columns: list[list[ChartRow]] = [[] for _ in sides[:MOST_COLUMNS]]
    for nth, side in enumerate(sides):
        columns[nth % MOST_COLUMNS] += [row for row in chart.rows if row.side == side]
    return columns or [[*chart.rows]]


def _ends(left: float, wide: float) -> tuple[float, float]:
    """Where the scale of a column begins and ends."""
    return left + wide * SCALE[0], left + wide * SCALE[1]


def _scale(
    image: Image.Image, pen: Pen, chart: Chart, inks: Theme, left: float, wide: float, bottom: float
) -> None:
    """The band of the middle half, lines at the ends and in the middle, and words below them."""
    start, end = _ends(left, wide)
    a, b = (start + (end - start) * share for share in HALF)
    with pen.ink(blend(inks.page, inks.page_rule, 0.45)) as nib:
        nib.rectangle((a, HEAD - 4, b, bottom + 4))
    for x in (start, (start + end) / 2, end):
        with pen.ink(inks.page_rule) as nib:
            nib.line([(x, HEAD - 4), (x, bottom + 4)], 2, ends=False)
    bad, usual, good = chart.ends
    places = [(bad, start), (good, end)]
    if end - start > sum(text_width(text, "plain", LETTERS) for text in chart.ends):
        places.append((usual, (start + end) / 2))
    for text, x in places:
        _words(image, text, (x, bottom + 26), inks, size=LETTERS, room=170, anchor="mm", faint=True)


def _row(
    image: Image.Image,
    pen: Pen,
    chart: Chart,
    row: ChartRow,
    inks: Theme,
    place: tuple[float, float, float, float],
) -> None:
    """One row: label on the left, the side's mark on the scale, numbers on the right. `place` is left, top,
    right and height in pixels."""
    left, top, edge, high = place
    y, wide, (start, end) = top + high / 2, edge - left, _ends(left, edge - left)
    colours = inks.place(row.side, chart.sides)
    army = inks.armies[colours]
    if row.whole:
        with pen.ink(inks.page_rule) as nib:
            nib.line([(left, top + 1), (edge, top + 1)], 2, ends=False)
        side_mark(pen, colours, (left + 12, y), 22, army, inks.page_ink)
    face = "bold" if row.whole else "plain"
    _words(image, row.label, (left + INDENT, y), inks, face=face, room=wide * LABEL - INDENT)
    _words(image, row.numbers, (edge, y), inks, room=wide * (1 - NUMBERS), anchor="rm", face=face)
    if row.luck is None:
        return
    middle, x = (start + end) / 2, start + (end - start) * row.luck
    thick = 8 if row.whole else 5
    for colour, more in ((inks.page_ink, 3), (army.body, 0)):  # a white army's line needs a rim
        with pen.ink(colour) as nib:
            nib.line([(middle, y), (x, y)], thick + more, ends=False)
    side_mark(pen, colours, (x, y), 28 if row.whole else 20, army, inks.page_ink)


def _words(
    image: Image.Image,
    text: str,
    at: tuple[float, float],
    inks: Theme,
    *,
    room: float,
    size: int = LETTERS,
    face: str = "plain",
    anchor: str = "lm",
    faint: bool = False,
) -> None:
    """Text fitted into `room` pixels."""
    fitted, small = fit_text(text, face, size, room, SMALLEST)
    colour = inks.page_faint if faint else inks.page_ink
    draw_text(image, at, fitted, face=face, size=small, colour=colour, anchor=anchor)

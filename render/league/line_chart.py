"""A chart of lines: a rating over time, the score of both sides over the turns."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from render.counters.side_shapes import side_mark
from render.league.records import MOST_LINES, Line, LineChart, Point
from render.league.sheet import EDGE, SMALLEST, WIDE, Sheet
from render.paint.pen import dashed
from render.paint.text import text_width
from render.paint.theme import blend

PLOT, AXIS, KEY, MARGIN = 420, 44, 44, 20  # pixels: height of the plot, below it, of a line of the key, above
MOST_MARKS = 30
"""Points of a line up to which each has a mark; a longer line has one at its end only."""
STEPS = 5
"""Numbers on the upright axis, about."""
DASH = (10.0, 9.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scale:
    """From values to pixels; `values` are those on the upright axis."""

    left: float
    right: float
    top: float
    bottom: float
    first: float
    last: float
    values: tuple[float, ...]

    def x(self, value: float) -> float:
        share = (value - self.first) / (self.last - self.first) if self.last > self.first else 0.5
        return self.left + (self.right - self.left) * share

    def y(self, value: float) -> float:
        low, high = self.values[0], self.values[-1]
        return self.bottom - (self.bottom - self.top) * (value - low) / (high - low)


def draw_line_chart(chart: LineChart, *, theme: str = "light") -> bytes:
    """A PNG of the chart, WIDE pixels wide. The same arguments always make the same bytes."""
    lines = chart.lines[:MOST_LINES]
    keyed = len(lines) > 1
    high = MARGIN + (KEY * len(lines) if keyed else 0) + PLOT + AXIS
    sheet = Sheet(chart.title, chart.sub, high, theme=theme, foot=chart.foot)
    if keyed:
        for nth, line in enumerate(lines):
            y = sheet.top + KEY * (nth + 0.5)
            _mark(sheet, chart, line, (EDGE + 14, y), 26)
            sheet.text(line.label, (EDGE + 38, y), room=WIDE - 2 * EDGE - 38)
    scale = _scale(chart, lines, sheet)
    for line in lines:
        _band(sheet, line, scale, alone=not keyed)
    _axes(sheet, chart, scale)
    for line in lines:
        _line(sheet, chart, line, scale)
    return sheet.png()


def _scale(chart: LineChart, lines: tuple[Line, ...], sheet: Sheet) -> _Scale:
    points = [point for line in lines for point in line.points]
    ys = [y for p in points for y in (p.y - p.margin, p.y + p.margin)] or [0.0]
    ys += [] if chart.level is None else [chart.level]
    values = round_values(min(ys), max(ys))
    labels = max(text_width(_number(value), "plain", SMALLEST) for value in values)
    xs = [point.x for point in points] + [x for x, _ in chart.ticks] or [0.0]
    return _Scale(
        left=EDGE + labels + 14,
        right=WIDE - EDGE - 16,
        top=sheet.bottom - AXIS - PLOT,
        bottom=sheet.bottom - AXIS,
        first=min(xs),
        last=max(xs),
        values=values,
    )


def round_values(low: float, high: float) -> tuple[float, ...]:
    """Round numbers around two values, at least two, about STEPS steps apart.

    >>> round_values(1460, 1690)
    (1450, 1500, 1550, 1600, 1650, 1700)
    """
    span = max(high - low, 1.0)
    power = 10.0 ** math.floor(math.log10(span / STEPS))
    step = max(1.0, next(power * n for n in (1, 2, 5, 10) if power * n * STEPS >= span))
    first, last = math.floor(low / step), max(math.ceil(high / step), math.floor(low / step) + 1)
    return tuple(round(step * n) for n in range(first, last + 1))


def _number(value: float) -> str:
    return f"{value:.0f}".replace("-", "−")


def _axes(sheet: Sheet, chart: LineChart, scale: _Scale) -> None:
    """Lines across with their numbers, words below."""
    inks = sheet.inks
    for value in scale.values:
        y = scale.y(value)
        with sheet.pen.ink(blend(inks.page, inks.page_rule, 0.6)) as nib:
            nib.line([(scale.left, y), (scale.right, y)], 2, ends=False)
        sheet.text(
            _number(value), (scale.left - 12, y), room=100, size=SMALLEST, anchor="rm", colour=inks.page_faint
        )
    if chart.level is not None:
        with sheet.pen.ink(inks.page_faint) as nib:
            nib.dashes([(scale.left, scale.y(chart.level)), (scale.right, scale.y(chart.level))], 2, 4, 6)
    taken = -1.0
    for x, words in chart.ticks:
        wide = text_width(words, "plain", SMALLEST)
        at = min(max(scale.x(x), scale.left + wide / 2 - 12), WIDE - EDGE - wide / 2)
        if at - wide / 2 <= taken:
            continue
        taken = at + wide / 2 + 14
        with sheet.pen.ink(inks.page_rule) as nib:
            nib.line([(scale.x(x), scale.bottom), (scale.x(x), scale.bottom + 8)], 2, ends=False)
        sheet.text(
            words, (at, scale.bottom + 26), room=wide + 1, size=SMALLEST, anchor="mm", colour=inks.page_faint
        )


def _band(sheet: Sheet, line: Line, scale: _Scale, *, alone: bool) -> None:
    """What the margin covers, of a line that is alone."""
    if not alone or len(line.points) < 2 or not any(point.margin for point in line.points):
        return
    upper = [(scale.x(p.x), scale.y(p.y + p.margin)) for p in line.points]
    lower = [(scale.x(p.x), scale.y(p.y - p.margin)) for p in line.points]
    sheet_colour = blend(sheet.inks.page, sheet.inks.page_rule, 0.38)
    with sheet.pen.ink(sheet_colour) as nib:
        nib.polygon([*upper, *reversed(lower)])


def _line(sheet: Sheet, chart: LineChart, line: Line, scale: _Scale) -> None:
    """The line, dashed where it is provisional, and marks at its points."""
    colour = sheet.inks.page_ink
    if chart.sides or len(chart.lines) > 1:
        army = sheet.inks.armies[_place(sheet, chart, line)]
        colour = army.zone
    for one, two in pairwise(line.points):
        path = [*_path(chart, scale, one, two)]
        with sheet.pen.ink(colour) as nib:
            for piece in [path] if two.sure else dashed(path, *DASH):
                nib.line(piece, 5)
    marked = line.points if len(line.points) <= MOST_MARKS else line.points[-1:]
    for point in marked:
        last = point is line.points[-1]
        _mark(sheet, chart, line, (scale.x(point.x), scale.y(point.y)), 26 if last else 14)


def _path(chart: LineChart, scale: _Scale, one: Point, two: Point) -> Iterator[tuple[float, float]]:
    yield scale.x(one.x), scale.y(one.y)
    if chart.steps and one.y != two.y:
        yield scale.x(two.x), scale.y(one.y)
    yield scale.x(two.x), scale.y(two.y)


def _place(sheet: Sheet, chart: LineChart, line: Line) -> int:
    """The place of a line's colours and shape."""
    if line.side in chart.sides:
        return sheet.inks.place(line.side, chart.sides)
    return chart.lines.index(line) % len(sheet.inks.armies)


def _mark(sheet: Sheet, chart: LineChart, line: Line, at: tuple[float, float], size: float) -> None:
    """The mark of a line: the dot of its side, or of its place, which differ in shape as well."""
    place = _place(sheet, chart, line)
    side_mark(sheet.pen, place, at, size, sheet.inks.armies[place], sheet.inks.page_ink)

"""A table: standings, results, rankings. One row a line, few columns, names as long as there is room."""

from __future__ import annotations

from math import cos, pi, sin

from render.league.records import ROWS, Column, Row, Table
from render.league.sheet import EDGE, LETTERS, SMALLEST, WIDE, Sheet
from render.paint.text import text_width
from render.paint.theme import blend

ROW, LABELS, GAP = 46, 40, 18  # pixels of a row, of the line of labels, between two columns
MARK, MOST_MARKS = 26, 9  # pixels of a mark, of which so many are drawn: the last ones
NARROWEST = 180  # pixels of a column of names or text
MEDALS = ((212, 160, 23), (150, 156, 164), (176, 112, 58))


def draw_table(table: Table, *, theme: str = "light") -> bytes:
    """A PNG of the table, WIDE pixels wide. The same arguments always make the same bytes."""
    rows = table.rows[:ROWS]
    sheet = Sheet(table.title, table.sub, LABELS + ROW * len(rows), theme=theme, foot=table.foot)
    places = _places(table, rows)
    for column, (left, right) in zip(table.columns, places, strict=True):
        _label(sheet, column, left, right)
    sheet.rule(sheet.top + LABELS)
    for nth, row in enumerate(rows):
        top = sheet.top + LABELS + ROW * nth
        if nth % 2:
            sheet.fill((EDGE - 8, top, WIDE - EDGE + 8, top + ROW), 0.24)
        if row.line:
            sheet.rule(top, width=4)
        for column, cell, (left, right) in zip(table.columns, row.cells, places, strict=True):
            _cell(sheet, table, row, column, cell, (left, top + ROW / 2, right))
    return sheet.png()


def _places(table: Table, rows: tuple[Row, ...]) -> list[tuple[float, float]]:
    """Left and right of each column, in pixels."""
    own = [_natural(table, rows, n) for n in range(len(table.columns))]
    flexible = [n for n, column in enumerate(table.columns) if column.kind in ("name", "text")]
    free = WIDE - 2 * EDGE - GAP * (len(own) - 1) - sum(w for n, w in enumerate(own) if n not in flexible)
    weights = sum(table.columns[n].weight for n in flexible) or 1.0
    for n in flexible:
        own[n] = max(free * table.columns[n].weight / weights, NARROWEST * 0.5)
    places, left = [], float(EDGE)
    for width in own:
        places.append((left, left + width))
        left += width + GAP
    return places


def _natural(table: Table, rows: tuple[Row, ...], n: int) -> float:
    """The pixels that a column needs; 0 for names and texts, which take what is left."""
    column = table.columns[n]
    cells = [row.cells[n] for row in rows]
    if column.kind in ("name", "text"):
        return 0.0
    if column.kind == "marks":
        marks = MARK * min(MOST_MARKS, max(map(len, cells), default=0))
        return max(marks, text_width(column.label, "plain", SMALLEST))
    least = 44.0 if column.kind == "rank" else 30.0
    face = "bold" if column.kind == "number" else "plain"
    widest = max((text_width(cell, face, LETTERS) for cell in cells), default=0.0)
    return min(max(least, widest, text_width(column.label, "plain", SMALLEST)), 170.0)


def _label(sheet: Sheet, column: Column, left: float, right: float) -> None:
    """The words above a column."""
    at, anchor = (left, "lm") if column.kind in ("name", "text", "marks") else (right, "rm")
    if column.kind == "rank":
        at, anchor = (left + right) / 2, "mm"
    sheet.text(
        column.label, (at, sheet.top + LABELS / 2), room=right - left, size=SMALLEST, anchor=anchor,
        colour=sheet.inks.page_faint,
    )  # fmt: skip


def _cell(
    sheet: Sheet,
    table: Table,
    row: Row,
    column: Column,
    cell: str,
    place: tuple[float, float, float],
) -> None:
    """One cell; `place` is left, middle and right in pixels."""
    (left, y, right), inks = place, sheet.inks
    colour = inks.page_faint if row.faint else inks.page_ink
    if column.kind == "marks":
        _marks(sheet, cell[-MOST_MARKS:], left, y, faint=row.faint)
    elif column.kind == "rank":
        middle = (left + right) / 2
        if table.medals and cell in ("1", "2", "3") and not row.faint:
            with sheet.pen.ink(MEDALS[int(cell) - 1]) as nib:
                nib.dot((middle, y), 19)
            colour = (20, 16, 12)
        sheet.text(cell, (middle, y), room=right - left, anchor="mm", face="bold", colour=colour)
    elif column.kind == "number":
        sheet.text(cell, (right, y), room=right - left, anchor="rm", face="bold", colour=colour)
    else:
        face = "bold" if column.kind == "name" else "plain"
        sheet.text(cell, (left, y), room=right - left, face=face, colour=colour)


def _marks(sheet: Sheet, marks: str, left: float, y: float, *, faint: bool) -> None:
    """Results by shape, not colour: a full disc won, half a disc drawn, a ring lost, a short line a bye."""
    ink = sheet.inks.page_faint if faint else sheet.inks.page_ink
    faded = blend(sheet.inks.page, ink, 0.55)
    for nth, mark in enumerate(marks):
        x, r = left + MARK * (nth + 0.5), MARK * 0.36
        box = (x - r, y - r, x + r, y + r)
        if mark in "+=-":
            with sheet.pen.ink(faded if mark == "-" else ink) as nib:
                nib.rectangle(box, r, hollow=0 if mark == "+" else 3)
        if mark == "=":
            with sheet.pen.ink(ink) as nib:
                nib.polygon([(x - r * cos(pi * n / 12), y + r * sin(pi * n / 12)) for n in range(13)])
        if mark == "b":
            with sheet.pen.ink(faded) as nib:
                nib.line([(x - 5, y), (x + 5, y)], 3)
        if mark == ".":
            with sheet.pen.ink(faded) as nib:
                nib.dot((x, y), 2.5)

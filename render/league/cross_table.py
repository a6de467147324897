"""A cross-table: what each player of a round robin scored against each other."""

from __future__ import annotations

from render.league.records import PLAYERS, CrossRow, CrossTable
from render.league.sheet import EDGE, LEAST, SMALLEST, WIDE, Sheet

LABELS, GAP = 40, 12  # pixels of the line of labels, between name and cells
NUMBER, POINTS = 40, 76  # pixels of the number of a player, of the points
NAME = (190, 330)  # pixels of a name at least and at most
CELL = (30, 52)  # pixels of a cell at least and at most


def draw_cross_table(table: CrossTable, *, theme: str = "light") -> bytes:
    """A PNG of the cross-table, WIDE pixels wide. The same arguments always make the same bytes."""
    rows, columns = table.rows[:PLAYERS], table.opponents[:PLAYERS]
    room = WIDE - 2 * EDGE - NUMBER - POINTS - GAP
    cell = min(CELL[1], max(CELL[0], (room - NAME[0]) / max(1, len(columns))))
    name = min(NAME[1], room - cell * len(columns))
    high = max(40.0, cell)
    sheet = Sheet(table.title, table.sub, LABELS + high * len(rows) + 8, theme=theme, foot=table.foot)
    faint, first = sheet.inks.page_faint, EDGE + NUMBER + name + GAP
    middle = sheet.top + LABELS / 2
    sheet.text(table.player, (EDGE + NUMBER, middle), room=name, size=SMALLEST, colour=faint)
    for nth, number in enumerate(columns):
        at = (first + cell * (nth + 0.5), middle)
        sheet.text(number, at, room=cell, size=SMALLEST, least=LEAST, anchor="mm", colour=faint)
    end = first + cell * len(columns) + POINTS
    sheet.text(table.points, (end, middle), room=POINTS - 8, size=SMALLEST, anchor="rm", colour=faint)
    for nth, row in enumerate(rows):
        _row(sheet, row, sheet.top + LABELS + high * nth, high, cell, name, faint_ground=nth % 2 == 1)
    _grid(sheet, len(rows), len(columns), first, cell, high)
    return sheet.png()


def _row(
    sheet: Sheet, row: CrossRow, top: float, high: float, cell: float, name: float, *, faint_ground: bool
) -> None:
    """One player's row."""
    inks, y = sheet.inks, top + high / 2
    colour = inks.page_faint if row.faint else inks.page_ink
    first = EDGE + NUMBER + name + GAP
    end = first + cell * len(row.cells) + POINTS
    if faint_ground:
        sheet.fill((EDGE - 8, top, end + 8, top + high), 0.24)
    sheet.text(
        row.number, (EDGE + NUMBER - 10, y), room=NUMBER, size=SMALLEST, anchor="rm", colour=inks.page_faint
    )
    sheet.text(row.name, (EDGE + NUMBER, y), room=name, size=26, least=20, face="bold", colour=colour)
    for nth, result in enumerate(row.cells[:PLAYERS]):
        left = first + cell * nth
        if result is None:
            sheet.fill((left + 2, top + 2, left + cell - 2, top + high - 2), 0.9)
        elif result:
            at = (left + cell / 2, y)
            sheet.text(result, at, room=cell - 4, size=26, least=LEAST, anchor="mm", colour=colour)
    sheet.text(row.points, (end, y), room=POINTS - 8, face="bold", anchor="rm", colour=colour)


def _grid(sheet: Sheet, rows: int, columns: int, left: float, cell: float, high: float) -> None:
    """Thin lines around the cells."""
    top = sheet.top + LABELS
    with sheet.pen.ink(sheet.inks.page_rule) as nib:
        for n in range(rows + 1):
            y = top + high * n
            nib.line([(left, y), (left + cell * columns, y)], 1, ends=False)
        for n in range(columns + 1):
            x = left + cell * n
            nib.line([(x, top), (x, top + high * rows)], 1, ends=False)

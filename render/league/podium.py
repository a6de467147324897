"""The podium of a season: the first three on their steps, the next ones below."""

from __future__ import annotations

from render.league.records import MOST_BELOW, Finisher, Podium
from render.league.sheet import EDGE, LETTERS, SMALLEST, WIDE, Sheet, wrapped
from render.league.table import MEDALS
from render.paint.text import text_width
from render.paint.theme import blend

STEPS = (190, 140, 104)  # pixels: heights of the steps of the first, second and third
PLACE = (1, 0, 2)
"""Where they stand from left to right: the second, the first, the third."""
AHEAD, LINE, ROW, GAP = 196, 34, 44, 10  # pixels above the highest step, of a line of a name, of a row below
MOST_LINES = 3
HEAD_SIZE = 30


def draw_podium(podium: Podium, *, theme: str = "light") -> bytes:
    """A PNG of the podium, WIDE pixels wide. The same arguments always make the same bytes."""
    below = podium.places[3 : 3 + MOST_BELOW]
    base = AHEAD + STEPS[0]
    high = base + (24 + ROW * len(below) if below else 12)
    sheet = Sheet(podium.title, podium.sub, high, theme=theme, foot=podium.foot)
    ground = sheet.top + base
    wide = (WIDE - 2 * EDGE) / 3
    for nth, finisher in enumerate(podium.places[:3]):
        _step(sheet, finisher, nth, EDGE + wide * PLACE.index(nth), wide, ground)
    sheet.rule(ground, width=4)
    for nth, finisher in enumerate(below):
        _below(sheet, finisher, ground + 20 + ROW * nth, striped=nth % 2 == 1)
    return sheet.png()


def _step(sheet: Sheet, finisher: Finisher, nth: int, left: float, wide: float, ground: float) -> None:
    """A step with its rank on a disc, above it the name and what it finished with."""
    step = min(int(finisher.rank) - 1, nth) if finisher.rank.isdigit() else nth  # equal ranks stand level
    inks, top, middle = sheet.inks, ground - STEPS[step], left + wide / 2
    with sheet.pen.ink(blend(inks.page, MEDALS[step], 0.42)) as nib:
        nib.rectangle((left + GAP, top, left + wide - GAP, ground), 8)
        nib.rectangle((left + GAP, top + 12, left + wide - GAP, ground))
    with sheet.pen.ink(inks.page_ink) as nib:
        nib.dot((middle, top + 52), 37)
    with sheet.pen.ink(MEDALS[step]) as nib:
        nib.dot((middle, top + 52), 34)
    sheet.text(
        finisher.rank, (middle, top + 52), room=58, size=40, least=SMALLEST, face="bold", anchor="mm",
        colour=(20, 16, 12),
    )  # fmt: skip
    lines = _name(finisher.name, wide - 2 * GAP)
    y = top - 22
    if finisher.result:
        sheet.text(finisher.result, (middle, y), room=wide - 2 * GAP, size=26, anchor="mm")
        y -= LINE + 4
    for line in reversed(lines):
        sheet.text(line, (middle, y), room=wide - 2 * GAP, size=HEAD_SIZE, face="bold", anchor="mm")
        y -= LINE


def _name(name: str, room: float) -> list[str]:
    """A name in at most MOST_LINES lines; what does not fit stands in the last and is cut there."""
    lines = wrapped(name, room, HEAD_SIZE, "bold")
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], " ".join(lines[MOST_LINES - 1 :])]
    return lines


def _below(sheet: Sheet, finisher: Finisher, top: float, *, striped: bool) -> None:
    """A row for one who finished below the third."""
    y, ink = top + ROW / 2, sheet.inks.page_ink
    if striped:
        sheet.fill((EDGE - 8, top, WIDE - EDGE + 8, top + ROW), 0.24)
    sheet.text(finisher.rank, (EDGE + 34, y), room=48, face="bold", anchor="rm", colour=ink)
    taken = text_width(finisher.result, "plain", LETTERS) if finisher.result else 0.0
    end = WIDE - EDGE - min(taken, 240.0)
    sheet.text(finisher.result, (WIDE - EDGE, y), room=240, anchor="rm", colour=ink)
    sheet.text(finisher.name, (EDGE + 56, y), room=end - EDGE - 56 - 16, face="bold", colour=ink)

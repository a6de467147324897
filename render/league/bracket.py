"""A bracket: a match a row, set in more to the right the later it is, between the two that lead to it.

So names have half the width of the page however many rounds there are, which columns beside each other do
not leave them on a phone. A long bracket takes several pictures, the matches of one part each.
"""

from __future__ import annotations

from collections.abc import Mapping

from render.league.records import Bracket, BracketMatch, Slot
from render.league.sheet import EDGE, LEAST, SMALLEST, WIDE, Sheet
from render.paint.theme import blend

LINE, GAP, MARGIN = 32, 12, 12  # pixels of a name, between two matches, above the first
APART = 16  # pixels more between matches that do not lead to one another
BOX, NOTE = 390, 96  # pixels: the width of a match, of the note beside it
MOST_STEP = 80  # pixels that a round is set in
LABEL, SCORE = 46, 64  # pixels for the number of a seed, for a score


def draw_bracket(bracket: Bracket, *, theme: str = "light") -> bytes:
    """A PNG of the bracket, WIDE pixels wide. The same arguments always make the same bytes."""
    groups = in_order(bracket.matches)
    order = [match for group in groups for match in group]
    high = MARGIN * 2 + (2 * LINE + GAP) * len(order) - GAP + APART * max(0, len(groups) - 1)
    sheet = Sheet(bracket.title, bracket.sub, high, theme=theme, foot=bracket.foot)
    rounds = sorted({match.round for match in order})
    step = min(MOST_STEP, (WIDE - 2 * EDGE - BOX - NOTE) / max(1, len(rounds) - 1))
    corners, y = {}, float(sheet.top + MARGIN)
    for group in groups:
        for match in group:
            corners[match.id] = (EDGE + step * rounds.index(match.round), y)
            y += 2 * LINE + GAP
        y += APART
    for match in order:
        _connect(sheet, match, corners, step)
    for match in order:
        _draw_match(sheet, match, corners[match.id])
    return sheet.png()


def in_order(matches: tuple[BracketMatch, ...]) -> list[list[BracketMatch]]:
    """The matches from top to bottom, each between those that lead to it; a group for each last match."""
    by_id = {match.id: match for match in matches}
    led = {source for match in matches for source in (match.one_from, match.two_from)}
    groups: list[list[BracketMatch]] = []

    def add(id_: str) -> None:
        match = by_id.pop(id_, None)
        if match is not None:
            first, second = (match.one_from, match.two_from) if match.one_from else (match.two_from, "")
            add(first)
            groups[-1].append(match)
            add(second)

    for match in matches:
        if match.id not in led:
            groups.append([])
            add(match.id)
    return groups


def _connect(
    sheet: Sheet, match: BracketMatch, corners: Mapping[str, tuple[float, float]], step: float
) -> None:
    """Lines from the matches that lead to this one: down or up along its left edge."""
    x, y = corners[match.id]
    for nth, source in enumerate((match.one_from, match.two_from)):
        if source not in corners:
            continue
        left, top = corners[source]
        bend, middle = left + max(12.0, min(step, x - left) / 2), y + LINE * (nth + 0.5)
        start = top + (2 * LINE if top < y else 0)
        with sheet.pen.ink(sheet.inks.page_rule) as nib:
            nib.line([(bend, start), (bend, middle), (x, middle)], 4)


def _draw_match(sheet: Sheet, match: BracketMatch, corner: tuple[float, float]) -> None:
    """Two names in a frame, the winner bold on a darker ground with a stroke before it."""
    (x, y), inks = corner, sheet.inks
    right = x + BOX
    with sheet.pen.ink(inks.page) as nib:
        nib.rectangle((x, y, right, y + 2 * LINE), 6)
    for nth, slot in enumerate((match.one, match.two)):
        if slot.state == "won":
            sheet.fill((x, y + LINE * nth, right, y + LINE * (nth + 1)), 0.5, 6)
            with sheet.pen.ink(inks.page_ink) as nib:
                nib.rectangle((x, y + LINE * nth, x + 6, y + LINE * (nth + 1)))
    with sheet.pen.ink(inks.page_rule) as nib:
        nib.rectangle((x, y, right, y + 2 * LINE), 6, hollow=2)
        nib.line([(x, y + LINE), (right, y + LINE)], 2, ends=False)
    for nth, slot in enumerate((match.one, match.two)):
        _draw_slot(sheet, slot, (x, y + LINE * (nth + 0.5), right))
    if match.note:
        room = WIDE - EDGE - right
        sheet.text(
            match.note, (right + 12, y + LINE), room=room, size=SMALLEST, least=LEAST, colour=inks.page_faint
        )


def _draw_slot(sheet: Sheet, slot: Slot, place: tuple[float, float, float]) -> None:
    """A name with its seed and score; `place` is left, middle and right in pixels."""
    (left, y, right), inks = place, sheet.inks
    faint = slot.state == "lost" or not slot.known
    colour = blend(inks.page, inks.page_ink, 0.72) if faint else inks.page_ink
    face = "bold" if slot.state == "won" else "plain" if slot.known else "italic"
    start = left + 14
    if slot.seed:
        sheet.text(
            slot.seed,
            (left + LABEL - 8, y),
            room=LABEL - 12,
            size=SMALLEST,
            anchor="rm",
            colour=inks.page_faint,
        )
        start = left + LABEL
    end = right - 10
    if slot.score:
        end -= 10 + sheet.text(
            slot.score, (end, y), room=SCORE, size=26, face=face, anchor="rm", colour=colour
        )
    sheet.text(slot.name, (start, y), room=end - start, size=26, face=face, colour=colour)

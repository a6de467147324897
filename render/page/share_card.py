"""The share card, as large as Discord shows it: a title band above a map, and below it what happened.

Uses only the words and the map it is handed; makes no sentence.
"""

from __future__ import annotations

import io

from PIL import Image

from render.card import Card
from render.counters.side_shapes import side_mark
from render.paint.palette import to_palette
from render.paint.pen import Pen
from render.paint.text import draw_text, fit_text, text_width
from render.paint.theme import THEMES, Theme, blend

WIDE, HIGH = 1100, 700  # pixels of a card: twice the points of Discord's box
EDGE = 26  # pixels, as all below
BAND, SIDES, LINE, FOOT, GAP = 96, 50, 37, 44, 14
LETTERS = {"title": 46, "sub": 27, "side": 28, "line": 28, "foot": 25}
MOST_LINES = 4


def map_size(card: Card) -> tuple[int, int]:
    """The pixels of the map that the card leaves room for."""
    lines = len(wrapped(card))
    return WIDE, HIGH - BAND - SIDES - FOOT - LINE * lines - GAP * bool(lines)


def draw_card(card: Card, png: bytes, *, theme: str = "light") -> bytes:
    """A PNG of the card around the PNG of a map. The same arguments always make the same bytes."""
    inks = THEMES[theme]
    with Image.open(io.BytesIO(png)) as map_:
        board = map_.convert("RGB")
    lines = wrapped(card)
    image = Image.new("RGB", (WIDE, HIGH), tuple(inks.page))
    image.paste(board, ((WIDE - board.width) // 2, BAND + SIDES))
    pen = Pen(image)
    _band(image, pen, card, inks)
    _sides(image, pen, card, inks)
    _draw_lines(image, pen, card, lines, inks, BAND + SIDES + map_size(card)[1])
    data = io.BytesIO()
    to_palette(image, theme).save(data, "PNG", optimize=True)
    return data.getvalue()


def wrapped(card: Card) -> list[tuple[str, str]]:
    """The lines wrapped: each first line has its side, continuation lines have "-"."""
    room, size = WIDE - 2 * EDGE - 38, LETTERS["line"]
    lines: list[tuple[str, str]] = []
    for side, text in card.lines:
        whose, line = side, ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and text_width(longer, "plain", size) > room:
                lines.append((whose, line))
                whose, line = "-", word
            else:
                line = longer
        lines.append((whose, line))
    if len(lines) > MOST_LINES:
        side, last = lines[MOST_LINES - 1]
        return [*lines[: MOST_LINES - 1], (side, f"{last} …")]
    return lines


def _band(image: Image.Image, pen: Pen, card: Card, inks: Theme) -> None:
    """Title and the line below it, light on dark."""
    ground, ink = _night(inks)
    with pen.ink(ground) as nib:
        nib.rectangle((0, 0, image.width, BAND))
    room = image.width - 2 * EDGE
    for name, face, y, colour in (
        ("title", "title", 34, ink),
        ("sub", "plain", 74, blend(ground, ink, 0.78)),
    ):
        text, size = fit_text(getattr(card, name), face, LETTERS[name], room, 25)
        draw_text(image, (EDGE, y), text, face=face, size=size, colour=colour, anchor="lm")


def _night(inks: Theme) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The colours of the band and of its letters: the band has the darker of page and text colour."""
    dark, light = sorted((inks.page, inks.page_ink), key=sum)
    return blend(dark, light, 0.06), light


def _sides(image: Image.Image, pen: Pen, card: Card, inks: Theme) -> None:
    """The sides and their players, next to each other."""
    y, share = BAND + SIDES / 2, (image.width - 2 * EDGE) / max(1, len(card.sides))
    for n, (side, text) in enumerate(card.sides):
        x = EDGE + n * share
        place = inks.place(side, card.order)
        side_mark(pen, place, (x + 13, y), 26, inks.armies[place], inks.page_ink)
        fit, size = fit_text(text, "bold", LETTERS["side"], share - 50, 25)
        draw_text(image, (x + 38, y), fit, face="bold", size=size, colour=inks.page_ink, anchor="lm")


def _draw_lines(
    image: Image.Image, pen: Pen, card: Card, lines: list[tuple[str, str]], inks: Theme, top: float
) -> None:
    """What happened, each line with its side's mark; the foot."""
    y, size = top + GAP / 2, LETTERS["line"]
    for side, text in lines:
        middle = y + LINE / 2
        if side in card.order:
            place = inks.place(side, card.order)
            side_mark(pen, place, (EDGE + 11, middle), 22, inks.armies[place], inks.page_ink)
        draw_text(
            image, (EDGE + 38, middle), text, face="plain", size=size, colour=inks.page_ink, anchor="lm"
        )
        y += LINE
    y = image.height - FOOT
    with pen.ink(inks.page_rule) as nib:
        nib.line([(EDGE, y), (image.width - EDGE, y)], 2, ends=False)
    room, middle = (image.width - 2 * EDGE) * 0.6, image.height - FOOT / 2
    for text, x, anchor in ((card.foot[0], EDGE, "lm"), (card.foot[1], image.width - EDGE, "rm")):
        fit, small = fit_text(text, "plain", LETTERS["foot"], room, 20)
        draw_text(image, (x, middle), fit, face="plain", size=small, colour=inks.page_faint, anchor=anchor)

"""The share card: a title band above a map, and below it what happened.

Uses only the words and the map it is handed; makes no sentence.
"""

from __future__ import annotations

import io
from dataclasses import dataclass

from PIL import Image

from render.counters.side_shapes import side_mark
from render.paint.palette import to_palette
from render.paint.pen import Pen
from render.paint.text import draw_text, fit_text, text_width
from render.paint.theme import THEMES, Theme, blend

EDGE = 30  # pixels, on a card 1300 pixels wide, as all below
BAND, SIDES, LINE, FOOT = 128, 62, 46, 58
LETTERS = {"title": 58, "sub": 30, "side": 30, "line": 32, "foot": 24}
MOST_LINES = 7
NARROWEST = 900
"""Pixels across: a narrower map is centred."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """The words on a card: title, subtitle, sides with their players, what happened (a side or "", and a
    sentence), the foot. `order` are the sides in the order of play."""

    title: str
    sub: str
    sides: tuple[tuple[str, str], ...]
    lines: tuple[tuple[str, str], ...]
    foot: tuple[str, str]
    order: tuple[str, ...]


def draw_card(card: Card, png: bytes, *, theme: str = "light") -> bytes:
    """A PNG of the card around the PNG of a map. The same arguments always make the same bytes."""
    inks = THEMES[theme]
    with Image.open(io.BytesIO(png)) as map_:
        board = map_.convert("RGB")
    wide = max(NARROWEST, board.width)
    zoom = wide / 1300
    lines = wrapped(card, wide)
    top, below = round((BAND + SIDES) * zoom), round((LINE * len(lines) + FOOT + 18 * bool(lines)) * zoom)
    image = Image.new("RGB", (wide, top + board.height + below), tuple(inks.page))
    image.paste(board, ((wide - board.width) // 2, top))
    pen = Pen(image)
    _band(image, pen, card, inks, zoom)
    _sides(image, pen, card, inks, zoom)
    _draw_lines(image, pen, card, lines, inks, zoom, top + board.height)
    data = io.BytesIO()
    to_palette(image, theme).save(data, "PNG", optimize=True)
    return data.getvalue()


def wrapped(card: Card, wide: int) -> list[tuple[str, str]]:
    """The lines wrapped: each first line has its side, continuation lines have "-"."""
    zoom = wide / 1300
    room, size = wide - (2 * EDGE + 40) * zoom, round(LETTERS["line"] * zoom)
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


def _band(image: Image.Image, pen: Pen, card: Card, inks: Theme, zoom: float) -> None:
    """Title and the line below it, light on dark."""
    ground, ink = _night(inks)
    with pen.ink(ground) as nib:
        nib.rectangle((0, 0, image.width, BAND * zoom))
    room = image.width - 2 * EDGE * zoom
    for name, face, y, colour in (
        ("title", "title", 48, ink),
        ("sub", "plain", 100, blend(ground, ink, 0.78)),
    ):
        text, size = fit_text(getattr(card, name), face, round(LETTERS[name] * zoom), room, 14)
        draw_text(image, (EDGE * zoom, y * zoom), text, face=face, size=size, colour=colour, anchor="lm")


def _night(inks: Theme) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The colours of the band and of its letters: the band has the darker of page and text colour."""
    dark, light = sorted((inks.page, inks.page_ink), key=sum)
    return blend(dark, light, 0.06), light


def _sides(image: Image.Image, pen: Pen, card: Card, inks: Theme, zoom: float) -> None:
    """The sides and their players, next to each other."""
    y, share = (BAND + SIDES / 2) * zoom, (image.width - 2 * EDGE * zoom) / max(1, len(card.sides))
    for n, (side, text) in enumerate(card.sides):
        x = EDGE * zoom + n * share
        place = inks.place(side, card.order)
        side_mark(pen, place, (x + 13 * zoom, y), 26 * zoom, inks.armies[place], inks.page_ink)
        fit, size = fit_text(text, "bold", round(LETTERS["side"] * zoom), share - 50 * zoom, 12)
        draw_text(image, (x + 38 * zoom, y), fit, face="bold", size=size, colour=inks.page_ink, anchor="lm")


def _draw_lines(
    image: Image.Image,
    pen: Pen,
    card: Card,
    lines: list[tuple[str, str]],
    inks: Theme,
    zoom: float,
    top: float,
) -> None:
    """What happened, each line with its side's mark; the foot."""
    y = top + 12 * zoom
    for side, text in lines:
        middle = y + LINE * zoom / 2
        if side in card.order:
            place = inks.place(side, card.order)
            side_mark(
                pen, place, (EDGE * zoom + 11 * zoom, middle), 20 * zoom, inks.armies[place], inks.page_ink
            )
        size = round(LETTERS["line"] * zoom)
        at = (EDGE * zoom + 38 * zoom, middle)
        draw_text(image, at, text, face="plain", size=size, colour=inks.page_ink, anchor="lm")
        y += LINE * zoom
    y = image.height - FOOT * zoom
    with pen.ink(inks.page_rule) as nib:
        nib.line([(EDGE * zoom, y), (image.width - EDGE * zoom, y)], max(1.0, 2 * zoom), ends=False)
    room, middle = (image.width - 2 * EDGE * zoom) * 0.6, image.height - FOOT * zoom / 2
    for text, x, anchor in (
        (card.foot[0], EDGE * zoom, "lm"),
        (card.foot[1], image.width - EDGE * zoom, "rm"),
    ):
        fit, size = fit_text(text, "plain", round(LETTERS["foot"] * zoom), room, 10)
        draw_text(image, (x, middle), fit, face="plain", size=size, colour=inks.page_faint, anchor=anchor)

"""The header above the map: a slim band with title, what is happening, and the score."""

from __future__ import annotations

from engine.view import View
from render.counters.side_shapes import side_plate
from render.geometry.layout import MARGIN
from render.paint.canvas import Canvas
from render.paint.text import fit_text, text_width

HEAD = 54  # pixels of header on a page 1100 pixels wide, as all below
TITLE, WORDS = 35, 26  # size of letters
SHORTEST_TITLE = 150  # pixels: a title that has less is left out
SMALLER = 0.75  # least share of their size that letters are drawn at


def scale(page_width: int) -> float:
    """The scale of header and legend, compared with a page 1100 pixels wide."""
    return min(1.2, max(0.62, page_width / 1100))


def head_height(page_width: int) -> int:
    """Pixels of the header."""
    return round(HEAD * scale(page_width))


def header(canvas: Canvas, view: View) -> None:
    """Title and what is happening on the left, the score on the right, in one line."""
    zoom, theme = scale(canvas.layout.page[0]), canvas.theme
    left, y = MARGIN, head_height(canvas.layout.page[0]) / 2 - zoom
    right = _scores(canvas, view, canvas.layout.page[0] - MARGIN, y, zoom) - 22 * zoom
    words = round(WORDS * zoom)
    sub, size = fit_text(canvas.caption.sub, "plain", words, right - left, round(words * SMALLER))
    room = right - left - (text_width(sub, "plain", size) + 18 * zoom if sub else 0)
    large = round(TITLE * zoom)
    title, tall = fit_text(canvas.caption.header, "title", large, room, round(large * SMALLER))
    if title != canvas.caption.header and "," in canvas.caption.header:  # a place is whole without its date
        place = canvas.caption.header.partition(",")[0]
        title, tall = fit_text(place, "title", large, room, round(large * SMALLER))
    x = float(left)
    if title and (not title.endswith("…") or room >= SHORTEST_TITLE * zoom):
        canvas.text((x, y), title, size=tall, colour=theme.page_ink, face="title", anchor="lm")
        x += text_width(title, "title", tall) + 18 * zoom
    canvas.text((x, y), sub, size=size, colour=theme.page_ink, face="plain", anchor="lm")


def _scores(canvas: Canvas, view: View, right: float, y: float, zoom: float) -> float:
    """Draw a plate with name and points for each side, the side to play marked; the left end of the first."""
    x = right
    size = round(WORDS * zoom)
    for side in reversed(canvas.sides):
        army = canvas.army(side)
        points = str(view.scores.get(side, 0))
        name = fit_text(canvas.caption.word(f"side/{side}"), "plain", size, 130 * zoom, size)[0]
        wide = max(38 * zoom, text_width(points, "bold", size) + 18 * zoom)
        box, place = (x - wide, y - 18 * zoom, x, y + 18 * zoom), canvas.theme.place(side, canvas.sides)
        side_plate(canvas.pen, place, box, army, canvas.theme.white)
        canvas.text((x - wide / 2, y), points, size=size, colour=army.letters)
        x -= wide + 8 * zoom
        plays = side == view.player and view.result is None
        face = "bold" if plays else "plain"
        canvas.text((x, y), name, size=size, colour=canvas.theme.page_ink, face=face, anchor="rm")
        x -= text_width(name, face, size)
        if plays:
            x -= 8 * zoom
            with canvas.pen.ink(canvas.theme.clash) as nib:
                nib.polygon([(x, y), (x - 11 * zoom, y - 8 * zoom), (x - 11 * zoom, y + 8 * zoom)])
            x -= 11 * zoom
        x -= 18 * zoom
    return x + 18 * zoom

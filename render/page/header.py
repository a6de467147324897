"""The header above the map: title, what is happening, score and turn track."""

from __future__ import annotations

from engine.view import View
from render.counters.side_shapes import side_plate
from render.geometry.layout import MARGIN
from render.paint.canvas import Canvas
from render.paint.text import fit_text, text_width

HEAD = 96  # pixels of header on a page 1300 pixels wide


def scale(page_width: int) -> float:
    """The scale of header and legend, compared with a page 1300 pixels wide."""
    return min(1.5, max(0.62, page_width / 1300))


def head_height(page_width: int) -> int:
    """Pixels of the header."""
    return round(HEAD * scale(page_width))


def header(canvas: Canvas, view: View) -> None:
    """Title and what is happening on the left; score and the track of turns on the right."""
    zoom, theme = scale(canvas.layout.page[0]), canvas.theme
    left, right = MARGIN + 4, canvas.layout.page[0] - MARGIN - 4
    start = _scores(canvas, view, right, round(30 * zoom), zoom)
    start = min(start, _turns(canvas, view, right, round(68 * zoom), zoom))
    room = max(60.0, start - left - 24 * zoom)
    title, size = fit_text(canvas.caption.header, "title", round(42 * zoom), room, 14)
    canvas.text((left, 32 * zoom), title, size=size, colour=theme.page_ink, face="title", anchor="lm")
    sub, size = fit_text(canvas.caption.sub, "plain", round(23 * zoom), room, 10)
    canvas.text((left, 70 * zoom), sub, size=size, colour=theme.page_ink, face="plain", anchor="lm")
    with canvas.pen.ink(theme.page_rule) as nib:
        y = head_height(canvas.layout.page[0]) - 4 * zoom
        nib.line([(left, y), (right, y)], max(1.0, 1.5 * zoom), ends=False)


def _scores(canvas: Canvas, view: View, right: float, y: float, zoom: float) -> float:
    """Draw a plate with name and points for each side, the side to play marked; the left end of the first."""
    x = right
    size = round(22 * zoom)
    for side in reversed(canvas.sides):
        army = canvas.army(side)
        points = str(view.scores.get(side, 0))
        name = fit_text(canvas.caption.word(f"side/{side}"), "plain", size, 190 * zoom, size)[0]
        wide = max(34 * zoom, text_width(points, "bold", size) + 18 * zoom)
        box, place = (x - wide, y - 17 * zoom, x, y + 17 * zoom), canvas.theme.place(side, canvas.sides)
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
        x -= 24 * zoom
    return x + 24 * zoom


def _turns(canvas: Canvas, view: View, right: float, y: float, zoom: float) -> float:
    """Draw the turn track: past turns filled, the current one with its number; its left end."""
    turns = max(view.turns, view.turn)
    if not 0 < turns <= 40:
        return right
    step = min(22.0, 420 / turns) * zoom
    theme = canvas.theme
    for n in range(turns):
        x = right - (turns - n - 0.5) * step
        now, gone = n + 1 == view.turn, n + 1 < view.turn
        radius = min(step * 0.42, 9 * zoom) * (1.25 if now else 0.72)
        with canvas.pen.ink(theme.page_ink if now or gone else theme.page_faint) as nib:
            nib.dot((x, y), radius)
        if not now and not gone:
            with canvas.pen.ink(theme.page) as nib:
                nib.dot((x, y), radius - 1.5 * zoom)
        if now:
            canvas.text((x, y), str(view.turn), size=radius * 1.35, colour=theme.page)
    return right - turns * step

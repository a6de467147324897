"""The band below the map of a film: what happens, in one line or two."""

from __future__ import annotations

from render.geometry.layout import MARGIN
from render.page.header import WORDS, scale
from render.paint.canvas import Canvas
from render.paint.text import fit_text, text_width

LINES = 2
ROW = 38  # pixels of a line on a page 1100 pixels wide
SMALLER = 0.8  # least share of their size that letters are drawn at


def subtitle_height(page_width: int) -> int:
    """Pixels of the band."""
    return round(ROW * LINES * scale(page_width))


def subtitle(canvas: Canvas, text: str) -> None:
    """The text in the middle of the band, which lies at the foot of the page."""
    width, height = canvas.layout.page
    zoom = scale(width)
    large, room = round(WORDS * zoom), width - 2 * MARGIN
    sizes = range(large, round(large * SMALLER) - 1, -1)
    size = next((s for s in sizes if text_width(broken(text, s, room)[-1], "plain", s) <= room), sizes[-1])
    lines = broken(text, size, room)
    middle = height - subtitle_height(width) / 2
    for n, line in enumerate(lines):
        fitting = fit_text(line, "plain", size, room, size)[0]
        y = middle + (n - (len(lines) - 1) / 2) * ROW * zoom * 0.95
        canvas.text((width / 2, y), fitting, size=size, colour=canvas.theme.page_ink, face="plain")


def broken(text: str, size: int, room: float) -> list[str]:
    """The text in at most LINES lines, broken between words; the last one may be too long for the room."""
    lines, words = [""], text.split(" ")
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and len(lines) < LINES and text_width(longer, "plain", size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines

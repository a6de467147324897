"""The band below the map of a film: what happens, in up to three lines."""

from __future__ import annotations

from collections.abc import Sequence

from render.geometry.layout import MARGIN
from render.page.header import WORDS, scale
from render.paint.canvas import Canvas
from render.paint.text import text_width

LINES = 3
ROW = 34  # pixels of a line on a page 1100 pixels wide


def subtitle_height(page_width: int) -> int:
    """Pixels of the band."""
    return round(ROW * LINES * scale(page_width))


def subtitle(canvas: Canvas, texts: Sequence[str]) -> None:
    """The first of the texts for which there is room, in the middle of the band at the foot of the page. Of
    the last one as many whole words are shown as fit: letters that a phone shows are made no smaller."""
    width, height = canvas.layout.page
    zoom = scale(width)
    size, room = round(WORDS * zoom), width - 2 * MARGIN
    chosen = next((text for text in texts if len(broken(text, size, room)) <= LINES), texts[-1])
    lines = broken(chosen, size, room)
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], _cut(lines[LINES - 1], size, room)]
    middle = height - subtitle_height(width) / 2
    for n, line in enumerate(lines):
        y = middle + (n - (len(lines) - 1) / 2) * ROW * zoom * 0.95
        canvas.text((width / 2, y), line, size=size, colour=canvas.theme.page_ink, face="plain")


def broken(text: str, size: int, room: float) -> list[str]:
    """The text in lines that fit, broken between words."""
    lines, words = [""], text.split(" ")
    for word in words:
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, "plain", size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _cut(line: str, size: int, room: float) -> str:
    """A line that goes on, with as many of its words as leave room to say so."""
    while " " in line and text_width(f"{line} …", "plain", size) > room:
        line = line.rpartition(" ")[0]
    return f"{line} …"

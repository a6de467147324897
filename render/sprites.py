"""Counters as pictures, kept: in memory, and on the shelf from one run to the next."""

from __future__ import annotations

from PIL import Image

from render.canvas import Canvas
from render.counters import PAD, Look, faded, sprite
from render.layout import Point
from render.strokes import Kept

IDLE = 0.6  # of the colours of a pale counter; the rest is open ground

kept: Kept[Image.Image] = Kept(16_000_000)  # pixels


def stand(canvas: Canvas, look: Look, middle: Point, side: int, *, pale: bool = False) -> None:
    """Put a counter `side` pixels wide on a canvas."""
    key = ("counter", look, side, canvas.theme.name, pale)
    picture = kept.get(key)
    if picture is None:
        picture = kept.put(key, _fetched(canvas, look, side, pale), side * side)
    pad = round(side * PAD)
    at = (round(middle[0] - side / 2) - pad, round(middle[1] - side / 2) - pad)
    canvas.stamp(picture, at, key=key)


def _fetched(canvas: Canvas, look: Look, side: int, pale: bool) -> Image.Image:
    """The picture (RGBA) from the shelf, else drawn."""
    key = ("counter", look, side, canvas.theme.name)
    picture = canvas.shelf.get(key) if canvas.shelf is not None else None
    if picture is None or picture.mode != "RGBA":
        picture = sprite(look, side, canvas.theme.name)
        if canvas.shelf is not None:
            canvas.shelf.put(key, picture)
    return faded(picture, IDLE, canvas.theme.lowland) if pale else picture

"""The hex grid, and the edge of the map."""

from __future__ import annotations

import math

from PIL import Image, ImageChops, ImageDraw

from engine.view import View
from render.geometry.layout import PageBox, Point
from render.paint.canvas import Canvas

FINER = 3  # times as large the rim is drawn, to be smooth
BAND, AROUND = 256, 8  # pixels of a band's height; how far from a hex its line may reach


def grid(canvas: Canvas, view: View) -> None:
    """Thin lines between hexes."""
    with canvas.pen.ink(canvas.theme.grid) as nib:
        drawn = set()
        for hex_ in canvas.layout.visible():
            corners = canvas.layout.vertices(hex_)
            for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
                key = frozenset({(round(a[0]), round(a[1])), (round(b[0]), round(b[1]))})
                if key not in drawn:
                    drawn.add(key)
                    nib.line([a, b], max(1.0, canvas.r * 0.026), ends=False)


def rim(canvas: Canvas, view: View) -> None:
    """Paper where there is no hex, and a line around the map; in bands, since it is drawn larger."""
    width, height = canvas.image.size
    hexes = [canvas.layout.vertices(hex_) for hex_ in canvas.layout.visible(2.5)]
    above = math.ceil(canvas.r * 2) + AROUND  # a hex that reaches into a band begins no farther up
    for top in range(0, height, BAND):
        box = (0, max(0, top - above), width, min(height, top + BAND))
        paper, outside = _edge(hexes, box)
        part = (0, top - box[1], width, box[3] - box[1])
        canvas.image.paste(tuple(canvas.theme.page), (0, top), paper.crop(part))
        canvas.image.paste(tuple(canvas.theme.border), (0, top), outside.crop(part))


def _edge(hexes: list[list[Point]], box: PageBox) -> tuple[Image.Image, Image.Image]:
    """The masks (L) of the paper and of the line in a box of the image."""
    size, up = (box[2] * FINER, (box[3] - box[1]) * FINER), box[1] * FINER
    land, shore = Image.new("L", size, 255), Image.new("L", size, 0)
    holes, line = ImageDraw.Draw(land), ImageDraw.Draw(shore)
    for hex_ in hexes:
        if max(y for _, y in hex_) < box[1] - AROUND or min(y for _, y in hex_) > box[3] + AROUND:
            continue
        corners = [(x * FINER, y * FINER - up) for x, y in hex_]
        holes.polygon(corners, fill=0, outline=0, width=3)
        line.line([*corners, corners[0], corners[1]], fill=255, width=round(FINER * 3.2), joint="curve")
    return land.reduce(FINER), ImageChops.darker(shore, land).reduce(FINER)

"""The hex grid, and the edge of the map."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw

from engine.view import View
from render.paint.canvas import Canvas


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
    """Paper where there is no hex, and a line around the map."""
    times = 3
    size = (canvas.image.width * times, canvas.image.height * times)
    land, shore = Image.new("L", size, 255), Image.new("L", size, 0)
    holes, line = ImageDraw.Draw(land), ImageDraw.Draw(shore)
    for hex_ in canvas.layout.visible(2.5):
        corners = [(x * times, y * times) for x, y in canvas.layout.vertices(hex_)]
        holes.polygon(corners, fill=0, outline=0, width=3)
        line.line([*corners, corners[0], corners[1]], fill=255, width=round(times * 3.2), joint="curve")
    paper = land.reduce(times)
    outside = ImageChops.darker(shore, land).reduce(times)
    canvas.image.paste(tuple(canvas.theme.page), (0, 0), paper)
    canvas.image.paste(tuple(canvas.theme.border), (0, 0), outside)

"""Lakes: whole hexes of water between shores of sand."""

from __future__ import annotations

from PIL import ImageChops, ImageFilter

from engine.view import View
from render.canvas import Canvas
from render.grain import chance, scatter
from render.outlines import cover, wash

LAKE = "lake"
SHORE, DEEP = 0.1, 0.16  # width of the sand around, and how far from it the water is deep, in radii


def lakes(canvas: Canvas, view: View) -> None:
    """Sand around, a dark line where the water begins, paler shallows along it, ripples farther out."""
    hexes = [h for h, seen in view.hexes.items() if seen.terrain == LAKE]
    if not hexes:
        return
    theme, r, water = canvas.theme, canvas.r, cover(canvas, hexes)
    for colour, wide in ((theme.sand, SHORE), (theme.bank, 0.035)):
        size = max(1, round(wide * r)) * 2 + 1
        wash(canvas, colour, water.filter(ImageFilter.MaxFilter(size)).filter(ImageFilter.GaussianBlur(0.7)))
    wash(canvas, theme.water, water)
    far = water.filter(ImageFilter.GaussianBlur(r * DEEP))
    depth = [max(0, min(255, round((v - 178) * 4))) for v in range(256)]
    wash(canvas, (*theme.shallow[:3], 130), ImageChops.subtract(water, far.point(depth)))
    inside = [h for h in canvas.layout.shown() if view.hexes[h].terrain == LAKE]
    with canvas.pen.ink((*theme.shallow[:3], 190)) as nib:
        for spot in scatter(canvas.layout, inside, 0.3, 0.4, 70):
            if chance(spot.i, spot.j, 72) < 0.4:
                half = r * (0.06 + 0.06 * chance(spot.i, spot.j, 73))
                nib.line([(spot.x - half, spot.y), (spot.x + half, spot.y)], max(0.9, r * 0.022))

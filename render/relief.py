"""The lie of the land: a tint for each level, light from the north-west, hachures where the ground falls."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.hexes import Hex
from engine.view import HexsideView, View
from render.canvas import Canvas
from render.layout import Point
from render.pen import Nib
from render.theme import Colour, blend

STRONG = {1: 0.5, 2: 0.85, 3: 1.0}  # how strongly a slope's ink shows, by levels


def patch(canvas: Canvas, hexes: Iterable[Hex], round_off: float) -> Image.Image:
    """A mask (L) of hexes run together, corners rounded off within about `round_off` pixels."""
    mask = Image.new("L", canvas.image.size, 0)
    draw = ImageDraw.Draw(mask)
    for hex_ in hexes:
        draw.polygon(canvas.layout.vertices(hex_, 1.01), fill=255)
    if round_off < 0.5:
        return mask
    soft = mask.filter(ImageFilter.GaussianBlur(round_off))
    return soft.point([max(0, min(255, round((v - 127) * 3 + 127))) for v in range(256)])


def relief(canvas: Canvas, view: View) -> None:
    """Ground tinted from lowland to upland, and shaded as if the sun stood in the north-west."""
    shown = canvas.layout.shown(2)
    levels = sorted({h.level for h in view.hexes.values()} or {0})
    lowest, span = levels[0], max(canvas.theme.levels - 1, levels[-1] - levels[0])
    for level in levels:
        tint = blend(canvas.theme.lowland, canvas.theme.upland, (level - lowest) / span)
        at_least = [h for h in shown if view.hexes[h].level >= level] if level > lowest else shown
        whole = level == lowest
        mask = None if whole else patch(canvas, at_least, canvas.r * 0.16)
        canvas.image.paste(tuple(tint), (0, 0, *canvas.image.size), mask)
    if len(levels) > 1:
        heights = {h: view.hexes[h].level - lowest for h in shown}
        _light(canvas, heights, levels[-1] - lowest)


def _light(canvas: Canvas, heights: dict[Hex, int], highest: int) -> None:
    """Lighten slopes that face north-west, darken those that face south-east."""
    unit = min(60, 255 // highest)
    field = Image.new("L", canvas.image.size, 0)
    draw = ImageDraw.Draw(field)
    rim = [h for h in heights if len(canvas.layout.grid.neighbours(h)) < 6]
    for hexes, grow in (
        (rim, 2.2),
        (heights, 1.02),
    ):  # the land goes on beyond the rim, or it would be shaded
        for hex_ in hexes:
            draw.polygon(canvas.layout.vertices(hex_, grow), fill=heights[hex_] * unit)
    field = field.filter(ImageFilter.GaussianBlur(canvas.r * 0.22))
    step = max(2, round(canvas.r * 0.12))
    ahead, behind = ImageChops.offset(field, -step, -step), ImageChops.offset(field, step, step)
    shade = ImageChops.subtract(behind, ahead).filter(ImageFilter.GaussianBlur(2))
    shine = ImageChops.subtract(ahead, behind).filter(ImageFilter.GaussianBlur(2))
    gain = 90 / unit / 0.6
    canvas.image.paste((64, 44, 24), (0, 0), shade.point([min(110, round(v * gain)) for v in range(256)]))
    canvas.image.paste((255, 250, 228), (0, 0), shine.point([min(120, round(v * gain)) for v in range(256)]))


def slopes(canvas: Canvas, view: View) -> None:
    """Hachures on the low side of every slope; the steeper, the longer, darker and denser."""
    shown = {*canvas.layout.shown()}
    for side in view.hexsides:
        if side.slope and side.low in shown and side.high in shown:
            _hachures(canvas, side)


def _hachures(canvas: Canvas, side: HexsideView) -> None:
    steep, r = min(side.slope, 3), canvas.r
    a, b = canvas.layout.edge(side.high, side.low)
    (hx, hy), (lx, ly) = canvas.layout.centre(side.high), canvas.layout.centre(side.low)
    size = math.dist((hx, hy), (lx, ly))
    down = ((lx - hx) / size, (ly - hy) / size)
    colour: Colour = (*canvas.theme.slope, round(255 * STRONG[steep]))
    count = {1: 9, 2: 11, 3: 12}[steep]
    length = {1: 0.13, 2: 0.22, 3: 0.3}[steep] * r
    with canvas.pen.ink(colour) as nib:
        for n in range(count):
            foot = _along(a, b, (n + 0.5) / count)
            tick = length * (1.0 if n % 2 == 0 or steep == 3 else 0.65)
            tip = (foot[0] + down[0] * tick, foot[1] + down[1] * tick)
            if steep == 1:
                nib.line([foot, tip], max(1.0, r * 0.024), ends=False)
            else:
                _tooth(nib, foot, tip, r * (0.034 if steep == 2 else 0.046))
        nib.line([a, b], r * {1: 0.03, 2: 0.06, 3: 0.085}[steep])
    if steep > 1:
        back = r * 0.075
        with canvas.pen.ink((*canvas.theme.slope, 190)) as nib:
            nib.line(
                [_moved(_along(a, b, 0.04), down, -back), _moved(_along(a, b, 0.96), down, -back)], r * 0.026
            )


def _tooth(nib: Nib, foot: Point, tip: Point, half: float) -> None:
    """A hachure that runs out to a point."""
    size = math.dist(foot, tip) or 1.0
    nx, ny = -(tip[1] - foot[1]) / size * half, (tip[0] - foot[0]) / size * half
    nib.polygon([(foot[0] + nx, foot[1] + ny), tip, (foot[0] - nx, foot[1] - ny)])


def _along(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _moved(point: Point, way: Point, by: float) -> Point:
    return point[0] + way[0] * by, point[1] + way[1] * by

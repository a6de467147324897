"""Relief: a tint and a contour for each level, light from the north-west, hachures on slopes."""

from __future__ import annotations

import math
from itertools import pairwise

from PIL import Image, ImageChops, ImageFilter

from engine.view import View
from render.geometry.layout import Point
from render.paint.canvas import Canvas
from render.paint.pen import Nib
from render.paint.theme import blend
from render.terrain.outlines import curved_hexsides, land_outlines, outline_mask

STRONG = {1: 0.62, 2: 0.85, 3: 1.0}  # how strongly a slope's ink shows, by levels
CONTOUR, FORM = 0.026, 190  # width of a contour in radii; how far inside it a form line runs, of 255
WASHES = 5  # of shade: as a painter lays them, not as a spray


def relief(canvas: Canvas, view: View) -> None:
    """Ground tinted from lowland to upland within contours, lit as if the sun stood in the north-west."""
    heights = {hex_: seen.level + seen.rise for hex_, seen in view.hexes.items()}
    levels = sorted({*heights.values()} or {0})
    span = max(canvas.theme.levels - 1, levels[-1] - levels[0])
    tints = [blend(canvas.theme.lowland, canvas.theme.upland, (n - levels[0]) / span) for n in levels]
    canvas.image.paste(tuple(tints[0]), (0, 0, *canvas.image.size))
    rises = []
    for level, tint in zip(levels[1:], tints[1:], strict=True):
        rise = land_outlines(canvas.layout, [h for h, height in heights.items() if height >= level])
        rises.append((rise, outline_mask(canvas, rise)))
        canvas.image.paste(tuple(tint), (0, 0), rises[-1][1])
    for _, mask in rises:
        _form_line(canvas, mask)
    if rises:
        _light(canvas, [mask for _, mask in rises])
    with canvas.pen.ink(canvas.theme.contour) as nib:
        for rise, _ in rises:
            for line in rise:
                nib.line([*line, *line[:2]], max(1.0, canvas.r * CONTOUR), ends=False)


def _form_line(canvas: Canvas, mask: Image.Image) -> None:
    """A fainter contour inside a level's own."""
    soft = mask.filter(ImageFilter.GaussianBlur(canvas.r * 0.27))
    *ink, alpha = canvas.theme.contour
    line = [max(0, round(alpha * 0.55 * (1 - abs(v - FORM) / 7))) for v in range(256)]
    canvas.image.paste(tuple(ink), (0, 0), soft.point(line))


def _light(canvas: Canvas, masks: list[Image.Image]) -> None:
    """Lighten slopes that face north-west, darken those that face south-east, in a few flat washes."""
    unit = min(80, 255 // len(masks))
    height = Image.new("L", canvas.image.size, 0)
    for mask in masks:
        height = ImageChops.add(height, mask.point([v * unit // 255 for v in range(256)]))
    height = height.filter(ImageFilter.GaussianBlur(canvas.r * 0.18))
    step = max(2, round(canvas.r * 0.11))
    ahead, behind = ImageChops.offset(height, -step, -step), ImageChops.offset(height, step, step)
    for colour, high, low in (
        (canvas.theme.shade, behind, ahead),
        (canvas.theme.shine, ahead, behind),
    ):
        lit = ImageChops.subtract(high, low).filter(ImageFilter.GaussianBlur(canvas.r * 0.06))
        _frame(lit, 3 * step)
        strength = [min(1.0, v / (unit * 0.85)) for v in range(256)]
        wash = [round(colour[3] * round(v * WASHES) / WASHES) for v in strength]
        canvas.image.paste(tuple(colour[:3]), (0, 0), lit.point(wash))


def _frame(mask: Image.Image, wide: int) -> None:
    """Clear the edges of a mask, where a shifted picture wraps around."""
    width, height = mask.size
    wide = min(wide, 14)
    for box in ((0, 0, width, wide), (0, height - wide, width, height), (0, 0, wide, height),
                (width - wide, 0, width, height)):  # fmt: skip
        mask.paste(0, box)


def slopes(canvas: Canvas, view: View) -> None:
    """Hachures on the low side of every slope; the steeper, the longer, darker and denser."""
    visible = {*canvas.layout.visible()}
    steep = {(s.high, s.low): min(s.slope, 3) for s in view.hexsides if s.slope}
    steep |= {(s.high, s.low): 2 for s in view.hexsides if s.steep}
    lines = curved_hexsides(canvas.layout, steep)
    for height, strength in STRONG.items():
        with canvas.pen.ink((*canvas.theme.slope, round(255 * strength))) as nib:
            for (high, low), line in lines.items():
                if steep[high, low] == height and high in visible and low in visible:
                    _hachures(nib, line, canvas.layout.centre(low), height, canvas.r)


def _hachures(nib: Nib, line: list[Point], low: Point, steep: int, r: float) -> None:
    """Strokes down from a curved hexside, unevenly as if drawn by hand."""
    count = {1: 11, 2: 13, 3: 15}[steep]
    length, half = {1: 0.13, 2: 0.24, 3: 0.32}[steep] * r, {1: 0.014, 2: 0.03, 3: 0.04}[steep] * r
    for n in range(count):
        foot, along = _on(line, (n + 0.5) / count)
        down = (-along[1], along[0])
        if (low[0] - foot[0]) * down[0] + (low[1] - foot[1]) * down[1] < 0:
            down = (along[1], -along[0])
        tick = length * (1.0, 0.72, 0.9, 0.62)[n % 4]
        _tooth(nib, foot, (foot[0] + down[0] * tick, foot[1] + down[1] * tick), max(0.6, half))
    if steep > 1:
        nib.line(line, r * {2: 0.05, 3: 0.08}[steep])


def _on(line: list[Point], share: float) -> tuple[Point, Point]:
    """The point a share of the way along a line, and the line's direction there."""
    left = share * sum(math.dist(a, b) for a, b in pairwise(line))
    for a, b in pairwise(line):
        step = math.dist(a, b)
        if left <= step and step:
            way = ((b[0] - a[0]) / step, (b[1] - a[1]) / step)
            return (a[0] + way[0] * left, a[1] + way[1] * left), way
        left -= step
    return line[-1], (1.0, 0.0)


def _tooth(nib: Nib, foot: Point, tip: Point, half: float) -> None:
    """A hachure that runs out to a point."""
    size = math.dist(foot, tip) or 1.0
    nx, ny = -(tip[1] - foot[1]) / size * half, (tip[0] - foot[0]) / size * half
    nib.polygon([(foot[0] + nx, foot[1] + ny), tip, (foot[0] - nx, foot[1] - ny)])

"""What grows and stands on the map: trees, orchards in rows, reeds, stones, the roofs of villages."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator

from PIL import Image, ImageDraw

from engine.hexes import Hex
from engine.view import View
from render.canvas import Canvas
from render.layout import Layout, Point
from render.pen import Pen
from render.relief import patch
from render.theme import Colour
from render.ways import ROAD, TRACK, WATERS, water_lines, way_lines

Stamp = tuple[Image.Image, float]


def ground(canvas: Canvas, view: View) -> None:
    """The colour of every terrain that has one, run together with soft edges."""
    shown = canvas.layout.shown(2)
    for terrain, colour in canvas.theme.ground.items():
        hexes = [h for h in shown if view.hexes[h].terrain == terrain]
        if not hexes:
            continue
        mask = patch(canvas, hexes, canvas.r * 0.14)
        alpha = colour[3]
        canvas.image.paste(tuple(colour[:3]), (0, 0), mask.point([v * alpha // 255 for v in range(256)]))


def texture(canvas: Canvas, view: View) -> None:
    """Trees, rows, reeds and stones, kept off roads and water."""
    taken = _taken(canvas.layout, canvas.image.size, view)
    stamps = _stamps(canvas)
    spots: list[tuple[float, float, int, str]] = []
    for terrain, (spacing, jitter, _) in GROWTH.items():
        found = _lattice(canvas.layout, spacing * canvas.r, jitter, terrain)
        for n, (x, y, hex_) in enumerate(found):
            if view.hexes[hex_].terrain == terrain and not _hit(taken, x, y):
                spots.append((y, x, n, terrain))
    for y, x, n, terrain in sorted(spots):
        choice = stamps[terrain]
        stamp = choice[n * 7 % len(choice)]
        canvas.image.paste(stamp, (round(x - stamp.width / 2), round(y - stamp.height / 2)), stamp)


def _lattice(layout: Layout, step: float, jitter: float, seed: str) -> Iterator[tuple[float, float, Hex]]:
    """Points in staggered rows over the whole map, each moved a little, with the hex it started in."""
    chance = random.Random(seed)
    x0, y0, x1, y1 = layout.map_box
    rows = int((y1 - y0) / (step * 0.87)) + 1
    for row in range(rows):
        for column in range(int((x1 - x0) / step) + 2):
            x = x0 + (column + (0.5 if row % 2 else 0.0)) * step
            y = y0 + row * step * 0.87
            dx, dy = chance.uniform(-jitter, jitter) * step, chance.uniform(-jitter, jitter) * step
            hex_ = layout.at(x, y)
            if hex_ is not None:
                yield x + dx, y + dy, hex_


def _taken(layout: Layout, size: tuple[int, int], view: View) -> Image.Image:
    """A mask of what roads and water take."""
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    r = layout.radius
    widths = {"road": ROAD, "track": TRACK}
    lines = [(line, widths[kind]) for kind in widths for line in way_lines(layout, view, kind)]
    lines += [(line, WATERS[kind]) for kind in WATERS for line in water_lines(layout, view, kind)]
    for line, width in lines:
        draw.line(line, fill=255, width=round((width + 0.2) * r), joint="curve")
    return mask


def _hit(mask: Image.Image, x: float, y: float) -> bool:
    """Whether a point lies in a mask."""
    inside = 0 <= x < mask.width and 0 <= y < mask.height
    return inside and mask.getpixel((int(x), int(y))) == 255


def _tree(pen: Pen, size: float, colours: tuple[Colour, Colour, Colour], lean: float) -> None:
    """A crown seen from above: shadow, body, and the light on its north-west."""
    dark, body, light = colours
    c = pen.image.width / 2
    with pen.ink((20, 30, 14, 90)) as nib:
        nib.dot((c + size * 0.22, c + size * 0.28), size)
    with pen.ink(dark) as nib:
        nib.dot((c, c), size)
    with pen.ink(body) as nib:
        nib.dot((c - size * 0.08, c - size * 0.1), size * 0.86)
    with pen.ink(light) as nib:
        nib.dot((c - size * (0.28 + lean), c - size * 0.32), size * 0.42)


def _reed(pen: Pen, size: float, colours: tuple[Colour, Colour, Colour], lean: float) -> None:
    """A tuft of reeds over a line of water."""
    c = pen.image.width / 2
    with pen.ink(colours[1]) as nib:
        nib.line([(c - size, c + size * 0.5), (c + size, c + size * 0.5)], max(1.0, size * 0.22))
    with pen.ink(colours[0]) as nib:
        for n in (-1, 0, 1):
            foot = (c + n * size * 0.28, c + size * 0.45)
            nib.line(
                [foot, (c + n * size * 0.75 + lean * size, c - size * (0.8 - abs(n) * 0.2))],
                max(1.0, size * 0.2),
            )


def _stone(pen: Pen, size: float, colours: tuple[Colour, Colour, Colour], lean: float) -> None:
    """A scratch or a pebble of rough ground."""
    c = pen.image.width / 2
    with pen.ink((*colours[0], 170)) as nib:
        if lean > 0:
            nib.line(
                [(c - size, c + size * 0.4), (c, c - size * 0.5), (c + size, c + size * 0.3)],
                max(1.0, size * 0.36),
            )
        else:
            nib.dot((c, c), size * 0.42)


Draw = Callable[[Pen, float, tuple[Colour, Colour, Colour], float], None]
GROWTH: dict[str, tuple[float, float, Draw]] = {  # spacing in radii, jitter in spacings, what is drawn
    "woods": (0.29, 0.26, _tree),
    "coppice": (0.36, 0.34, _tree),
    "orchard": (0.33, 0.03, _tree),
    "rough": (0.27, 0.42, _stone),
    "marsh": (0.42, 0.3, _reed),
    "light_woods": (0.4, 0.36, _tree),
    "heavy_woods": (0.27, 0.22, _tree),
    "rocky_ground": (0.3, 0.4, _stone),
    "ravine": (0.34, 0.42, _stone),
}


def _stamps(canvas: Canvas) -> dict[str, list[Image.Image]]:
    """Small drawings of everything that grows, four of each."""
    t, r = canvas.theme, canvas.r
    colours = {
        "woods": (t.tree, 0.175),
        "coppice": (t.shrub, 0.105),
        "orchard": (t.fruit, 0.1),
        "rough": ((t.stone, t.stone, t.stone), 0.07),
        "marsh": ((t.reed, t.pool, t.pool), 0.12),
        "light_woods": (t.tree, 0.14),
        "heavy_woods": (t.tree, 0.18),
        "rocky_ground": ((t.stone, t.stone, t.stone), 0.11),
        "ravine": ((t.slope, t.slope, t.slope), 0.08),
    }
    found: dict[str, list[Image.Image]] = {}
    for terrain, (palette, size) in colours.items():
        draw = GROWTH[terrain][2]
        for scale, lean in ((1.0, 0.0), (0.86, 0.1), (1.12, -0.06), (0.94, 0.06)):
            pixels = math.ceil(size * r * 3.2)
            image = Image.new("RGBA", (pixels, pixels), (*palette[0][:3], 0))
            even = 1.0 if terrain == "orchard" else scale
            draw(Pen(image), size * r * even, palette, lean)
            found.setdefault(terrain, []).append(image)
    return found


def villages(canvas: Canvas, view: View) -> None:
    """The roofs of every village, along its roads and not on them."""
    taken = _taken(canvas.layout, canvas.image.size, view)
    for hex_ in canvas.layout.shown():
        if view.hexes[hex_].terrain == "village":
            for spot in _plots(canvas, hex_, taken):
                _house(canvas, *spot)


def _plots(canvas: Canvas, hex_: Hex, taken: Image.Image) -> list[tuple[Point, float, float]]:
    """Where a village's houses stand: middle, size in pixels, angle in radians. From back to front."""
    chance = random.Random(hex_)
    x, y = canvas.layout.centre(hex_)
    r = canvas.r
    base = chance.uniform(-0.4, 0.4)
    plots: list[tuple[Point, float, float]] = []
    for _ in range(260):
        far, round_ = math.sqrt(chance.uniform(0.0, 0.56)) * r, chance.uniform(0, math.tau)
        spot = (x + far * math.cos(round_), y + far * math.sin(round_))
        size = chance.uniform(0.1, 0.145) * r
        free = all(math.dist(spot, other) > (size + s) * 1.15 for other, s, _ in plots)
        if free and not _hit(taken, *spot) and canvas.layout.at(*spot) == hex_:
            plots.append((spot, size, base + chance.choice((0.0, math.pi / 2)) + chance.uniform(-0.15, 0.15)))
    return sorted(plots, key=lambda plot: plot[0][1])


def _house(canvas: Canvas, spot: Point, size: float, angle: float) -> None:
    """A ridged roof: one side in the light, one in the shade, and a shadow on the ground."""
    dark, light, edge = canvas.theme.roof
    long, half = size * 1.15, size * 0.75
    c, s = math.cos(angle), math.sin(angle)

    def at(u: float, v: float, dx: float = 0.0) -> Point:
        return spot[0] + u * c - v * s + dx, spot[1] + u * s + v * c + dx

    with canvas.pen.ink(canvas.theme.shadow) as nib:
        nib.polygon([at(-long, -half, 2), at(long, -half, 2), at(long, half, 2), at(-long, half, 2)])
    with canvas.pen.ink(edge) as nib:
        o = 0.7
        nib.polygon(
            [
                at(-long - o, -half - o),
                at(long + o, -half - o),
                at(long + o, half + o),
                at(-long - o, half + o),
            ]
        )
    sunny = -1 if c >= 0 else 1
    for sign, colour in ((sunny, light), (-sunny, dark)):
        with canvas.pen.ink(colour) as nib:
            nib.polygon([at(-long, 0), at(long, 0), at(long, sign * half), at(-long, sign * half)])

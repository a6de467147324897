"""Ground that water shapes: rivers through hexes with their bridges and fords, rice fields, ravines."""

from __future__ import annotations

import math
import random
from collections.abc import Container

from PIL import Image, ImageChops

from engine.hexes import Hex
from engine.view import View
from render.canvas import Canvas
from render.curves import strands
from render.layout import Layout, Point
from render.pen import Pen
from render.relief import patch
from render.theme import Colour

RIVER, RAVINE = ("river", "ford", "bridge"), ("ravine",)
WIDTH, GORGE = 0.46, 0.3  # of a river and of a ravine, in radii
DYKE = 0.028  # half the width of a dyke between paddies, in radii


def courses(canvas: Canvas, view: View) -> None:
    """Rivers and ravines as one curve through all their hexes; planks and stones where they are crossed."""
    r, theme = canvas.r, canvas.theme
    ravines, rivers = lines(canvas.layout, view, RAVINE), lines(canvas.layout, view, RIVER)
    for found, width, colour in (
        (ravines, GORGE + 0.1, theme.slope),
        (ravines, GORGE - 0.06, (142, 116, 82)),
        (ravines, GORGE - 0.2, (110, 84, 58)),
        (rivers, WIDTH + 0.07, theme.bank),
        (rivers, WIDTH, theme.water),
    ):
        with canvas.pen.ink(colour) as nib:
            for line in found:
                nib.line(line, r * width)
    shine = tuple(min(255, c + 46) for c in theme.water)
    with canvas.pen.ink((*shine, 150)) as nib:
        for line in rivers:
            nib.dashes(line, r * WIDTH * 0.1, r * 0.34, r * 0.26)
    for hex_ in canvas.layout.shown():
        if view.hexes[hex_].terrain == "bridge":
            _bridge(canvas, view, hex_)
        elif view.hexes[hex_].terrain == "ford":
            _ford(canvas, hex_)


def lines(layout: Layout, view: View, terrains: tuple[str, ...]) -> list[list[Point]]:
    """The curves through neighbouring hexes of these terrains, on to the rim where one ends there."""
    shown = sorted(h for h in layout.shown(2.5) if view.hexes[h].terrain in terrains)
    near = _tree(layout, shown)
    nodes: dict[Point, list[Point]] = {}
    for hex_ in shown:
        links = [layout.between(hex_, h) for h in near[hex_]]
        if len(links) < 2:
            links += _rim(layout, hex_, links)
        if not links:
            x, y = layout.centre(hex_)
            links = [(x - layout.radius * 0.5, y), (x + layout.radius * 0.5, y)]
        nodes[layout.centre(hex_)] = links
    return strands(nodes)


def _tree(layout: Layout, hexes: list[Hex]) -> dict[Hex, list[Hex]]:
    """Which of these neighbours a course joins: never three in a ring, or a bend would become a pond."""
    root = {h: h for h in hexes}
    joined: dict[Hex, list[Hex]] = {h: [] for h in hexes}

    def top(hex_: Hex) -> Hex:
        while root[hex_] != hex_:
            hex_ = root[hex_]
        return hex_

    pairs = [(a, b) for a in hexes for b in layout.grid.neighbours(a).values() if b in root and a < b]
    for a, b in sorted(pairs, key=lambda pair: (_crowd(layout, root, *pair), pair)):
        if top(a) != top(b):
            root[top(a)] = top(b)
            joined[a].append(b)
            joined[b].append(a)
    return joined


def _crowd(layout: Layout, among: Container[Hex], a: Hex, b: Hex) -> int:
    """How many hexes of the course touch both: the fewer, the surer that it runs from one to the other."""
    near = {*layout.grid.neighbours(a).values()} & {*layout.grid.neighbours(b).values()}
    return sum(h in among for h in near)


def _rim(layout: Layout, hex_: Hex, links: list[Point]) -> list[Point]:
    """Where a course leaves the map: away from where it comes."""
    near, (x, y) = layout.grid.neighbours(hex_), layout.centre(hex_)
    open_ = [n for n, way in enumerate(layout.grid.directions) if way not in near]
    if not open_:
        return []
    ahead = math.atan2(y - links[0][1], x - links[0][0]) if links else layout.heading(open_[0])
    way = layout.heading(max(open_, key=lambda n: math.cos(layout.heading(n) - ahead)))
    reach = layout.radius * 0.87
    return [(x + math.cos(way) * reach, y + math.sin(way) * reach)]


def _across(canvas: Canvas, view: View, hex_: Hex) -> float:
    """The angle in which a bridge crosses: square to the course."""
    layout = canvas.layout
    near = [h for h in view.grid.neighbours(hex_).values() if view.hexes[h].terrain in RIVER]
    if not near:
        return 0.0
    (ax, ay), (bx, by) = layout.centre(hex_), layout.centre(near[0])
    if len(near) > 1:
        ax, ay = layout.centre(near[1])
    return math.atan2(by - ay, bx - ax) + math.pi / 2


def _bridge(canvas: Canvas, view: View, hex_: Hex) -> None:
    """A deck of planks between two rails."""
    (x, y), r, angle = canvas.layout.centre(hex_), canvas.r, _across(canvas, view, hex_)
    ux, uy = math.cos(angle), math.sin(angle)
    long, half = r * 0.5, r * 0.19

    def at(along: float, aside: float) -> Point:
        return x + ux * along - uy * aside, y + uy * along + ux * aside

    with canvas.pen.ink(canvas.theme.road) as nib:
        nib.polygon([at(-long, -half), at(long, -half), at(long, half), at(-long, half)])
    with canvas.pen.ink(canvas.theme.track) as nib:
        for n in range(-5, 6):
            nib.line([at(long * n / 5.5, -half), at(long * n / 5.5, half)], max(1.0, r * 0.025), ends=False)
    with canvas.pen.ink(canvas.theme.bridge) as nib:
        for sign in (-1, 1):
            rail = [(-1.12, 1.5), (-1, 1), (1, 1), (1.12, 1.5)]
            nib.line([at(u * long, sign * v * half) for u, v in rail], max(1.6, r * 0.06))


def _ford(canvas: Canvas, hex_: Hex) -> None:
    """Stepping stones."""
    (x, y), r, chance = canvas.layout.centre(hex_), canvas.r, random.Random(hex_)
    stones = [
        (x + (n % 3 - 1) * 0.22 * r, y + ((n // 3 - 1) * 0.2 + chance.uniform(-0.05, 0.05)) * r)
        for n in range(9)
    ]
    for colour, size in ((canvas.theme.bridge, 0.075), (canvas.theme.road, 0.052)):
        with canvas.pen.ink(colour) as nib:
            for stone in stones:
                nib.dot(stone, size * r)


def paddies(canvas: Canvas, view: View) -> None:
    """Rice fields: flooded beds between dykes, with rows of green."""
    shown = [h for h in canvas.layout.shown(2) if view.hexes[h].terrain == "rice_fields"]
    if not shown:
        return
    r, (width, height) = canvas.r, canvas.image.size
    sheet, chance = Image.new("RGBA", (width, height), (0, 0, 0, 0)), random.Random("paddies")
    pen, deep = Pen(sheet), r * 0.4
    wet, green = canvas.theme.pool[:3], canvas.theme.fruit
    tints = ((*wet, 130), (*wet, 90), (*green[2][:3], 120))
    for row in range(int(height / deep) + 1):
        x, y = -r * chance.random(), row * deep
        while x < width:
            long = r * chance.uniform(0.5, 0.95)
            _bed(pen, (x, y, x + long, y + deep), r, chance.choice(tints))
            with pen.ink((*green[0][:3], 150)) as nib:
                for n in range(1, 4):
                    line = [(x + r * 0.07, y + n * deep / 4), (x + long - r * 0.05, y + n * deep / 4)]
                    nib.dashes(line, max(1.0, r * 0.028), r * 0.03, r * 0.075)
            x += long
    mask = ImageChops.multiply(sheet.getchannel("A"), patch(canvas, shown, r * 0.1))
    canvas.image.paste(sheet.convert("RGB"), (0, 0), mask)


def _bed(pen: Pen, box: tuple[float, float, float, float], r: float, colour: Colour) -> None:
    """One flooded bed within its dyke."""
    x0, y0, x1, y1 = box
    with pen.ink((150, 142, 96, 230)) as nib:
        nib.polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    gap = r * DYKE
    inner = [(x0 + gap, y0 + gap), (x1 - gap, y0 + gap), (x1 - gap, y1 - gap), (x0 + gap, y1 - gap)]
    for ground in ((214, 226, 196, 255), colour):
        with pen.ink(ground) as nib:
            nib.polygon(inner)

"""Villages: houses along the roads that run through, a church, gardens between them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PIL import Image

from engine.hexes import Hex
from engine.view import View
from render.geometry.layout import Layout, Point, to_plane
from render.geometry.noise import chance, random_offset
from render.paint.canvas import Canvas
from render.paint.map_colours import Shades
from render.paint.pen import Nib
from render.terrain.farmland import BUILT
from render.terrain.ground_cover import in_mask, roads_and_water_mask
from render.terrain.roads import road_lines
from render.terrain.sites import kraal

HOUSE, GARDEN, NAVE = 0.11, 0.15, 0.13  # half a long side, in radii
TRIES = 240


@dataclass(frozen=True, slots=True, kw_only=True)
class Plot:
    """Something rectangular in a village: middle, half its long side in pixels, angle in radians."""

    kind: str
    at: Point
    size: float
    angle: float


def villages(canvas: Canvas, view: View) -> None:
    """The plots of every village, beside its roads and not on them."""
    taken = roads_and_water_mask(canvas.layout, canvas.image.size, view)
    roads = [p for kind in ("road", "track") for line in road_lines(canvas.layout, view, kind) for p in line]
    for hex_ in canvas.layout.visible():
        if view.hexes[hex_].terrain in BUILT and view.hexes[hex_].site != "house":
            plots = _plots(canvas.layout, hex_, taken, roads)
            if view.country == "africa":
                kraal(canvas, canvas.layout.centre(hex_), canvas.layout.grid.column_and_row(hex_))
                continue
            if canvas.theme.dry:
                _terraces(canvas, plots)
                continue
            if view.country == "japan":
                _farmsteads(canvas, plots)
                continue
            _gardens(canvas, [p for p in plots if p.kind == "garden"])
            _roofs(canvas, [p for p in plots if p.kind == "house"], 1.0, 0.62, canvas.theme.roof)
            _church(canvas, [p for p in plots if p.kind == "church"])


def _plots(layout: Layout, hex_: Hex, taken: Image.Image, roads: list[Point]) -> list[Plot]:
    """What stands in a village, the church first: always the same in the same hex."""
    x, y = layout.centre(hex_)
    i, j = (round(v * 64) for v in to_plane(layout, (x, y)))
    r = layout.radius
    near = [p for p in roads if math.dist(p, (x, y)) < r]
    base = random_offset(i, j, 90, 0.5)
    plots: list[Plot] = []
    for n in range(TRIES):
        far, turn = math.sqrt(chance(i, j, 100 + 3 * n) * 0.6) * r, chance(i, j, 101 + 3 * n) * math.tau
        spot = (x + far * math.cos(turn), y + far * math.sin(turn))
        kind = "church" if not plots else "garden" if n % 5 == 4 else "house"
        part = {"church": NAVE, "garden": GARDEN, "house": HOUSE}[kind]
        size = part * r * (1 + random_offset(i, j, 102 + 3 * n, 0.14))
        free = all(math.dist(spot, p.at) > (size + p.size) * 0.98 for p in plots)
        if not free or layout.hex_at(*spot) != hex_ or _on_way(taken, spot, size * 0.8):
            continue
        angle = (
            _facing(spot, near, base)
            + (math.pi / 2 if n % 3 == 0 else 0.0)
            + random_offset(i, j, 103 + 3 * n, 0.1)
        )
        plots.append(Plot(kind=kind, at=spot, size=size, angle=angle))
    return plots


def _on_way(taken: Image.Image, at: Point, reach: float) -> bool:
    around = [(at[0] + reach * u, at[1] + reach * v) for u, v in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
    return any(in_mask(taken, *point) for point in around)


def _facing(spot: Point, roads: list[Point], base: float) -> float:
    """The direction of the road a house stands by; without a road all houses look much the same way."""
    if len(roads) < 2:
        return base
    a, b = sorted(roads, key=lambda p: math.dist(p, spot))[:2]
    return math.atan2(b[1] - a[1], b[0] - a[0])


def _corner(plot: Plot, u: float, v: float, shift: float = 0.0) -> Point:
    """A point of a plot: `u` along its long side, `v` across, in pixels; `shift` pixels to the south-east."""
    c, s = math.cos(plot.angle), math.sin(plot.angle)
    return plot.at[0] + u * c - v * s + shift, plot.at[1] + u * s + v * c + shift


def _block(nib: Nib, plot: Plot, long: float, half: float, shift: float = 0.0) -> None:
    nib.polygon([_corner(plot, u * long, v * half, shift) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def _roofs(canvas: Canvas, plots: list[Plot], long: float, half: float, colours: Shades) -> None:
    """Ridged roofs, `long` and `half` times their plot's size: a shadow, an edge, a side in the light and one
    in the shade."""
    with canvas.pen.ink(canvas.theme.shadow) as nib:
        for plot in plots:
            _block(nib, plot, plot.size * long, plot.size * half, max(1.5, canvas.r * 0.035))
    with canvas.pen.ink(colours[2]) as nib:
        for plot in plots:
            _block(nib, plot, plot.size * long + 0.7, plot.size * half + 0.7)
    for lit, colour in ((1, colours[1]), (-1, colours[0])):
        with canvas.pen.ink(colour) as nib:
            for plot in plots:
                sunny = -lit if math.cos(plot.angle) >= math.sin(plot.angle) else lit
                u, v = plot.size * long, plot.size * half * sunny
                nib.polygon([_corner(plot, *at) for at in ((-u, 0.0), (u, 0.0), (u, v), (-u, v))])


def _church(canvas: Canvas, plots: list[Plot]) -> None:
    """A nave, a transept, a square tower with a pointed roof."""
    slate = canvas.theme.slate
    _roofs(canvas, plots, 1.25, 0.5, slate)
    for plot in plots:
        across = replace(plot, at=_corner(plot, plot.size * 0.3, 0), angle=plot.angle + math.pi / 2)
        _roofs(canvas, [across], 0.85, 0.34, slate)
        tower, half = replace(plot, at=_corner(plot, -plot.size * 1.2, 0)), plot.size * 0.48
        for colour, part in ((slate[2], half + 0.7), (slate[1], half)):
            with canvas.pen.ink(colour) as nib:
                _block(nib, tower, part, part)
        with canvas.pen.ink(slate[2]) as nib:
            for ends in (((-half, -half), (half, half)), ((-half, half), (half, -half))):
                nib.line([_corner(tower, *end) for end in ends], max(0.9, canvas.r * 0.018), ends=False)


def _terraces(canvas: Canvas, plots: list[Plot]) -> None:
    """Houses of clay as dry country has them: flat roofs within a parapet, one of them higher, round stores
    between."""
    shade, lit, dark = canvas.theme.clay
    square = [p for p in plots if p.kind != "garden"]
    for colour, more, shift in ((canvas.theme.shadow, 0.0, 0.05), (dark, 0.7, 0.0), (lit, 0.0, 0.0)):
        with canvas.pen.ink(colour) as nib:
            for plot in square:
                _block(nib, plot, plot.size * 0.86 + more, plot.size * 0.7 + more, canvas.r * shift)
            for plot in plots:
                if plot.kind == "garden":
                    x, y = (v + canvas.r * shift for v in plot.at)
                    nib.dot((x, y), plot.size * 0.42 + more)
    with canvas.pen.ink(shade) as nib:
        for plot in square:
            _block(nib, plot, plot.size * 0.66, plot.size * 0.5)
        for plot in plots:
            if plot.kind == "garden":
                nib.dot((plot.at[0] + plot.size * 0.08, plot.at[1] + plot.size * 0.08), plot.size * 0.26)
    with canvas.pen.ink((*lit[:3], 150)) as nib:
        for plot in square:
            _block(nib, plot, plot.size * 0.6, plot.size * 0.44, canvas.r * 0.016)
    _dome(canvas, [p for p in plots if p.kind == "church"])
    towers = [
        replace(p, at=_corner(p, p.size * 0.9, p.size * 0.8), size=p.size * 0.3)
        for p in plots
        if p.kind == "church"
    ]
    for colour, more, shift in ((canvas.theme.shadow, 0.0, 0.07), (dark, 0.8, 0.0), (lit, 0.0, 0.0)):
        with canvas.pen.ink(colour) as nib:
            for plot in towers:
                _block(nib, plot, plot.size + more, plot.size + more, canvas.r * shift)


def _dome(canvas: Canvas, plots: list[Plot]) -> None:
    """The dome of a mosque."""
    shade, lit, dark = canvas.theme.clay
    for colour, share, shift in (
        (dark, 0.62, 0.0),
        (shade, 0.56, 0.0),
        (lit, 0.48, -0.08),
        (canvas.theme.road, 0.2, -0.2),
    ):
        with canvas.pen.ink(colour) as nib:
            for plot in plots:
                nib.dot((plot.at[0] + shift * plot.size, plot.at[1] + shift * plot.size), plot.size * share)


def _farmsteads(canvas: Canvas, plots: list[Plot]) -> None:
    """Houses of Japan: hipped roofs of thatch, some of tiles, gardens, and the gate of a shrine."""
    theme = canvas.theme
    _gardens(canvas, [p for p in plots if p.kind == "garden"])
    houses = [p for p in plots if p.kind == "house"]
    for nth, colours in ((0, (theme.crag[0], theme.crag[1], theme.roof[2])), (1, theme.slate)):
        some = [p for n, p in enumerate(houses) if (n % 3 == 2) == bool(nth)]
        _roofs(canvas, some, 1.0, 0.7, colours)
        for lit in (True, False):
            with canvas.pen.ink(colours[0] if lit else colours[2]) as nib:
                for plot in some:
                    for end in (-1, 1):
                        u, v = plot.size, plot.size * 0.7
                        hip = [
                            _corner(plot, end * u, -v),
                            _corner(plot, end * u * 0.5, 0.0),
                            _corner(plot, end * u, v),
                        ]
                        if lit and end * math.cos(plot.angle) > 0:
                            nib.polygon(hip)
                        if not lit:
                            nib.line(hip, max(0.8, canvas.r * 0.014), ends=False)
                            nib.line(
                                [_corner(plot, -u * 0.5, 0.0), _corner(plot, u * 0.5, 0.0)], canvas.r * 0.02
                            )
    for plot in plots:
        if plot.kind == "church":
            _torii(canvas, plot.at, plot.size * 1.5)


def _torii(canvas: Canvas, at: Point, size: float) -> None:
    """The gate of a shrine, seen from the front: two posts, two beams."""
    (x, y), red = at, canvas.theme.clash
    for colour, more in ((canvas.theme.roof[2], size * 0.11), (red, 0.0)):
        with canvas.pen.ink(colour) as nib:
            for side in (-1, 1):
                foot, top = (
                    (x + side * size * 0.55, y + size * 0.75),
                    (x + side * size * 0.45, y - size * 0.55),
                )
                nib.line([foot, top], size * 0.17 + more)
            nib.line(
                [(x - size * 0.62, y - size * 0.18), (x + size * 0.62, y - size * 0.18)], size * 0.12 + more
            )
            bow = [(x - size * 0.9, y - size * 0.72), (x, y - size * 0.58), (x + size * 0.9, y - size * 0.72)]
            nib.line(bow, size * 0.2 + more)


def _gardens(canvas: Canvas, plots: list[Plot]) -> None:
    """Beds in rows within a hedge."""
    for colour, more in ((canvas.theme.verge, 1.2), (canvas.theme.garden, 0.0)):
        with canvas.pen.ink(colour) as nib:
            for plot in plots:
                _block(nib, plot, plot.size + more, plot.size * 0.72 + more)
    with canvas.pen.ink(canvas.theme.verge) as nib:
        for plot in plots:
            for n in (-1, 0, 1):
                v = n * plot.size * 0.36
                row = [_corner(plot, -plot.size * 0.8, v), _corner(plot, plot.size * 0.8, v)]
                nib.dashes(row, max(1.0, canvas.r * 0.026), canvas.r * 0.03, canvas.r * 0.03)

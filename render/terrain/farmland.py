"""Farmland: fields with hedges in open country, rice paddies between dykes, meadows and grass."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageChops

from engine.hexes import Hex
from engine.view import View
from render.geometry.layout import Layout, Point, to_page, to_plane
from render.geometry.noise import chance, noise, random_offset, scatter
from render.paint.canvas import Canvas
from render.paint.pen import Nib
from render.terrain.dry_country import sand
from render.terrain.ground_cover import in_mask, roads_and_water_mask
from render.terrain.outlines import hexes_mask, land_outlines, outline_mask, paint_wash

OPEN = ("clear", "plains")
BUILT = ("village", "built_up")
TILLED = 0.62  # above which noise there are parcels
NEAR = 0.3  # how much surer they are beside a village


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """A field: four corners on the page, the hex of their middle, its place in the net of parcels."""

    corners: tuple[Point, Point, Point, Point]
    hex: Hex
    i: int
    j: int

    def at(self, u: float, v: float) -> Point:
        """A point inside: from 0 to 1 along the first side, and along the other."""
        a, b, c, d = self.corners
        top = (a[0] + (b[0] - a[0]) * u, a[1] + (b[1] - a[1]) * u)
        foot = (d[0] + (c[0] - d[0]) * u, d[1] + (c[1] - d[1]) * u)
        return top[0] + (foot[0] - top[0]) * v, top[1] + (foot[1] - top[1]) * v

    def inner(self, gap: float) -> list[Point]:
        """The corners of the parcel within a border, a share of it wide."""
        return [self.at(u, v) for u, v in ((gap, gap), (1 - gap, gap), (1 - gap, 1 - gap), (gap, 1 - gap))]


def parcels(layout: Layout, wide: float, high: float, salt: int, wobble: float = 0.16) -> Iterator[Parcel]:
    """A net of crooked parcels, `wide` and `high` in radii, over the visible map."""
    x0, y0, x1, y1 = layout.map_box
    (left, top), (right, foot) = to_plane(layout, (x0, y0)), to_plane(layout, (x1, y1))

    def corner(i: int, j: int) -> Point:
        x = (i + random_offset(i, j, salt, wobble)) * wide + 0.42 * math.sin(j * high * 0.5 + salt)
        y = (j + random_offset(i, j, salt + 1, wobble)) * high + 0.5 * math.sin(i * wide * 0.42 + salt)
        return to_page(layout, (x, y))

    for j in range(math.floor(top / high) - 2, math.ceil(foot / high) + 2):
        for i in range(math.floor(left / wide) - 2, math.ceil(right / wide) + 2):
            corners = corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)
            hex_ = layout.hex_at(sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4)
            if hex_ is not None:
                yield Parcel(corners=corners, hex=hex_, i=i, j=j)


def farmland(canvas: Canvas, view: View) -> None:
    """Meadows, and a few fields with furrows and hedges, most of them beside villages; tufts of grass. Sand
    in dry country."""
    _meadows(canvas, view)
    _grass(canvas, view)
    if canvas.theme.dry:
        sand(canvas, view)
        return
    layout, r = canvas.layout, canvas.r
    taken = roads_and_water_mask(layout, canvas.image.size, view)
    near = {n for h, seen in view.hexes.items() if seen.terrain in BUILT for n in layout.grid.within(h, 1)}
    low = min(h.level for h in view.hexes.values())
    level = {h for h, seen in view.hexes.items() if seen.terrain in OPEN and seen.level == low}
    tilled = [p for p in parcels(layout, 0.86, 0.56, 40) if p.hex in level and _tilled(layout, p, near)]
    tilled = [p for p in tilled if all(layout.hex_at(*corner) in level for corner in p.corners)]
    tilled = [
        p for p in tilled if not any(in_mask(taken, *p.at(u, v)) for u in (0, 0.5, 1) for v in (0, 0.5, 1))
    ]
    for n, tint in enumerate(canvas.theme.parcels):
        with canvas.pen.ink(tint) as nib:
            for parcel in tilled:
                if _crop(parcel) == n:
                    nib.polygon(parcel.inner(0.03))
    with canvas.pen.ink(canvas.theme.furrow) as nib:
        for parcel in tilled:
            _furrows(nib, parcel, r)
    with canvas.pen.ink(canvas.theme.hedge) as nib:
        for parcel in tilled:
            _hedge(nib, parcel, r)


def _crop(parcel: Parcel) -> int:
    return int(chance(parcel.i, parcel.j, 44) * 4)


def _tilled(layout: Layout, parcel: Parcel, near: set[Hex]) -> bool:
    x, y = to_plane(layout, parcel.at(0.5, 0.5))
    return noise(x / 3.2, y / 3.2, 45) + NEAR * (parcel.hex in near) > TILLED


def _furrows(nib: Nib, parcel: Parcel, r: float) -> None:
    """Lines one way or the other; none on meadows."""
    if _crop(parcel) % 2:
        return
    along, count = chance(parcel.i, parcel.j, 47) < 0.5, 4
    for n in range(1, count):
        share = n / count
        ends = (
            [parcel.at(0.06, share), parcel.at(0.94, share)]
            if along
            else [parcel.at(share, 0.08), parcel.at(share, 0.92)]
        )
        nib.line(ends, max(0.8, r * 0.016), ends=False)


def _hedge(nib: Nib, parcel: Parcel, r: float) -> None:
    """Bushes along some of the sides, close together, some taller."""
    i, j = parcel.i, parcel.j
    for n, (a, b) in enumerate((((0, 0), (1, 0)), ((0, 0), (0, 1)))):
        if chance(i, j, 50 + n) > 0.34:
            continue
        start, end = parcel.at(*a), parcel.at(*b)
        count = max(2, round(math.dist(start, end) / (r * 0.052)))
        for k in range(1, count):
            at = parcel.at(*(s + (e - s) * k / count for s, e in zip(a, b, strict=True)))
            tall = chance(i * 31 + k, j * 17 + n, 52)
            sway = random_offset(i * 13 + k, j, 54, 0.012) * r
            nib.dot((at[0] + sway, at[1] + sway), r * (0.026 if tall < 0.75 else 0.042))


def _meadows(canvas: Canvas, view: View) -> None:
    """Large patches where the grass of the lowest ground is a little greener, in flat washes."""
    layout, (width, height) = canvas.layout, canvas.image.size
    step = canvas.r * 0.5
    columns, rows = math.ceil(width / step) + 1, math.ceil(height / step) + 1
    x0, y0 = to_plane(layout, layout.map_box[:2])
    values = [
        round(255 * noise((x0 + i * 0.5) / 2.6, (y0 + j * 0.5) / 2.6, 48))
        for j in range(rows)
        for i in range(columns)
    ]
    small = Image.new("L", (columns, rows))
    small.putdata(values)
    patches = small.resize((round(columns * step), round(rows * step)), Image.Resampling.BICUBIC)
    patches = patches.crop((0, 0, width, height))
    low = min(h.level for h in view.hexes.values())
    hills = outline_mask(
        canvas, land_outlines(layout, [h for h, seen in view.hexes.items() if seen.level > low])
    )
    for least in (128, 164):
        mask = patches.point([max(0, min(255, (v - least) * 60 + 127)) for v in range(256)])
        paint_wash(canvas, canvas.theme.meadow, ImageChops.subtract(mask, hills))


def _grass(canvas: Canvas, view: View) -> None:
    """Sparse tufts in the open: three strokes each."""
    r, wild = canvas.r, [h for h in canvas.layout.visible() if view.hexes[h].terrain in OPEN]
    with canvas.pen.ink(canvas.theme.tuft) as nib:
        for spot in scatter(canvas.layout, wild, 0.42, 0.45, 60):
            if chance(spot.i, spot.j, 62) < 0.12:
                for n in (-1, 0, 1):
                    tip = (spot.x + n * r * 0.045, spot.y - r * (0.065 - 0.022 * abs(n)))
                    nib.line([(spot.x + n * r * 0.018, spot.y), tip], max(0.9, r * 0.018), ends=False)


def paddies(canvas: Canvas, view: View) -> None:
    """Rice fields: flooded beds of many shapes between dykes that cast a shadow, with rows of green."""
    hexes = [h for h, seen in view.hexes.items() if seen.terrain == "rice_fields"]
    if not hexes:
        return
    theme, r = canvas.theme, canvas.r
    inside, plain = hexes_mask(canvas, hexes), canvas.image.copy()
    near = {n for h in hexes for n in canvas.layout.grid.within(h, 1)}
    beds = [p for p in parcels(canvas.layout, 0.62, 0.4, 80, 0.13) if p.hex in near]
    with canvas.pen.ink(theme.dyke[1]) as nib:
        for bed in beds:
            nib.polygon(bed.inner(-0.02))
    for n, tint in enumerate(theme.paddies):
        with canvas.pen.ink(tint) as nib:
            for bed in beds:
                if int(chance(bed.i, bed.j, 84) * len(theme.paddies)) == n:
                    nib.polygon(bed.inner(0.055))
    for colour, sides in ((theme.dyke[0], ((0, 0), (1, 0), (0, 0), (0, 1))),
                          (theme.dyke[2], ((1, 1), (0, 1), (1, 1), (1, 0)))):  # fmt: skip
        with canvas.pen.ink((*colour, 200)) as nib:
            for bed in beds:
                for a, b in (sides[:2], sides[2:]):
                    nib.line(
                        [bed.at(*(0.055 + 0.89 * v for v in a)), bed.at(*(0.055 + 0.89 * v for v in b))],
                        r * 0.02,
                    )
    with canvas.pen.ink(theme.sprout) as nib:
        for bed in beds:
            if chance(bed.i, bed.j, 85) < 0.72:
                for row in range(1, 4):
                    nib.dashes(
                        [bed.at(0.14, row / 4), bed.at(0.88, row / 4)],
                        max(1.0, r * 0.024),
                        r * 0.028,
                        r * 0.055,
                    )
    canvas.image.paste(plain, (0, 0), inside.point([255 - v for v in range(256)]))

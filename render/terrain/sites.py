"""What stands on top of the terrain: camps, kraals, wells, crags, mills. It has no effect in play."""

from __future__ import annotations

import math
from collections.abc import Callable

from engine.view import View
from render.geometry.curves import star
from render.geometry.layout import Point
from render.geometry.noise import chance, random_offset
from render.paint.canvas import Canvas
from render.paint.theme import Colour, blend

Seed = tuple[int, int]
"""What makes one hex differ from the next: its column and row."""


def sites(canvas: Canvas, view: View) -> None:
    """Every site in sight."""
    for hex_ in canvas.layout.visible():
        draw = SITES.get(view.hexes[hex_].site)
        if draw is not None:
            draw(canvas, canvas.layout.centre(hex_), canvas.layout.grid.column_and_row(hex_))


def _ring(at: Point, far: float, count: int, start: float, flat: float = 1.0) -> list[Point]:
    """Points around a middle."""
    angles = (start + n * math.tau / count for n in range(count))
    return [(at[0] + far * math.cos(a), at[1] + far * flat * math.sin(a)) for a in angles]


def _discs(canvas: Canvas, places: list[Point], size: float, colours: tuple[Colour, Colour, Colour]) -> None:
    """Round things with a shadow and a lit side: dark, plain, light."""
    dark, plain, light = colours
    drop = size * 0.3
    for colour, radius, shift in (
        (canvas.theme.shadow, size, drop), (dark, size, 0.0), (plain, size * 0.86, 0.0),
        (light, size * 0.5, -size * 0.22),
    ):  # fmt: skip
        with canvas.pen.ink(colour) as nib:
            for x, y in places:
                nib.dot((x + shift, y + shift), radius)


def tents(canvas: Canvas, at: Point, seed: Seed) -> None:
    """A camp of bell tents in rows."""
    r, theme = canvas.r, canvas.theme
    rows = [
        (at[0] + (n - 1.5) * r * 0.36 + random_offset(*seed, 10 * n + m, r * 0.025),
         at[1] + (m - 1) * r * 0.4 + random_offset(*seed, 10 * n + m + 50, r * 0.025))
        for m in range(3) for n in range(4) if (m, n) not in ((0, 0), (2, 3))
    ]  # fmt: skip
    size = r * 0.15
    _discs(canvas, rows, size, (theme.masonry[0], theme.road, theme.road))
    with canvas.pen.ink(blend(theme.road, theme.masonry[0], 0.32)) as nib:
        for x, y in rows:
            nib.polygon([(x, y), *_ring((x, y), size * 0.84, 24, 0.0)[1:10]])
    with canvas.pen.ink(theme.masonry[0]) as nib:
        for x, y in rows:
            nib.dot((x, y), max(1.0, size * 0.14))


def wagons(canvas: Canvas, at: Point, seed: Seed) -> None:
    """Ox wagons with canvas hoods, drawn up in two lines."""
    r, theme = canvas.r, canvas.theme
    for row in (-1, 1):
        for n in range(3):
            x = at[0] + (n - 1) * r * 0.46 + random_offset(*seed, 3 * n + row, r * 0.04)
            y = at[1] + row * r * 0.26 + random_offset(*seed, 5 * n + row, r * 0.04)
            long, half = r * 0.17, r * 0.095
            for colour, more, shift in ((theme.shadow, 0.0, r * 0.04), (theme.masonry[0], 1.2, 0.0)):
                with canvas.pen.ink(colour) as nib:
                    nib.rectangle(
                        (x - long - more + shift, y - half - more + shift, x + long + more + shift,
                         y + half + more + shift), half * 0.6,
                    )  # fmt: skip
                    if not shift:
                        nib.line([(x + long, y), (x + long + r * 0.14, y)], r * 0.035)
                        for wheel in (-0.6, 0.6):
                            for side in (-1, 1):
                                nib.dot((x + long * wheel, y + side * half * 1.1), r * 0.045)
            with canvas.pen.ink(theme.road) as nib:
                nib.rectangle((x - long, y - half, x + long, y + half), half * 0.6)
            with canvas.pen.ink(blend(theme.road, theme.masonry[0], 0.4)) as nib:
                for rib in (-0.5, 0.0, 0.5):
                    nib.line([(x + long * rib, y - half), (x + long * rib, y + half)], r * 0.02)


def kraal(canvas: Canvas, at: Point, seed: Seed) -> None:
    """A ring of beehive huts around a cattle pen, within a fence of thorn."""
    r, theme = canvas.r, canvas.theme
    for colour, far, wide in ((theme.thorn[0], 0.66, 0.055), (theme.thorn[0], 0.3, 0.045)):
        gap = 0.5 + chance(*seed, 3) * 5
        fence = [
            (at[0] + r * far * math.cos(gap + a), at[1] + r * far * math.sin(gap + a))
            for a in (0.22 + n * (math.tau - 0.44) / 40 for n in range(41))
        ]
        with canvas.pen.ink(colour) as nib:
            nib.dashes(fence, r * wide, r * 0.07, r * 0.025)
    huts = _ring(at, r * 0.48, 11, chance(*seed, 3) * 5 + 0.5 + math.tau / 22)[:10]
    _discs(canvas, huts, r * 0.105, (theme.thorn[0], theme.straw[0], theme.straw[1]))


def well(canvas: Canvas, at: Point, seed: Seed) -> None:
    """A pool within stones, and date palms around it."""
    r, theme = canvas.r, canvas.theme
    for colour, size in (
        (theme.masonry[0], 0.25),
        (theme.masonry[1], 0.235),
        (theme.bank, 0.19),
        (theme.water, 0.17),
    ):
        with canvas.pen.ink(colour) as nib:
            nib.polygon(_ring(at, r * size, 30, 0.0, 0.8))
    for x, y in _ring(at, r * 0.52, 6, chance(*seed, 4) * 6):
        _palm(canvas, (x + random_offset(*seed, round(x), r * 0.05), y), r * 0.23)


def _palm(canvas: Canvas, at: Point, size: float) -> None:
    """A palm from above: its shadow and its fronds."""
    dark, plain, light = canvas.theme.acacia
    drop = size * 0.35
    for colour, share, middle in (
        (canvas.theme.shadow, 0.95, (at[0] + drop, at[1] + drop)), (dark, 1.0, at), (plain, 0.84, at),
        (light, 0.42, at),
    ):  # fmt: skip
        with canvas.pen.ink(colour) as nib:
            nib.polygon(star(middle, size * share, 8, 0.34))


def crag(canvas: Canvas, at: Point, seed: Seed) -> None:
    """A single rock that stands over the country: steep strata, lit from the north-west."""
    r, theme = canvas.r, canvas.theme
    dark, plain, light = theme.crag

    def rock(far: float, shift: float, salt: int) -> list[Point]:
        points = _ring((at[0] + shift * r, at[1] + shift * r), far * r, 15, 0.0, 0.78)
        return [
            (
                x + random_offset(*seed, salt + n, far * r * 0.09),
                y + random_offset(*seed, salt + n + 40, far * r * 0.09),
            )
            for n, (x, y) in enumerate(points)
        ]

    for colour, far, shift in (
        (theme.shadow, 0.74, 0.11), (blend(dark, (0, 0, 0), 0.35), 0.72, 0.0), (dark, 0.68, -0.02),
        (plain, 0.52, -0.07), (blend(dark, plain, 0.4), 0.4, -0.1), (plain, 0.36, -0.115),
        (light, 0.22, -0.15),
    ):  # fmt: skip
        with canvas.pen.ink(colour) as nib:
            nib.polygon(rock(far, shift, 7))
    with canvas.pen.ink(dark) as nib:
        for x, y in _ring((at[0] - r * 0.05, at[1] - r * 0.05), r * 0.44, 13, 0.2, 0.78):
            ux, uy = x - at[0], y - at[1]
            nib.line([(x, y), (at[0] + ux * 1.42, at[1] + uy * 1.42)], r * 0.025)


def mill(canvas: Canvas, at: Point, seed: Seed) -> None:
    """A windmill: a round tower and four sails."""
    r, theme = canvas.r, canvas.theme
    _discs(canvas, [at], r * 0.2, (theme.roof[2], theme.clay[1], theme.road))
    turn = 0.5 + chance(*seed, 8) * 0.6
    for colour, more in ((theme.roof[2], 0.04), (theme.road, 0.0)):
        with canvas.pen.ink(colour) as nib:
            for n in range(4):
                a = turn + n * math.pi / 2
                near, far = r * 0.14, r * 0.5
                line = [(at[0] + d * math.cos(a), at[1] + d * math.sin(a)) for d in (near, far)]
                nib.line(line, r * (0.085 + more))
    with canvas.pen.ink(theme.roof[2]) as nib:
        for n in range(4):
            a = turn + n * math.pi / 2
            nib.line([at, (at[0] + r * 0.52 * math.cos(a), at[1] + r * 0.52 * math.sin(a))], r * 0.028)
        nib.dot(at, r * 0.06)


def signal(canvas: Canvas, at: Point, seed: Seed) -> None:
    """A tower of the optical telegraph with its arms."""
    r, theme = canvas.r, canvas.theme
    x, y = at
    with canvas.pen.ink(theme.shadow) as nib:
        nib.rectangle((x - r * 0.1, y - r * 0.02, x + r * 0.22, y + r * 0.3))
    for colour, more in ((theme.roof[2], 1.0), (theme.clay[1], 0.0)):
        with canvas.pen.ink(colour) as nib:
            nib.rectangle(
                (x - r * 0.15 - more, y - r * 0.06 - more, x + r * 0.15 + more, y + r * 0.24 + more)
            )
    with canvas.pen.ink(theme.roof[2]) as nib:
        nib.line([(x, y + r * 0.08), (x, y - r * 0.5)], r * 0.05)
        nib.line([(x - r * 0.26, y - r * 0.42), (x + r * 0.26, y - r * 0.5)], r * 0.05)
        nib.line([(x - r * 0.26, y - r * 0.42), (x - r * 0.34, y - r * 0.24)], r * 0.05)
        nib.line([(x + r * 0.26, y - r * 0.5), (x + r * 0.36, y - r * 0.62)], r * 0.05)


def palisade(canvas: Canvas, at: Point, seed: Seed) -> None:
    """A fence of posts and rails from top to bottom of the hex."""
    r, theme = canvas.r, canvas.theme
    posts = [
        (
            at[0] + random_offset(*seed, n, r * 0.03),
            at[1] + r * (n - 5) * 0.17 + random_offset(*seed, n + 30, r * 0.02),
        )
        for n in range(11)
    ]
    size, wood = r * 0.075, blend(theme.roof[2], theme.clay[1], 0.25)
    with canvas.pen.ink(theme.shadow) as nib:
        for x, y in posts:
            nib.line([(x, y), (x + r * 0.2, y + r * 0.12)], size * 1.5)
    with canvas.pen.ink(wood) as nib:
        for shift in (-0.09, 0.09):
            nib.line(
                [(posts[0][0] + shift * r, posts[0][1]), (posts[-1][0] + shift * r, posts[-1][1])], r * 0.035
            )
    for colour, share in ((theme.roof[2], 1.0), (theme.straw[0], 0.62)):
        with canvas.pen.ink(colour) as nib:
            for x, y in posts:
                nib.dot((x, y), size * share)


def house(canvas: Canvas, at: Point, seed: Seed) -> None:
    """One large house with a ridged roof of thatch, a verandah along its front and a chimney."""
    r, theme = canvas.r, canvas.theme
    turn = random_offset(*seed, 9, 0.12)
    shade, light, dark = theme.straw[0], theme.straw[1], theme.roof[2]

    def block(left: float, top: float, right: float, bottom: float, shift: float = 0.0) -> list[Point]:
        c, s = math.cos(turn), math.sin(turn)
        return [
            (at[0] + (u * c - v * s + shift) * r, at[1] + (u * s + v * c + shift) * r)
            for u, v in ((left, top), (right, top), (right, bottom), (left, bottom))
        ]

    for colour, part in (
        (theme.shadow, block(-0.66, -0.3, 0.66, 0.42, 0.07)), (dark, block(-0.69, -0.36, 0.69, 0.44)),
        (theme.masonry[1], block(-0.6, 0.26, 0.6, 0.41)), (light, block(-0.66, -0.33, 0.66, 0.0)),
        (shade, block(-0.66, 0.0, 0.66, 0.28)), (dark, block(0.36, -0.12, 0.5, 0.02)),
        (theme.masonry[1], block(0.38, -0.1, 0.48, 0.0)),
    ):  # fmt: skip
        with canvas.pen.ink(colour) as nib:
            nib.polygon(part)
    with canvas.pen.ink(dark) as nib:
        nib.line([block(-0.66, 0.0, 0.66, 0.0)[n] for n in (0, 1)], r * 0.03)
        for post in (-0.58, -0.29, 0.0, 0.29, 0.58):
            nib.line([block(post, 0.27, post, 0.41)[n] for n in (0, 2)], r * 0.03)


SITES: dict[str, Callable[[Canvas, Point, Seed], None]] = {
    "tents": tents, "wagons": wagons, "kraal": kraal, "well": well, "crag": crag, "mill": mill,
    "signal": signal, "palisade": palisade, "house": house,
}  # fmt: skip
"""The drawing of each kind of site."""

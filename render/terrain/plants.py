"""Small pictures of plants and rocks, seen from above, lit from the north-west."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image

from render.geometry.layout import Point
from render.geometry.noise import chance, random_offset
from render.paint.caches import MemoryCache, kept_in
from render.paint.map_colours import Colour, Shades
from render.paint.pen import Pen

SHAPES = 5  # different ones of each kind

plants: MemoryCache[Image.Image] = MemoryCache(0.02)
Draw = Callable[[Pen, float, Shades, int], None]


@kept_in(plants)
def plant_image(draw: Draw, size: float, colours: Shades, shape: int) -> Image.Image:
    """The picture (RGBA) of one plant of about `size` pixels' radius; `shape` is any number."""
    pixels = math.ceil(size * 3.2) + 2
    image = Image.new("RGBA", (pixels, pixels), (*colours[0][:3], 0))
    draw(Pen(image), size, colours, shape % SHAPES)
    return image


def _blob(centre: Point, size: float, shape: int, lobes: int, rough: float) -> list[Point]:
    """A round thing with lobes, none like another."""
    points = []
    for n in range(lobes * 4):
        angle = math.tau * n / lobes / 4 + shape
        lobe = (
            1
            - rough * (0.5 + 0.5 * math.cos(math.tau * n / 4))
            + random_offset(n // 4, shape, 5, rough * 0.6)
        )
        points.append((centre[0] + size * lobe * math.cos(angle), centre[1] + size * lobe * math.sin(angle)))
    return points


def crown(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """A leafy crown: its dark side to the south-east, leaves in the light on the other."""
    c = pen.image.width / 2
    dark, body, light = colours
    with pen.ink((*dark[:3], 215)) as nib:
        nib.polygon(_blob((c + size * 0.1, c + size * 0.13), size * 0.96, shape, 7, 0.2))
    with pen.ink(body) as nib:
        nib.polygon(_blob((c - size * 0.08, c - size * 0.1), size * 0.86, shape + 1, 7, 0.22))
    with pen.ink(light) as nib:
        for n, (u, v) in enumerate(((-0.4, -0.3), (0.04, -0.44))):
            at = (
                c + size * (u + random_offset(n, shape, 3, 0.1)),
                c + size * (v + random_offset(n, shape, 4, 0.1)),
            )
            nib.polygon(_blob(at, size * (0.3 - 0.05 * n), shape + n, 4, 0.25))


def bush(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """A single bush or small tree, with its shadow on the ground."""
    c = pen.image.width / 2
    with pen.ink((*colours[0][:3], 90)) as nib:
        nib.polygon(_blob((c + size * 0.3, c + size * 0.34), size * 0.95, shape, 6, 0.12))
    crown(pen, size, colours, shape)


def fruit_tree(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """A fruit tree: small and round, all alike."""
    c = pen.image.width / 2
    with pen.ink((*colours[0][:3], 80)) as nib:
        nib.dot((c + size * 0.34, c + size * 0.38), size)
    for colour, at, part in ((colours[0], 0.0, 1.0), (colours[1], -0.08, 0.84), (colours[2], -0.26, 0.42)):
        with pen.ink(colour) as nib:
            nib.dot((c + at * size, c + at * size), size * part)


def fir(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """A conifer: a star of boughs, a smaller one above it, a light tip."""
    c = pen.image.width / 2
    for colour, part, shift in (
        (colours[0], 1.12, 0.1),
        (colours[1], 0.86, -0.04),
        (colours[2], 0.42, -0.12),
    ):
        points = []
        for n in range(16):
            far = size * part * (1.0 if n % 2 == 0 else 0.62)
            angle = math.tau * n / 16 + shape * 0.7 + part
            points.append(
                (c + size * shift + far * math.cos(angle), c + size * shift + far * math.sin(angle))
            )
        with pen.ink(colour) as nib:
            nib.polygon(points)


def reed(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """A tuft of reeds over lines of water."""
    c = pen.image.width / 2
    with pen.ink(colours[1]) as nib:
        for n, wide in enumerate((1.15, 0.6)):
            y, shift = c + size * (0.5 + 0.3 * n), size * random_offset(n, shape, 8, 0.35)
            nib.line([(c - size * wide + shift, y), (c + size * wide + shift, y)], max(1.0, size * 0.13))
    with pen.ink(colours[0]) as nib:
        for n in (-2, -1, 0, 1, 2):
            foot = (c + n * size * 0.16, c + size * 0.45)
            high = size * (0.95 - abs(n) * 0.18 + random_offset(n, shape, 9, 0.15))
            nib.line([foot, (c + n * size * 0.4, c + size * 0.4 - high)], max(0.9, size * 0.1), ends=False)


def rock(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """A boulder: one face in the light, one in the shade."""
    c = pen.image.width / 2
    with pen.ink((*colours[0][:3], 80)) as nib:
        nib.polygon(_blob((c + size * 0.22, c + size * 0.25), size * 0.9, shape, 3, 0.1))
    outline = [
        (c + size * far * math.cos(a + shape), c + size * 0.8 * far * math.sin(a + shape))
        for a, far in ((0.0, 1.0), (1.1, 0.86), (2.2, 1.0), (3.3, 0.8), (4.2, 1.02), (5.3, 0.9))
    ]
    for colour, part, shift in ((colours[0], 1.0, 0.0), (colours[1], 0.86, -0.03), (colours[2], 0.5, -0.22)):
        with pen.ink(colour) as nib:
            nib.polygon(
                [(c + (x - c) * part + shift * size, c + (y - c) * part + shift * size) for x, y in outline]
            )


def scratch(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """A scratch, a pebble or a tussock of rough ground."""
    c, thin = pen.image.width / 2, max(0.9, size * 0.2)
    if shape == 0:
        rock(pen, size * 0.6, colours, shape)
        return
    with pen.ink((*colours[0][:3], 190)) as nib:
        if shape in (1, 2):
            nib.line(
                [(c - size, c + size * 0.3), (c - size * 0.2, c - size * 0.4), (c + size, c + size * 0.2)],
                thin,
            )
        else:
            for n in (-1, 0, 1):
                tip = (c + n * size * 0.55, c - size * (0.55 - 0.2 * abs(n)))
                nib.line([(c + n * size * 0.2, c + size * 0.3), tip], thin, ends=False)


def dip(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """The lip of a hollow: a bow with short strokes that run down into it."""
    c, thin = pen.image.width / 2, max(0.9, size * 0.13)
    lean = 0.5 + shape * 0.22
    bow = [(math.cos(lean + math.pi * n / 6), math.sin(lean + math.pi * n / 6)) for n in range(1, 6)]
    with pen.ink((*colours[0][:3], 200)) as nib:
        nib.line([(c + size * u, c + size * v) for u, v in bow], thin)
        for u, v in ((size * u, size * v) for u, v in bow):
            nib.line([(c + u, c + v), (c + u * 0.5, c + v * 0.5)], thin, ends=False)


def blades(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """A tussock of tall grass: blades in the shade, before them blades in the light that bend one way."""
    c, thin = pen.image.width / 2, max(0.9, size * 0.13)
    with pen.ink((*colours[0][:3], 70)) as nib:
        nib.polygon(_blob((c + size * 0.22, c + size * 0.5), size * 0.55, shape, 5, 0.1))
    for colour, shift, high in ((colours[0], 0.1, 0.92), (colours[1], 0.0, 1.0), (colours[2], -0.08, 0.78)):
        with pen.ink(colour) as nib:
            for n in range(-2, 3):
                lean = n * 0.3 + 0.16 + random_offset(n, shape, 11, 0.14) + shift
                foot = (c + (n * 0.14 + shift) * size, c + size * 0.5)
                tall = size * high * (1.15 - abs(n) * 0.16 + random_offset(n, shape, 12, 0.14))
                bend = (foot[0] + lean * size * 0.35, foot[1] - tall * 0.62)
                nib.line([foot, bend, (foot[0] + lean * size, foot[1] - tall)], thin, ends=False)


def briar(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """A thorn bush: tangled arches over a dark heart, thorns all around."""
    c, thin = pen.image.width / 2, max(0.9, size * 0.11)
    with pen.ink((*colours[0][:3], 90)) as nib:
        nib.polygon(_blob((c + size * 0.24, c + size * 0.28), size * 0.9, shape, 7, 0.2))
    with pen.ink(colours[0]) as nib:
        nib.polygon(_blob((c, c), size * 0.78, shape, 8, 0.3))
        for n in range(9):
            angle = math.tau * n / 9 + shape * 0.4
            u, v = math.cos(angle), math.sin(angle)
            near, far = size * 0.6, size * (1.0 + random_offset(n, shape, 13, 0.12))
            nib.line([(c + u * near, c + v * near), (c + u * far, c + v * far)], thin, ends=False)
    for n, colour in enumerate((colours[1], colours[2])):
        with pen.ink(colour) as nib:
            for k in range(3 - n):
                start, far = shape + k * 2.1 + n, size * (0.62 - 0.2 * n)
                arch = [
                    (c - size * 0.1 * n + far * math.cos(start + t * 0.45),
                     c - size * 0.12 * n + far * 0.8 * math.sin(start + t * 0.45))
                    for t in range(5)
                ]  # fmt: skip
                nib.line(arch, thin * 1.2, ends=False)


def kopje(pen: Pen, size: float, colours: Shades, shape: int) -> None:
    """A rocky hill: a flat or broken top in the light, a steep face in the shade, clefts down it."""
    c, (dark, body, light) = pen.image.width / 2, colours
    tops = ((-0.5, -0.38), (-0.12, -0.62), (0.3, -0.52), (0.62, -0.28), (0.3, -0.1), (-0.2, -0.06))

    def at(u: float, v: float, n: int) -> Point:
        return c + size * (u + random_offset(n, shape, 14, 0.1)), c + size * (
            v + random_offset(n, shape, 15, 0.08)
        )

    top = [at(u, v, n) for n, (u, v) in enumerate(tops)]
    foot = [at(0.98, 0.3, 7), at(0.5, 0.62, 8), at(-0.25, 0.66, 9), at(-0.92, 0.26, 10)]
    with pen.ink((*dark[:3], 75)) as nib:
        nib.polygon(_blob((c + size * 0.3, c + size * 0.42), size * 0.86, shape, 5, 0.1))
    with pen.ink(body) as nib:
        nib.polygon([top[0], *top[1:4], *foot])
    with pen.ink(dark) as nib:
        nib.polygon([top[3], foot[0], foot[1], top[4]])
    with pen.ink((*dark[:3], 150)) as nib:
        nib.polygon([top[4], foot[1], foot[2], top[5]])
    with pen.ink(light) as nib:
        nib.polygon(top)
    with pen.ink(dark) as nib:
        nib.line([top[5], foot[2]], max(0.8, size * 0.05), ends=False)
        nib.line([top[0], foot[3]], max(0.8, size * 0.04), ends=False)
        nib.line([top[0], top[5], top[4], top[3]], max(0.8, size * 0.045), ends=False)


def lighter(colours: Shades, lightness: float) -> Shades:
    """The same plant a little lighter (above 0) or darker."""

    def moved(colour: Colour) -> Colour:
        return tuple(max(0, min(255, round(c * (1 + lightness)))) for c in colour[:3])

    return moved(colours[0]), moved(colours[1]), moved(colours[2])


def pick(i: int, j: int, salt: int, number: int) -> int:
    """A whole number below `number`, always the same at a place."""
    return int(chance(i, j, salt) * number)

"""Text: measuring, fitting into a width, drawing."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from functools import lru_cache

from PIL import Image, ImageDraw

from render.geometry.layout import Point
from render.paint.lettering.fonts import FACES as FACES
from render.paint.lettering.fonts import SMALLEST, font, font_runs, sized
from render.paint.pen import with_alpha
from render.paint.strokes import SUBPIXELS, MaskedFills, Stroke, fingerprint
from render.paint.theme import Colour

FIGURES = ("plain", "bold")
"""The faces whose digits all stand equally far apart."""


@lru_cache(maxsize=4096)
def text_width(text: str, face: str, size: int) -> float:
    """Pixels from the start of a text to its end."""
    return sum(sized(face, own, size).getlength(piece) for piece, own in font_runs(text, face))


def fit_text(text: str, face: str, size: int, room: float, least: int = SMALLEST) -> tuple[str, int]:
    """The text and the largest size, from `size` down to `least`, at which it takes at most `room` pixels;
    where even the least is too large, the text is cut."""
    for smaller in range(size, least - 1, -1):
        if text_width(text, face, smaller) <= room:
            return text, smaller
    cut = text
    while cut and text_width(cut + "…", face, least) > room:
        cut = cut[:-1]
    return (cut.rstrip() + "…" if cut else ""), least


def narrowed_text(
    text: str, face: str, size: int, room: float, least: int, narrowest: float
) -> tuple[str, int, float]:
    """The text, its size and the share of its width at which it takes at most `room` pixels: first it is
    made narrower, down to that share, then smaller, down to `least`, then cut."""
    fitted, small = fit_text(text, face, size, room / narrowest, least)
    return fitted, small, min(1.0, room / (text_width(fitted, face, small) or 1.0))


def draw_narrowed(
    image: Image.Image, at: Point, text: str, *, face: str, size: int, colour: Colour, share: float
) -> None:
    """Text around a point of an image (RGBA), at a share of its width."""
    wide, tall = math.ceil(text_width(text, face, size)) + 4, size * 2
    mask = Image.new("L", (wide, tall), 0)
    base = (2, tall / 2 + capital_height(face, size) / 2)
    _pieces(ImageDraw.Draw(mask), base, text, face, size, 255, 0)
    narrow = mask.resize((max(1, round(wide * share)), tall), Image.Resampling.LANCZOS)
    letters = Image.new("RGBA", narrow.size, (*colour[:3], 0))
    letters.putalpha(narrow)
    image.alpha_composite(letters, (round(at[0] - narrow.width / 2), round(at[1] - tall / 2)))


def draw_text(
    image: Image.Image,
    at: Point,
    text: str,
    *,
    face: str = "plain",
    size: int,
    colour: Colour,
    anchor: str = "mm",
    halo: Colour | None = None,
    halo_width: int = 2,
) -> None:
    """Text on an image. `anchor` is two letters: l, m, r across; m (middle of a capital), s (line) down."""
    x = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * text_width(text, face, size)
    y = at[1] + (capital_height(face, size) / 2 if anchor[1] == "m" else 0)
    draw = ImageDraw.Draw(image)
    if halo is not None:
        _pieces(draw, (x, y), text, face, size, halo, halo_width)
    _pieces(draw, (x, y), text, face, size, colour, 0)


def _pieces(
    draw: ImageDraw.ImageDraw, at: Point, text: str, face: str, size: int, fill: Colour | int, stroke: int
) -> None:
    """Draw every run of a text, one after another on the same line."""
    x, y = at
    for piece, own in font_runs(text, face):
        letters = sized(face, own, size)
        paint = fill if isinstance(fill, int) else tuple(fill)
        draw.text(
            (x, y), piece, font=letters, fill=paint, anchor="ls", stroke_width=stroke, stroke_fill=paint
        )
        x += letters.getlength(piece)


@lru_cache(maxsize=2048)
def text_stroke(
    at: Point,
    text: str,
    *,
    face: str,
    size: int,
    colour: Colour,
    anchor: str,
    halo: Colour | None,
    halo_width: int,
) -> Stroke | None:
    """Text as a stroke, or None when it is empty; arguments as of `draw_text`."""
    if not text:
        return None
    wide = text_width(text, face, size)
    x = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * wide
    y = at[1] + (capital_height(face, size) / 2 if anchor[1] == "m" else 0)
    more = halo_width + 2
    left, top = math.floor(x) - more, math.floor(y) - round(size * 1.1) - more
    near = (round((x - left) * SUBPIXELS) / SUBPIXELS, round((y - top) * SUBPIXELS) / SUBPIXELS)
    room = (math.ceil(near[0] + wide) + more, math.ceil(near[1]) + round(size * 0.4) + more)
    box = (left, top, left + room[0], top + room[1])
    return Stroke(box, *_text_look(near, room, text, face, size, colour, halo, halo_width))


@lru_cache(maxsize=2048)
def _text_look(
    near: Point,
    room: tuple[int, int],
    text: str,
    face: str,
    size: int,
    colour: Colour,
    halo: Colour | None,
    halo_width: int,
) -> tuple[Hashable, Callable[[], MaskedFills], bytes]:
    """All of a text's stroke but its place: the same wherever it begins at that fraction of a pixel."""

    def laid(ink: Colour, stroke: int) -> tuple[Colour, Image.Image]:
        value = ink[3] if len(ink) == 4 else 255
        if face in FIGURES and text.isascii() and text.isdecimal():
            return ink[:3], with_alpha(number_mask(text, face, size, near, room, stroke), ink)
        mask = Image.new("L", room, 0)
        _pieces(ImageDraw.Draw(mask), near, text, face, size, value, stroke)
        return ink[:3], mask

    def make() -> MaskedFills:
        under = () if halo is None else (laid(halo[:3], halo_width),)
        return (*under, laid(colour, 0))

    key = ("text", text, face, size, near, colour, halo, halo_width)
    return key, make, fingerprint(key)


def number_mask(
    text: str, face: str, size: int, at: Point, room: tuple[int, int], stroke: int
) -> Image.Image:
    """The mask (L) of a number, digit by digit: each is drawn once, since a page has hundreds of numbers."""
    mask, x = Image.new("L", room, 0), at[0]
    for digit in text:
        drawn, (left, top) = _digit_mask(digit, face, size, (x % 1, at[1] % 1), stroke)
        corner = (math.floor(x) + left, math.floor(at[1]) + top)
        box = (*corner, corner[0] + drawn.width, corner[1] + drawn.height)
        mask.im.paste(255, box, drawn.im)
        x += text_width(digit, face, size)
    return mask


@lru_cache(maxsize=1024)
def _digit_mask(
    digit: str, face: str, size: int, start: Point, stroke: int
) -> tuple[Image.Image, tuple[int, int]]:
    """The mask (L) of a digit that starts at a fraction of a pixel, and where its corner lies from there."""
    more = stroke + 2
    mask = Image.new("L", (math.ceil(text_width(digit, face, size)) + 2 * more + 1, 2 * (size + more)), 0)
    _pieces(ImageDraw.Draw(mask), (start[0] + more, start[1] + size + more), digit, face, size, 255, stroke)
    box = mask.getbbox() or (0, 0, 1, 1)
    return mask.crop(box), (box[0] - more, box[1] - size - more)


@lru_cache(maxsize=256)
def capital_height(face: str, size: int) -> float:
    """Pixels of a capital's height."""
    return -font(face, size).getbbox("H", anchor="ls")[1]

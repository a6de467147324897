"""Letters: the bundled fonts, measuring, and text that fits where it must."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from render.layout import Point
from render.theme import Colour

FONTS = Path(__file__).parent / "fonts"
FACES = {
    "plain": "RobotoCondensed-Regular.ttf",
    "bold": "RobotoCondensed-Bold.ttf",
    "title": "EBGaramond12-Regular.otf",
    "italic": "EBGaramond12-Italic.otf",
    "symbols": "DejaVuSans-Bold-symbols.ttf",
}
SMALLEST = 7  # pixels below which nobody reads


@lru_cache(maxsize=256)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of `size` pixels. The plain layout engine, so that every machine makes the same picture."""
    return ImageFont.truetype(FONTS / FACES[face], size, layout_engine=ImageFont.Layout.BASIC)


def runs(text: str, face: str) -> list[tuple[str, str]]:
    """The text cut into pieces and the face of each: arrows, stars and dingbats come from the symbols."""
    pieces: list[tuple[str, str]] = []
    for character in text:
        own = "symbols" if 0x2190 <= ord(character) <= 0x2BFF and character not in "−∞≈≠≤≥" else face
        if pieces and pieces[-1][1] == own:
            pieces[-1] = (pieces[-1][0] + character, own)
        else:
            pieces.append((character, own))
    return pieces


def _sized(face: str, own: str, size: int) -> ImageFont.FreeTypeFont:
    """The font of a piece: symbols are drawn a little smaller than the letters around them."""
    return font(own, max(SMALLEST, round(size * 0.8)) if own != face else size)


@lru_cache(maxsize=4096)
def width(text: str, face: str, size: int) -> float:
    """Pixels from the start of a text to its end."""
    return sum(_sized(face, own, size).getlength(piece) for piece, own in runs(text, face))


def fitting(text: str, face: str, size: int, room: float, least: int = SMALLEST) -> tuple[str, int]:
    """The text and the largest size, from `size` down to `least`, at which it takes at most `room` pixels;
    where even the least is too large, the text is cut."""
    for smaller in range(size, least - 1, -1):
        if width(text, face, smaller) <= room:
            return text, smaller
    cut = text
    while cut and width(cut + "…", face, least) > room:
        cut = cut[:-1]
    return (cut.rstrip() + "…" if cut else ""), least


def write(
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
    x = at[0] - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * width(text, face, size)
    y = at[1] + (capital(face, size) / 2 if anchor[1] == "m" else 0)
    if len(colour) == 4 and colour[3] < 255 and image.mode == "RGB":
        _write_through(image, (x, y), text, face, size, colour)
        return
    draw = ImageDraw.Draw(image)
    if halo is not None:
        _pieces(draw, (x, y), text, face, size, halo, halo_width)
    _pieces(draw, (x, y), text, face, size, colour, 0)


def _pieces(
    draw: ImageDraw.ImageDraw, at: Point, text: str, face: str, size: int, fill: Colour | int, stroke: int
) -> None:
    """Every piece of a text, one after another on the same line."""
    x, y = at
    for piece, own in runs(text, face):
        letters = _sized(face, own, size)
        paint = fill if isinstance(fill, int) else tuple(fill)
        draw.text(
            (x, y), piece, font=letters, fill=paint, anchor="ls", stroke_width=stroke, stroke_fill=paint
        )
        x += letters.getlength(piece)


def _write_through(image: Image.Image, at: Point, text: str, face: str, size: int, colour: Colour) -> None:
    """Text through which the ground shows."""
    left, top = int(at[0]) - 2, int(at[1]) - size - 2
    mask = Image.new("L", (int(width(text, face, size)) + 6, size * 2), 0)
    _pieces(ImageDraw.Draw(mask), (at[0] - left, at[1] - top), text, face, size, colour[3], 0)
    image.paste(tuple(colour[:3]), (left, top), mask)


@lru_cache(maxsize=256)
def capital(face: str, size: int) -> float:
    """Pixels of a capital's height."""
    return -font(face, size).getbbox("H", anchor="ls")[1]

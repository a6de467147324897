"""What a stroke looks like, as plain data: shapes of one colour, which stay sharp however large they are
shown, or a small picture."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image

from render.paint.strokes import SUBPIXELS, MaskedFills, Stroke, ink_of

Shapes = tuple[tuple[object, ...], ...]
"""Shapes, bottom first; lengths are in pixels, places in 1/SUBPIXELS of a pixel from the upper left corner:
("line", width, whether its ends are round, x, y, x, y ...), ("polygon", x, y ...), ("dot", radius, x, y),
("box", radius of its corners, width of its frame or 0 when it is full, left, top, right, bottom)."""

SHEET = 2048
"""Pixels of the width of a sheet of pictures."""
TALLEST = 4096
"""Pixels of its height at most, but for a picture that is taller: browsers of phones take no larger ones."""
GAP = 1
"""Pixels between pictures, so that none bleeds into its neighbour when it is shown smaller."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Either `shapes` in a `colour`, or a `picture`: a PNG with transparency of a `size` in pixels."""

    colour: str = ""
    shapes: Shapes = ()
    picture: bytes = b""
    size: tuple[int, int] = (0, 0)


def drawing_of(stroke: Stroke) -> Drawing:
    """The look of a stroke."""
    inked = ink_of(stroke)
    if inked is not None:
        colour, marks = inked
        solid = len(colour) < 4 or colour[3] == 255
        if solid or len(marks) == 1:  # where translucent shapes overlap they do not darken: a picture
            return Drawing(colour=_css(colour), shapes=tuple(_shape(*mark) for mark in marks))
    left, top, right, bottom = stroke.box
    image = _picture(stroke.make(), (right - left, bottom - top))
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)
    return Drawing(picture=file.getvalue(), size=image.size)


def _css(colour: Sequence[int]) -> str:
    """A colour as CSS writes it."""
    opaque = colour[:3] if colour[3:] == (255,) else colour
    return "#" + "".join(f"{part:02x}" for part in opaque)


def _shape(kind: str, value: float, how: object, numbers: Sequence[float]) -> tuple[object, ...]:
    places = tuple(round(number * SUBPIXELS) for number in numbers)
    match how:
        case (float() | int() as first, bool() | float() | int() as second):
            return kind, _short(first), _short(second), *places
        case float() | int():
            return kind, _short(how), *places
    return kind, *places


def _short(number: float) -> float:
    """A length with as many digits as can be seen; a truth as 0 or 1."""
    rounded = round(float(number), 2)
    return int(rounded) if rounded.is_integer() else rounded


def _picture(fills: MaskedFills, size: tuple[int, int]) -> Image.Image:
    """Fills on a transparent ground (RGBA)."""
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    for fill, mask in fills:
        sheet = (
            fill.convert("RGBA")
            if isinstance(fill, Image.Image)
            else Image.new("RGBA", size, (*fill[:3], 255))
        )
        if mask is not None:
            sheet.putalpha(mask.getchannel("A") if mask.mode == "RGBA" else mask)
        image.alpha_composite(sheet)
    return image


@dataclass(frozen=True, slots=True, kw_only=True)
class SpriteSheets:
    """Pictures on few sheets (RGBA), and where each is: sheet, left, top, width, height."""

    sheets: tuple[Image.Image, ...]
    places: tuple[tuple[int, int, int, int, int], ...]


def packed(drawings: Iterable[Drawing]) -> SpriteSheets:
    """Put the pictures of drawings on sheets, row by row, the tallest first; places are in their order."""
    pictures = [Image.open(io.BytesIO(drawing.picture)).convert("RGBA") for drawing in drawings]
    order = sorted(range(len(pictures)), key=lambda n: (-pictures[n].height, -pictures[n].width, n))
    places, sheet, x, y, row = {}, 0, 0, 0, 0
    for n in order:
        width, height = pictures[n].size
        if x and x + width > SHEET:
            x, y, row = 0, y + row + GAP, 0
        if y and y + height > TALLEST:
            sheet, x, y, row = sheet + 1, 0, 0, 0
        places[n] = (sheet, x, y, width, height)
        x, row = x + width + GAP, max(row, height)
    sheets = []
    for number in range(sheet + 1 if pictures else 0):
        inside = [place for place in places.values() if place[0] == number]
        size = max(p[1] + p[3] for p in inside), max(p[2] + p[4] for p in inside)
        sheets.append(Image.new("RGBA", size, (0, 0, 0, 0)))
    for n, (number, left, top, _, _) in places.items():
        sheets[number].paste(pictures[n], (left, top))
    return SpriteSheets(sheets=tuple(sheets), places=tuple(places[n] for n in range(len(pictures))))

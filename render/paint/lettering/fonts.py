"""The bundled fonts: which face draws which character."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import ImageFont

from render.paint.lettering.visual_order import visual_order

FONTS = Path(__file__).parents[2] / "fonts"
FACES = {
    "plain": "RobotoCondensed-Regular.ttf",
    "bold": "RobotoCondensed-Bold.ttf",
    "title": "EBGaramond12-Regular.otf",
    "italic": "EBGaramond12-Italic.otf",
    "symbols": "DejaVuSans-Bold-symbols.ttf",
}
LETTERS = {
    "letters": "DejaVuSansCondensed-letters.ttf",
    "bold-letters": "DejaVuSansCondensed-Bold-letters.ttf",
    "east-asian": "WenQuanYiMicroHei-cjk.ttf",
    "emoji": "Symbola-emoji.ttf",
}
"""Faces for what players call themselves: characters that the other faces lack."""
STAND_IN = "…"
"""Drawn for characters that no font has."""
SMALLEST = 7  # pixels; smaller text is unreadable


@lru_cache(maxsize=10)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of `size` pixels, with the basic layout engine, so that every machine draws the same picture.

    A font is opened in 0.1 ms and takes up to 350 kB; of those in LETTERS only what is drawn is read.
    """
    file = FACES.get(face) or LETTERS[face]
    return ImageFont.truetype(FONTS / file, size, layout_engine=ImageFont.Layout.BASIC)


def sized(face: str, own: str, size: int) -> ImageFont.FreeTypeFont:
    """The font of a run: symbols and borrowed letters are drawn smaller than the letters around them."""
    share = 1.0 if own == face else {"letters": 0.92, "bold-letters": 0.92, "east-asian": 0.9}.get(own, 0.8)
    return font(own, size if share == 1.0 else max(SMALLEST, round(size * share)))


def font_runs(text: str, face: str) -> list[tuple[str, str]]:
    """The text as it is drawn from left to right, split into runs with their font face: arrows, stars and
    dingbats are in the symbols font, what the face lacks is in one that has it."""
    if text.isascii() and text.isprintable():
        return [(text, face)] if text else []
    pieces: list[tuple[str, str]] = []
    for character in visual_order(text):
        own = _face_of(character, face)
        if own is None:
            if pieces and pieces[-1][0].endswith(STAND_IN):
                continue
            character, own = STAND_IN, face
        if pieces and pieces[-1][1] == own:
            pieces[-1] = (pieces[-1][0] + character, own)
        else:
            pieces.append((character, own))
    return pieces


@lru_cache(maxsize=4096)
def _face_of(character: str, face: str) -> str | None:
    """The face that draws a character in a text of `face`; None where there is none."""
    if 0x2190 <= ord(character) <= 0x2BFF and character not in "−∞≈≠≤≥":
        return "symbols"
    bold = ("bold-letters", "letters") if face == "bold" else ("letters",)
    faces = (face, *bold, "east-asian", "emoji", "symbols")
    return next((own for own in faces if character.isspace() or has_glyph(own, character)), None)


def has_glyph(face: str, character: str) -> bool:
    """Whether a face can draw a character."""
    letters = font(face, 20)
    return bytes(letters.getmask(character)) != _missing(face)


@lru_cache(maxsize=16)
def _missing(face: str) -> bytes:
    """What a face draws for a character that it lacks."""
    return bytes(font(face, 20).getmask("\U0010ffff"))

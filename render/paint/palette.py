"""The 256 colours of a theme: data, made once from pictures of many maps, not per picture."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from PIL import Image

FOLDER = Path(__file__).parents[1] / "palettes"
COLOURS = 256  # at most


COARSE = 2
"""Pillow compares colours rounded down to multiples of four; ours are compared as much darker, to be fair."""


@lru_cache(maxsize=8)
def palette_colours(theme: str) -> bytes:
    """The colours of a theme, three bytes each, out of `palettes/<theme>.gpl` (GIMP's format)."""
    lines = (FOLDER / f"{theme}.gpl").read_text("utf-8").splitlines()
    rows = [line.split() for line in lines[lines.index("#") + 1 :]]
    return bytes(int(v) for row in rows for v in row[:3])


@lru_cache(maxsize=8)
def _comparison_palette(theme: str) -> Image.Image:
    return comparison_palette(palette_colours(theme))


def comparison_palette(colours: bytes) -> Image.Image:
    """The palette Pillow compares pixels with, so that each gets the nearest of `colours`."""
    image = Image.new("P", (1, 1))
    image.putpalette(bytes(max(0, v - COARSE) for v in colours))
    return image


def to_palette(image: Image.Image, theme: str) -> Image.Image:
    """The same picture (RGB) in the colours of a theme (P): each pixel the nearest one, no dithering."""
    reduced = image.quantize(palette=_comparison_palette(theme), dither=Image.Dither.NONE)
    reduced.putpalette(palette_colours(theme))
    return reduced


def paste_in_palette(image: Image.Image, part: Image.Image, theme: str, at: tuple[int, int]) -> None:
    """Paste a picture (RGB) on an image (P) in the colours of a theme, as `to_palette` makes them."""
    # Not by way of an image of its own: its palette takes as long as its pixels.
    pixels = part.im.convert("P", Image.Dither.NONE, _comparison_palette(theme).im)
    image.im.paste(pixels, (*at, at[0] + part.width, at[1] + part.height))


def blank_image(size: tuple[int, int], theme: str) -> Image.Image:
    """An image (P) of that size in the colours of a theme."""
    image = Image.new("P", size)
    image.putpalette(palette_colours(theme))
    return image

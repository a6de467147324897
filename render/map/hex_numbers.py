"""The hex numbers."""

from __future__ import annotations

from engine.hexes import Hex
from engine.view import View
from render.paint.canvas import Canvas

NUMBER_SIZE = 0.26  # size of a hex number in radii
DARK_GROUND = ("woods", "heavy_woods", "wood")  # where a dark number would be lost
MIXED_GROUND = (  # where it needs a pale rim
    *("village", "built_up", "coppice", "orchard", "light_woods", "marsh", "rice_fields", "hollow"),
    *("tall_grass", "brambles", "rocky_hills", "scrub", "rocks", "lake"),
)


def numbers(canvas: Canvas, view: View) -> None:
    """The hex numbers, small, at the top of each hex."""
    wet = {h for side in view.hexsides if side.water for h in (side.low, side.high)}
    for hex_ in canvas.layout.visible(0.5):
        draw_number(canvas, hex_, view.hexes[hex_].terrain, wet=hex_ in wet)


def draw_number(canvas: Canvas, hex_: Hex, terrain: str, *, wet: bool = False) -> None:
    """One hex number: dark, with a pale rim by water, bushes and roofs; light, with a dark rim in woods."""
    x, y = canvas.layout.centre(hex_)
    busy, pale = terrain in DARK_GROUND, wet or terrain in MIXED_GROUND
    canvas.text(
        (x, y - canvas.r * canvas.layout.number_up),
        hex_,
        size=canvas.r * NUMBER_SIZE,
        colour=canvas.theme.number_on_dark if busy else canvas.theme.number[: 3 if pale else 4],
        face="plain",
        halo=canvas.theme.number_rim if busy else canvas.theme.lowland if pale else None,
    )

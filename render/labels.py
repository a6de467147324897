"""The printed net: hex grid, hex numbers, and the rim of the map."""

from __future__ import annotations

from PIL import Image, ImageChops, ImageDraw

from engine.hexes import Hex
from engine.view import View
from render.canvas import Canvas

NUMBER = 0.26  # size of a hex number in radii
BUSY = ("woods", "heavy_woods", "wood")  # where a dark number would be lost
MIXED = (  # where it needs a pale rim
    *("village", "built_up", "coppice", "orchard", "light_woods", "marsh", "rice_fields", "hollow"),
    *("tall_grass", "brambles", "rocky_hills", "scrub", "rocks", "lake"),
)


def grid(canvas: Canvas, view: View) -> None:
    """Thin lines between hexes."""
    with canvas.pen.ink(canvas.theme.grid) as nib:
        drawn = set()
        for hex_ in canvas.layout.shown():
            corners = canvas.layout.vertices(hex_)
            for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
                key = frozenset({(round(a[0]), round(a[1])), (round(b[0]), round(b[1]))})
                if key not in drawn:
                    drawn.add(key)
                    nib.line([a, b], max(1.0, canvas.r * 0.026), ends=False)


def rim(canvas: Canvas, view: View) -> None:
    """Paper where there is no hex, and a line around the map."""
    times = 3
    size = (canvas.image.width * times, canvas.image.height * times)
    land, shore = Image.new("L", size, 255), Image.new("L", size, 0)
    holes, line = ImageDraw.Draw(land), ImageDraw.Draw(shore)
    for hex_ in canvas.layout.shown(2.5):
        corners = [(x * times, y * times) for x, y in canvas.layout.vertices(hex_)]
        holes.polygon(corners, fill=0, outline=0, width=3)
        line.line([*corners, corners[0], corners[1]], fill=255, width=round(times * 3.2), joint="curve")
    paper = land.reduce(times)
    outside = ImageChops.darker(shore, land).reduce(times)
    canvas.image.paste(tuple(canvas.theme.page), (0, 0), paper)
    canvas.image.paste(tuple(canvas.theme.border), (0, 0), outside)


def numbers(canvas: Canvas, view: View) -> None:
    """The hex numbers, small, at the top of each hex."""
    wet = {h for side in view.hexsides if side.water for h in (side.low, side.high)}
    for hex_ in canvas.layout.shown(0.5):
        number(canvas, hex_, view.hexes[hex_].terrain, wet=hex_ in wet)


def number(canvas: Canvas, hex_: Hex, terrain: str, *, wet: bool = False) -> None:
    """One hex number: dark, with a pale rim by water, bushes and roofs; light, with a dark rim in woods."""
    x, y = canvas.layout.centre(hex_)
    busy, pale = terrain in BUSY, wet or terrain in MIXED
    canvas.text(
        (x, y - canvas.r * canvas.layout.number_up),
        hex_,
        size=canvas.r * NUMBER,
        colour=canvas.theme.number_on_dark if busy else canvas.theme.number[: 3 if pale else 4],
        face="plain",
        halo=canvas.theme.number_rim if busy else canvas.theme.lowland if pale else None,
    )

"""Zones of control and reach: whole hexes. Hatched one way for each side, so that no colour is needed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from engine.hexes import Hex
from engine.view import View
from render.canvas import Canvas
from render.labels import number
from render.pen import Nib, stencil
from render.theme import Colour

SPACING, WIDTH = 0.26, 0.045  # of the hatching, in radii
TINT, LINES = 26, 165  # how strong the tint and the lines are, of 255
FINER = 4


@lru_cache(maxsize=16)
def hatching(size: tuple[int, int], spacing: float, width: float, falls: bool) -> Image.Image:
    """A mask (L) of slanting lines `spacing` pixels apart, falling or rising to the right."""
    step = max(4, round(spacing * FINER * 1.414))
    tile = Image.new("L", (step, step), 0)
    draw = ImageDraw.Draw(tile)
    wide = max(FINER, round(width * FINER * 1.2))
    for shift in (-step, 0, step):
        ends = (shift - step, -step, shift + 2 * step, 2 * step)
        draw.line(ends if falls else (ends[0], ends[3], ends[2], ends[1]), fill=255, width=wide)
    sheet = Image.new("L", (size[0] * FINER, min(size[1] * FINER, step * FINER)), 0)
    for x in range(0, sheet.width, step):
        for y in range(0, sheet.height, step):
            sheet.paste(tile, (x, y))
    band, mask = sheet.reduce(FINER), Image.new("L", size, 0)
    for y in range(0, size[1], step):
        mask.paste(band.crop((0, 0, size[0], step)), (0, y))
    return mask


def area(canvas: Canvas, hexes: Iterable[Hex], grow: float = 1.0) -> Image.Image:
    """A mask (L) of whole hexes."""
    mask = Image.new("L", canvas.image.size, 0)
    draw = ImageDraw.Draw(mask)
    for hex_ in hexes:
        draw.polygon(canvas.layout.vertices(hex_, grow), fill=255)
    return mask


def zones(canvas: Canvas, view: View) -> None:
    """The hexes each side controls: a faint tint, hatching that spares the numbers, a line around."""
    shown = {*canvas.layout.shown()}
    spacing, width = SPACING * canvas.r, WIDTH * canvas.r
    for place, side in enumerate(canvas.sides):
        held = sorted(view.zones.get(side, frozenset()) & shown)
        if not held:
            continue
        colour = canvas.army(side).zone
        mask = area(canvas, held)
        lines = ImageChops.darker(hatching(canvas.image.size, spacing, width, place % 2 == 1), mask)
        _spare_numbers(canvas, lines, held)
        _paste(canvas, colour, mask, TINT)
        _paste(canvas, colour, lines, LINES)
        _hem(canvas, {*held}, colour, mask, place)


def _spare_numbers(canvas: Canvas, mask: Image.Image, hexes: Iterable[Hex]) -> None:
    """Take the place of the hex numbers out of a mask."""
    draw, r = ImageDraw.Draw(mask), canvas.r
    for hex_ in hexes:
        x, y = canvas.layout.centre(hex_)
        y -= r * canvas.layout.number_up
        draw.rounded_rectangle((x - r * 0.25, y - r * 0.12, x + r * 0.25, y + r * 0.12), r * 0.1, fill=0)


def tinted(canvas: Canvas, tint: Colour, mask: Image.Image) -> None:
    """Lay a tint, as strong as its alpha says, over what a mask holds."""
    _paste(canvas, tint, mask, tint[3])


def _paste(canvas: Canvas, colour: Colour, mask: Image.Image, alpha: int) -> None:
    canvas.image.paste(tuple(colour[:3]), (0, 0), mask.point([v * alpha // 255 for v in range(256)]))


def _hem(canvas: Canvas, held: set[Hex], colour: Colour, mask: Image.Image, nth: int) -> None:
    """A line inside the hexsides where a zone ends; the second side's further in, so that both are seen."""
    grid, layout = canvas.layout.grid, canvas.layout
    wide = max(1.5, canvas.r * 0.05)
    inside = wide * 1.3 * (nth % 2)
    rim = [
        (layout.vertices(h)[place], layout.vertices(h)[(place + 1) % 6])
        for h in sorted(held)
        for place, name in enumerate(grid.directions)
        if grid.neighbours(h).get(name) not in held
    ]
    nib = Nib()
    for ink, width in ((255, inside + wide), (0, inside)):
        for edge in rim if width else ():
            nib.line(edge, width * 2, value=ink)
    found = stencil(nib, canvas.image.size)
    if found is not None:
        lines, (x, y) = found
        box = (x, y, x + lines.width, y + lines.height)
        canvas.image.paste(tuple(colour[:3]), box, ImageChops.darker(lines, mask.crop(box)))


def reach(canvas: Canvas, view: View) -> None:
    """The hexes the selected unit can get to, tinted."""
    shown = [h for h in canvas.layout.shown() if h in view.reach]
    tinted(canvas, canvas.theme.reach, area(canvas, shown, 0.97))
    for hex_ in shown:
        number(canvas, hex_, view.hexes[hex_].terrain)


def costs(canvas: Canvas, view: View) -> None:
    """What it costs to get to each of them, in movement points; red where it is a charge."""
    occupied = {c.hex for c in view.counters}
    for hex_ in canvas.layout.shown():
        if hex_ not in view.reach:
            continue
        route = view.reach[hex_]
        charge = bool(route.charges)
        if charge:
            with canvas.pen.ink(canvas.theme.charge) as nib:
                nib.outline(canvas.layout.vertices(hex_, 0.88), canvas.r * 0.07)
        if hex_ not in occupied:
            colour = canvas.theme.charge if charge else canvas.theme.symbol_ink
            at, white = canvas.layout.centre(hex_), canvas.theme.white
            canvas.text(at, str(route.cost), size=canvas.r * 0.56, colour=colour, halo=white)

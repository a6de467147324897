"""Zones of control and reach: whole hexes. Hatched one way for each side, so that no colour is needed."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from engine.hexes import Grid, Hex
from engine.view import View
from render.canvas import Canvas, hexagon, place
from render.labels import number
from render.layout import Layout, Point
from render.pen import Mark, mask_of
from render.rims import rims
from render.strokes import Laid, Stroke
from render.theme import Colour

SPACING, WIDTH = 0.26, 0.045  # of the hatching, in radii
TINT, LINES = 26, 165  # how strong the tint and the lines are, of 255
CASING = 2.3  # width of the pale band along each line where the ground is as dark as the lines, in lines
PALE = 165  # how strong that band is, of 255
DARK = (  # such ground
    *("woods", "heavy_woods", "light_woods", "village", "built_up"),
    *("wood", "brambles", "rocky_hills", "lake"),
)
FINER = 4


def zones(canvas: Canvas, view: View) -> None:
    """The hexes each side controls: a faint tint, hatching that spares the numbers, a line around. Where it
    matters to the unit in hand, the enemy's hexes that cost it more to leave are hatched boldly, the others
    not at all."""
    around, shown = rings(canvas.layout.grid), canvas.layout.shown()
    chosen = view.counter(view.selected)
    own = chosen.side if chosen is not None else ""
    for nth, side in enumerate(canvas.sides):
        zone, colour = view.zones.get(side, frozenset()), canvas.army(side).zone
        for hex_ in shown:
            if hex_ in zone:
                held = tuple([near in zone for near in around[hex_]])
                pale = canvas.theme.halo if view.hexes[hex_].terrain in DARK else None
                alike = view.dear is None or side == own
                strength = 1.0 if alike else 2.0 if hex_ in (view.dear or ()) else 0.0
                canvas.lay(_zone(canvas.layout, hex_, held, colour, nth % 2, pale, strength))


@lru_cache(maxsize=16)
def rings(grid: Grid) -> dict[Hex, tuple[Hex | None, ...]]:
    """The six neighbours of every hex in the order of the grid's directions; None beyond the map."""
    return {h: tuple(grid.neighbours(h).get(name) for name in grid.directions) for h in grid}


@lru_cache(maxsize=1 << 15)
def _zone(
    layout: Layout,
    hex_: Hex,
    held: tuple[bool, ...],
    colour: Colour,
    nth: int,
    pale: Colour | None,
    strength: float,
) -> Stroke:
    """One hex of a zone; it looks as its neighbours in the zone make it look. On dark ground `pale` bands lie
    under the lines; the lines are `strength` times as wide as usual, 0 for none."""
    corner, size, near = place(layout, hex_)
    # The lines run on from hex to hex, so where the hex lies on the sheet of lines matters.
    step = _step(layout.radius)
    phase = (corner[0] % step, corner[1] % step)

    def make() -> Laid:
        ink = (colour[:3], _mask(layout, near, size, phase, held, nth, strength))
        if pale is None or not strength:
            return (ink,)
        return (pale[:3], _casing(layout, near, size, phase, nth)), ink

    key = ("zone", colour, layout.radius, layout.point_up, near, phase, held, nth, pale, strength)
    return Stroke((*corner, corner[0] + size[0], corner[1] + size[1]), key, make)


def _mask(
    layout: Layout,
    near: Point,
    size: tuple[int, int],
    phase: tuple[int, int],
    held: tuple[bool, ...],
    nth: int,
    strength: float,
) -> Image.Image:
    """How strongly the zone's colour lies on each pixel: tint, lines but for the number, the line around."""
    hem = _hem(layout, near, size, held, nth)
    return ImageChops.lighter(_hatched(layout, near, size, phase, nth, strength), hem)


@lru_cache(maxsize=1 << 13)
def _hatched(
    layout: Layout, near: Point, size: tuple[int, int], phase: tuple[int, int], nth: int, strength: float
) -> Image.Image:
    """A hex with its tint and its lines, which spare the number."""
    if not strength:
        return hexagon(layout, near, size).point([v * TINT // 255 for v in range(256)])
    lines = _lines(layout, near, size, phase, nth, strength)
    inked = lines.point([TINT + v * LINES // 255 for v in range(256)])
    return ImageChops.multiply(hexagon(layout, near, size), inked)


@lru_cache(maxsize=1 << 11)
def _casing(
    layout: Layout, near: Point, size: tuple[int, int], phase: tuple[int, int], nth: int
) -> Image.Image:
    """The pale bands along the lines of a hex."""
    lines = _lines(layout, near, size, phase, nth, CASING)
    strength = lines.point([v * PALE // 255 for v in range(256)])
    return ImageChops.multiply(hexagon(layout, near, size), strength)


def _lines(
    layout: Layout, near: Point, size: tuple[int, int], phase: tuple[int, int], nth: int, share: float
) -> Image.Image:
    """The lines over a hex, `share` times as wide as usual; they spare the number."""
    sheet = _hatching(layout.radius, nth == 1, share)
    lines = sheet.crop((*phase, phase[0] + size[0], phase[1] + size[1]))
    _spare_number(layout, lines, near)
    return lines


def _step(radius: float) -> int:
    """Pixels after which the hatching repeats itself, across and down."""
    return max(1, round(SPACING * radius * 1.414))


@lru_cache(maxsize=16)
def _hatching(radius: float, falls: bool, share: float) -> Image.Image:
    """A mask (L) of slanting lines, falling or rising to the right; wide enough for any hex in any phase."""
    step = _step(radius) * FINER
    tile = Image.new("L", (step, step), 0)
    draw = ImageDraw.Draw(tile)
    wide = max(FINER, round(WIDTH * radius * FINER * 1.2 * share))
    for shift in (-step, 0, step):
        ends = (shift - step, -step, shift + 2 * step, 2 * step)
        draw.line(ends if falls else (ends[0], ends[3], ends[2], ends[1]), fill=255, width=wide)
    small, edge = tile.reduce(FINER), round(radius * 2 + 8) + _step(radius)
    sheet = Image.new("L", (edge, edge), 0)
    for x in range(0, edge, small.width):
        for y in range(0, edge, small.height):
            sheet.paste(small, (x, y))
    return sheet


def _spare_number(layout: Layout, mask: Image.Image, near: Point) -> None:
    """Take the place of the hex's number out of a mask."""
    r, x, y = layout.radius, near[0], near[1] - layout.radius * layout.number_up
    box = (x - r * 0.25, y - r * 0.12, x + r * 0.25, y + r * 0.12)
    ImageDraw.Draw(mask).rounded_rectangle(box, r * 0.1, fill=0)


@lru_cache(maxsize=2048)
def _hem(layout: Layout, near: Point, size: tuple[int, int], held: tuple[bool, ...], nth: int) -> Image.Image:
    """A line inside the hexsides where a zone ends; the second side's further in, so that both are seen.

    Where a neighbour's line ends at this hex's corner, its round end is drawn here, too.
    """
    wide = max(1.5, layout.radius * 0.05)
    inside = wide * 1.3 * nth
    corners = layout.corners(near)
    rim = [(corners[n], corners[(n + 1) % 6]) for n in range(6) if not held[n]]
    spokes = [
        (corners[(n + 1) % 6], (2 * corners[(n + 1) % 6][0] - near[0], 2 * corners[(n + 1) % 6][1] - near[1]))
        for n in range(6)
        if held[n] != held[(n + 1) % 6]
    ]
    marks: list[Mark] = [
        ("line", value, (width * 2, True), (*a, *b))
        for value, width in ((255, inside + wide), (0, inside))
        for a, b in (*rim, *spokes)
        if width
    ]
    return ImageChops.multiply(hexagon(layout, near, size), mask_of(marks, (0, 0), size))


def reach(canvas: Canvas, view: View) -> None:
    """The hexes the selected unit can get to, tinted, and a yellow line around them."""
    shown = [h for h in canvas.layout.shown() if h in view.reach]
    canvas.tint(canvas.theme.reach, shown, 0.97)
    start = view.counter(view.selected)
    around = frozenset({*shown, start.hex} if shown and start is not None and start.hex else shown)
    for line in rims(canvas.layout, around, 0.96):
        for colour, wide in ((canvas.theme.symbol_ink, 0.11), (canvas.theme.chosen, 0.065)):
            with canvas.pen.ink(colour) as nib:
                nib.line(line, canvas.r * wide)
    for hex_ in shown:
        number(canvas, hex_, view.hexes[hex_].terrain)


def costs(canvas: Canvas, view: View) -> None:
    """What is left on arrival in each of them, in movement points: underlined where the movement ends there
    all the same, red where it is a charge."""
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
            remainder(canvas, canvas.layout.centre(hex_), route.left, colour, route.ends and route.left > 0)


def remainder(canvas: Canvas, at: Point, left: int, colour: Colour, ends: bool) -> None:
    """A number of movement points; with a bar below it, of no more use."""
    (x, y), r, white = at, canvas.r, canvas.theme.white
    canvas.text(at, str(left), size=r * 0.56, colour=colour, halo=white)
    for ink, more in ((white, 0.08), (colour, 0.0)) if ends else ():
        with canvas.pen.ink(ink) as nib:
            nib.line([(x - r * 0.22, y + r * 0.34), (x + r * 0.22, y + r * 0.34)], r * (0.08 + more))

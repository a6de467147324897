"""Zones of control: hexes hatched in one direction for each side, so that they differ without colour."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from engine.hexes import Grid, Hex
from engine.view import View
from render.geometry.layout import Layout, Point
from render.paint.canvas import Canvas, hex_box, hexagon_mask
from render.paint.pen import Shape, shapes_mask
from render.paint.strokes import MaskedFills, Stroke
from render.paint.theme import Colour

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
    """The hexes each side controls: a faint tint, hatching that spares the numbers, a border. When leaving
    them costs the unit in hand more, those enemy hexes are hatched boldly, the others not at all."""
    around, visible = neighbours_in_order(canvas.layout.grid), canvas.layout.visible()
    chosen = view.counter(view.selected)
    own = chosen.side if chosen is not None else ""
    for nth, side in enumerate(canvas.sides):
        zone, colour = view.zones.get(side, frozenset()), canvas.army(side).zone
        for hex_ in visible:
            if hex_ in zone:
                held = tuple([near in zone for near in around[hex_]])
                pale = canvas.theme.halo if view.hexes[hex_].terrain in DARK else None
                alike = view.costly_to_leave is None or side == own
                strength = 1.0 if alike else 2.0 if hex_ in (view.costly_to_leave or ()) else 0.0
                canvas.add(_zone(canvas.layout, hex_, held, colour, nth % 2, pale, strength))


@lru_cache(maxsize=16)
def neighbours_in_order(grid: Grid) -> dict[Hex, tuple[Hex | None, ...]]:
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
    """One hex of a zone, with a border where its neighbours are not `held`. On dark ground `pale` bands are
    under the lines; the lines are `strength` times as wide as usual, 0 for none."""
    corner, size, near = hex_box(layout, hex_)
    # The lines run on from hex to hex, so the hex's place in the pattern matters.
    step = _step(layout.radius)
    phase = (corner[0] % step, corner[1] % step)

    def make() -> MaskedFills:
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
    """The mask (L) of the zone's colour: tint, lines except over the number, border."""
    hem = _hem(layout, near, size, held, nth)
    return ImageChops.lighter(_hatched(layout, near, size, phase, nth, strength), hem)


@lru_cache(maxsize=1 << 13)
def _hatched(
    layout: Layout, near: Point, size: tuple[int, int], phase: tuple[int, int], nth: int, strength: float
) -> Image.Image:
    """A hex with its tint and its lines, which spare the number."""
    if not strength:
        return hexagon_mask(layout, near, size).point([v * TINT // 255 for v in range(256)])
    lines = _lines(layout, near, size, phase, nth, strength)
    inked = lines.point([TINT + v * LINES // 255 for v in range(256)])
    return ImageChops.multiply(hexagon_mask(layout, near, size), inked)


@lru_cache(maxsize=1 << 11)
def _casing(
    layout: Layout, near: Point, size: tuple[int, int], phase: tuple[int, int], nth: int
) -> Image.Image:
    """The pale bands along the lines of a hex."""
    lines = _lines(layout, near, size, phase, nth, CASING)
    strength = lines.point([v * PALE // 255 for v in range(256)])
    return ImageChops.multiply(hexagon_mask(layout, near, size), strength)


def _lines(
    layout: Layout, near: Point, size: tuple[int, int], phase: tuple[int, int], nth: int, share: float
) -> Image.Image:
    """The lines over a hex, `share` times as wide as usual; they spare the number."""
    sheet = _hatching(layout.radius, nth == 1, share)
    lines = sheet.crop((*phase, phase[0] + size[0], phase[1] + size[1]))
    _spare_number(layout, lines, near)
    return lines


def _step(radius: float) -> int:
    """Pixels after which the hatching repeats, across and down."""
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
    """Cut the place of the hex's number out of a mask."""
    r, x, y = layout.radius, near[0], near[1] - layout.radius * layout.number_up
    box = (x - r * 0.25, y - r * 0.12, x + r * 0.25, y + r * 0.12)
    ImageDraw.Draw(mask).rounded_rectangle(box, r * 0.1, fill=0)


@lru_cache(maxsize=2048)
def _hem(layout: Layout, near: Point, size: tuple[int, int], held: tuple[bool, ...], nth: int) -> Image.Image:
    """The border inside the hexsides where a zone ends; the second side's is further in, so that both show.

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
    marks: list[Shape] = [
        ("line", value, (width * 2, True), (*a, *b))
        for value, width in ((255, inside + wide), (0, inside))
        for a, b in (*rim, *spokes)
        if width
    ]
    return ImageChops.multiply(hexagon_mask(layout, near, size), shapes_mask(marks, (0, 0), size))

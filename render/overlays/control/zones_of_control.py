"""Zones of control: borders hatched in one direction for each side, so that they differ without colour."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from engine.hexes import Grid, Hex
from engine.view import View
from render.geometry.layout import Layout, Point
from render.paint.caches import kept_in
from render.paint.canvas import Canvas, hex_box, hexagon_mask, masks
from render.paint.pen import Shape, shapes_mask
from render.paint.strokes import MaskedFills, Stroke, stroke_of
from render.paint.theme import Colour

SPACING, WIDTH = 0.19, 0.036  # of the hatching, in radii
BAND = 0.2  # width of the hatched band inside a zone's border, in radii
TINT, LINES, BORDER = 22, 205, 225  # how strong the tint, the lines and the border are, of 255
EDGES, EVERYWHERE, NOWHERE = "edges", "everywhere", "nowhere"
"""Where a zone is hatched: along its border; in all of a hex that costs more to leave; not at all."""
CASING = 2.6  # width of the pale band along each line where the ground is as dark as the lines, in lines
PALE = 190  # how strong that band is, of 255
DARK = (  # such ground
    *("woods", "heavy_woods", "light_woods", "village", "built_up"),
    *("wood", "brambles", "rocky_hills", "lake"),
)
FINER = 4


def zones(canvas: Canvas, view: View) -> None:
    """The hexes each side controls: a faint tint, and a thin border hatched on its inner side, so that ground
    and numbers show. When leaving some costs the unit in hand more, all of those enemy hexes are hatched, and
    the others not at all."""
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
                dear = not alike and hex_ in (view.costly_to_leave or ())
                hatched = EDGES if alike else EVERYWHERE if dear else NOWHERE
                canvas.add(_zone(canvas.layout, hex_, held, colour, nth % 2, pale, hatched))


@lru_cache(maxsize=16)
def neighbours_in_order(grid: Grid) -> dict[Hex, tuple[Hex | None, ...]]:
    """The six neighbours of every hex in the order of the grid's directions; None beyond the map."""
    return {h: tuple(grid.neighbours(h).get(name) for name in grid.directions) for h in grid}


@lru_cache(maxsize=1 << 11)
def _zone(
    layout: Layout,
    hex_: Hex,
    held: tuple[bool, ...],
    colour: Colour,
    nth: int,
    pale: Colour | None,
    hatched: str,
) -> Stroke:
    """One hex of a zone, with a border where its neighbours are not `held`. On dark ground `pale` bands are
    under the lines."""
    corner, size, near = hex_box(layout, hex_)
    # The lines run on from hex to hex, so the hex's place in the pattern matters.
    step = _step(layout.radius)
    phase = (corner[0] % step, corner[1] % step)

    def make() -> MaskedFills:
        ink = (colour[:3], _mask(layout, near, size, phase, held, nth, hatched))
        if pale is None or hatched == NOWHERE:
            return (ink,)
        return (pale[:3], _casing(layout, near, size, phase, held, nth, hatched)), ink

    key = ("zone", colour, layout.radius, layout.point_up, near, phase, held, nth, pale, hatched)
    return stroke_of((*corner, corner[0] + size[0], corner[1] + size[1]), key, make)


def _mask(
    layout: Layout,
    near: Point,
    size: tuple[int, int],
    phase: tuple[int, int],
    held: tuple[bool, ...],
    nth: int,
    hatched: str,
) -> Image.Image:
    """The mask (L) of the zone's colour: tint, lines except over the number, border."""
    inked = ImageChops.add(
        _tinted(layout, near, size), _hatched(layout, near, size, phase, held, nth, hatched)
    )
    hem = _hem(layout, near, size, held, nth)
    return ImageChops.lighter(inked, hem.point([v * BORDER // 255 for v in range(256)]))


@kept_in(masks)
def _tinted(layout: Layout, near: Point, size: tuple[int, int]) -> Image.Image:
    """A hex with its tint."""
    return hexagon_mask(layout, near, size).point([v * TINT // 255 for v in range(256)])


@kept_in(masks)
def _hatched(
    layout: Layout,
    near: Point,
    size: tuple[int, int],
    phase: tuple[int, int],
    held: tuple[bool, ...],
    nth: int,
    hatched: str,
) -> Image.Image:
    """The lines of a hex, where it has any."""
    if hatched == NOWHERE:
        return Image.new("L", size, 0)
    lines = _lines(layout, near, size, phase, nth, 1.0)
    strong = lines.point([v * LINES // 255 for v in range(256)])
    return ImageChops.multiply(_room(layout, near, size, held, hatched), strong)


@kept_in(masks)
def _casing(
    layout: Layout,
    near: Point,
    size: tuple[int, int],
    phase: tuple[int, int],
    held: tuple[bool, ...],
    nth: int,
    hatched: str,
) -> Image.Image:
    """The pale bands along the lines of a hex."""
    lines = _lines(layout, near, size, phase, nth, CASING)
    strong = lines.point([v * PALE // 255 for v in range(256)])
    return ImageChops.multiply(_room(layout, near, size, held, hatched), strong)


@kept_in(masks)
def _room(
    layout: Layout, near: Point, size: tuple[int, int], held: tuple[bool, ...], hatched: str
) -> Image.Image:
    """The part of a hex that is hatched (a mask, L): the band inside the border of the zone, or all of it."""
    whole = hexagon_mask(layout, near, size)
    if hatched == EVERYWHERE:
        return whole
    band: list[Shape] = [
        ("line", 255, (BAND * layout.radius * 2, True), (*a, *b)) for a, b in _rim(layout, near, held)
    ]
    return ImageChops.multiply(whole, shapes_mask(band, (0, 0), size))


def _rim(layout: Layout, near: Point, held: tuple[bool, ...]) -> list[tuple[Point, Point]]:
    """The hexsides where a zone ends, and the stumps that its border's ends lie on in this hex."""
    corners = layout.corners(near)
    rim = [(corners[n], corners[(n + 1) % 6]) for n in range(6) if not held[n]]
    return rim + [
        (corners[(n + 1) % 6], (2 * corners[(n + 1) % 6][0] - near[0], 2 * corners[(n + 1) % 6][1] - near[1]))
        for n in range(6)
        if held[n] != held[(n + 1) % 6]
    ]


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


@kept_in(masks)
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
    box = (x - r * 0.42, y - r * 0.17, x + r * 0.42, y + r * 0.17)
    ImageDraw.Draw(mask).rounded_rectangle(box, r * 0.1, fill=0)


@kept_in(masks)
def _hem(layout: Layout, near: Point, size: tuple[int, int], held: tuple[bool, ...], nth: int) -> Image.Image:
    """The border inside the hexsides where a zone ends; the second side's is further in, so that both show.

    Where a neighbour's line ends at this hex's corner, its round end is drawn here, too.
    """
    wide = max(1.2, layout.radius * 0.035)
    inside = wide * 1.6 * nth
    marks: list[Shape] = [
        ("line", value, (width * 2, True), (*a, *b))
        for value, width in ((255, inside + wide), (0, inside))
        for a, b in _rim(layout, near, held)
        if width
    ]
    return ImageChops.multiply(hexagon_mask(layout, near, size), shapes_mask(marks, (0, 0), size))

"""The legend's swatches: tiny maps drawn by the layers themselves, so that they always match the picture."""

from __future__ import annotations

from collections.abc import Callable

from PIL import Image

from engine.hexes import Grid, Hex
from engine.view import HexsideView, HexView, View
from render.counters.badges import BADGES, draw_badge, draw_sash
from render.counters.formations import FORMATIONS
from render.geometry.layout import Layout
from render.labels.choices import draw_cross_hair
from render.overlays.combat import (
    draw_contact,
    draw_corners,
    draw_crossed_blades,
    draw_frame,
    draw_odds,
    draw_support,
)
from render.overlays.control.zones_of_control import zones
from render.overlays.fire import FLYING, draw_trajectory
from render.overlays.movement_arrows import draw_arrow, draw_possible_charge, draw_proposal
from render.overlays.objectives import draw_flag
from render.overlays.results import draw_flash
from render.overlays.setup_and_entry import draw_zone_border, setup
from render.overlays.step_compass import draw_cost, draw_no_entry, draw_passing_cost, draw_step_back
from render.overlays.written_orders import draw_aim, draw_fire_zone, draw_halt, draw_planned_path
from render.page.overlay_swatches import OVERLAY_SWATCHES, first_side, middle
from render.paint.caches import kept_in
from render.paint.canvas import Canvas, draw_tag, masks
from render.paint.theme import THEMES, Theme, dry_theme
from render.terrain.crossings import crossings
from render.terrain.farmland import farmland, paddies
from render.terrain.ground_cover import ground, texture
from render.terrain.hexside_water import water
from render.terrain.obstacles import WALL, abattis, contours, walls
from render.terrain.relief import relief, slopes
from render.terrain.rivers import courses
from render.terrain.roads import roads
from render.terrain.villages import villages

LAND = (
    relief, ground, farmland, paddies, contours, slopes, courses, water, roads, crossings, texture, villages,
    abattis, walls,
)  # fmt: skip
FINER = 2
WATER = ("ru", "stream", "river", "major_river")
OBSTACLES = {"double_contour": 2, "triple_contour": 3, "steep_slope": 1, "abattis": 0}
"""Levels between the two hexes of the swatch of a hexside."""


def has_swatch(key: str) -> bool:
    """Whether an entry of the legend has a picture."""
    return not key.startswith(("side/", "box/", "result/", "order/"))


@kept_in(masks)
def swatch(
    key: str, sides: tuple[str, ...], size: tuple[int, int], theme: str, parched: bool = False
) -> Image.Image:
    """The swatch (RGB) of a legend entry that has one; `parched`: as in dry country."""
    kind, _, rest = key.partition("/")
    inks = dry_theme(THEMES[theme]) if parched else THEMES[theme]
    canvas = _land(key, sides, size, inks)
    drawing = SWATCHES.get(kind)
    if drawing is not None:
        drawing(canvas, rest, size[1] * FINER)
    x0, y0, x1, y1 = canvas.layout.map_box
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    w, h = size[0] * FINER, size[1] * FINER
    return canvas.image.crop((x - w // 2, y - h // 2, x - w // 2 + w, y - h // 2 + h)).reduce(FINER)


def _land(key: str, sides: tuple[str, ...], size: tuple[int, int], theme: Theme) -> Canvas:
    """A tiny map of what the key is about, seen around its middle."""
    kind, _, rest = key.partition("/")
    across = kind in (*WATER, *OBSTACLES, WALL, "bridge", "ford", "slope")
    grid = Grid(columns=1, rows=2, stands_on="side") if across else Grid(columns=3, rows=1)
    steep = int(rest) if kind == "slope" else OBSTACLES.get(kind, 0)
    land = {h: HexView(hex=h, terrain="clear", level=0, name="") for h in grid}
    if kind == "terrain":
        land = {h: HexView(hex=h, terrain=rest, level=0, name="") for h in grid}
    if steep:
        land["0101"] = HexView(hex="0101", terrain="clear", level=steep, name="")
    view = View(
        scenario="", title={}, grid=grid, hexes=land, hexsides=_hexsides(kind, steep),
        sides=tuple((s, {}) for s in sides), counters=(), clashes=(), objectives=(), scores={},
        turn=0, turns=0, phase="", player="", result=None,
        zones={rest: frozenset({"0101", "0201"})} if kind in ("zone", "dear", "cheap") else {},
        costly_to_leave={"dear": frozenset[Hex](grid), "cheap": frozenset[Hex]()}.get(kind),
        setup={rest: frozenset[Hex](grid)} if kind == "setup" else {},
    )  # fmt: skip
    layout = Layout.of_map(grid, grid, size[0] * FINER * (1.0 if across else 0.62))
    image = Image.new("RGB", layout.map_size, (255, 255, 255))
    canvas = Canvas(image=image, layout=layout, theme=theme, sides=sides)
    for layer in (*LAND, setup, zones):
        layer(canvas, view)
    return canvas


def _hexsides(kind: str, steep: int) -> tuple[HexsideView, ...]:
    """The hexsides of a tiny map."""
    if kind in ("road", "track"):
        pairs = (("0101", "0201"), ("0201", "0301"))
        return tuple(HexsideView(low=a, high=b, road=kind == "road", track=kind == "track") for a, b in pairs)
    if kind == "slope":
        return (HexsideView(low="0102", high="0101", slope=steep),)
    if kind in OBSTACLES:
        contour, steep = kind if kind.endswith("contour") else "", kind == "steep_slope"
        felled = kind == "abattis"
        return (HexsideView(low="0102", high="0101", contour=contour, steep=steep, abattis=felled),)
    if kind == WALL:
        return (HexsideView(low="0101", high="0102", linear=WALL),)
    if kind in WATER:
        return (HexsideView(low="0101", high="0102", water=kind),)
    if kind in ("bridge", "ford"):
        return (HexsideView(low="0101", high="0102", water="stream", crossing=kind, road=kind == "bridge"),)
    return ()


def _objective(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_flag(canvas, (x - h * 0.3, y - h * 0.32), h * 0.64, (("", "1"),))


def _clash(canvas: Canvas, rest: str, h: float) -> None:
    draw_frame(canvas, middle(canvas), h * 0.72, canvas.theme.clash)


def _odds(canvas: Canvas, rest: str, h: float) -> None:
    draw_odds(canvas, middle(canvas), "2/1", first_side(canvas), h * 0.62)


def _chance(canvas: Canvas, rest: str, h: float) -> None:
    draw_tag(canvas, middle(canvas), "42%", canvas.theme.symbol_ink, canvas.theme.selection, h * 0.62)


def _melee(canvas: Canvas, rest: str, h: float) -> None:
    draw_crossed_blades(canvas, middle(canvas), h * 0.4)


def _support(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_corners(canvas, (x - h * 0.45, y), h * 0.62)
    draw_support(canvas, (x - h * 0.5, y), (x + h * 1.2, y), h * 1.6, False, True)


def _trail(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    side = first_side(canvas)
    draw_arrow(canvas, [(x - h * 0.62, y), (x, y), (x + h * 0.66, y)], side, rest, h * 1.15)


def _shot(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    if rest in FLYING:
        draw_trajectory(canvas, [(x - h * 0.64, y), (x + h * 0.4, y)], rest, h * 1.3)
        x += h * 0.4
    draw_flash(canvas, (x, y), h * 0.34)


def _selected(canvas: Canvas, rest: str, h: float) -> None:
    draw_frame(canvas, middle(canvas), h * 0.72, canvas.theme.selection)


def _reach(canvas: Canvas, rest: str, h: float) -> None:
    """Cheap hexes, dearer ones, the dearest."""
    (x, y), tints = middle(canvas), canvas.theme.costs
    for n, tint in enumerate(tints):
        box = (round(x + h * (n - len(tints) / 2) * 0.62), 0, round(x + h * (n + 1 - len(tints) / 2) * 0.62))
        mask = Image.new("L", (box[2] - box[0], canvas.image.height), tint[3])
        canvas.image.paste(tint[:3], (box[0], 0, box[2], canvas.image.height), mask)
    canvas.text((x, y), "3", size=h * 0.8, colour=canvas.theme.symbol_ink, halo=canvas.theme.white)


def _danger(canvas: Canvas, rest: str, h: float) -> None:
    draw_cross_hair(canvas, middle(canvas), h * 0.3)


def _closed(canvas: Canvas, rest: str, h: float) -> None:
    draw_no_entry(canvas, middle(canvas), h * 1.2)


def _menace(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_possible_charge(canvas, (x - h * 0.85, y), (x + h * 1.0, y), h * 0.9)


def _may_charge(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_possible_charge(canvas, (x - h * 0.85, y), (x + h * 1.0, y), h * 0.9, hollow=True)


def _across(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_passing_cost(canvas, (x - h * 0.75, y), (x, y), "1", h * 0.72)


def _back(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_cost(canvas, (x, y - h * 0.08), "1", canvas.theme.symbol_ink, h * 0.62)
    draw_step_back(canvas, (x, y - h * 0.08), h * 0.62)


def _contact(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_contact(canvas, (x - h, y), (x + h, y), h * 2.2)


def _proposal(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_proposal(canvas, [(x - h * 0.62, y), (x + h * 0.66, y)], h * 1.15)


def _flight(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_proposal(canvas, [(x - h * 0.62, y), (x + h * 0.66, y)], h * 1.15, True)


def _fighter(canvas: Canvas, rest: str, h: float) -> None:
    canvas.image.paste(tuple(canvas.theme.fighter_hex[:3]), (0, 0, *canvas.image.size))


def _losses(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    for colour, size in ((canvas.theme.white, 0.17), (canvas.theme.clash, 0.12)):
        with canvas.pen.ink(colour) as nib:
            for n in (-1, 0, 1):
                nib.dot((x + n * h * 0.36, y), h * size)


def _setup(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_zone_border(canvas, rest, ((x - h, y), (x + h, y)))


def _state(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    if rest in BADGES:
        draw_badge(canvas.pen, rest, (x, y), h * 0.42)
        return
    army, half = canvas.army(first_side(canvas)), round(h * 0.37)
    box = (round(x) - half, round(y) - half, round(x) + half, round(y) + half)
    if rest in FORMATIONS:
        FORMATIONS[rest](canvas.pen, box, army, canvas.theme)
        return
    body = canvas.theme.armies[0].body
    canvas.image.paste(tuple(body[:3]), (0, 0, *canvas.image.size))
    if rest == "demoralised":
        draw_sash(canvas.pen, (x - h, y - h * 0.6, x + h, y + h * 0.6), h * 0.5, canvas.theme)
    else:
        with canvas.pen.ink(canvas.theme.grey) as nib:
            nib.polygon([(x - h, y - h), (x - h * 0.35, y - h), (x - h * 0.35, y + h), (x - h, y + h)])


def _plan(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_planned_path(canvas, [(x - h * 0.7, y), (x, y), (x + h * 0.7, y)], first_side(canvas), "", h)


def _front(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    own = canvas.army(first_side(canvas)).body
    for colour, wide in ((canvas.theme.white, 0.3), (own, 0.18)):
        with canvas.pen.ink(colour) as nib:
            nib.line([(x - h * 0.5, y + h * 0.3), (x, y - h * 0.25), (x + h * 0.5, y + h * 0.3)], h * wide)


def _field(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    places = [(x + n * h * 0.9, y) for n in (-1, 0, 1)]
    draw_fire_zone(canvas, first_side(canvas), places, h * 0.75)


def _aim(canvas: Canvas, rest: str, h: float) -> None:
    x, y = middle(canvas)
    draw_aim(canvas, (x - h * 1.3, y), (x + h * 0.3, y), h * 0.55)


def _halt(canvas: Canvas, rest: str, h: float) -> None:
    draw_halt(canvas, middle(canvas), rest, 0.0, h * 1.3)


SWATCHES: dict[str, Callable[[Canvas, str, float], None]] = {
    "objective": _objective,
    "clash": _clash,
    "odds": _odds,
    "chance": _chance,
    "melee": _melee,
    "support": _support,
    "trail": _trail,
    "shot": _shot,
    "selected": _selected,
    "reach": _reach,
    "step": _reach,
    "danger": _danger,
    "closed": _closed,
    "setup": _setup,
    "menace": _menace,
    "may_charge": _may_charge,
    "across": _across,
    "back": _back,
    "contact": _contact,
    "proposal": _proposal,
    "flight": _flight,
    "fighter": _fighter,
    "losses": _losses,
    "plan": _plan,
    "front": _front,
    "field": _field,
    "aim": _aim,
    "halt": _halt,
    "state": _state,
    **OVERLAY_SWATCHES,
}

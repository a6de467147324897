"""The small pictures of the legend: tiny maps drawn by the layers themselves, so that they cannot differ."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from engine.hexes import Grid, Hex
from engine.view import HexsideView, HexView, View
from render.arrows import arrow, offer
from render.canvas import Canvas
from render.clashes import blades, brackets, frame, odds, support
from render.contacts import touch
from render.farmland import farmland, paddies
from render.formations import FORMATIONS
from render.goals import flag
from render.keys import KEYS
from render.layout import Layout
from render.obstacles import WALL, abattis, contours, walls
from render.plans import aim, halted, path, scatter
from render.relief import relief, slopes
from render.rose import across, cross, lunge, price, turn
from render.setup import border, setup
from render.shots import FLYING, arc, flash
from render.symbols import BADGES, badge, sash
from render.terrain import ground, texture
from render.theme import THEMES, Theme, dried
from render.villages import villages
from render.waterside import courses
from render.ways import crossings, roads, water
from render.zones import zones

LAND = (
    relief, ground, farmland, paddies, contours, slopes, courses, water, roads, crossings, texture, villages,
    abattis, walls,
)  # fmt: skip
FINER = 2
WATER = ("ru", "stream", "river", "major_river")
OBSTACLES = {"double_contour": 2, "triple_contour": 3, "steep_slope": 1, "abattis": 0}
"""Levels between the two hexes of such a hexside."""


def swatch(
    key: str, sides: tuple[str, ...], size: tuple[int, int], theme: str, parched: bool = False
) -> Image.Image | None:
    """The picture (RGB) of a legend's entry, or None when it has none; `parched`: as it is in dry country."""
    if key.startswith(("side/", "box/", "result/", "order/")):
        return None
    return _swatch(key, sides, size, theme, parched)


@lru_cache(maxsize=256)
def _swatch(
    key: str, sides: tuple[str, ...], size: tuple[int, int], theme: str, parched: bool
) -> Image.Image:
    kind, _, rest = key.partition("/")
    inks = dried(THEMES[theme]) if parched else THEMES[theme]
    canvas = _land(key, sides, size, inks)
    drawing = DRAWINGS.get(kind)
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
        zones={rest: frozenset[Hex](grid)} if kind in ("zone", "dear", "cheap") else {},
        dear={"dear": frozenset[Hex](grid), "cheap": frozenset[Hex]()}.get(kind),
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


def _middle(canvas: Canvas) -> tuple[float, float]:
    x0, y0, x1, y1 = canvas.layout.map_box
    return (x0 + x1) / 2, (y0 + y1) / 2


def _objective(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    flag(canvas, (x - h * 0.3, y - h * 0.32), h * 0.64, (("", "1"),))


def _clash(canvas: Canvas, rest: str, h: float) -> None:
    frame(canvas, _middle(canvas), h * 0.72, canvas.theme.clash)


def _odds(canvas: Canvas, rest: str, h: float) -> None:
    odds(canvas, _middle(canvas), "2/1", canvas.sides[0] if canvas.sides else "", h * 0.62)


def _melee(canvas: Canvas, rest: str, h: float) -> None:
    blades(canvas, _middle(canvas), h * 0.4)


def _support(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    brackets(canvas, (x - h * 0.45, y), h * 0.62)
    support(canvas, (x - h * 0.5, y), (x + h * 1.2, y), h * 1.6, False, True)


def _trail(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    side = canvas.sides[0] if canvas.sides else ""
    arrow(canvas, [(x - h * 0.62, y), (x, y), (x + h * 0.66, y)], side, rest, h * 1.15)


def _shot(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    if rest in FLYING:
        arc(canvas, [(x - h * 0.64, y), (x + h * 0.4, y)], rest, h * 1.3)
        x += h * 0.4
    flash(canvas, (x, y), h * 0.34)


def _selected(canvas: Canvas, rest: str, h: float) -> None:
    frame(canvas, _middle(canvas), h * 0.72, canvas.theme.chosen)


def _reach(canvas: Canvas, rest: str, h: float) -> None:
    tint = canvas.theme.reach
    canvas.image.paste(tint[:3], (0, 0), Image.new("L", canvas.image.size, tint[3]))
    canvas.text(_middle(canvas), "3", size=h * 0.8, colour=canvas.theme.symbol_ink, halo=canvas.theme.white)


def _closed(canvas: Canvas, rest: str, h: float) -> None:
    cross(canvas, _middle(canvas), h * 1.2)


def _menace(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    lunge(canvas, (x - h * 0.85, y), (x + h * 1.0, y), h * 0.9)


def _may_charge(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    lunge(canvas, (x - h * 0.85, y), (x + h * 1.0, y), h * 0.9, hollow=True)


def _across(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    across(canvas, (x - h * 0.75, y), (x, y), "1", h * 0.72)


def _back(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    price(canvas, (x, y - h * 0.08), "1", canvas.theme.symbol_ink, h * 0.62)
    turn(canvas, (x, y - h * 0.08), h * 0.62)


def _contact(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    touch(canvas, (x - h, y), (x + h, y), h * 2.2)


def _proposal(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    offer(canvas, [(x - h * 0.62, y), (x + h * 0.66, y)], h * 1.15)


def _flight(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    offer(canvas, [(x - h * 0.62, y), (x + h * 0.66, y)], h * 1.15, True)


def _fighter(canvas: Canvas, rest: str, h: float) -> None:
    canvas.image.paste(tuple(canvas.theme.stage[:3]), (0, 0, *canvas.image.size))


def _losses(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    for colour, size in ((canvas.theme.white, 0.17), (canvas.theme.clash, 0.12)):
        with canvas.pen.ink(colour) as nib:
            for n in (-1, 0, 1):
                nib.dot((x + n * h * 0.36, y), h * size)


def _setup(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    border(canvas, rest, ((x - h, y), (x + h, y)))


def _state(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    if rest in BADGES:
        badge(canvas.pen, rest, (x, y), h * 0.42)
        return
    army, half = canvas.army(canvas.sides[0] if canvas.sides else ""), round(h * 0.37)
    box = (round(x) - half, round(y) - half, round(x) + half, round(y) + half)
    if rest in FORMATIONS:
        FORMATIONS[rest](canvas.pen, box, army, canvas.theme)
        return
    body = canvas.theme.armies[0].body
    canvas.image.paste(tuple(body[:3]), (0, 0, *canvas.image.size))
    if rest == "demoralised":
        sash(canvas.pen, (x - h, y - h * 0.6, x + h, y + h * 0.6), h * 0.5, canvas.theme)
    else:
        with canvas.pen.ink(canvas.theme.grey) as nib:
            nib.polygon([(x - h, y - h), (x - h * 0.35, y - h), (x - h * 0.35, y + h), (x - h, y + h)])


def _plan(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    path(canvas, [(x - h * 0.7, y), (x, y), (x + h * 0.7, y)], canvas.sides[0] if canvas.sides else "", "", h)


def _front(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    own = canvas.army(canvas.sides[0] if canvas.sides else "").body
    for colour, wide in ((canvas.theme.white, 0.3), (own, 0.18)):
        with canvas.pen.ink(colour) as nib:
            nib.line([(x - h * 0.5, y + h * 0.3), (x, y - h * 0.25), (x + h * 0.5, y + h * 0.3)], h * wide)


def _field(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    places = [(x + n * h * 0.9, y) for n in (-1, 0, 1)]
    scatter(canvas, canvas.sides[0] if canvas.sides else "", places, h * 0.75)


def _aim(canvas: Canvas, rest: str, h: float) -> None:
    x, y = _middle(canvas)
    aim(canvas, (x - h * 1.3, y), (x + h * 0.3, y), h * 0.55)


def _halt(canvas: Canvas, rest: str, h: float) -> None:
    halted(canvas, _middle(canvas), rest, 0.0, h * 1.3)


DRAWINGS: dict[str, Callable[[Canvas, str, float], None]] = {
    "objective": _objective,
    "clash": _clash,
    "odds": _odds,
    "melee": _melee,
    "support": _support,
    "trail": _trail,
    "shot": _shot,
    "selected": _selected,
    "reach": _reach,
    "step": _reach,
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
    **KEYS,
}

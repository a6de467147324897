"""What covers the ground: a wash with soft edges for each terrain, and what grows or lies on it.

A terrain is one entry of `COVERS` (how it is drawn) and one of a theme's `ground` (its wash)."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from PIL import Image, ImageChops, ImageDraw

from engine.hexes import Hex
from engine.view import View
from render.canvas import Canvas
from render.grain import Spot, chance, scatter
from render.layout import Layout
from render.outlines import cover, wash
from render.pigments import Trio
from render.plants import (
    Draw,
    any_of,
    blades,
    briar,
    bush,
    crown,
    dip,
    fir,
    fruit_tree,
    kopje,
    reed,
    rock,
    scratch,
    stamp,
    varied,
)
from render.theme import Theme, blend
from render.waterside import COURSES, lines
from render.ways import ROAD, TRACK, WATERS, water_lines, way_lines

EDGE = 0.05  # how soft the edge of a wash is, in radii


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """How a terrain is covered: which plant in which of a theme's colours, how large, how far apart (radii).

    `jitter` (in spacings) is how far from its row a plant stands, `turn` how rows slant (radians), `uneven`
    how much sizes differ, `bare` the share of places left empty. `mass` is ground closed over by crowns, with
    a lit and a shaded side. `mixed` is a second plant among the first, its colours and its share."""

    plant: Draw
    colours: str
    size: float
    spacing: float
    jitter: float = 0.36
    uneven: float = 0.18
    turn: float = 0.0
    mass: bool = False
    mixed: tuple[Draw, str, float] | None = None
    bare: float = 0.0


COVERS: dict[str, Cover] = {
    "woods": Cover(plant=crown, colours="tree", size=0.19, spacing=0.265, mass=True, jitter=0.3),
    "heavy_woods": Cover(
        plant=crown, colours="tree", size=0.19, spacing=0.26, mass=True, jitter=0.3, mixed=(fir, "fir", 0.42)
    ),
    "coppice": Cover(plant=bush, colours="shrub", size=0.115, spacing=0.29, bare=0.22),
    "light_woods": Cover(
        plant=bush, colours="copse", size=0.14, spacing=0.34, bare=0.16, mixed=(bush, "shrub", 0.4)
    ),
    "orchard": Cover(
        plant=fruit_tree, colours="fruit", size=0.088, spacing=0.29, jitter=0.03, uneven=0.0, turn=0.3
    ),
    "rough": Cover(plant=scratch, colours="scree", size=0.085, spacing=0.25, jitter=0.42, bare=0.2),
    "rocky_ground": Cover(
        plant=rock, colours="stone", size=0.1, spacing=0.31, uneven=0.5, bare=0.25, jitter=0.42
    ),
    "ravine": Cover(plant=scratch, colours="scree", size=0.085, spacing=0.26, jitter=0.42, bare=0.3),
    "hollow": Cover(plant=dip, colours="scree", size=0.14, spacing=0.4, jitter=0.3, bare=0.12),
    "marsh": Cover(plant=reed, colours="sedge", size=0.13, spacing=0.38, jitter=0.34),
    "tall_grass": Cover(plant=blades, colours="straw", size=0.15, spacing=0.23, jitter=0.4, uneven=0.2),
    "brambles": Cover(plant=briar, colours="thorn", size=0.15, spacing=0.29, jitter=0.34, bare=0.06),
    "rocky_hills": Cover(
        plant=kopje, colours="crag", size=0.2, spacing=0.42, jitter=0.34, uneven=0.34, bare=0.08
    ),
    "scrub": Cover(plant=bush, colours="brush", size=0.095, spacing=0.3, jitter=0.42, uneven=0.3, bare=0.3),
    "rocks": Cover(
        plant=rock, colours="boulder", size=0.13, spacing=0.29, jitter=0.4, uneven=0.4, bare=0.16
    ),
    "wood": Cover(plant=crown, colours="acacia", size=0.18, spacing=0.265, mass=True, jitter=0.32),
}  # fmt: skip


def ground(canvas: Canvas, view: View) -> None:
    """The wash of every terrain that has one, run together with soft edges."""
    for terrain, colour in canvas.theme.ground.items():
        hexes = _hexes(view, terrain)
        if hexes:
            wash(canvas, colour, cover(canvas, hexes, canvas.r * EDGE))


def _hexes(view: View, terrain: str) -> list[Hex]:
    return [h for h, seen in view.hexes.items() if seen.terrain == terrain]


def texture(canvas: Canvas, view: View) -> None:
    """Trees, rows, reeds and stones, kept off roads and water; woods as one mass with a shadow."""
    taken = clearing(canvas.layout, canvas.image.size, view)
    found: list[tuple[Spot, Image.Image]] = []
    for terrain, plan in COVERS.items():
        hexes = _hexes(view, terrain)
        if hexes:
            found += _grown(canvas, view, terrain, plan, taken, crc32(terrain.encode()) % 10_000)
    for spot, picture in sorted(found, key=lambda one: (round(one[0].y, 3), one[0].x)):
        at = round(spot.x - picture.width / 2), round(spot.y - picture.height / 2)
        canvas.image.paste(picture, at, picture)


def _grown(
    canvas: Canvas, view: View, terrain: str, plan: Cover, taken: Image.Image, salt: int
) -> list[tuple[Spot, Image.Image]]:
    """All that grows on one terrain, and where; under a mass, its floor and its shadow are drawn at once."""
    floor = _floor(canvas, view, terrain, plan, taken) if plan.mass else None
    colours, second = palette(canvas.theme, plan.colours), plan.mixed
    far = round(canvas.r * 0.24)
    found = []
    hexes = [h for h in canvas.layout.shown() if view.hexes[h].terrain == terrain]
    for spot in scatter(canvas.layout, hexes, plan.spacing, plan.jitter, salt, plan.turn):
        i, j = spot.i, spot.j
        if hit(taken, spot.x, spot.y) or chance(i, j, salt + 2) < plan.bare:
            continue
        if floor is not None and not hit(floor, spot.x, spot.y):
            continue
        plant, trio = plan.plant, colours
        if second and chance(i // 2, j // 2, salt + 3) < second[2]:
            plant, trio = second[0], palette(canvas.theme, second[1])
        light = 0.0 if floor is None else _lit(floor, spot, far)
        light += (any_of(i, j, salt + 4, 3) - 1) * 0.05 if plan.uneven else 0.0
        grown = 1 + plan.uneven * (any_of(i, j, salt + 5, 3) - 1)
        size = round(plan.size * canvas.r * grown, 1)
        found.append((spot, stamp(plant, size, varied(trio, round(light, 2)), any_of(i, j, salt + 6, 5))))
    return found


def palette(theme: Theme, name: str) -> Trio:
    """A plant's colours in a theme."""
    trio: Trio = getattr(theme, name)
    return trio


def _floor(canvas: Canvas, view: View, terrain: str, plan: Cover, taken: Image.Image) -> Image.Image:
    """The shadow a wood casts to the south-east and its dark floor; the mask (L) of the wood."""
    floor = ImageChops.subtract(cover(canvas, _hexes(view, terrain)), taken)
    step = round(canvas.r * 0.12)
    cast = Image.new("L", floor.size, 0)
    cast.paste(floor, (step, round(step * 1.2)))
    wash(canvas, canvas.theme.cast, ImageChops.subtract(cast, taken))
    dark, body, _ = palette(canvas.theme, plan.colours)
    wash(canvas, (*blend(dark, body, 0.4), 240), floor)
    return floor


def _lit(floor: Image.Image, spot: Spot, far: int) -> float:
    """How much lighter a crown is at the wood's edge towards the sun, how much darker at the other."""
    sunny = not hit(floor, spot.x - far, spot.y - far)
    shaded = not hit(floor, spot.x + far, spot.y + far)
    return 0.1 * (sunny - shaded)


def clearing(layout: Layout, size: tuple[int, int], view: View) -> Image.Image:
    """A mask (L) of what roads and water take."""
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    r = layout.radius
    widths = {"road": ROAD, "track": TRACK}
    found = [(line, widths[kind]) for kind in widths for line in way_lines(layout, view, kind)]
    found += [(line, WATERS[kind]) for kind in WATERS for line in water_lines(layout, view, kind)]
    found += [(line, course.width) for course in COURSES for line in lines(layout, view, course)]
    for line, width in found:
        draw.line(line, fill=255, width=round((width + 0.17) * r), joint="curve")
    return mask


def hit(mask: Image.Image, x: float, y: float) -> bool:
    """Whether a point lies in a mask."""
    inside = 0 <= x < mask.width and 0 <= y < mask.height
    value = mask.getpixel((int(x), int(y))) if inside else 0
    return isinstance(value, int | float) and value > 127

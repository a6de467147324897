"""Ground cover: a wash with soft edges for each terrain, and its trees, plants and rocks.

A terrain is one entry of `COVERS` (how it is drawn) and one of a theme's `ground` (its wash)."""

from __future__ import annotations

from dataclasses import dataclass
from zlib import crc32

from PIL import Image, ImageChops, ImageDraw

from engine.hexes import Hex
from engine.view import View
from render.geometry.layout import Layout
from render.geometry.noise import ScatterPoint, chance, scatter
from render.paint.canvas import Canvas
from render.paint.map_colours import Shades
from render.paint.theme import Theme, blend
from render.terrain.hexside_water import WATER_WIDTHS, water_lines
from render.terrain.outlines import hexes_mask, paint_wash
from render.terrain.plants import (
    Draw,
    blades,
    briar,
    bush,
    crown,
    dip,
    fir,
    fruit_tree,
    kopje,
    lighter,
    pick,
    plant_image,
    reed,
    rock,
    scratch,
)
from render.terrain.rivers import COURSES, course_lines
from render.terrain.roads import ROAD, TRACK, road_lines

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
            paint_wash(canvas, colour, hexes_mask(canvas, hexes, canvas.r * EDGE))


def _hexes(view: View, terrain: str) -> list[Hex]:
    return [h for h, seen in view.hexes.items() if seen.terrain == terrain]


def texture(canvas: Canvas, view: View) -> None:
    """Trees, plants and rocks, clear of roads and water; woods as one mass with a shadow."""
    taken = roads_and_water_mask(canvas.layout, canvas.image.size, view)
    plants: list[tuple[ScatterPoint, Image.Image]] = []
    for terrain, plan in COVERS.items():
        hexes = _hexes(view, terrain)
        if hexes:
            plants += _plants(canvas, view, terrain, plan, taken, crc32(terrain.encode()) % 10_000)
    for spot, picture in sorted(plants, key=lambda one: (round(one[0].y, 3), one[0].x)):
        at = round(spot.x - picture.width / 2), round(spot.y - picture.height / 2)
        canvas.image.paste(picture, at, picture)


def _plants(
    canvas: Canvas, view: View, terrain: str, plan: Cover, taken: Image.Image, salt: int
) -> list[tuple[ScatterPoint, Image.Image]]:
    """The plants of one terrain and their places; a mass's floor and shadow are drawn at once."""
    floor = _floor(canvas, view, terrain, plan, taken) if plan.mass else None
    colours, second = shades_of(canvas.theme, plan.colours), plan.mixed
    far = round(canvas.r * 0.24)
    plants = []
    hexes = [h for h in canvas.layout.visible() if view.hexes[h].terrain == terrain]
    for spot in scatter(canvas.layout, hexes, plan.spacing, plan.jitter, salt, plan.turn):
        i, j = spot.i, spot.j
        if in_mask(taken, spot.x, spot.y) or chance(i, j, salt + 2) < plan.bare:
            continue
        if floor is not None and not in_mask(floor, spot.x, spot.y):
            continue
        plant, trio = plan.plant, colours
        if second and chance(i // 2, j // 2, salt + 3) < second[2]:
            plant, trio = second[0], shades_of(canvas.theme, second[1])
        light = 0.0 if floor is None else _lit(floor, spot, far)
        light += (pick(i, j, salt + 4, 3) - 1) * 0.05 if plan.uneven else 0.0
        grown = 1 + plan.uneven * (pick(i, j, salt + 5, 3) - 1)
        size = round(plan.size * canvas.r * grown, 1)
        plants.append(
            (spot, plant_image(plant, size, lighter(trio, round(light, 2)), pick(i, j, salt + 6, 5)))
        )
    return plants


def shades_of(theme: Theme, name: str) -> Shades:
    """A plant's colours in a theme."""
    trio: Shades = getattr(theme, name)
    return trio


def _floor(canvas: Canvas, view: View, terrain: str, plan: Cover, taken: Image.Image) -> Image.Image:
    """The shadow a wood casts to the south-east and its dark floor; the mask (L) of the wood."""
    floor = ImageChops.subtract(hexes_mask(canvas, _hexes(view, terrain)), taken)
    step = round(canvas.r * 0.12)
    cast = Image.new("L", floor.size, 0)
    cast.paste(floor, (step, round(step * 1.2)))
    paint_wash(canvas, canvas.theme.cast, ImageChops.subtract(cast, taken))
    dark, body, _ = shades_of(canvas.theme, plan.colours)
    paint_wash(canvas, (*blend(dark, body, 0.4), 240), floor)
    return floor


def _lit(floor: Image.Image, spot: ScatterPoint, far: int) -> float:
    """How much lighter a crown is at the wood's edge towards the sun, how much darker at the other."""
    sunny = not in_mask(floor, spot.x - far, spot.y - far)
    shaded = not in_mask(floor, spot.x + far, spot.y + far)
    return 0.1 * (sunny - shaded)


def roads_and_water_mask(layout: Layout, size: tuple[int, int], view: View) -> Image.Image:
    """A mask (L) of roads and water."""
    mask = Image.new("L", size, 0)
    draw = ImageDraw.Draw(mask)
    r = layout.radius
    widths = {"road": ROAD, "track": TRACK}
    lines = [(line, widths[kind]) for kind in widths for line in road_lines(layout, view, kind)]
    lines += [(line, WATER_WIDTHS[kind]) for kind in WATER_WIDTHS for line in water_lines(layout, view, kind)]
    lines += [(line, course.width) for course in COURSES for line in course_lines(layout, view, course)]
    for line, width in lines:
        draw.line(line, fill=255, width=round((width + 0.17) * r), joint="curve")
    return mask


def in_mask(mask: Image.Image, x: float, y: float) -> bool:
    """Whether a point is in a mask."""
    inside = 0 <= x < mask.width and 0 <= y < mask.height
    value = mask.getpixel((int(x), int(y))) if inside else 0
    return isinstance(value, int | float) and value > 127

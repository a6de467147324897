"""The printed map: what is on it is seen in every theme, lines run on from hex to hex, chance has a place."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

import scenarios
from engine.hexes import Grid
from engine.state import State
from engine.systems import find
from engine.view import HexView, View, look
from render.geometry.curves import evenly_spaced
from render.geometry.layout import Layout, to_plane
from render.geometry.noise import scatter
from render.map.map_image import draw_map
from render.paint.theme import LIGHT, THEMES, Colour, blend, contrast
from render.terrain.ground_cover import COVERS
from render.terrain.outlines import curved_hexsides, land_outlines, wobbled_vertex
from render.terrain.rivers import RIVER, course_lines
from render.terrain.roads import road_lines
from tests.long_forms import long_but
from tests.render.sample_views import field

EACH_THEME = pytest.mark.parametrize("theme", THEMES)
EACH_SHIPPED = pytest.mark.parametrize("name", ["tutorial", "ormes", "vaux", "nonaka", "takase", "kurokawa"])
SMALL = 24.0  # pixels of a radius: enough to see what is meant


@lru_cache
def shipped(name: str) -> View:
    """A shipped scenario's map, before anything stands on it."""
    scenario = scenarios.load(name)
    return look(find(scenario.system), scenario, State())


def printed(view: View, theme: str, *layers: str, radius: float = SMALL) -> tuple[Image.Image, Layout]:
    layout = Layout.of_map(view.grid, view.grid, radius)
    return draw_map(view, layout, THEMES[theme], frozenset(layers) if layers else None), layout


def patchwork(terrain: str, level: int = 0) -> View:
    """A map of one terrain."""
    grid = Grid(columns=5, rows=4)
    land = {h: HexView(hex=h, terrain=terrain, level=level, name="") for h in grid}
    return replace(field(), grid=grid, hexes=land, hexsides=(), counters=(), objectives=())


def inside(picture: Image.Image, layout: Layout, hex_: str) -> Image.Image:
    """The middle of a hex."""
    (x, y), half = layout.centre(hex_), round(layout.radius * 0.6)
    return picture.crop((round(x) - half, round(y) - half, round(x) + half, round(y) + half))


def near(a: Colour, b: Colour, by: int = 24) -> bool:
    return all(abs(x - y) <= by for x, y in zip(a[:3], b[:3], strict=True))


def seen_at(picture: Image.Image, at: tuple[float, float], colour: Colour, reach: int = 2) -> bool:
    """Whether a colour is within so many pixels of a point."""
    spots = [(dx, dy) for dx in range(-reach, reach + 1) for dy in range(-reach, reach + 1)]
    return any(near(picture.getpixel((round(at[0]) + dx, round(at[1]) + dy)), colour) for dx, dy in spots)


@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
@EACH_SHIPPED
def test_every_shipped_map_is_drawn_in_every_theme_and_always_the_same(name, theme):
    first, again = (printed(shipped(name), theme)[0].tobytes() for _ in range(2))

    assert first == again


@EACH_THEME
@pytest.mark.parametrize("terrain", [*COVERS, "village", "rice_fields", "river", "bridge", "ford"])
def test_a_terrain_is_told_from_open_ground_without_its_colour(terrain, theme):
    picture, layout = printed(patchwork(terrain), theme)
    bare, _ = printed(patchwork("clear"), theme)

    differs = ImageChops.difference(
        inside(picture, layout, "0303").convert("L"), inside(bare, layout, "0303").convert("L")
    )

    strong = sum(differs.histogram()[24:]) / (differs.width * differs.height)
    assert strong > 0.03


@EACH_THEME
@pytest.mark.parametrize("other", ["coppice", "light_woods", "orchard"])
def test_closed_woods_are_told_from_scattered_trees_without_colour(other, theme):
    woods, trees = (inside(*printed(patchwork(t), theme), "0303").convert("L") for t in ("woods", other))

    assert abs(ImageStat.Stat(woods).mean[0] - ImageStat.Stat(trees).mean[0]) > 10


@EACH_THEME
def test_each_level_has_a_tint_of_its_own(theme):
    view, land = shipped("kurokawa"), THEMES[theme]

    picture, layout = printed(view, theme, "relief")

    for hex_, level in (("1001", 0), ("0511", 1), ("0510", 2)):
        tint = blend(land.lowland, land.upland, level / (land.levels - 1))
        assert near(picture.getpixel(tuple(map(round, layout.centre(hex_)))), tint, 4), hex_


@EACH_THEME
def test_a_stream_is_blue_in_the_middle_of_every_hexside(theme):
    view = shipped("ormes")

    picture, layout = printed(view, theme, "relief", "ground", "water")

    wet = [side for side in view.hexsides if side.water]
    assert len(wet) > 20
    assert all(seen_at(picture, layout.between(s.low, s.high), THEMES[theme].water) for s in wet)


@EACH_THEME
def test_a_river_is_blue_on_its_whole_way_through_its_hexes(theme):
    view = shipped("kurokawa")

    picture, layout = printed(view, theme, "relief", "courses")

    course = course_lines(layout, view, RIVER)
    colours = {THEMES[theme].water, THEMES[theme].shallow}
    points = [p for line in course for p in evenly_spaced(line, 3)][2:-2]
    assert len(course) == 1
    assert all(any(seen_at(picture, p, c) for c in colours) for p in points)
    wet = [h for h, seen in view.hexes.items() if seen.terrain in RIVER.terrains]
    between = [layout.between(a, b) for a, b in pairwise(sorted(wet)) if view.grid.adjacent(a, b)]
    assert all(min(math.dist(p, q) for q in points) < layout.radius * RIVER.width / 2 for p in between)


@EACH_THEME
def test_a_road_runs_on_without_a_gap(theme):
    view = shipped("ormes")

    picture, layout = printed(view, theme, "relief", "ground", "water", "roads", "texture", "villages")

    roads = road_lines(layout, view, "road")
    points = [p for line in roads for p in evenly_spaced(line, 3)]
    sides = [layout.between(s.low, s.high) for s in view.hexsides if s.road]
    assert all(min(math.dist(p, side) for p in points) < 2 for side in sides)
    x0, y0, x1, y1 = layout.map_box
    seen = [p for p in points if x0 + 20 < p[0] < x1 - 20 and y0 + 20 < p[1] < y1 - 20]
    assert all(seen_at(picture, p, THEMES[theme].road) for p in seen)


def test_a_track_that_ends_at_a_road_reaches_it():
    view = shipped("ormes")
    layout = Layout.of_map(view.grid, view.grid)

    road = [p for line in road_lines(layout, view, "road") for p in evenly_spaced(line, 2)]
    ends = [p for line in road_lines(layout, view, "track") for p in (line[0], line[-1])]

    at_0802 = min(ends, key=lambda p: math.dist(p, layout.centre("0802")))
    assert min(math.dist(at_0802, p) for p in road) < 3


def test_a_crop_shows_the_same_trees_and_curves_as_the_whole_map():
    view = shipped("kurokawa")
    whole = Layout.of_map(view.grid, view.grid)
    crop = Layout.of_map(view.grid, view.grid.within("0807", 2), 50)

    def places(layout: Layout) -> list[tuple[float, float]]:
        spots = [(s.x, s.y) for s in scatter(layout, ["0807", "0708"], 0.3, 0.3, 1, 0.2)]
        curves = [p for line in land_outlines(layout, ["0510", "0511"]) for p in line]
        curves += curved_hexsides(layout, [("0510", "0511")])["0510", "0511"]
        return [to_plane(layout, p) for p in (*spots, *curves)]

    assert len(places(whole)) > 40
    for a, b in zip(places(whole), places(crop), strict=True):
        assert a == pytest.approx(b)


@pytest.mark.parametrize("stands_on", ["point", "side"])
def test_neighbours_share_their_vertices_exactly(stands_on):
    grid = Grid(columns=6, rows=5, stands_on=stands_on)
    layout = Layout.of_map(grid, grid)

    for a in grid:
        for b in grid.neighbours(a).values():
            one, other = (
                {wobbled_vertex(layout, p) for p in layout.edge(*pair)} for pair in ((a, b), (b, a))
            )
            assert one == other


def test_a_hole_in_a_wood_stays_open():
    grid = Grid(columns=5, rows=5)
    layout = Layout.of_map(grid, grid)

    outlines = land_outlines(layout, [*grid.neighbours("0303").values()])

    assert len(outlines) == 2


@EACH_THEME
@pytest.mark.parametrize("place", range(3))
def test_zones_stand_out_from_every_ground_in_every_theme(place, theme):
    land = THEMES[theme]
    grounds = [land.lowland, *(blend(land.lowland, c, c[3] / 255) for c in land.ground.values())]

    for ground in grounds:
        assert contrast(blend(ground, land.armies[place].zone, 0.65), ground) >= 1.45


def test_no_colour_of_the_printers_map_needs_a_colour_printer():
    land = THEMES["print"]

    for colour in (land.lowland, land.upland, *land.ground.values(), *land.tree, *land.roof, land.road):
        assert max(colour[:3]) - min(colour[:3]) <= 20
    assert LIGHT.levels == land.levels

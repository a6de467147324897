"""Colours measured on drawn pictures: zones where they belong, hatching and frames every eye can see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from statistics import fmean

import pytest
from PIL import Image

import render
from engine.hexes import Grid
from engine.view import HexView, View
from render.geometry.layout import Layout
from render.layers import MAP_LAYERS
from render.paint.theme import LIGHT, THEMES, Colour, blend, contrast
from render.picture import draw_uncached
from render.terrain.dry_country import COMMON_TERRAINS, DRY_TERRAINS
from tests.long_forms import long_but
from tests.render.colour_vision import BLINDNESS, apart, median, seen
from tests.render.sample_views import caption, field, fight, rich

EYES = [*BLINDNESS]
PRINTED = frozenset(layer.__name__ for layer in MAP_LAYERS)
LANDS = (("clear", 0), ("clear", 2), ("clear", 4), *((terrain, 0) for terrain in LIGHT.ground))
DRY = tuple(land for land in LANDS if land[0] in COMMON_TERRAINS | DRY_TERRAINS)
COUNTRIES = pytest.mark.parametrize("country", [LANDS, DRY], ids=["all", "dry"])
RADIUS = 45.0  # pixels: a map of sixteen columns
SIDES = tuple(army.name for army in LIGHT.armies)


def zone_pixels(view, hex_, theme="light", layers=frozenset({"relief", "zones"})):
    """The colours in the left half of a hex with and without its zones, away from the hex's number."""
    layout = Layout.of_map(view.grid, view.grid)
    x, y = (round(v) for v in layout.centre(hex_))
    half = round(layout.radius * 0.48)
    left = x - round(layout.radius * 0.82)
    box = (left, y - half, left + 2 * half, y + half)
    return tuple(
        list(draw_uncached(view, caption(), theme=theme, layers=visible).crop(box).get_flattened_data())
        for visible in (layers, layers - {"zones"})
    )


def near(colour: Colour, other: Colour, by: float) -> bool:
    return max(abs(a - b) for a, b in zip(colour[:3], other[:3], strict=True)) <= by


@pytest.mark.long
@pytest.mark.parametrize(("side", "place"), [("blue", 0), ("orange", 1)])
def test_a_zone_is_hatched_along_its_border_in_the_colour_of_its_side(side, place):
    view = replace(field(), zones={side: frozenset({"0809"})})

    pixels, bare = zone_pixels(view, "0809")

    hatched = [
        p for p, b in zip(pixels, bare, strict=True) if near(p, blend(b, LIGHT.armies[place].zone, 0.6), 30)
    ]
    assert 0.01 < len(hatched) / len(pixels) < 0.25


@pytest.mark.long
def test_in_the_middle_of_a_zone_the_ground_shows():
    view = replace(field(), zones={"blue": field().grid.within("0809", 1)})

    pixels, bare = zone_pixels(view, "0809")

    assert pixels != bare
    assert all(near(p, b, 24) for p, b in zip(pixels, bare, strict=True))


@pytest.mark.long
@pytest.mark.parametrize("outside", ["0709", "0909", "0810", "0808", "0101"])
def test_the_hex_next_to_a_zone_is_left_alone(outside):
    view = replace(field(), zones={"blue": frozenset({"0809"})})

    pixels, bare = zone_pixels(view, outside)

    assert pixels == bare


@pytest.mark.long
@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
def test_the_two_sides_are_hatched_in_different_directions(theme):
    def slant(side: str) -> int:
        """Positive when lines rise to the right: such a picture looks like itself moved right and up."""
        view = replace(field(), zones={side: frozenset({"0809"})})
        pixels, bare = zone_pixels(view, "0809", theme)
        edge = round(len(pixels) ** 0.5)
        line = [contrast(p, b) > 1.45 for p, b in zip(pixels, bare, strict=True)]
        rises = falls = 0
        for y in range(3, edge - 3):
            for x in range(3, edge - 3):
                if line[y * edge + x]:
                    rises += line[(y - 3) * edge + x + 3]
                    falls += line[(y - 3) * edge + x - 3]
        return rises - falls

    assert slant("blue") > 10
    assert slant("orange") < -10


@pytest.mark.long
def test_where_both_control_a_hex_both_hatchings_are_seen():
    both = replace(field(), zones={s: frozenset({"0809"}) for s in ("blue", "orange")})

    pixels, bare = zone_pixels(both, "0809")

    for place in (0, 1):
        assert any(
            near(p, blend(b, LIGHT.armies[place].zone, 0.6), 45) for p, b in zip(pixels, bare, strict=True)
        )


def lands(country=LANDS) -> View:
    """Every terrain and some heights side by side, each row of hexes in the zone of another side."""
    grid = Grid(columns=len(country), rows=len(SIDES))
    land = {
        Grid.label(c + 1, r + 1): HexView(hex=Grid.label(c + 1, r + 1), terrain=terrain, level=level, name="")
        for c, (terrain, level) in enumerate(country)
        for r in range(len(SIDES))
    }
    rows = {s: frozenset(Grid.label(c + 1, r + 1) for c in range(len(country))) for r, s in enumerate(SIDES)}
    return replace(
        field(), grid=grid, hexes=land, hexsides=(), objectives=(), zones=rows,
        sides=tuple((s, {}) for s in SIDES),
    )  # fmt: skip


@lru_cache
def drawn(theme: str, layers: frozenset[str], country=LANDS) -> Image.Image:
    """That map."""
    return draw_uncached(lands(country), caption(), theme=theme, layers=layers, radius=RADIUS)


@lru_cache
def alone(layer: str, country=LANDS) -> Image.Image:
    """The zones or the numbers of that map on blank paper, to know where they are."""
    plain = {h: replace(hex_, terrain="clear", level=0) for h, hex_ in lands(country).hexes.items()}
    bare = replace(lands(country), hexes=plain)
    return draw_uncached(bare, caption(), theme="print", layers=frozenset({layer}), radius=RADIUS)


def beside(
    theme: str, layer: str, box: tuple[int, int, int, int], away: int, country=LANDS
) -> tuple[Colour, Colour]:
    """The middle colour of what a layer draws in a box, and that of the pixels just so far away from it."""
    wide, tall = box[2] - box[0], box[3] - box[1]
    layers = PRINTED | {layer}
    pixels = list(drawn(theme, layers, country).crop(box).get_flattened_data())
    ink = [sum(p) for p in alone(layer, country).crop(box).get_flattened_data()]
    dark = min(ink) + 0.2 * (max(ink) - min(ink))
    core = [n for n, v in enumerate(ink) if v < dark]

    def within(most: int) -> set[int]:
        near = range(-most, most + 1)
        return {
            n + i + j * wide
            for n in core
            for i in near
            for j in near
            if abs(i) + abs(j) <= most and 0 <= n % wide + i < wide and 0 <= n // wide + j < tall
        }

    return median(pixels[n] for n in core), median(pixels[n] for n in within(away) - within(away - 1))


def places(row: int, country=LANDS) -> Iterator[tuple[tuple[str, int], float, float, float]]:
    """Of every hex in a row its land, the pixels of its middle, and its radius."""
    view = lands(country)
    layout = Layout.of_map(view.grid, view.grid, RADIUS)
    for column, land in enumerate(country):
        yield land, *layout.centre(Grid.label(column + 1, row + 1)), layout.radius


@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
@pytest.mark.parametrize("row", long_but([0], range(len(SIDES))), ids=SIDES)
@COUNTRIES
def test_hatching_stands_out_on_every_ground_for_every_eye(theme, row, country):
    contrasts = {}
    for land, x, y, r in places(row, country):
        edge = y - r * 0.78 if row == 0 else y + r * 0.5  # of its zone: each row is the zone of a side
        box = (round(x - r * 0.5), round(edge), round(x + r * 0.5), round(edge + r * 0.28))
        line, next_to_it = beside(theme, "zones", box, 2, country)
        contrasts |= {(land, eye): apart(line, next_to_it, eye) for eye in EYES}

    assert {key: value for key, value in contrasts.items() if value < 1.1} == {}


@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
@pytest.mark.parametrize("row", [0, 3])
@COUNTRIES
def test_hex_numbers_can_be_read_on_every_ground(theme, row, country):
    contrasts = {}
    for land, x, y, r in places(row, country):
        up = y - r * 0.72
        box = (round(x - r * 0.42), round(up - r * 0.2), round(x + r * 0.42), round(up + r * 0.2))
        contrasts |= {(land, eye): apart(*beside(theme, "numbers", box, 2, country), eye) for eye in EYES}

    assert {key: value for key, value in contrasts.items() if value < 2.5} == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", EYES)
def test_frames_of_fights_and_of_support_stand_out_from_their_white_rims(theme, eye):
    for colour in (THEMES[theme].clash, THEMES[theme].support):
        assert contrast(seen(colour, eye), (255, 255, 255)) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_who_fights_is_framed_all_around_and_who_helps_at_the_corners_alone(theme):
    view, side = fight(), Layout.of_map(field().grid, field().grid).side
    picture = draw_uncached(view, caption(), theme=theme, layers=frozenset({"frames"}))
    inks = THEMES[theme]

    def inked(unit: str, across: float, down: float) -> set[Colour]:
        """The colours around a point of a counter's surroundings, in sides from its middle."""
        x, y = Layout.of_map(view.grid, view.grid).centre(view.counter(unit).hex)
        at = (x + across * side, y + down * side)
        return {
            picture.getpixel((round(at[0]) + i, round(at[1]) + j)) for i in range(-3, 4) for j in range(-3, 4)
        }

    for unit in ("I/3", "A/1", "A/c"):
        assert inks.clash in inked(unit, 0, -0.54) & inked(unit, -0.54, 0)
    for unit in ("I/5", "II/5"):
        assert inks.support in inked(unit, -0.57, -0.57) & inked(unit, 0.57, 0.57)
        assert inked(unit, 0, -0.56) == inked(unit, -0.56, 0) == {tuple(inks.page)}


@pytest.mark.parametrize("theme", THEMES)
def test_words_on_the_page_can_be_read(theme):
    assert contrast(THEMES[theme].page_ink, THEMES[theme].page) >= 7


@lru_cache
def lower_halves(theme: str) -> dict[str, list[list[Colour]]]:
    """The pixels of every counter's lower half, by side, in a battle seen on a phone."""
    view = rich()
    layout = Layout.of_map(view.grid, view.grid)
    layers = frozenset(render.LAYERS) - {"header", "legend"}
    picture = draw_uncached(view, caption(), theme=theme, layers=layers)
    share = 390 / picture.width
    small = picture.resize((390, round(picture.height * share)), Image.Resampling.LANCZOS)
    half = layout.side / 2 * share
    halves: dict[str, list[list[Colour]]] = {}
    for unit in (c for c in view.counters if c.hex and "demoralised" not in c.face.states):
        x, y = (v * share for v in layout.centre(unit.hex))
        box = (round(x - half * 0.8), round(y), round(x + half * 0.8), round(y + half * 0.8))
        halves.setdefault(unit.side, []).append(list(small.crop(box).get_flattened_data()))
    return halves


@pytest.mark.parametrize("theme", long_but(["light"], ["light", "dark"]))
@pytest.mark.parametrize(("side", "other"), [("blue", "orange"), ("orange", "blue")])
def test_a_side_is_seen_at_once_on_a_phone(theme, side, other):
    bodies = {army.name: army.body for army in THEMES[theme].armies}

    for pixels in lower_halves(theme)[side]:
        mine = sum(distance(p, bodies[side]) < distance(p, bodies[other]) for p in pixels)
        assert mine > 0.55 * len(pixels)


@pytest.mark.long
def test_in_print_every_counter_of_one_side_is_lighter_than_all_of_the_other():
    grey = {
        s: [fmean(sum(p) / 3 for p in pixels) for pixels in counters]
        for s, counters in lower_halves("print").items()
    }

    assert min(grey["orange"]) > max(grey["blue"]) + 20


def distance(a: Colour, b: Colour) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))

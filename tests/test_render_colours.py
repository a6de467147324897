"""Colours measured: zones where they belong, sides told apart by every eye, numbers that can be read."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

import render
from render.labels import BUSY
from render.layout import Layout
from render.theme import DARK, LIGHT, Colour, blend, contrast
from tests.sample_views import caption, field, rich

# Machado, Oliveira and Fernandes (2009): full severity, applied to linear RGB.
BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: Colour, blindness: str) -> Colour:
    """A colour as an eye with that blindness sees it."""
    linear = [
        (c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4) for c in colour[:3]
    ]
    mixed = [
        min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True))))
        for row in BLINDNESS[blindness]
    ]
    return tuple(
        round(255 * (12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055)) for v in mixed
    )


def zone_pixels(view, hex_, layers=frozenset({"relief", "zones"})):
    """The colours inside a hex with and without its zones, away from the hex's rim and number."""
    layout = Layout.of_map(view.grid, view.grid)
    x, y = (round(v) for v in layout.centre(hex_))
    half = round(layout.radius * 0.5)
    box = (x - half, y - half, x + half, y + half)
    with_ = Image.open(io.BytesIO(render.draw(view, caption(), layers=layers))).convert("RGB").crop(box)
    without = (
        Image.open(io.BytesIO(render.draw(view, caption(), layers=layers - {"zones"})))
        .convert("RGB")
        .crop(box)
    )
    return list(with_.get_flattened_data()), list(without.get_flattened_data())


def near(colour: Colour, other: Colour, by: float) -> bool:
    return max(abs(a - b) for a, b in zip(colour[:3], other[:3], strict=True)) <= by


@pytest.mark.parametrize(("side", "place"), [("blue", 0), ("orange", 1)])
def test_a_controlled_hex_is_hatched_in_the_colour_of_its_side(side, place):
    view = replace(field(), zones={side: frozenset({"0809"})})

    pixels, bare = zone_pixels(view, "0809")

    hatched = [
        p for p, b in zip(pixels, bare, strict=True) if near(p, blend(b, LIGHT.armies[place].zone, 0.6), 30)
    ]
    assert 0.05 < len(hatched) / len(pixels) < 0.5


@pytest.mark.parametrize("outside", ["0709", "0909", "0810", "0808", "0101"])
def test_the_hex_next_to_a_zone_is_left_alone(outside):
    view = replace(field(), zones={"blue": frozenset({"0809"})})

    pixels, bare = zone_pixels(view, outside)

    assert pixels == bare


def test_the_two_sides_are_hatched_in_different_directions():
    def slant(side: str) -> int:
        """Positive when lines rise to the right: such a picture looks like itself moved right and up."""
        pixels, _ = zone_pixels(replace(field(), zones={side: frozenset({"0809"})}), "0809")
        edge = round(len(pixels) ** 0.5)
        dark = [sum(p) < 480 for p in pixels]
        rises = falls = 0
        for y in range(3, edge - 3):
            for x in range(3, edge - 3):
                if dark[y * edge + x]:
                    rises += dark[(y - 3) * edge + x + 3]
                    falls += dark[(y - 3) * edge + x - 3]
        return rises - falls

    assert slant("blue") > 0 > slant("orange")


def test_where_both_control_a_hex_both_hatchings_are_seen():
    both = replace(field(), zones={s: frozenset({"0809"}) for s in ("blue", "orange")})

    pixels, bare = zone_pixels(both, "0809")

    for place in (0, 1):
        assert any(
            near(p, blend(b, LIGHT.armies[place].zone, 0.6), 45) for p, b in zip(pixels, bare, strict=True)
        )


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("part", ["body", "zone"])
def test_the_sides_differ_in_lightness_for_every_eye(blindness, part):
    blue, *others = (seen(getattr(army, part), blindness) for army in LIGHT.armies[:3])

    for other in others:  # orange or red against blue
        assert contrast(blue, other) >= (2.5 if part == "body" else 1.8)


@pytest.mark.parametrize("blindness", BLINDNESS)
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("terrain", ["clear", "upland", "rough", "orchard", "marsh"])
def test_hatching_stands_out_from_the_ground_for_every_eye(blindness, place, terrain):
    ground = {"clear": LIGHT.lowland, "upland": LIGHT.upland}.get(terrain) or LIGHT.ground[terrain]

    line = blend(ground, LIGHT.armies[place].zone, 0.65)

    assert contrast(seen(line, blindness), seen(ground, blindness)) >= 1.5


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_frames_of_fights_and_of_support_stand_out_from_their_white_rims(blindness):
    for colour in (LIGHT.clash, LIGHT.support):
        assert contrast(seen(colour, blindness), (255, 255, 255)) >= 3


@pytest.mark.parametrize("terrain", ["clear", "upland", *LIGHT.ground])
def test_hex_numbers_can_be_read_on_every_ground(terrain):
    ground = {"clear": LIGHT.lowland, "upland": LIGHT.upland}.get(terrain) or LIGHT.ground[terrain]
    ink, behind = (LIGHT.number_on_dark, LIGHT.tree[0]) if terrain in BUSY else (LIGHT.number, ground)

    assert contrast(ink, behind) >= 3.5


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_words_on_the_page_can_be_read(theme):
    assert contrast(theme.page_ink, theme.page) >= 7


def test_a_side_is_seen_at_once_on_a_phone():
    view = rich()
    layout = Layout.of_map(view.grid, view.grid)
    layers = frozenset(render.LAYERS) - {"header", "legend"}
    picture = Image.open(io.BytesIO(render.draw(view, caption(), layers=layers))).convert("RGB")
    share = 390 / picture.width
    small = picture.resize((390, round(picture.height * share)), Image.Resampling.LANCZOS)
    half = layout.side / 2 * share

    for unit in (c for c in view.counters if c.hex and "demoralised" not in c.face.states):
        x, y = (v * share for v in layout.centre(unit.hex))
        pixels = [
            p[:3]
            for p in small.crop(
                (round(x - half), round(y), round(x + half), round(y + half))
            ).get_flattened_data()
        ]
        mine, other = LIGHT.armies[:2] if unit.side == "blue" else LIGHT.armies[1::-1]
        distance = [
            (sum((a - b) ** 2 for a, b in zip(p, mine.body, strict=True)),
             sum((a - b) ** 2 for a, b in zip(p, other.body, strict=True)))
            for p in pixels
        ]  # fmt: skip
        assert sum(a < b for a, b in distance) > 0.6 * len(pixels), unit.id

"""Counters in finished pictures by their pixels: place, corps, losses, facing."""

from __future__ import annotations

import io
import math
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import render
from render.geometry.layout import Layout
from render.paint.theme import THEMES, Colour
from tests.long_forms import long_but
from tests.render.sample_views import caption, counter, field, rich

BLANK = (0.0, 0.31)  # a place on a counter without a badge where nothing is printed, in sides from its middle
LAYERS = frozenset(render.LAYERS) - {"header", "legend"}


def picture(view, theme: str) -> Image.Image:
    """The picture as it is sent."""
    return Image.open(io.BytesIO(render.draw(view, caption(), theme=theme, layers=LAYERS))).convert("RGB")


def place(view, hex_: str, across: float, down: float) -> tuple[int, int]:
    """The pixels of a place beside the middle of a hex, given in sides of a counter."""
    layout = Layout.of_map(view.grid, view.grid)
    x, y = layout.centre(hex_)
    return round(x + across * layout.side), round(y + down * layout.side)


def probe(view, theme: str, hex_: str, across: float = 0.0, down: float = 0.0) -> Colour:
    """The colour at such a place."""
    return picture(view, theme).getpixel(place(view, hex_, across, down))


def alike(a: Colour, b: Colour) -> bool:
    return max(abs(x - y) for x, y in zip(a[:3], b[:3], strict=True)) <= 14


def one(**face):
    """A single blue unit in 0403 of an empty field."""
    facing = face.pop("facing", {})
    unit = counter("x", "blue", "infantry", "0403", "I", facing=facing, **face)
    return replace(field(), counters=(unit,), objectives=())


@pytest.mark.long
@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
@pytest.mark.parametrize(
    ("hex_", "place"), long_but([("0605", 0)], [("0605", 0), ("0408", 0), ("0906", 1), ("1010", 1)])
)
def test_the_middle_of_a_hex_is_in_the_colour_of_who_stands_there(theme, hex_, place):
    assert alike(probe(rich(), theme, hex_, *BLANK), THEMES[theme].armies[place].body)


@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
@pytest.mark.parametrize("hex_", long_but(["0101"], ["0101", "1501", "0112"]))
def test_where_no_one_stands_no_side_is_seen(theme, hex_):
    pixel = probe(rich(), theme, hex_, *BLANK)

    assert not any(
        alike(pixel, army.body) for army in THEMES[theme].armies[:2] if army.body != (255, 255, 255)
    )


@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
def test_the_strip_is_in_the_colour_of_the_corps(theme):
    first, last = THEMES[theme].armies[0].corps

    assert alike(probe(rich(), theme, "0505", 0.4, -0.38), first)
    assert alike(probe(rich(), theme, "0610", 0.4, -0.38), last)


@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
def test_each_lost_point_is_a_red_pip_down_the_right_edge(theme):
    red = THEMES[theme].clash
    pips = [(0.53, -0.2), (0.53, -0.045), (0.53, 0.11)]

    worn = [[alike(probe(one(losses=n), theme, "0403", *at), red) for at in pips] for n in (0, 2)]

    assert worn == [[False, False, False], [True, True, False]]


@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
def test_a_victorious_unit_has_a_pale_bar_down_its_left_edge(theme):
    at = (-0.44, 0.1)

    assert alike(probe(one(states=("victorious",)), theme, "0403", *at), THEMES[theme].grey)
    assert alike(probe(one(), theme, "0403", *at), THEMES[theme].armies[0].body)


@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
@pytest.mark.parametrize("direction", range(6))
def test_a_triangle_stands_on_the_edge_where_the_unit_looks_and_on_no_other(theme, direction):
    looking, layout = one(facing={"front": direction}), Layout.of_map(field().grid, field().grid)
    change = ImageChops.difference(picture(looking, theme), picture(one(), theme)).convert("L")

    def changed(way: int) -> bool:
        u, v = math.cos(layout.heading(way)), math.sin(layout.heading(way))
        far = 0.47 / max(abs(u), abs(v)) + 0.1
        x, y = place(looking, "0403", u * far, v * far)
        return change.crop((x - 5, y - 5, x + 6, y + 6)).getextrema()[1] > 60

    assert [way for way in range(6) if changed(way)] == [direction]


@pytest.mark.parametrize("theme", long_but(["light"], THEMES))
def test_a_demoralised_unit_has_a_band_across_it(theme):
    shaken, firm = (probe(one(states=s), theme, "0403", 0.14, 0.2) for s in (("demoralised",), ()))

    assert alike(firm, THEMES[theme].armies[0].body)
    assert not alike(shaken, firm)

"""The small map beside the legend: there when a picture is a crop, hiding nothing, showing where and who."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import render
from engine.hexes import Hex
from engine.view import View
from render.caption import Caption
from render.geometry.layout import Layout
from render.page.inset_map import inset, inset_room
from render.paint.canvas import Canvas
from render.paint.theme import THEMES
from tests.render.sample_views import field, rich

RADIUS = 24.0
CROP = frozenset(Layout.of_map(field().grid, field().grid).grid.within("0505", 3))
PLAIN = frozenset({"ground", "counters", "header", "legend"})


def drawn(view: View, layers: frozenset[str], crop: frozenset[Hex] | None = CROP) -> Image.Image:
    png = render.draw(view, Caption(header="Ormes"), layers=layers, crop=crop, radius=RADIUS)
    return Image.open(io.BytesIO(png)).convert("RGB")


def strokes(view: View, crop: frozenset[Hex], theme: str = "light") -> list:
    layout = Layout.of_map(view.grid, crop, RADIUS).framed(60, 200)
    canvas = Canvas(layout=layout, theme=THEMES[theme], sides=tuple(side for side, _ in view.sides))
    inset(canvas, view)
    return canvas.recorder.strokes


def test_it_hides_nothing_of_header_map_or_legend():
    without, beside = drawn(rich(), PLAIN), drawn(rich(), PLAIN | {"inset"})

    box = ImageChops.difference(without, beside.crop((0, 0, *without.size))).getbbox()
    bottom = beside.height - inset_room(Layout.of_map(field().grid, CROP, RADIUS).framed(0, 0))[1]

    assert box is None or box[1] >= bottom
    assert beside.height > without.height


@pytest.mark.parametrize("crop", [None, frozenset(field().grid)])
def test_a_picture_of_the_whole_map_needs_none(crop):
    without, beside = drawn(rich(), PLAIN, crop), drawn(rich(), PLAIN | {"inset"}, crop)

    assert ImageChops.difference(without, beside).getbbox() is None
    assert strokes(rich(), frozenset(field().grid)) == []


def test_the_frame_moves_with_the_crop():
    boxes = [strokes(field(), frozenset(field().grid.within(h, 2)))[-1].box for h in ("0303", "1003", "1009")]

    assert boxes[0][0] < boxes[1][0] == boxes[2][0]
    assert boxes[0][1] == boxes[1][1] < boxes[2][1]


def test_counters_outside_the_crop_are_on_it():
    view = replace(rich(), counters=(replace(rich().counters[0], hex="1612"),))

    assert len(strokes(view, CROP)) > len(strokes(replace(view, counters=()), CROP))


def test_sides_differ_in_shape_not_by_colour_alone():
    one = replace(rich().counters[0], hex="0505")
    masks = [
        [s.key[-1] for s in strokes(replace(rich(), counters=(replace(one, side=side),)), CROP)]
        for side, _ in rich().sides
    ]

    assert masks[0] != masks[1]
    assert [len(m) for m in masks] == [len(masks[0])] * 2


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_it_is_drawn_in_every_theme(theme):
    assert strokes(rich(), CROP, theme)

"""The small map in a corner: there when counters are outside the picture, where it hides least."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import render
from engine.hexes import Hex
from engine.view import View
from render.caption import Caption
from render.layers import LAYER_NAMES
from render.page.framing import framed
from render.page.inset_map import inset
from render.paint.canvas import Canvas
from render.paint.theme import THEMES
from tests.render.sample_views import field, rich

CROP = frozenset(field().grid.within("0505", 3))
PLAIN = frozenset({"ground", "counters", "header", "legend"})
EVERY = frozenset(LAYER_NAMES)


def drawn(view: View, layers: frozenset[str], crop: frozenset[Hex] | None = CROP) -> Image.Image:
    png = render.draw(view, Caption(header="Ormes"), layers=layers, crop=crop, size=render.BOX)
    return Image.open(io.BytesIO(png)).convert("RGB")


def strokes(view: View, crop: frozenset[Hex], theme: str = "light") -> list:
    layout = framed(view, Caption(), crop, render.BOX, EVERY)
    canvas = Canvas(layout=layout, theme=THEMES[theme], sides=tuple(side for side, _ in view.sides))
    inset(canvas, view)
    return canvas.recorder.strokes


def far(view: View) -> View:
    """The view with one counter in the far corner and none elsewhere."""
    return replace(view, counters=(replace(rich().counters[0], hex="1612"),))


def test_it_changes_nothing_outside_its_corner():
    without, with_ = drawn(rich(), PLAIN), drawn(rich(), PLAIN | {"inset"})

    box = ImageChops.difference(without, with_).getbbox()
    place = framed(rich(), Caption(), CROP, render.BOX, EVERY).inset

    assert place is not None
    assert box is not None
    assert box[0] >= place[0] - 9
    assert box[1] >= place[1] - 9
    assert box[2] <= place[2] + 9
    assert box[3] <= place[3] + 9


def test_it_lies_in_the_corner_with_the_fewest_counters():
    view = far(field())
    one = view.counters[0]
    crop = frozenset(view.grid.within("0505", 2))
    empty = framed(view, Caption(), crop, render.BOX, EVERY)
    assert empty.inset is not None
    middle = ((empty.inset[0] + empty.inset[2]) / 2, (empty.inset[1] + empty.inset[3]) / 2)
    taken = empty.hex_at(*middle)
    assert taken is not None

    crowded = framed(
        replace(view, counters=(one, replace(one, hex=taken))), Caption(), crop, render.BOX, EVERY
    )

    assert crowded.inset != empty.inset


@pytest.mark.parametrize("crop", [None, frozenset(field().grid)])
def test_a_picture_of_the_whole_map_needs_none(crop):
    without, beside = drawn(rich(), PLAIN, crop), drawn(rich(), PLAIN | {"inset"}, crop)

    assert ImageChops.difference(without, beside).getbbox() is None
    assert strokes(rich(), frozenset(field().grid)) == []


def test_a_crop_with_every_counter_and_objective_in_it_needs_none():
    view = replace(field(), counters=(replace(rich().counters[0], hex="0505"),), objectives=())

    assert strokes(view, CROP) == []
    assert strokes(far(view), CROP)


def test_the_frame_moves_with_the_crop():
    view = far(field())
    frames = []
    for middle in ("0303", "1003", "1009"):
        layout = framed(view, Caption(), frozenset(view.grid.within(middle, 2)), render.BOX, EVERY)
        assert layout.inset is not None
        canvas = Canvas(layout=layout, theme=THEMES["light"], sides=("blue", "orange"))
        inset(canvas, view)
        left, top, *_ = canvas.recorder.strokes[-1].box
        frames.append((left - layout.inset[0], top - layout.inset[1]))

    assert frames[0][0] < frames[1][0] == frames[2][0]
    assert frames[0][1] == frames[1][1] < frames[2][1]


def test_sides_differ_in_shape_not_by_colour_alone():
    one = replace(rich().counters[0], hex="1612")
    masks = [
        [s.key[-1] for s in strokes(replace(rich(), counters=(replace(one, side=side),)), CROP)]
        for side, _ in rich().sides
    ]

    assert masks[0] != masks[1]
    assert [len(m) for m in masks] == [len(masks[0])] * 2


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_it_is_drawn_in_every_theme(theme):
    assert strokes(rich(), CROP, theme)

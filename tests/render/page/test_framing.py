"""Pictures for Discord's box: all of it is map, the key is one row or a column, who is outside is named."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

import render
from engine.hexes import Grid
from engine.view import View
from render.caption import Caption
from render.layers import LAYER_NAMES
from render.page.framing import framed
from render.page.legend import ROW, column_width, flowing, in_a_row, in_columns, outside_text, units_outside
from render.page.legend_keys import legend_keys, new_keys
from render.page.map_window import large_radius
from render.paint.text import text_width
from tests.render.sample_views import caption, field, fight, marching, rich

EVERY = frozenset(LAYER_NAMES)
LEAST = 25
"""Pixels of letters of which nine are left where 1100 are shown 390 wide."""


def crop(view: View, middle: str = "0706") -> frozenset[str]:
    return frozenset(view.grid.within(middle, 3))


@pytest.mark.parametrize("view", [field(), rich(), fight(), marching()])
@pytest.mark.parametrize("near", [None, "0101", "0706", "1612"])
def test_every_picture_has_the_shape_of_the_box(view, near):
    shown = None if near is None else crop(view, near)

    png = render.draw(view, caption(), crop=shown, size=render.BOX)

    assert Image.open(io.BytesIO(png)).size == render.BOX == (1100, 700)


@pytest.mark.parametrize("middle", ["0101", "0706", "1612"])
def test_all_hexes_of_the_crop_are_seen_and_the_map_fills_the_width(middle):
    view = rich()
    layout = framed(view, caption(), crop(view, middle), render.BOX, EVERY)

    assert crop(view, middle) <= {*layout.inside()}
    assert (layout.left, layout.map_size[0]) == (0, render.BOX[0])
    assert layout.key is not None
    assert layout.map_box[3] == layout.key[1]


@pytest.mark.parametrize("view", [field(), rich(), fight(), marching()])
@pytest.mark.parametrize("near", [None, "0101", "1612"])
def test_a_page_that_may_grow_has_no_smaller_hexes_and_the_size_it_was_laid_out_for(view, near):
    shown = None if near is None else crop(view, near)
    low = framed(view, caption(), shown, render.BOX, EVERY)
    high = framed(view, caption(), shown, render.BOX, EVERY, tallest=render.TALLEST)

    png = render.draw(view, caption(), crop=shown, size=render.BOX, tallest=render.TALLEST)

    assert Image.open(io.BytesIO(png)).size == high.page
    assert high.radius >= low.radius
    assert render.BOX[1] <= high.page[1] <= render.TALLEST
    assert (shown or {*view.grid}) <= {*high.inside()}


def test_a_high_map_fills_the_width_of_a_page_that_may_grow_and_has_its_key_below():
    view = replace(rich(), grid=Grid(columns=16, rows=12))
    low = framed(view, caption(), None, render.BOX, EVERY)

    high = framed(view, caption(), None, render.BOX, EVERY, tallest=render.TALLEST)

    assert high.radius > low.radius * 1.2
    assert high.map_size[0] > render.BOX[0] * 0.9
    assert high.key is not None
    assert high.key[1] >= high.map_box[3]


def test_a_page_grows_no_more_than_its_map_needs():
    near = frozenset(rich().grid.within("0706", 2))

    layout = framed(rich(), caption(), near, render.BOX, EVERY, tallest=render.TALLEST)

    assert layout.page == render.BOX


def test_a_page_is_no_wider_than_its_map():
    view = replace(rich(), grid=Grid(columns=9, rows=8), counters=())

    layout = framed(view, caption(), None, render.BOX, EVERY, tallest=render.TALLEST)

    assert layout.page[0] == layout.map_size[0] < render.BOX[0]
    assert {*layout.inside()} == {*view.grid}


def test_a_page_never_grows_beyond_its_limit():
    view = replace(rich(), grid=Grid(columns=9, rows=30), counters=())

    layout = framed(view, caption(), None, render.BOX, EVERY, tallest=render.TALLEST)

    assert render.BOX[1] < layout.page[1] <= render.TALLEST
    assert {*layout.inside()} == {*view.grid}


@pytest.mark.parametrize(
    ("columns", "rows", "drawn_again"), [(9, 8, False), (16, 12, False), (26, 17, False), (40, 30, True)]
)
def test_a_window_is_cut_from_the_large_drawing_where_that_is_large_enough(columns, rows, drawn_again):
    view = replace(rich(), grid=Grid(columns=columns, rows=rows), counters=())
    near = frozenset(view.grid.within("0404", 1))

    layout = framed(view, caption(), near, render.BOX, EVERY, tallest=render.TALLEST)

    assert near <= {*layout.inside()}
    assert layout.radius > 50
    assert (layout.radius > large_radius(view.grid)) == drawn_again


def test_about_ten_by_six_hexes_are_seen_around_a_unit():
    layout = framed(rich(), caption(), crop(rich()), render.BOX, EVERY)
    places = [Grid.column_and_row(h) for h in layout.inside()]

    assert 10 <= len({c for c, _ in places}) <= 12
    assert 6 <= len({r for _, r in places}) <= 8


def test_a_map_narrower_than_the_box_has_its_key_beside_it():
    view = replace(rich(), grid=Grid(columns=9, rows=12))

    layout = framed(view, caption(), None, render.BOX, EVERY)

    assert layout.key is not None
    assert layout.key[0] >= layout.map_box[2]
    assert layout.key[2] - layout.key[0] >= 150


def test_a_map_and_the_key_beside_it_stand_in_the_middle():
    view, words = replace(rich(), grid=Grid(columns=9, rows=12)), Caption(legend={"road": "Road"})

    layout = framed(view, words, None, render.BOX, EVERY)

    right = render.BOX[0] - layout.key[0] - column_width(view, words, layout.key)
    assert layout.key[0] > layout.map_box[2]
    assert abs(layout.left - right) <= 20


def test_a_word_longer_than_its_column_is_written_smaller_not_cut():
    words = Caption(legend={"contact": "Finished commandement", "odds": "Odds"})

    long, short = in_columns(("contact", "odds"), words, (0, 0, 200, 640))

    assert long.lines == ("Finished", "commandement")
    assert long.size < short.size == 26
    assert text_width("commandement", "plain", long.size) + 60 <= 200


def test_a_column_for_the_key_makes_the_map_no_smaller():
    view = replace(rich(), grid=Grid(columns=16, rows=12))

    layout = framed(view, caption(), None, render.BOX, EVERY)

    assert layout.key is not None
    assert layout.key[0] < layout.map_box[0]


def test_a_map_of_which_hardly_anything_would_be_missing_is_shown_whole():
    view = replace(rich(), grid=Grid(columns=12, rows=8))
    most = frozenset(h for h in view.grid if Grid.column_and_row(h)[1] > 1)

    layout = framed(view, Caption(), most, render.BOX, EVERY)

    assert frozenset(layout.inside()) == frozenset(view.grid)
    assert not frozenset(framed(view, Caption(), crop(view), render.BOX, EVERY).inside()) >= {*view.grid}


def test_the_window_moves_a_little_where_fewer_counters_are_cut():
    view, near = replace(rich(), counters=()), frozenset(rich().grid.within("0706", 1))
    plain = framed(view, Caption(), near, render.BOX, EVERY)
    edge = plain.map_box[1]
    cut = min(plain.centres, key=lambda h: (abs(plain.centre(h)[1] - edge), h))
    view = replace(view, counters=(replace(rich().counters[0], hex=cut),))

    layout = framed(view, Caption(), near, render.BOX, EVERY)

    assert abs(plain.centre(cut)[1] - edge) < plain.side / 2
    assert abs(layout.centre(cut)[1] - edge) >= layout.side / 2
    assert near <= {*layout.inside()}


def test_where_there_is_nothing_new_there_is_no_key():
    view = replace(rich(), zones={}, trails=(), shots=(), halts=(), clashes=(), contacts=())

    assert framed(view, caption(), crop(view), render.BOX, EVERY).key is None


def test_the_key_of_a_crop_says_nothing_of_ground_and_states():
    keys = new_keys(rich())

    assert "trail/charge" in keys
    assert not [
        k for k in keys if k.startswith(("terrain/", "state/", "side/")) or k in ("stream", "objective")
    ]


def test_every_entry_of_the_key_is_there_once():
    entries = flowing(legend_keys(rich()), caption(), 1000, 1.0)

    assert len({e.key for e in entries}) == len(entries)
    assert len({e.lines for e in entries}) == len(entries)


def test_a_full_row_of_the_key_moves_together_before_it_leaves_anything_out():
    keys = ("contact", "odds", "support", "melee")
    words = Caption(legend={key: f"Some words of {key}" for key in keys})
    roomy = flowing(keys, words, 2000, 1.0)
    wide = roomy[-1].x + 58 + text_width(roomy[-1].lines[0], "plain", 26)

    fits, close = in_a_row(keys, words, wide + 1, 1.0), in_a_row(keys, words, wide - 20, 1.0)

    assert [e.size for e in fits] == [26] * 4
    assert [e.size for e in close] == [LEAST] * 4
    assert len(in_a_row(keys, words, wide / 2, 1.0)) < 4


def test_a_column_never_leaves_its_part_of_the_page():
    words = caption()
    box = (0, 0, 184, 640)

    entries = in_columns(legend_keys(rich()), words, box)

    assert entries
    assert all(e.y >= 0 and e.y + ROW <= box[3] for e in entries)
    assert all(text_width(line, "plain", 26) + 58 <= box[2] + 2 for e in entries for line in e.lines)


def test_units_outside_the_picture_are_named():
    words = replace(caption(), legend={"outside": "Outside:"}, units=frozenset({"I/2", "I/c"}))
    at = {c.id: c.hex for c in rich().counters}

    assert units_outside(rich(), words, frozenset({at["I/2"]})) == ["I/c"]
    assert units_outside(rich(), Caption(units=words.units), frozenset()) == []


def test_of_many_units_outside_as_many_are_named_as_there_is_room_for():
    units = [f"unit-{n}" for n in range(9)]

    assert outside_text("Outside:", units[:2], 500, 26) == "Outside: unit-0, unit-1"
    short = outside_text("Outside:", units, 300, 26)
    assert short.startswith("Outside: unit-0")
    assert short.endswith(" +7")
    assert text_width(short, "plain", 26) <= 300


def test_no_words_of_header_and_key_are_smaller_than_a_phone_can_show():
    from render.page import header, legend, share_card

    assert min(header.WORDS, header.TITLE, legend.WORD, *share_card.LETTERS.values()) >= LEAST

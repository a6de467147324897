"""Counters: text stays in its place, looks differ where states differ, every state and arm has a drawing."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest

import scenarios
from render import counters, lettering
from render.counters import Look, lettered, looks, sprite
from render.symbols import BADGES, SYMBOLS, arm, corps_colour
from render.theme import LIGHT, contrast, letters_on
from tests.sample_views import SIDES, caption, counter, field, rich

PLAIN = Look(side=0, shade=(120, 200, 246), arm="infantry", label="I/1")
SIZES = (40, 55, 57, 75, 90)


def numbered(**corners: str) -> Look:
    return Look(side=0, shade=(1, 2, 3), arm="infantry", label="12th Foot", corners=tuple(corners.items()))


@pytest.mark.parametrize("side", SIZES)
@pytest.mark.parametrize("value", ["0", "8", "12", "100", "10+"])
@pytest.mark.parametrize("states", [(), ("victorious",)])
def test_numbers_stay_on_the_counter_and_off_each_other(side, value, states):
    look = Look(
        side=0, shade=(1, 2, 3), arm="artillery", label="a long name", states=states,
        corners=tuple((corner, value) for corner in counters.CORNERS),
    )  # fmt: skip

    boxes = []
    for _, x, y, size, text in lettered(look, side):
        half = lettering.width(text, "bold", size) / 2
        tall = lettering.capital("bold", size) / 2
        boxes.append((x - half, y - tall, x + half, y + tall))

    assert all(b[0] >= 1 and b[1] >= 1 and b[2] <= side - 1 and b[3] <= side for b in boxes)
    apart = [a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1] for a, b in combinations(boxes, 2)]
    assert all(apart)


@pytest.mark.parametrize("side", SIZES)
def test_a_number_of_one_digit_keeps_clear_of_the_symbol(side):
    x0, y0, x1, y1 = (v * side for v in counters.SYMBOL_BOX)

    for where, x, y, size, text in lettered(numbered(nw="5", ne="6", sw="7", se="8"), side):
        half, tall = lettering.width(text, "bold", size) / 2, lettering.capital("bold", size) / 2
        assert where == "label" or x + half <= x0 or x - half >= x1 or y - tall >= y1 or y + tall <= y0


@pytest.mark.parametrize("side", [55, 57])
def test_numbers_are_large_enough_to_be_read_when_the_map_is_tapped(side):
    sizes = {where: size for where, _, _, size, _ in lettered(numbered(sw="6", se="4", ne="5"), side)}

    assert min(sizes["sw"], sizes["se"]) >= 17
    assert sizes["ne"] >= 13
    assert sizes["label"] >= 10


@pytest.mark.parametrize("text", ["", "I", "Wwwwwwwwwwwwwwwwwww", "Éblé", "12ᵉ → ★"])
def test_text_is_fitted_into_its_room(text):
    shown, size = lettering.fitting(text, "bold", 12, 40, 8)

    assert lettering.width(shown, "bold", size) <= 40


@pytest.mark.parametrize("states", [(s,) for s in ("demoralised", "victorious", *BADGES)])
def test_every_state_changes_the_picture(states):
    marked = Look(side=0, shade=PLAIN.shade, arm="infantry", label="I/1", states=states)

    assert sprite(marked, 57, "light").tobytes() != sprite(PLAIN, 57, "light").tobytes()


def test_every_state_has_a_badge_of_its_own():
    pictures = [
        sprite(Look(side=0, shade=(0, 0, 0), arm="", label="", states=(s,)), 57, "light").tobytes()
        for s in ("demoralised", "victorious", *BADGES)
    ]

    assert len({*pictures}) == len(pictures)


def test_losses_balls_stripes_and_facing_change_the_picture():
    base = {"side": 1, "shade": (9, 9, 9), "arm": "cavalry", "label": "x"}
    more = ({"losses": 1}, {"losses": 2}, {"balls": 3}, {"balls": 4}, {"stripes": 3}, {"facing": (0.5,)})

    pictures = {sprite(Look(**base, **extra), 57, "light").tobytes() for extra in ({}, *more)}

    assert len(pictures) == len(more) + 1


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize(("degrees", "stands"), [(60, 0.79), (120, 0.21)])
def test_badges_give_way_to_a_facing_on_the_lower_edge(count, degrees, stands):
    look = replace(PLAIN, states=tuple(BADGES)[:count], facing=(math.radians(degrees),))

    places = [x for x, _ in counters.badges(look)]

    assert len(places) == count
    assert all(abs(x - stands) > 0.22 for x in places)
    assert all(0 <= x <= 1 for x in places)
    assert counters.badges(replace(look, facing=(0.0,))) == counters.badges(replace(look, facing=()))


@pytest.mark.parametrize("name", SYMBOLS)
def test_every_arm_has_a_drawing_of_its_own(name):
    def drawn(which: str) -> bytes:
        return sprite(Look(side=0, shade=(0, 0, 0), arm=which, label=""), 57, "light").tobytes()

    twins = {"cavalry": "light_cavalry", "light_cavalry": "cavalry"}
    others = [other for other in (*SYMBOLS, "") if other not in (name, twins.get(name))]

    assert drawn(name) not in {drawn(other) for other in others}


def test_a_symbol_we_do_not_know_is_drawn_as_its_kind():
    assert arm("camel-corps", "cavalry") == "cavalry"
    assert arm("heavy cavalry", "cavalry") == "heavy_cavalry"
    assert arm("", "zeppelin") == ""


def test_the_label_is_the_id_which_players_type():
    units = (counter("cuir-2", "blue", "cavalry", "0101", "I", name="2nd"),)

    assert looks(replace(field(), counters=units), (0.0,), LIGHT)["cuir-2"].label == "cuir-2"


@pytest.mark.parametrize("side", [54, 68])
@pytest.mark.parametrize("name", ["tutorial", "ormes", "vaux"])
def test_every_id_of_a_scenario_is_printed_whole_and_as_large_as_can_be_read(name, side):
    for id_ in scenarios.load(name).counters:
        look = Look(side=0, shade=(1, 2, 3), arm="", label=id_)
        _, _, _, size, text = lettered(look, side)[0]
        assert (text, size >= 9) == (id_, True)


def test_corps_run_through_the_range_of_their_side():
    shown = looks(rich(), (0.0,) * 6, LIGHT)

    assert shown["I/1"].shade == LIGHT.armies[0].corps[0]
    assert shown["II/1"].shade == LIGHT.armies[0].corps[1]
    assert shown["A/1"].shade == LIGHT.armies[1].corps[0]
    assert len({shown[u].shade for u in ("A/1", "B/1", "C/1")}) == 3


@pytest.mark.parametrize("army", range(len(SIDES)))
@pytest.mark.parametrize("place", range(5))
def test_letters_on_strips_are_read_easily(army, place):
    shade = corps_colour(*LIGHT.armies[army].corps, place, 5)

    assert contrast(letters_on(shade), shade) >= 4.5


@pytest.mark.parametrize("army", LIGHT.armies)
def test_numbers_on_counters_are_read_easily(army):
    assert contrast(army.letters, army.body) >= 4.5


@pytest.mark.parametrize("face", lettering.FACES)
def test_the_fonts_have_what_our_languages_need(face):
    letters = "éèêàçœÉÀŒäöüßÄñ«»’–—…›·×0123456789" if face != "symbols" else "→←↑↓★☆⚑⚐✓✗●▲"
    missing = lettering.font(face, 20).getmask("\U0010ffff")

    assert [c for c in letters if bytes(lettering.font(face, 20).getmask(c)) == bytes(missing)] == []


def test_a_caption_has_words_for_what_it_was_given_and_none_for_the_rest():
    assert caption().word("road") == "Road"
    assert caption().word("motorway") == ""

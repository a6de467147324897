"""Counters: text stays in its place, looks differ where states differ, every state and arm has a drawing."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest

import scenarios
from render.counters.badges import BADGES
from render.counters.counter_image import BESIDE_FIGURE, PAD, counter_image
from render.counters.counter_look import CORNERS, CounterLook, corps_colour, counter_looks
from render.counters.face_layout import BADGE, LARGE_FIGURE, SMALL, THIN, badge_places, text_places
from render.counters.nato_symbols import NATO
from render.counters.troop_symbols import BOXES, SYMBOL_SETS, troop_type
from render.paint.text import FACES, fit_text, font, text_width
from render.paint.theme import LIGHT, THEMES, contrast, text_colour_on
from tests.render.sample_views import caption, counter, field, rich

PLAIN = CounterLook(side=0, shade=(120, 200, 246), troop="infantry", label="I/1")
SIZES = (42, 55, 57, 75, 90)


def numbered(**corners: str) -> CounterLook:
    return CounterLook(
        side=0, shade=(1, 2, 3), troop="infantry", label="12th Foot", corners=tuple(corners.items())
    )


def test_a_counter_too_small_for_its_label_has_none_and_keeps_its_numbers():
    look = numbered(ne="4", se="3")

    shown = [[text.where for text in text_places(look, side)] for side in (SMALL, SMALL - 1)]

    assert shown == [["label", "ne", "se"], ["ne", "se"]]


@pytest.mark.parametrize("value", ["6", "12"])
def test_a_small_counter_shows_its_strength_alone_twice_as_large(value):
    look = numbered(sw=value, se="3", ne="5")

    (figure,) = text_places(look, LARGE_FIGURE - 1)
    usual = {text.where: text for text in text_places(look, LARGE_FIGURE)}

    assert {*usual} == {"label", "sw", "se", "ne"}
    assert (figure.where, figure.text) == ("sw", value)
    assert figure.half[1] > usual["sw"].half[1] * (1.8 if len(value) == 1 else 1.3)


@pytest.mark.parametrize("symbols", SYMBOL_SETS)
@pytest.mark.parametrize("side", [24, 36, LARGE_FIGURE - 1])
@pytest.mark.parametrize("states", [(), ("victorious",), ("skirmisher",)])
def test_the_large_figure_of_a_small_counter_keeps_clear_of_its_symbol_and_its_edges(symbols, side, states):
    look = replace(numbered(sw="8"), symbols=symbols, states=states)

    (figure,) = text_places(look, side)

    assert figure.x - figure.half[0] >= BESIDE_FIGURE[2] * side - 1
    assert figure.x + figure.half[0] <= side - 1
    assert side * THIN - 1 <= figure.y - figure.half[1]
    assert figure.y + figure.half[1] <= side - 1


@pytest.mark.parametrize("side", SIZES)
@pytest.mark.parametrize("value", ["0", "8", "12", "100", "10+"])
@pytest.mark.parametrize("states", [(), ("victorious",)])
def test_numbers_stay_on_the_counter_and_off_each_other(side, value, states):
    look = CounterLook(
        side=0, shade=(1, 2, 3), troop="artillery", label="a long name", states=states,
        corners=tuple((corner, value) for corner in CORNERS),
    )  # fmt: skip

    boxes = []
    for text in text_places(look, side):
        half, tall = text.half
        boxes.append((text.x - half, text.y - tall, text.x + half, text.y + tall))

    assert all(b[0] >= 1 and b[1] >= 1 and b[2] <= side - 1 and b[3] <= side for b in boxes)
    apart = [a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1] for a, b in combinations(boxes, 2)]
    assert all(apart)


@pytest.mark.parametrize("side", SIZES)
@pytest.mark.parametrize("symbols", SYMBOL_SETS)
def test_a_number_of_one_digit_keeps_clear_of_the_symbol(side, symbols):
    x0, y0, x1, y1 = (v * side for v in BOXES[symbols])

    for text in text_places(numbered(nw="5", ne="6", sw="7", se="8"), side):
        (half, tall), x, y = text.half, text.x, text.y
        assert text.where == "label" or x + half <= x0 or x - half >= x1 or y - tall >= y1 or y + tall <= y0


@pytest.mark.parametrize("side", [55, 57])
def test_numbers_are_large_enough_to_be_read_when_the_map_is_tapped(side):
    sizes = {text.where: text.size for text in text_places(numbered(sw="6", se="4", ne="5"), side)}

    assert min(sizes["sw"], sizes["se"]) >= 22
    assert sizes["ne"] >= 17
    assert sizes["label"] >= 17


@pytest.mark.parametrize("text", ["", "I", "Wwwwwwwwwwwwwwwwwww", "Éblé", "12ᵉ → ★"])
def test_text_is_fitted_into_its_room(text):
    fitted, size = fit_text(text, "bold", 12, 40, 8)

    assert text_width(fitted, "bold", size) <= 40


@pytest.mark.parametrize("states", [(s,) for s in ("demoralised", "victorious", *BADGES)])
def test_every_state_changes_the_picture(states):
    marked = CounterLook(side=0, shade=PLAIN.shade, troop="infantry", label="I/1", states=states)

    assert counter_image(marked, 57, "light").tobytes() != counter_image(PLAIN, 57, "light").tobytes()


def test_every_state_has_a_badge_of_its_own():
    pictures = [
        counter_image(
            CounterLook(side=0, shade=(0, 0, 0), troop="", label="", states=(s,)), 57, "light"
        ).tobytes()
        for s in ("demoralised", "victorious", *BADGES)
    ]

    assert len({*pictures}) == len(pictures)


def test_losses_balls_stripes_and_facing_change_the_picture():
    base = {"side": 1, "shade": (9, 9, 9), "troop": "cavalry", "label": "x"}
    more = ({"losses": 1}, {"losses": 2}, {"balls": 3}, {"balls": 4}, {"stripes": 3}, {"facing": (0.5,)})

    pictures = {counter_image(CounterLook(**base, **extra), 57, "light").tobytes() for extra in ({}, *more)}

    assert len(pictures) == len(more) + 1


@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize(("degrees", "stands"), [(60, 0.79), (120, 0.21)])
def test_badges_give_way_to_a_facing_on_the_lower_edge(count, degrees, stands):
    look = replace(PLAIN, states=tuple(BADGES)[:count], facing=(math.radians(degrees),))

    places = [x for x, _ in badge_places(look)]

    assert len(places) == count
    assert all(abs(x - stands) > 0.22 for x in places)
    beyond = PAD - BADGE + 1e-6
    assert all(-beyond <= x <= 1 + beyond for x in places)
    assert badge_places(replace(look, facing=(0.0,))) == badge_places(replace(look, facing=()))


@pytest.mark.parametrize("symbols", SYMBOL_SETS)
def test_both_sets_draw_every_symbol_of_the_rulebooks(symbols):
    charts = {scenarios.load(name).charts["symbols"] for name in ("ormes", "gue", "nonaka")}
    named = {name for chart in charts for name in chart}

    pictures = {name: drawn(name, symbols) for name in sorted(named)}

    assert named <= NATO.keys()
    assert drawn("", symbols) not in pictures.values()


@pytest.mark.parametrize("symbols", SYMBOL_SETS)
@pytest.mark.parametrize("book", [("infantry", "train"), ("ashigaru_yari", "general_staff")])
def test_arms_of_one_war_are_told_apart_in_either_set(symbols, book):
    names = [*NATO]
    of_war = names[names.index(book[0]) : names.index(book[1]) + 1]
    twins = {"general"} | ({"light_cavalry"} if symbols == "nato" else set())  # another book's leader

    pictures = [drawn(name, symbols) for name in of_war if name not in twins]

    assert len({*pictures}) == len(pictures)


def drawn(which: str, symbols: str) -> bytes:
    return counter_image(
        CounterLook(side=0, shade=(0, 0, 0), troop=which, label="", symbols=symbols), 57, "light"
    ).tobytes()


def test_a_view_is_drawn_in_the_set_that_is_asked_for():
    period = counter_looks(rich(), (0.0,) * 6, LIGHT, "period")

    assert {look.symbols for look in period.values()} == {"period"}
    assert (
        counter_image(period["I/1"], 57, "light").tobytes()
        != counter_image(counter_looks(rich(), (0.0,) * 6, LIGHT)["I/1"], 57, "light").tobytes()
    )


def test_a_unit_of_two_bases_shows_where_either_looks_and_which_is_the_first():
    def looks(**facing: int) -> tuple[float, ...]:
        unit = counter("x", "blue", "infantry", "0101", "I", facing=facing)
        return counter_looks(replace(field(), counters=(unit,)), (0.0, 1.0, 2.0, 3.0, 4.0, 5.0), LIGHT)[
            "x"
        ].facing

    assert looks(left=2, right=4) == (2.0, 4.0)
    assert looks(left=2, right=2) == looks(front=2) == (2.0,)
    first, other = (replace(PLAIN, facing=f) for f in ((0.0, math.pi), (math.pi, 0.0)))
    assert counter_image(first, 57, "light").tobytes() != counter_image(other, 57, "light").tobytes()


def test_a_symbol_we_do_not_know_is_drawn_as_its_kind():
    assert troop_type("camel-corps", "cavalry") == "cavalry"
    assert troop_type("heavy cavalry", "cavalry") == "heavy_cavalry"
    assert troop_type("", "zeppelin") == ""


def test_the_label_is_the_id_which_players_type():
    units = (counter("cuir-2", "blue", "cavalry", "0101", "I", name="2nd"),)

    assert counter_looks(replace(field(), counters=units), (0.0,), LIGHT)["cuir-2"].label == "cuir-2"


@pytest.mark.parametrize("side", [54, 68])
@pytest.mark.parametrize("name", scenarios.all())
def test_every_id_of_a_scenario_is_printed_whole_and_as_large_as_can_be_read(name, side):
    for id_, unit in scenarios.load(name).counters.items():
        look = CounterLook(side=LIGHT.place(unit.side, ()), shade=(1, 2, 3), troop="", label=id_)
        label = text_places(look, side)[0]
        assert (label.text, label.size >= 0.24 * side) == (id_, True)


def test_corps_run_through_the_range_of_their_side():
    looks = counter_looks(rich(), (0.0,) * 6, LIGHT)

    assert looks["I/1"].shade == LIGHT.armies[0].corps[0]
    assert looks["II/1"].shade == LIGHT.armies[0].corps[1]
    assert looks["A/1"].shade == LIGHT.armies[1].corps[0]
    assert len({looks[u].shade for u in ("A/1", "B/1", "C/1")}) == 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("place", range(5))
def test_letters_on_strips_are_read_easily(theme, place):
    for army in THEMES[theme].armies:
        shade = corps_colour(*army.corps, place, 5)

        assert contrast(text_colour_on(shade), shade) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("place", range(len(LIGHT.armies)))
def test_numbers_on_counters_are_read_easily(theme, place):
    army = THEMES[theme].armies[place]

    assert contrast(army.letters, army.body) >= 4.5


@pytest.mark.parametrize("count", range(1, 5))
def test_badges_hide_no_number_and_no_bar(count):
    look = replace(PLAIN, states=("victorious", *[*BADGES][:count]), corners=(("se", "8"), ("sw", "9")))

    top = min(y for _, y in badge_places(look)) - BADGE

    for text in text_places(look, 55):
        assert text.y + text.half[1] <= top * 55 + 1
    bar = counter_image(look, 55, "light").crop(
        (round(11 + 55 * 0.05), 11 + 20, round(11 + 55 * 0.09), 11 + 45)
    )
    assert {p[:3] for p in bar.get_flattened_data()} == {LIGHT.grey}


@pytest.mark.parametrize("side", [16, 20])
def test_lost_strength_is_seen_on_a_phone(side):
    whole, worn = (counter_image(replace(PLAIN, losses=n), 55, "light") for n in (0, 2))
    size = (round(whole.width * side / 55),) * 2

    before, after = (list(p.convert("RGB").resize(size).get_flattened_data()) for p in (whole, worn))

    assert (
        sum(
            max(abs(a - b) for a, b in zip(p, q, strict=True)) > 60
            for p, q in zip(before, after, strict=True)
        )
        >= 6
    )


@pytest.mark.parametrize("face", FACES)
def test_the_fonts_have_what_our_languages_need(face):
    letters = "éèêàçœÉÀŒäöüßÄñ«»’–—…›·×0123456789" if face != "symbols" else "→←↑↓★☆⚑⚐✓✗●▲"
    missing = font(face, 20).getmask("\U0010ffff")

    assert [c for c in letters if bytes(font(face, 20).getmask(c)) == bytes(missing)] == []


def test_a_caption_has_words_for_what_it_was_given_and_none_for_the_rest():
    assert caption().word("road") == "Road"
    assert caption().word("motorway") == ""


def test_a_number_or_word_without_room_is_left_out_and_never_cut():
    look = CounterLook(
        side=0, shade=(1, 2, 3), troop="", label="line-1", corners=(("se", "Blr"), ("sw", "3")), bases=2
    )

    small, large = ({text.where: text.text for text in text_places(look, side)} for side in (18, 80))

    assert large == {"label": "line-1", "se": "Blr", "sw": "3"}
    assert "se" not in small
    assert small["sw"] == "3"

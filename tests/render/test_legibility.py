"""What a new player must be able to read: facings, fire, impossible targets, the legend."""

from __future__ import annotations

from dataclasses import replace

import pytest

import render
import scenarios
from bot.features.game_view import service as game_view_service
from bot.features.game_view.map_request import MapRequest
from bot.features.preferences.model import PlayerPreferences
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import battle_preview
from engine.display import Sight, Target
from render.counters.counter_look import STRENGTH, looks_on
from render.counters.face_layout import FACING, facing_places, text_places
from render.counters.stacking import counter_centres, counter_sizes
from render.geometry.label_placement import box_around, overlap
from render.overlays.combat import BLADES, melees_at
from render.page.framing import framed
from render.page.legend_keys import legend_keys
from render.paint.canvas import Canvas
from render.paint.theme import LIGHT
from tests.bot.sample_games import ormes
from tests.long_forms import FIRST_BATTLES, long_but
from tests.render.geometry.test_label_placement import battles, on
from tests.render.sample_views import fight, marching

PHONE = 278
"""Points of a picture's width in a card on a phone 390 points wide."""


@pytest.mark.long
def test_the_sign_of_a_melee_does_not_hide_which_way_units_face():
    signs = 0
    for view in battles("nonaka", "3"):
        canvas = on(view)
        side, half = canvas.layout.side, (canvas.layout.side * FACING * 0.8,) * 2
        look, at = looks_on(canvas, view), counter_centres(canvas, view)
        faced = [
            box_around((at[id_][0] + (x - 0.5) * side, at[id_][1] + (y - 0.5) * side), half)
            for id_ in at
            for x, y in facing_places(look[id_])
        ]
        for place in melees_at(canvas, view).values():
            signs += 1
            blades = box_around(place, (canvas.r * BLADES * 0.7,) * 2)
            assert sum(overlap(blades, box) for box in faced) < canvas.r**2 * 0.02

    assert signs


@pytest.mark.parametrize("below", ["fire", "halts"])
def test_lines_of_fire_and_halts_hide_no_number_of_a_counter(below):
    assert render.LAYERS.index(below) < render.LAYERS.index("counters")


def test_the_legend_tells_an_enemy_who_is_seen_but_no_target():
    seen = Sight(
        unit="b1", hex="0404", reach=3, seen=frozenset(), hidden={}, reason="",
        targets=(Target(unit="o1", hex="0405", by=(), reason="target_in_melee"),),
    )  # fmt: skip

    assert "spared" in legend_keys(replace(fight(), sight=seen))
    assert "spared" not in legend_keys(fight())


def test_the_legend_tells_that_getting_somewhere_is_a_charge():
    view = marching()
    calm = {h: replace(route, charges=()) for h, route in view.reach.items()}

    assert "arrival_charge" in legend_keys(view)
    assert "arrival_charge" not in legend_keys(replace(view, reach=calm))


def test_the_map_of_a_corps_says_which_corps_and_who_is_in_it():
    page = game_view_service._map(
        Names(catalogue_for("en"), ormes()), "", MapRequest(corps="blue ii"), PlayerPreferences()
    )

    assert "Blue, corps II: delorme; gren-1; line-4; drag-5." in page.text


def test_the_map_of_a_path_says_what_each_step_costs():
    page = game_view_service._map(
        Names(catalogue_for("en"), ormes()),
        "blue",
        MapRequest(unit="huss-3", path="NE NE"),
        PlayerPreferences(),
    )

    assert "huss-3 go 0608 for 1; 0707 for 1: 2 in all, 4 left." in page.text


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
def test_on_a_phone_the_strength_of_every_unit_is_read_on_the_posted_map_of_a_battle(battle):
    picture = battle_preview.picture(catalogue_for("en"), scenarios.load(battle))
    layout = framed(
        picture.view, picture.caption, None, render.BOX, frozenset(render.LAYERS), tallest=render.TALLEST
    )
    canvas = Canvas(layout=layout, theme=LIGHT, sides=tuple(side for side, _ in picture.view.sides))
    sizes = counter_sizes(canvas, picture.view)

    strengths = [
        text.size * PHONE / layout.page[0]
        for id_, look in looks_on(canvas, picture.view).items()
        if id_ in sizes and look.strength and sizes[id_] == layout.side
        for text in text_places(look, sizes[id_])
        if text.where == STRENGTH
    ]

    assert all(size >= 5 for size in strengths)
    assert layout.key is None or layout.key[1] >= layout.map_box[3]
    assert layout.map_size[0] > layout.page[0] * 0.75

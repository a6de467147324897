"""What a newcomer must be able to read: which way units face, who fired, who is no target, what is said."""

from __future__ import annotations

from dataclasses import replace

import pytest

import render
from bot import lookup
from bot.say.names import Names
from bot.taste import Taste
from bot.wish import Wish
from bot.words import speak
from engine.system import Sight, Target
from render.caption import legend_keys
from render.clashes import BLADES, melees_at
from render.counters import FACING, facings
from render.pieces import appearance, middles
from render.placing import around, overlap
from tests.bot.tables import ormes
from tests.sample_views import fight
from tests.test_render_placing import battles, on


def test_the_sign_of_a_melee_does_not_hide_which_way_units_face():
    signs = 0
    for view in battles("nonaka", "3"):
        canvas = on(view)
        side, half = canvas.layout.side, (canvas.layout.side * FACING * 0.8,) * 2
        look, at = appearance(canvas, view), middles(canvas, view)
        faced = [
            around((at[id_][0] + (x - 0.5) * side, at[id_][1] + (y - 0.5) * side), half)
            for id_ in at
            for x, y in facings(look[id_])
        ]
        for place in melees_at(canvas, view).values():
            signs += 1
            blades = around(place, (canvas.r * BLADES * 0.7,) * 2)
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


def test_the_map_of_a_corps_says_which_corps_and_who_is_in_it():
    page = lookup._map(Names(speak("en"), ormes()), "", Wish(corps="blue ii"), Taste())

    assert "Blue, corps II: General Delorme; Guard Grenadiers; 4th Line; 5th Dragoons." in page.text


def test_the_map_of_a_path_says_what_each_step_costs():
    page = lookup._map(Names(speak("en"), ormes()), "blue", Wish(unit="huss-3", path="NE NE"), Taste())

    assert "3rd Hussars goes 0608 for 1; 0707 for 1: 2 in all, 4 left." in page.text

"""Countries look different: villages, camps and hills by the battle's own data, without effect in play."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

import scenarios
from engine.errors import BadScenario
from engine.scenario import COUNTRIES, SITES
from engine.scenario_builder import build
from engine.view import View
from render.caption import Caption
from render.geometry.layout import Layout
from render.map.map_image import draw_map
from render.paint.theme import LIGHT
from render.picture import draw
from render.terrain import sites
from render.terrain.dry_country import is_dry_country
from tests.bot.sample_games import new_game
from tests.render.sample_views import field

AT = "0605"  # a village of the sample map


def around(view: View, layers: set[str]) -> Image.Image:
    """The middle of the village, drawn large."""
    layout = Layout.of_map(view.grid, view.grid, 48.0)
    x, y = layout.centre(AT)
    picture = draw_map(view, layout, LIGHT, frozenset(layers))
    return picture.crop((round(x - 36), round(y - 36), round(x + 36), round(y + 36)))


def apart(one: Image.Image, other: Image.Image) -> float:
    return max(ImageStat.Stat(ImageChops.difference(one, other)).mean)


@pytest.mark.parametrize(("one", "other"), [*combinations(COUNTRIES, 2)])
def test_a_village_tells_its_country(one, other):
    pictures = [around(replace(field(), country=country), {"villages"}) for country in (one, other)]

    assert apart(*pictures) > 8


def test_there_is_a_drawing_of_every_site_and_no_other():
    assert {*sites.SITES} == {*SITES}


@pytest.mark.parametrize("kind", SITES)
def test_every_site_is_seen(kind):
    bare = field()
    view = replace(bare, hexes={**bare.hexes, AT: replace(bare.hexes[AT], site=kind)})

    assert apart(around(view, {"sites"}), around(bare, {"sites"})) > 8


@pytest.mark.long
def test_a_hill_that_only_looks_higher_is_drawn_higher_and_costs_nothing():
    game = new_game("isandlwana")
    crag = game.scenario.hexes["0909"]

    assert (crag.site, crag.rise, crag.level) == ("crag", 3, 0)
    assert all(side.steep is False for side in game.scenario.hexsides.values())
    bare = field()
    raised = replace(bare, hexes={**bare.hexes, AT: replace(bare.hexes[AT], rise=2)})
    assert apart(around(raised, {"relief"}), around(bare, {"relief"})) > 4


def test_battles_of_dry_country_say_so():
    dry = {name for name in scenarios.all() if scenarios.load(name).country in ("africa", "desert")}

    colonial = {name for name in scenarios.all() if scenarios.load(name).system == "desastre_colonial"}

    assert dry == colonial >= {"isandlwana", "puits", "colonne"}
    assert is_dry_country(replace(field(), country="desert"))
    assert not is_dry_country(field())


def test_two_maps_that_look_different_are_not_taken_for_each_other():
    bare = field()
    views = (bare, replace(bare, country="japan"))

    data = [draw(view, Caption(), layers=frozenset({"villages"}), radius=30.0) for view in views]

    assert data[0] != data[1]


@pytest.mark.parametrize(
    ("entry", "text"),
    [
        ("country", "atlantis"),
        ("sites", {"0504": "castle"}),
        ("sites", {"9999": "tents"}),
        ("hills", {"7": "0504"}),
    ],
)
def test_a_look_that_does_not_exist_is_a_mistake_with_its_place(entry, text):
    printed = dict(scenarios.load("tutorial").printed)
    printed["map"] = {**printed["map"], entry: text}

    with pytest.raises(BadScenario):
        build(printed)

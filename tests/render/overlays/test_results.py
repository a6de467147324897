"""Results read on the map: words on the loser's hex, ghosts of the dead, arrows that differ."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import ImageChops, ImageStat

import render
from engine.view import Shot, Trail, View
from render.caption import Caption
from render.counters.counter_layers import counter_obstacles
from render.geometry.label_placement import LETTERS, box_around, overlap
from render.geometry.layout import Layout
from render.overlays.movement_arrows import flights, trails
from render.overlays.results import ghosts, results, results_at
from render.page.legend_keys import ALIKE, legend_keys
from render.page.legend_swatches import swatch
from render.paint.canvas import Canvas
from render.paint.theme import LIGHT
from tests.render.golden.scenes import beaten
from tests.render.sample_views import counter

WORDS = Caption(legend={"outcome/retreat": "retreats", "outcome/gone": "destroyed"})


def on(view: View) -> Canvas:
    layout = Layout.of_map(view.grid, view.grid, 60.0)
    return Canvas(layout=layout, theme=LIGHT, sides=("blue", "orange"), caption=WORDS)


def words(view: View) -> set[str]:
    """Every text of the results."""
    canvas = on(view)
    results(canvas, view)
    return {str(s.key[1]) for s in canvas.recorder.strokes if s.key[0] == "text"}


def test_the_words_say_who_lost_how_much_and_what_became_of_it():
    assert words(beaten()) == {"−2", "b −1", "retreats", "destroyed"}


def test_the_words_stand_at_the_hex_of_the_loser_and_cover_no_letters():
    view = beaten()
    canvas = on(view)
    letters = [o.box for o in counter_obstacles(canvas, view) if o.weight == LETTERS]

    for outcome, at, _ in results_at(canvas, view):
        x, y = canvas.layout.centre(outcome.hex)
        assert abs(at[0] - x) <= canvas.r * 1.7
        assert abs(at[1] - y) <= canvas.r * 1.3
        plate = box_around(at, (canvas.r * 0.3, canvas.r * 0.2))
        assert sum(overlap(plate, box) for box in letters) < 10


@pytest.mark.long
def test_a_ghost_stands_where_a_unit_died_until_another_takes_its_place():
    view = beaten()
    taken = replace(view, counters=(*view.counters, counter("e", "blue", "infantry", "0606", "I")))
    seen, hidden = on(view), on(taken)

    ghosts(seen, view)
    ghosts(hidden, taken)

    assert seen.recorder.strokes
    assert not hidden.recorder.strokes
    assert "c" in words(taken)


def test_an_odds_result_makes_way_for_the_words_on_the_loser():
    fought = replace(beaten(), shots=(Shot(kind="attack", source="0504", target="0605", result="1/1*"),))
    canvas = on(fought)

    render.layers.shots(canvas, fought)

    assert not [s for s in canvas.recorder.strokes if s.key[0] == "text"]


def test_a_retreat_lies_over_counters_unless_it_would_cross_one_out():
    order = render.LAYERS.index
    past = Trail(unit="b", side="orange", path=("0604", "0605", "0705"), manner="rout")
    barred = replace(beaten(), trails=(past,))

    def drawn(view: View, layer: Callable[[Canvas, View], None]) -> bool:
        canvas = on(view)
        layer(canvas, view)
        return bool(canvas.recorder.strokes)

    assert order("trails") < order("counters") < order("flights")
    assert (drawn(beaten(), flights), drawn(beaten(), trails)) == (True, False)
    assert (drawn(barred, flights), drawn(barred, trails)) == (False, True)


@pytest.mark.parametrize(("one", "other"), [*combinations([alike[0] for alike in ALIKE], 2)])
def test_arrows_of_different_meanings_look_different(one, other):
    pictures = [swatch(f"trail/{manner}", ("blue",), (88, 52), "light") for manner in (one, other)]

    first, second = (picture.convert("L") for picture in pictures if picture is not None)
    grey = ImageChops.difference(first, second)
    assert ImageStat.Stat(grey).mean[0] > 1.0


@pytest.mark.parametrize("alike", ALIKE, ids=lambda a: a[0])
def test_the_legend_has_one_entry_for_arrows_that_look_alike(alike):
    paths = tuple(Trail(unit="a", side="blue", path=("0504", "0604"), manner=manner) for manner in alike)

    keys = [key for key in legend_keys(replace(beaten(), trails=paths)) if key.startswith("trail/")]

    assert keys == [f"trail/{alike[0]}"]
    assert len({swatch(f"trail/{manner}", ("blue",), (44, 26), "light").tobytes() for manner in alike}) == 1

"""Crops: what a picture shows of a map, never more than is read on a phone unless it is asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.hexes import Grid, Hex
from engine.view import PlanView, Shot, Trail, View
from render import crops
from render.crops import COLUMNS, LEAST, ROWS
from tests.render.sample_views import field, rich


def quiet(view: View) -> View:
    """The view with nothing having happened on it."""
    return replace(view, trails=(), shots=(), halts=(), clashes=())


def size(crop: frozenset[Hex]) -> tuple[int, int]:
    places = [Grid.column_and_row(h) for h in crop]
    return len({c for c, _ in places}), len({r for _, r in places})


def shot(source: Hex, target: Hex) -> Shot:
    return Shot(kind="attack", source=source, target=target)


@pytest.mark.parametrize("view", [field(), rich(), quiet(rich())])
def test_the_action_is_never_wider_than_a_phone(view):
    assert size(crops.action(view)) == (COLUMNS, ROWS)


def test_the_action_is_where_it_was_fought():
    view = replace(quiet(rich()), shots=(shot("0302", "0402"),))

    crop = crops.action(view)

    assert {"0302", "0402"} | set(view.grid.neighbours("0302").values()) <= crop
    assert "1412" not in crop


def test_a_fight_counts_for_more_than_moves_elsewhere():
    far = tuple(Trail(unit=f"u{n}", side="blue", path=("0202", "0203"), manner="step") for n in range(2))
    view = replace(quiet(rich()), trails=far, shots=(shot("1510", "1511"),))

    assert {"1510", "1511"} <= crops.action(view)


def test_where_nothing_has_happened_most_counters_are_seen():
    view = quiet(rich())
    seen = crops.action(view)
    inside = sum(1 for c in view.counters if c.hex in seen)

    corner = frozenset(
        h for h in view.grid if Grid.column_and_row(h)[0] <= COLUMNS and Grid.column_and_row(h)[1] <= ROWS
    )

    assert inside >= sum(1 for c in view.counters if c.hex in corner)


@pytest.mark.parametrize(("columns", "rows"), [(9, 7), (COLUMNS + 1, ROWS + 1)])
def test_a_map_hardly_larger_than_a_phone_is_shown_whole(columns, rows):
    view = replace(quiet(field()), grid=Grid(columns=columns, rows=rows), counters=())

    assert crops.action(view) == frozenset(view.grid) == crops.whole(view)


def test_a_wide_low_map_is_cropped_across_only():
    view = replace(quiet(field()), grid=Grid(columns=30, rows=6), shots=(shot("2903", "3003"),))

    crop = crops.action(view)

    assert size(crop) == (COLUMNS, 6)
    assert "3003" in crop


def test_the_last_fights_have_their_surroundings_and_no_more():
    view = replace(quiet(rich()), shots=(shot("0706", "0806"),))

    crop = crops.last_fights(view)

    assert size(crop) == LEAST
    assert {*view.grid.neighbours("0706").values(), *view.grid.neighbours("0806").values()} <= crop


def test_without_a_fight_the_last_fights_are_the_action():
    view = quiet(rich())

    assert crops.last_fights(view) == crops.action(view)


def test_a_unit_stands_in_the_middle_of_its_surroundings():
    view = quiet(rich())
    unit = next(c for c in view.counters if c.hex == "0605")

    crop = crops.unit(view, unit.id)

    assert view.grid.within("0605", 3) <= crop
    assert size(crop) == (COLUMNS, ROWS)


def test_a_unit_off_the_map_has_no_surroundings():
    view = quiet(rich())
    away = next((c for c in view.counters if c.hex is None), None)

    assert crops.unit(view, away.id if away else "nobody") == crops.action(view)


def test_a_corps_is_shown_whole_even_when_it_is_spread_over_the_map():
    view = quiet(rich())
    counter = view.counters[0]
    spread = tuple(
        replace(c, hex=h, side="blue", corps="X")
        for c, h in zip(view.counters[:2], ("0101", "1612"), strict=True)
    )
    view = replace(view, counters=spread)

    assert crops.corps(view, counter.side, "X") == frozenset(view.grid)


def test_a_corps_has_a_margin():
    view = quiet(rich())
    view = replace(view, counters=(replace(view.counters[0], side="blue", corps="X", hex="0505"),))

    crop = crops.corps(view, "blue", "X")

    assert size(crop) == LEAST
    assert set(view.grid.neighbours("0505").values()) <= crop


def test_an_army_is_shown_with_where_it_is_ordered_to_go():
    view = quiet(rich())
    own = replace(view.counters[0], side="blue", hex="0302")
    foe = replace(view.counters[1], side="orange", hex="1512")
    plan = PlanView(unit=own.id, side="blue", order="march", path=("0302", "0403", "0503"))
    view = replace(view, counters=(own, foe), plans=(plan,))

    crop = crops.army(view, "blue")

    assert {"0302", "0403", "0503"} <= crop
    assert "1512" not in crop
    assert size(crop) == (COLUMNS, ROWS)

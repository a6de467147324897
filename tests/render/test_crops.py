"""Crops: what a picture shows of a map, all units while they can be read, else what matters most."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.display import Clash
from engine.hexes import Grid, Hex
from engine.view import PlanView, Shot, Trail, View
from render import crops
from render.crops import CLOSE, LEAST
from tests.render.sample_views import field, marching, rich

COLUMNS, ROWS = CLOSE["point"]


def quiet(view: View) -> View:
    """The view with nothing having happened on it."""
    return replace(view, trails=(), shots=(), halts=(), clashes=())


def size(crop: frozenset[Hex]) -> tuple[int, int]:
    places = [Grid.column_and_row(h) for h in crop]
    return len({c for c, _ in places}), len({r for _, r in places})


def shot(source: Hex, target: Hex) -> Shot:
    return Shot(kind="attack", source=source, target=target)


def at(view: View, **hexes: Hex) -> View:
    """The view with these counters alone: the first letter of each name is that of its side."""
    sides = {"b": "blue", "o": "orange"}
    one = rich().counters[0]
    counters = tuple(replace(one, id=name, side=sides[name[0]], hex=h) for name, h in hexes.items())
    return replace(view, counters=counters, player="blue")


def test_all_units_are_seen_while_they_can_be_read():
    view = at(quiet(rich()), b1="0302", b2="1409", o1="0703")

    crop = crops.action(view)

    assert {"0302", "1409", "0703"} <= crop
    assert size(crop) == (12, 8)


def test_of_armies_far_apart_the_side_to_play_is_seen_whole_before_anything_has_happened():
    wide = replace(quiet(field()), grid=Grid(columns=40, rows=30))
    view = at(wide, b1="0229", b2="2130", o1="0301", o2="3502")

    crop = crops.action(view)

    assert {"0229", "2130"} <= crop
    assert "3502" not in crop


def test_what_happened_is_seen_with_all_units_of_the_side_to_play_while_that_can_be_read():
    wide = replace(quiet(field()), grid=Grid(columns=40, rows=30))
    view = replace(at(wide, b1="0229", b2="1030", o1="3502"), shots=(shot("0826", "0827"),))

    crop = crops.action(view)

    assert {"0229", "1030", "0826", "0827"} <= crop
    assert "3502" not in crop


def test_where_that_cannot_be_read_only_what_happened_is_seen():
    wide = replace(quiet(field()), grid=Grid(columns=40, rows=30))
    view = replace(at(wide, b1="0129", b2="4030"), shots=(shot("1011", "1012"),))

    crop = crops.action(view)

    assert {"1011", "1012"} <= crop
    assert size(crop) == (COLUMNS, ROWS)


def test_where_both_sides_may_set_up_is_seen_while_that_can_be_read():
    zones = {"blue": frozenset({"0101", "1301"}), "orange": frozenset({"0109", "1309"})}
    view = replace(quiet(field()), grid=Grid(columns=13, rows=9), counters=(), setup=zones)

    assert crops.action(view) == frozenset(view.grid)


def test_a_fight_counts_for_more_than_moves_elsewhere():
    far = tuple(Trail(unit=f"u{n}", side="blue", path=("0202", "0203"), manner="step") for n in range(2))
    view = replace(quiet(rich()), trails=far, shots=(shot("1510", "1511"),))

    assert {"1510", "1511"} <= crops.action(view)


@pytest.mark.parametrize(("columns", "rows"), [(9, 7), (COLUMNS + 1, ROWS + 1)])
def test_a_map_hardly_larger_than_a_phone_is_shown_whole(columns, rows):
    view = replace(quiet(field()), grid=Grid(columns=columns, rows=rows), counters=())

    assert crops.action(view) == frozenset(view.grid) == crops.whole(view)


def test_a_wide_low_map_is_cropped_across_only():
    view = replace(quiet(field()), grid=Grid(columns=30, rows=6), shots=(shot("2903", "3003"),))

    crop = crops.action(view)

    assert size(crop) == LEAST
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

    assert view.grid.within("0605", 2) <= crop
    assert size(crop) == LEAST


def test_a_unit_is_seen_with_its_reach_while_that_can_be_read():
    view = marching()

    assert {*view.reach} <= crops.unit(view, view.selected)


def test_of_a_reach_too_wide_to_be_read_what_is_near_the_enemy_is_seen():
    wide = at(replace(quiet(field()), grid=Grid(columns=40, rows=30)), b1="2015", o1="2715")
    route = next(iter(marching().reach.values()))
    view = replace(wide, selected="b1", reach=dict.fromkeys(wide.grid.within("2015", 9), route))

    crop = crops.unit(view, "b1")

    assert {"2015", "2515"} <= crop
    assert "1415" not in crop
    assert size(crop) == (COLUMNS, ROWS)


def test_a_battery_is_seen_with_all_of_its_targets():
    wide = at(replace(quiet(field()), grid=Grid(columns=40, rows=30)), b1="2015", o1="2019", o2="2619")
    view = replace(wide, selected="b1", chances={"2019": "33%", "2619": "7%"})

    assert {"2015", "2019", "2619"} <= crops.unit(view, "b1")


def test_who_may_fight_next_is_seen_beside_what_has_happened():
    wide = at(replace(quiet(field()), grid=Grid(columns=40, rows=30)), b1="0929", o1="0829", b2="4001")
    steps = tuple(
        Trail(unit=f"u{n}", side="blue", path=(f"{n}29", f"{n}28"), manner="step") for n in range(10, 20)
    )
    clash = Clash(attacker="b1", defender="o1", odds="1:1")
    calm, engaged = replace(wide, trails=steps), replace(wide, trails=steps, clashes=(clash,))

    assert "0829" not in crops.action(calm)
    assert "0829" in crops.action(engaged)


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
    foe = replace(view.counters[1], side="orange", hex="1509")
    plan = PlanView(unit=own.id, side="blue", order="march", path=("0302", "0403", "0503"))
    view = replace(view, counters=(own, foe), plans=(plan,))

    crop = crops.army(view, "blue")

    assert {"0302", "0403", "0503", "1509"} <= crop


def test_an_army_is_shown_without_an_enemy_far_away():
    wide = at(replace(quiet(field()), grid=Grid(columns=40, rows=30)), b1="0229", b2="1130", o1="3502")

    crop = crops.army(wide, "blue")

    assert {"0229", "1130"} <= crop
    assert "3502" not in crop

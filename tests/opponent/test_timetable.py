"""No two units of a side are ordered into each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from opponent.rules_of_thumb.timetable import Timetable
from tests.opponent.battles import placed, start, written


def test_a_hex_that_a_friend_enters_is_taken() -> None:
    _, scenario, state = start("nonaka")
    one, two, *_ = sorted(u.id for u in state.units_on_map("red"))
    state = placed(state, {one: "0407", two: "0607"})
    orders = {one: {"order": "march", "path": "0507"}}

    timetable = Timetable(scenario.grid, state, "red", orders)

    assert not timetable.is_free(state.units[two], ("0507",))
    assert timetable.is_free(state.units[two], ("0606",))


def test_two_friends_do_not_change_places() -> None:
    _, scenario, state = start("nonaka")
    one, two, *_ = sorted(u.id for u in state.units_on_map("red"))
    state = placed(state, {one: "0407", two: "0507"})
    orders = {one: {"order": "march", "path": "0507"}}

    assert not Timetable(scenario.grid, state, "red", orders).is_free(state.units[two], ("0407",))


def test_a_column_far_from_the_enemy_may_follow_its_head() -> None:
    _, scenario, state = start("nonaka")
    one, two, *_ = sorted(u.id for u in state.units_on_map("red"))
    state = placed(state, {one: "0407", two: "0408"})
    orders = {one: {"order": "march", "path": "0406"}}

    assert Timetable(scenario.grid, state, "red", orders).is_free(state.units[two], ("0407",))


def test_a_unit_that_an_enemy_may_hold_up_keeps_its_hex() -> None:
    _, scenario, state = start("nonaka")
    one, two, *_ = sorted(u.id for u in state.units_on_map("red"))
    enemy = min(u.id for u in state.units_on_map("blue"))
    state = placed(state, {one: "0407", two: "0408", enemy: "0405"})
    orders = {one: {"order": "march", "path": "0406"}}

    assert not Timetable(scenario.grid, state, "red", orders).is_free(state.units[two], ("0407",))


@pytest.mark.parametrize("battle", ["nonaka", "kurokawa", "anegawa"])
@pytest.mark.parametrize("level", ["easy"])
def test_orders_of_the_first_turn_lead_to_different_hexes(battle: str, level: str) -> None:
    system, scenario, state = start(battle)
    side = scenario.side_ids[0]

    orders = written(system, scenario, state, side, level)

    ends = {id_: u.place for id_, u in state.units.items() if u.side == side and u.hex}
    ends.update({id_: words["path"].split()[-1] for id_, words in orders.items() if "path" in words})
    assert orders
    assert len(set(ends.values())) == len(ends)


def test_orders_are_repeatable() -> None:
    system, scenario, state = start("nonaka")

    first = written(system, scenario, state, "red", "easy")

    assert written(system, scenario, replace(state), "red", "easy") == first

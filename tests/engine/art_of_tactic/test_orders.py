"""Which orders may be written for whom, and what they must say (AT-ORD, AT-MOV, AT-TER), by rule id.

OV-01 to OV-15 are the order vectors of the rules file (6.5).
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import Refused
from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import Mark, State, Unit
from engine.systems.art_of_tactic.movement import paths
from engine.systems.art_of_tactic.orders.allowed_orders import cards as cards_of
from engine.systems.art_of_tactic.orders.allowed_orders import default_order
from engine.systems.art_of_tactic.orders.commander_access import has_commander_access
from engine.systems.art_of_tactic.orders.planning import check_order, next_path_hexes, targets
from tests.engine.art_of_tactic.positions import plain, position, unit

ORDERLESS: dict[str, dict[str, str]] = {}
LED = {"order": "run", "path": "0504"}
ENGAGED = (Mark(name="engaged", on="R1", to="B1"), Mark(name="engaged", on="B1", to="R1"))


def state_with(*units: Unit, marks: tuple[Mark, ...] = ()) -> State:
    """The units in planning, no order open."""
    return position(units, ORDERLESS, marks, "planning")


def alone(card: str = "ashigaru_yari", **values: int) -> State:
    """A red unit on 0505 that looks east, with an enemy out of the way."""
    return state_with(unit("R1", "red", "0505", card=card, **values), unit("B1", "blue", "0905"))


def refusal(scn: Scenario, state: State, **said: str) -> tuple[str, str]:
    """The rule and the reason why R1 may not be given an order; two empty strings when it may."""
    try:
        check_order(scn, state, "R1", said)
    except Refused as refused:
        return refused.rule, refused.reason
    return "", ""


def walks(scn: Scenario, state: State, order: str, *path: Hex) -> str:
    """The rule that bars a path, "" for none."""
    try:
        paths.check_path(scn, state.units["R1"], order, path)
    except Refused as refused:
        return refused.rule
    return ""


# --- commanders --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["run", "ambush", "fire_ranged_weapons"])
def test_OV_01_without_a_commander_only_four_orders_AT_ORD_10(order: str) -> None:
    scn = plain(12, 9, {}, {"0505": "light_woods"})
    state = alone("ashigaru_archers", commander=0, figures=5)

    cards = {card.order: card.refusal for card in cards_of(scn, state, "R1")}

    assert refusal(scn, state, order=order)[0] == "AT-ORD-10"
    assert {name for name, bar in cards.items() if bar is None} == {
        *("march", "rest", "defend", "all_around_defense")
    }


def test_OV_02_a_commander_in_any_adjacent_hex_is_enough_AT_ORD_11() -> None:
    scn = plain(12, 9, {"0605": 3})
    follower = unit("R1", "red", "0505", commander=0, figures=5)

    state = state_with(follower, unit("R2", "red", "0605"))

    assert has_commander_access(scn, state, follower)
    assert refusal(scn, state, **LED) == ("", "")


@pytest.mark.parametrize(("side", "place"), [("blue", "0605"), ("red", "0705")])
def test_neither_an_enemy_nor_a_friend_two_hexes_off_commands_AT_ORD_11(side: str, place: Hex) -> None:
    follower = unit("R1", "red", "0505", commander=0, figures=5)

    state = state_with(follower, unit("X2", side, place))

    assert refusal(plain(12, 9), state, **LED) == ("AT-ORD-10", "no_commander")


def test_a_unit_with_a_commander_may_be_given_its_whole_card_AT_ORD_12() -> None:
    assert refusal(plain(12, 9), alone(), **LED) == ("", "")


def test_the_general_staff_counts_as_a_commander_while_it_has_a_figure_AT_ORD_13() -> None:
    follower = unit("R1", "red", "0505", commander=0, figures=5)
    staff = unit("R2", "red", "0605", card="general_staff", commander=0, figures=1)
    gone = replace(staff, place="@eliminated", values={**staff.values, "figures": 0})

    assert has_commander_access(plain(12, 9), state_with(follower, staff), follower)
    assert not has_commander_access(plain(12, 9), state_with(follower, gone), follower)


def test_retreat_needs_no_commander_AT_ORD_19() -> None:
    state = state_with(
        unit("R1", "red", "0505", commander=0, figures=5), unit("B1", "blue", "0605"), marks=ENGAGED
    )

    assert refusal(plain(12, 9), state, order="retreat", path="0405") == ("", "")


# --- cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "order", "rule"),
    [
        ("mounted_samurai", "defend", "AT-ORD-21"),  # OV-03
        ("mounted_samurai", "all_around_defense", "AT-ORD-20"),
        ("samurai_naginata", "fire_ranged_weapons", "AT-ORD-30"),
        ("samurai_naginata", "fire_and_retreat", "AT-ORD-24"),
        ("ashigaru_archers", "move_and_fire", "AT-ORD-44"),
        ("monks", "reconnaissance", "AT-ORD-51"),
        ("monks", "receive_supplies", "AT-ORD-53"),
        ("monks", "flee", "AT-ORD-02"),
        ("monks", "pursue", "AT-ORD-02"),
        ("monks", "dance", "AT-ORD-02"),
    ],
)
def test_OV_03_only_orders_of_the_card_are_legal_AT_ORD_02(card: str, order: str, rule: str) -> None:
    assert refusal(plain(12, 9), alone(card), order=order, facing="E")[0] == rule


def test_OV_11_an_engaged_unit_may_only_retreat_AT_ORD_06() -> None:
    state = state_with(unit("R1", "red", "0505"), unit("B1", "blue", "0605"), marks=ENGAGED)

    assert refusal(plain(12, 9), state, order="march", path="0504")[0] == "AT-ORD-06"
    assert refusal(plain(12, 9), state, order="rest")[0] == "AT-ORD-06"
    assert refusal(plain(12, 9), state, order="retreat", path="0405 0305") == ("", "")


def test_only_an_engaged_unit_retreats_AT_ORD_60() -> None:
    assert refusal(plain(12, 9), alone(), order="retreat", path="0504")[0] == "AT-ORD-60"


def test_OV_09_from_four_markers_on_neither_assault_nor_run_AT_FAT_03() -> None:
    scn, state = plain(12, 9, level="expert"), alone(fatigue=4)

    assert refusal(scn, state, order="assault", path="0605 0705", target="B1")[0] == "AT-FAT-03"
    assert refusal(scn, state, order="run", path="0605")[0] == "AT-FAT-03"
    assert refusal(scn, state, order="march", path="0605") == ("", "")


def test_OV_10_from_six_markers_on_only_rest_AT_FAT_04() -> None:
    scn, state = plain(12, 9, level="expert"), alone(fatigue=6)

    assert refusal(scn, state, order="march", path="0605")[0] == "AT-FAT-04"
    assert refusal(scn, state, order="rest") == ("", "")


@pytest.mark.parametrize(("morale", "rule", "order"), [(2, "AT-MOR-03", "flee"), (3, "AT-MOR-04", "panic")])
def test_the_shaken_and_the_panicked_act_by_themselves(morale: int, rule: str, order: str) -> None:
    scn, state = plain(12, 9, level="intermediate"), alone(morale=morale)

    assert refusal(scn, state, order="rest")[0] == rule
    assert default_order(scn, state, "R1") == order


def test_who_has_a_duty_to_pursue_is_not_ordered_otherwise_AT_MOR_50() -> None:
    pursuing = (Mark(name="pursues", on="R1", to="B1"),)
    state = state_with(unit("R1", "red", "0505"), unit("B1", "blue", "0905"), marks=pursuing)

    scn, basic = plain(12, 9, level="intermediate"), plain(12, 9)

    assert refusal(scn, state, order="rest")[0] == "AT-MOR-50"
    assert default_order(scn, state, "R1") == "pursue"
    assert default_order(basic, state, "R1") == "rest"


def test_OV_14_by_default_a_unit_rests_AT_ORD_04() -> None:
    assert default_order(plain(12, 9), alone(), "R1") == "rest"


def test_OV_15_by_default_an_engaged_unit_fights_on_AT_ORD_05() -> None:
    state = state_with(unit("R1", "red", "0505"), unit("B1", "blue", "0605"), marks=ENGAGED)

    assert default_order(plain(12, 9), state, "R1") == "fight_on"


# --- paths -------------------------------------------------------------------------------------------------


def test_OV_04_an_infantry_assault_reaches_light_woods_only_from_beside_AT_TER_02() -> None:
    scn = plain(12, 9, {}, {"0705": "light_woods"})

    assert walks(scn, alone(), "assault", "0605", "0705") == "AT-TER-02"


def test_OV_05_from_beside_it_does_AT_TER_02() -> None:
    assert walks(plain(12, 9, {}, {"0605": "light_woods"}), alone(), "assault", "0605") == ""


def test_OV_06_a_cavalry_assault_may_enter_them_second_AT_TER_02() -> None:
    scn = plain(12, 9, {}, {"0705": "light_woods"})

    assert walks(scn, alone("mounted_samurai"), "assault", "0605", "0705") == ""


def test_OV_07_but_not_third_AT_TER_02() -> None:
    scn = plain(12, 9, {}, {"0805": "light_woods"})

    assert walks(scn, alone("mounted_samurai"), "assault", "0605", "0705", "0805") == "AT-TER-02"


def test_nor_go_on_from_there_AT_TER_02() -> None:
    scn = plain(12, 9, {}, {"0605": "light_woods"})

    assert walks(scn, alone("mounted_samurai"), "assault", "0605", "0705") == ""
    assert walks(scn, alone("mounted_samurai"), "assault", "0605", "0705", "0805") == "AT-TER-02"


def test_OV_08_no_path_is_longer_than_the_movement_value_AT_MOV_03() -> None:
    assert walks(plain(12, 9), alone(), "march", "0605", "0705") == "AT-MOV-03"


@pytest.mark.parametrize(
    ("card", "order", "most"),
    [
        ("monks", "march", 1),
        ("monks", "run", 2),
        ("monks", "assault", 2),
        ("monks", "retreat", 2),
        ("ashigaru_archers", "fire_and_retreat", 1),
        ("mounted_samurai", "march", 2),
        ("mounted_samurai", "run", 4),
        ("mounted_samurai", "assault", 4),
        ("mounted_samurai", "retreat", 4),
        ("mounted_samurai_archers", "move_and_fire", 4),
        ("mounted_samurai_archers", "fire_and_retreat", 2),
    ],
)
def test_movement_values_AT_MOV_03(card: str, order: str, most: int) -> None:
    assert paths.movement_value(plain(12, 9), unit("R1", "red", "0505", card=card), order) == most


def test_the_tired_pursue_at_a_march_AT_MOR_51() -> None:
    rider = unit("R1", "red", "0505", card="mounted_samurai", fatigue=4)

    assert paths.movement_value(plain(12, 9, level="expert"), rider, "pursue") == 2
    assert paths.movement_value(plain(12, 9, level="advanced"), rider, "pursue") == 4


def test_OV_12_terrain_counts_on_entering_only_AT_TER_01() -> None:
    scn = plain(12, 9, {}, {"0505": "light_woods"})

    assert walks(scn, alone(), "run", "0605", "0705") == ""
    assert walks(scn, alone(), "run", "0605", "0505") == "AT-TER-03"


def test_OV_13_infantry_may_not_run_across_a_gentle_slope_AT_TER_11() -> None:
    scn = plain(12, 9, {"0605": 1, "0705": 1})

    assert walks(scn, alone(), "run", "0605") == "AT-TER-11"
    assert walks(scn, alone(), "march", "0605") == ""
    assert walks(scn, alone(), "assault", "0605") == ""
    assert walks(scn, alone(), "assault", "0605", "0705") == "AT-TER-11"
    assert walks(scn, alone("mounted_samurai"), "run", "0605", "0705") == ""


def test_abrupt_slopes_AT_TER_12() -> None:
    scn = plain(12, 9, {"0605": 2})

    assert walks(scn, alone(), "march", "0605") == ""
    assert walks(scn, alone(), "retreat", "0605") == ""
    assert walks(scn, alone(), "run", "0605") == "AT-TER-12"
    assert walks(scn, alone(), "assault", "0605") == "AT-TER-12"
    assert walks(scn, alone("mounted_samurai"), "march", "0605") == "AT-TER-12"


@pytest.mark.parametrize("level", [3, 5])
def test_steep_slopes_are_for_ninja_alone_AT_TER_13(level: int) -> None:
    scn = plain(12, 9, {"0605": level})

    assert walks(scn, alone(), "march", "0605") == "AT-TER-13"
    assert walks(scn, alone("ninja"), "run", "0605") == ""


@pytest.mark.parametrize("order", ["march", "retreat", "pursue", "flee", "move_and_fire"])
def test_cavalry_never_enters_heavy_woods_AT_TER_05(order: str) -> None:
    scn = plain(12, 9, {}, {"0605": "heavy_woods"})

    assert walks(scn, alone("mounted_samurai_archers"), order, "0605") == "AT-TER-05"


@pytest.mark.parametrize("order", ["retreat", "flee", "panic", "pursue"])
def test_forced_moves_know_no_limits_of_run_and_assault_AT_TER_05(order: str) -> None:
    scn = plain(12, 9, {}, {"0605": "river", "0705": "heavy_woods"})

    assert walks(scn, alone(), order, "0605", "0705") == ""


def test_a_pull_back_obeys_prohibitions_by_class_alone_AT_TER_05() -> None:
    scn = plain(12, 9, {}, {"0605": "river"})

    assert walks(scn, alone("ashigaru_archers"), "fire_and_retreat", "0605") == ""


def test_ninja_are_forbidden_nothing_but_limited_like_others_AT_TER_06() -> None:
    scn = plain(12, 9, {}, {"0605": "light_woods", "0705": "river", "0504": "river"})

    assert walks(scn, alone("ninja"), "run", "0605", "0705") == ""
    assert walks(scn, alone("ninja"), "assault", "0605", "0705") == "AT-TER-02"
    assert walks(scn, alone("ninja"), "assault", "0504") == ""


def test_a_march_ends_in_a_river_AT_TER_02() -> None:
    scn = plain(12, 9, {}, {"0605": "river"})
    rider = alone("mounted_samurai")

    assert walks(scn, rider, "march", "0605") == ""
    assert walks(scn, rider, "march", "0504", "0605") == ""
    assert walks(scn, rider, "march", "0605", "0705") == "AT-TER-02"


def test_a_path_is_a_chain_from_the_unit_on_AT_MOV_07() -> None:
    scn, rider = plain(12, 9), alone("mounted_samurai")

    assert walks(scn, rider, "run", "0705") == "AT-MOV-07"
    assert walks(scn, rider, "run", "0605", "0805") == "AT-MOV-07"
    assert walks(scn, rider, "run", "0505") == "AT-MOV-07"
    assert walks(scn, rider, "run", "0605", "0505", "0605", "0505") == "", "it may revisit hexes"


def test_a_path_may_lead_through_those_who_stand_there_now_AT_MOV_07() -> None:
    state = state_with(unit("R1", "red", "0505"), unit("R2", "red", "0605"), unit("B1", "blue", "0705"))

    assert refusal(plain(12, 9), state, order="run", path="0605 0705") == ("", "")


def test_no_path_leaves_the_board_AT_MOV_15() -> None:
    state = state_with(unit("R1", "red", "0101"), unit("B1", "blue", "0905"))

    assert refusal(plain(12, 9), state, order="march", path="0001") == ("", "no_such_hex")


def test_the_next_hexes_of_a_path_each_with_what_bars_it_AT_TER_04() -> None:
    scn = plain(12, 9, {"0605": 3}, {"0504": "river"})

    offered = next_path_hexes(scn, alone(), "R1", {"order": "run"})

    assert {h: o.refusal.rule for h, o in offered.items() if o.refusal} == {
        "0504": "AT-TER-03",
        "0605": "AT-TER-13",
    }
    assert list(offered) == list(scn.grid.neighbours("0505").values())


def test_at_its_full_length_a_path_has_no_next_hex_AT_MOV_03() -> None:
    offered = next_path_hexes(plain(12, 9), alone(), "R1", {"order": "march", "path": "0605"})

    assert {o.refusal.rule for o in offered.values() if o.refusal} == {"AT-MOV-03"}
    assert len(offered) == 6


@pytest.mark.parametrize("card", ["ashigaru_yari", "mounted_samurai", "ninja"])
@pytest.mark.parametrize("order", ["march", "run", "assault", "retreat"])
def test_where_an_order_leads_is_where_its_paths_end(card: str, order: str) -> None:
    ground = {"0605": "light_woods", "0405": "river", "0504": "heavy_woods", "0706": "village"}
    scn = plain(8, 8, {"0506": 1, "0406": 2, "0507": 1}, ground)
    mover = unit("R1", "red", "0505", card=card)

    ways = list(paths.legal_paths(scn, mover, order))
    reached = paths.shortest_paths(scn, mover, order)

    assert {way[-1] for way in ways} - {"0505"} == set(reached)
    assert all(path in ways for path in reached.values())
    assert all(len(path) == min(len(w) for w in ways if w[-1] == h) for h, path in reached.items())


# --- what an order must say --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "said"),
    [
        ("monks", {"order": "march"}),
        ("monks", {"order": "march", "path": ""}),
        ("monks", {"order": "assault", "path": "0605 0705"}),
        ("monks", {"order": "assault", "target": "B1"}),
        ("monks", {"order": "defend"}),
        ("ashigaru_archers", {"order": "defend", "facing": "E"}),
        ("ashigaru_archers", {"order": "fire_and_retreat", "facing": "E", "max_range": "2"}),
        ("ashigaru_archers", {"order": "fire_ranged_weapons"}),
        ("monks", {"order": "rest", "path": "0605"}),
        ("monks", {"order": "defend", "facing": "E", "max_range": "1"}),
        ("monks", {"order": "defend", "facing": "N"}),
        ("monks", {"order": "march", "path": "0605", "target": "B1"}),
    ],
)
def test_an_order_says_what_it_needs_and_nothing_else_AT_ORD_07(card: str, said: dict[str, str]) -> None:
    near = state_with(unit("R1", "red", "0505", card=card), unit("B1", "blue", "0805"))

    assert refusal(plain(12, 9), near, **said)[0] == "AT-ORD-07"


@pytest.mark.parametrize(("reach", "rule"), [("0", "AT-DZ-10"), ("1", ""), ("4", ""), ("5", "AT-DZ-10")])
def test_a_kill_zone_reaches_no_farther_than_the_weapon_AT_DZ_10(reach: str, rule: str) -> None:
    said = {"order": "defend", "facing": "E", "max_range": reach}

    assert refusal(plain(12, 9), alone("ashigaru_archers"), **said)[0] == rule


def test_who_is_to_be_shot_first_must_be_an_enemy_AT_DZ_14() -> None:
    said = {"order": "defend", "facing": "E", "max_range": "3"}
    state = alone("ashigaru_archers")

    assert refusal(plain(12, 9), state, **said, prefer="B1") == ("", "")
    assert refusal(plain(12, 9), state, **said, prefer="B1 R1") == ("AT-ORD-07", "not_an_enemy")
    assert refusal(plain(12, 9), state, **said, prefer="B9") == ("", "no_such_unit")


def test_fire_wants_ammunition_range_and_sight_AT_RNG_01() -> None:
    archers = unit("R1", "red", "0505", card="ashigaru_archers")
    near, far, behind = (unit(f"B{n}", "blue", h) for n, h in enumerate(("0805", "1005", "0508"), 1))
    scn = plain(12, 9, {}, {"0506": "village", "0406": "village", "0507": "village", "0407": "village"})
    state = state_with(archers, near, far, behind)
    empty = state_with(replace(archers, values={**archers.values, "ammo": 0}), near)

    def fire(position: State, target: str) -> str:
        return refusal(scn, position, order="fire_ranged_weapons", target=target)[0]

    assert fire(state, "B1") == ""
    assert fire(state, "B2") == "AT-RNG-05"
    assert fire(state, "B3") == "AT-RNG-06"
    assert fire(empty, "B1") == "AT-RNG-01"
    assert targets(scn, state, "R1", {"order": "fire_ranged_weapons"}) == ("B1",)


def test_no_one_in_melee_is_chosen_as_a_target_AT_RNG_11() -> None:
    fight = (Mark(name="engaged", on="B1", to="R2"), Mark(name="engaged", on="R2", to="B1"))
    archers = unit("R1", "red", "0505", card="mounted_samurai_archers")
    free = unit("B2", "blue", "0507")
    state = state_with(archers, unit("B1", "blue", "0705"), unit("R2", "red", "0805"), free, marks=fight)

    for order, words in (("fire_ranged_weapons", {}), ("move_and_fire", {"path": "0506"})):
        assert refusal(plain(12, 9), state, order=order, target="B1", **words)[0] == "AT-RNG-11"


def test_a_hidden_unit_is_no_target_AT_RNG_12() -> None:
    hidden = (Mark(name="hidden", on="B1"),)
    state = state_with(
        unit("R1", "red", "0505", card="ashigaru_archers"),
        unit("B1", "blue", "0705"),
        unit("B2", "blue", "0805"),
        marks=hidden,
    )

    assert refusal(plain(12, 9), state, order="fire_ranged_weapons", target="B1")[0] == "AT-RNG-12"


def test_an_assault_sees_its_target_when_it_is_ordered_AT_ORD_42() -> None:
    scn = plain(12, 9, {}, {"0605": "village"})
    state = state_with(unit("R1", "red", "0505"), unit("B1", "blue", "0705"), unit("B2", "blue", "0503"))

    assert refusal(scn, state, order="assault", target="B1", path="0504 0604")[0] == "AT-ORD-42"


def test_an_assault_ends_at_its_target_or_beside_it_AT_ORD_43() -> None:
    scn = plain(12, 9)
    state = state_with(unit("R1", "red", "0505"), unit("B1", "blue", "0705"))

    said = {"order": "assault", "target": "B1"}
    assert refusal(scn, state, **said, path="0605") == ("", "")
    assert refusal(scn, state, **said, path="0605 0705") == ("", "")
    assert refusal(scn, state, **said, path="0405")[0] == "AT-ORD-43"
    assert targets(scn, state, "R1", {"order": "assault", "path": "0405"}) == ()


def test_a_neighbour_is_assaulted_by_the_path_into_its_hex_AT_ORD_43() -> None:
    state = state_with(unit("R1", "red", "0505"), unit("B1", "blue", "0605"))

    assert refusal(plain(12, 9), state, order="assault", target="B1", path="0605") == ("", "")


@pytest.mark.parametrize(
    ("card", "ground", "rule"),
    [
        ("monks", "plains", "AT-TER-07"),
        ("monks", "light_woods", ""),
        ("mounted_samurai", "light_woods", ""),
        ("monks", "heavy_woods", ""),
        ("mounted_samurai", "village", "AT-TER-07"),
        ("monks", "rice_fields", "AT-TER-07"),
        ("monks", "ravine", ""),
    ],
)
def test_an_ambush_wants_cover_AT_TER_07(card: str, ground: str, rule: str) -> None:
    scn = plain(12, 9, {}, {"0505": ground})

    assert refusal(scn, alone(card), order="ambush", facing="SE")[0] == rule


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (unit("R2", "red", "0605", figures=3), ""),
        (unit("R2", "red", "0705", figures=3), "not_next_to_it"),
        (unit("R2", "red", "0605", card="monks", figures=3), "another_type"),
        (unit("R2", "red", "0605"), "not_depleted"),
        (unit("R2", "blue", "0605", figures=3), "not_a_friend"),
    ],
)
def test_two_depleted_neighbours_of_one_type_join_up_AT_ORD_52(other: Unit, reason: str) -> None:
    mate = unit("R3", "red", "0504", figures=2)
    state = state_with(unit("R1", "red", "0505", figures=3), other, mate)

    assert refusal(plain(12, 9), state, order="join_up", **{"with": "R2"})[1] == reason
    assert ("R2" in targets(plain(12, 9), state, "R1", {"order": "join_up"})) == (reason == "")


def test_an_order_without_any_possible_target_is_not_on_offer() -> None:
    cards = {card.order: card.refusal for card in cards_of(plain(24, 9), alone("ashigaru_archers"), "R1")}

    assert {name: bar.rule for name, bar in cards.items() if bar is not None} == {
        "assault": "AT-ORD-42",
        "join_up": "AT-ORD-52",
        "ambush": "AT-TER-07",
        "retreat": "AT-ORD-60",
    }

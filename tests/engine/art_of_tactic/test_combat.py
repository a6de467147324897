"""Values and ranged combat of Art of Tactic: the vectors of the rules file, and the rules one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Mark, State
from engine.systems.art_of_tactic.combat.casualties import Casualties, count_casualties, count_hits, take_off
from engine.systems.art_of_tactic.combat.melee import fight_melees
from engine.systems.art_of_tactic.combat.modified_values import (
    ModifiedValue,
    Modifier,
    attack_value,
    defense,
    firepower,
    fortitude,
)
from engine.systems.art_of_tactic.combat.ranged_combat import fire_ranged_weapons, move_and_fire
from engine.systems.art_of_tactic.marks import GENERAL_STAFF_LOST, HAS_KILL_ZONE
from engine.systems.art_of_tactic.zones.kill_zone import fire_into_kill_zones, mark_kill_zones
from tests.engine.art_of_tactic.fights import contact, fight, ledger_on, private
from tests.engine.art_of_tactic.positions import plain, position, remarks, unit

VECTORS = yaml.safe_load(
    (Path(__file__).parents[2] / "data" / "art_of_tactic_vectors.yaml").read_text("utf-8")
)
BASIC, MIDDLE = plain(), plain(level="intermediate")
HIGH, TOP = plain(level="advanced"), plain(level="expert")
HERE, EAST, WEST, FAR = "1212", "1312", "1112", "2012"


def _hits_and_casualties(faces: Sequence[int], value: int, shield: int, figures: int = 6) -> tuple[int, int]:
    hits = count_hits(faces, value)
    return hits, count_casualties(BASIC, hits, shield, figures)


# --- the vectors of the rules file --------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["combat_vectors"], ids=lambda v: v["id"])
def test_combat_vectors(vector: Mapping[str, Any]) -> None:
    expected, adds = vector["expect"], vector["modifiers"]
    value = ModifiedValue(
        base=vector["attack_base"], modifiers=tuple(Modifier(rule="", reason="", adds=a) for a in adds)
    )
    hits, lost = _hits_and_casualties(vector["dice"], value.total, vector["defense"])

    assert value.total == expected["attack"]
    assert vector["figures"] * vector["dice_per_figure"] == len(vector["dice"]) == expected["dice_count"]
    assert (hits, lost) == (expected["hits"], expected["casualties"])


def test_the_fight_of_the_first_vector_in_a_game_CV_01() -> None:
    horse = unit("A", "red", HERE, card="mounted_samurai", figures=2, commander=0)
    state = position(
        [horse, unit("B", "blue", EAST)],
        {"A": {"order": "assault"}, "B": {"order": "rest"}},
        fight("A", "B"),
        phase="melee",
    )
    ledger = ledger_on(state, {"A/melee": [1, 3, 4, 9, 13, 13], "B/test_casualties": [1]})

    fight_melees(MIDDLE, ledger)

    note = remarks(ledger, "melee")[0]
    assert (note["value"], note["n"], note["hits"], note["casualties"]) == (10, 6, 4, 3)
    assert note["modifiers"] == ("AT-ORD-42|assault|+2",)
    assert ledger.state.units["B"]["figures"] == 3


def test_hesitant_cavalry_in_a_river_CV_03() -> None:
    scn = plain(level="advanced", terrain={HERE: "river"})
    horse = unit("A", "red", HERE, card="mounted_samurai", figures=2, morale=1)
    state = position([horse, unit("B", "blue", EAST)], {})

    value = attack_value(scn, state, horse, state.units["B"], "front")

    assert value.total == 3
    assert value.modifier_facts == ("AT-TER-08|river|-3", "AT-MOR-02|hesitant|-2")


def test_the_defense_of_a_shaken_unit_falls_below_nothing_CV_04() -> None:
    shaken = unit("B", "blue", EAST, morale=2)
    state = position([shaken], {"B": {"order": "flee"}})

    assert defense(MIDDLE, state, shaken).total == -1


def test_archers_near_their_staff_after_a_first_casualty_FV_01() -> None:
    archers = unit("A", "red", HERE, card="ashigaru_archers", figures=5, commander=0)
    state = position(
        [archers, unit("S", "red", "1412", card="general_staff")], {"A": {"order": "fire_and_retreat"}}
    )

    assert fortitude(MIDDLE, state, archers).total == 12


def test_a_test_for_the_flank_with_a_commander_and_one_figure_lost_FV_02() -> None:
    yari = unit("A", "red", HERE, figures=5)

    assert fortitude(MIDDLE, position([yari], {}), yari, "flank").total == 9


def test_a_test_for_the_rear_of_hesitant_men_in_a_village_FV_03() -> None:
    scn = plain(level="advanced", terrain={HERE: "village"})
    yari = unit("A", "red", HERE, commander=0, morale=1)

    assert fortitude(scn, position([yari], {}), yari, "rear").total == 5


# --- values -------------------------------------------------------------------------------------------------


def test_basic_knows_neither_orders_nor_conditions_nor_terrain_AT_ORD_09() -> None:
    scn = plain(terrain={HERE: "river"})
    yari = unit("A", "red", HERE, honor=1)
    state = position([yari, unit("S", "red", EAST, card="general_staff")], {"A": {"order": "assault"}})

    assert attack_value(scn, state, yari, yari, "front") == ModifiedValue(base=4)
    assert defense(scn, state, yari) == ModifiedValue(base=1)


def test_an_attack_counts_for_the_class_of_its_target_AT_MEL_22() -> None:
    yari, horse = unit("A", "red", HERE), unit("B", "blue", EAST, card="mounted_samurai")
    state = position([yari, horse], {})

    assert attack_value(BASIC, state, yari, horse, "front").base == 6
    assert attack_value(BASIC, state, horse, yari, "front").base == 8


@pytest.mark.parametrize(("side", "adds"), [("front", 0), ("flank", 2), ("rear", 4)])
def test_flank_and_rear_attacks_hit_better_at_every_level_AT_MEL_27(side: str, adds: int) -> None:
    yari = unit("A", "red", HERE)

    assert attack_value(BASIC, position([yari], {}), yari, yari, side).total == 4 + adds


def test_nothing_adds_to_the_nought_of_a_panicked_unit_AT_MOR_04() -> None:
    scn = plain(level="expert", terrain={HERE: "heavy_woods"})
    yari = unit("A", "red", HERE, morale=3, honor=1)
    state = position([yari, unit("S", "red", EAST, card="general_staff")], {"A": {"order": "panic"}})

    assert attack_value(scn, state, yari, yari, "rear").total == 0
    assert defense(scn, state, yari).total == 0
    assert fortitude(scn, state, yari).total == 10 + 3 + 4 + 2 - 3


@pytest.mark.parametrize(("order", "morale", "adds"), [("flee", 2, -3), ("panic", 3, -4), ("flee", 1, -2)])
def test_flight_counts_as_the_morale_level_does_and_once_AT_MOR_05(
    order: str, morale: int, adds: int
) -> None:
    yari = unit("A", "red", HERE, morale=morale)
    state = position([yari], {"A": {"order": order}})

    assert attack_value(MIDDLE, state, yari, yari, "front").total == 4 + adds


def test_the_staff_inspires_others_within_two_hexes_and_not_itself_AT_MOR_61() -> None:
    staff = unit("S", "red", HERE, card="general_staff", commander=0)
    near, far = unit("A", "red", "1412"), unit("B", "red", "1512")
    state = position([staff, near, far, unit("C", "blue", EAST)], {})

    assert attack_value(MIDDLE, state, near, near, "front").modifier_facts == ("AT-MOR-61|general_staff|+2",)
    assert attack_value(MIDDLE, state, far, far, "front").modifier_facts == ()
    assert fortitude(MIDDLE, state, staff).modifier_facts == ("AT-MOR-10|commander|+3",)
    assert attack_value(MIDDLE, state, state.units["C"], near, "front").modifier_facts == ()


def test_without_its_staff_an_army_wavers_AT_MOR_16() -> None:
    yari = unit("A", "red", HERE)
    state = position([yari], {}, [Mark(name=GENERAL_STAFF_LOST, on="red")])

    assert fortitude(MIDDLE, state, yari).total == 10 + 3 - 2


@pytest.mark.parametrize(("markers", "adds"), [(1, (0, 0, 0)), (2, (-1, 0, -1)), (4, (-1, -1, -2))])
def test_weariness_counts_at_level_expert_alone_AT_FAT_06(markers: int, adds: tuple[int, int, int]) -> None:
    yari = unit("A", "red", HERE, fatigue=markers)
    state = position([yari], {})

    totals = (
        attack_value(TOP, state, yari, yari, "front").total - 4,
        defense(TOP, state, yari).total - 1,
        fortitude(TOP, state, yari).total - 13,
    )

    assert totals == adds
    assert attack_value(HIGH, state, yari, yari, "front").total == 4


@pytest.mark.parametrize(("level", "adds"), [(1, 1), (-1, -1), (0, 0), (2, 0)])
def test_one_level_higher_or_lower_counts_in_melee_AT_TER_14(level: int, adds: int) -> None:
    scn = plain(level="advanced", levels={HERE: 2 + level, EAST: 2})
    yari, other = unit("A", "red", HERE), unit("B", "blue", EAST)

    assert attack_value(scn, position([yari, other], {}), yari, other, "front").total == 4 + adds


def test_firepower_is_of_the_order_and_the_ground_AT_RNG_03() -> None:
    scn = plain(level="advanced", terrain={HERE: "ford"})
    archers = unit("A", "red", HERE, card="mounted_samurai_archers", honor=1, morale=1)
    state = position([archers], {"A": {"order": "move_and_fire"}})

    assert firepower(scn, state, archers).modifier_facts == (
        "AT-ORD-44|move_and_fire|-2",
        "AT-TER-08|ford|-1",
    )


# --- dice and casualties ------------------------------------------------------------------------------------


def _expected(dice: int, value: int, shield: int, figures: int) -> float:
    """Mean casualties of an attack, by the exact distribution of its hits."""
    p = min(20, max(0, value)) / 20
    return sum(
        comb(dice, hits)
        * p**hits
        * (1 - p) ** (dice - hits)
        * _hits_and_casualties([value] * hits + [value + 1] * (dice - hits), value, shield, figures)[1]
        for hits in range(dice + 1)
    )


@given(
    dice=st.integers(1, 12), value=st.integers(-3, 22), shield=st.integers(-3, 5), figures=st.integers(1, 6)
)
def test_more_dice_never_mean_fewer_casualties_AT_MEL_25(
    dice: int, value: int, shield: int, figures: int
) -> None:
    now = _expected(dice, value, shield, figures)

    assert _expected(dice + 1, value, shield, figures) >= now - 1e-9
    assert _expected(dice, value, shield + 1, figures) <= now + 1e-9


@given(faces=st.lists(st.integers(1, 20)), value=st.integers(-5, 30), shield=st.integers(-5, 9))
def test_casualties_stay_between_nothing_and_all_AT_MEL_25(faces: list[int], value: int, shield: int) -> None:
    hits, lost = _hits_and_casualties(faces, value, shield)

    assert 0 <= lost <= min(6, hits) <= len(faces)
    assert lost <= _hits_and_casualties(faces, value + 1, shield)[1]


def test_no_die_is_special_AT_GEN_04() -> None:
    assert _hits_and_casualties([1, 1], 0, 0) == (0, 0)
    assert _hits_and_casualties([20, 20], 20, 0) == (2, 2)


def test_the_commander_falls_last_AT_ORD_17() -> None:
    ledger = ledger_on(position([unit("A", "red", HERE), unit("B", "blue", EAST)], {}))

    take_off(ledger, [Casualties(attacker="B", unit="A", figures=5)])

    assert (ledger.state.units["A"]["figures"], ledger.state.units["A"]["commander"]) == (1, 1)


def test_ninja_go_for_the_commander_AT_ORD_18() -> None:
    ledger = ledger_on(position([unit("A", "red", HERE), unit("N", "blue", EAST, card="ninja")], {}))

    take_off(ledger, [Casualties(attacker="N", unit="A", figures=1)])

    assert (ledger.state.units["A"]["figures"], ledger.state.units["A"]["commander"]) == (5, 0)


# --- ranged combat ------------------------------------------------------------------------------------------


def test_all_shoot_at_the_same_time_AT_RNG_02() -> None:
    state = position(
        [
            unit("A", "red", HERE, card="ashigaru_archers", figures=1, defense=0),
            unit("B", "blue", "1412", card="ashigaru_archers", figures=1, defense=0),
        ],
        {
            "A": {"order": "fire_ranged_weapons", "target": "B"},
            "B": {"order": "fire_ranged_weapons", "target": "A"},
        },
        phase="ranged",
    )
    ledger = ledger_on(state, {"A/fire": [1], "B/fire": [1]})

    fire_ranged_weapons(BASIC, ledger)

    assert [u.place for u in ledger.state.units.values()] == ["@eliminated", "@eliminated"]


def test_a_shot_costs_ammunition_which_only_its_owner_sees_AT_RNG_04() -> None:
    state = position(
        [unit("A", "red", HERE, card="ashigaru_archers"), unit("B", "blue", "1412")],
        {"A": {"order": "fire_ranged_weapons", "target": "B"}},
        phase="ranged",
    )
    ledger = ledger_on(state)

    fire_ranged_weapons(BASIC, ledger)

    assert ledger.state.units["A"]["ammo"] == 5
    assert private(ledger) == [("Changed", "red")]


@pytest.mark.parametrize(
    ("place", "marks", "rule", "reason"),
    [
        ("1712", [], "AT-RNG-05", "out_of_range"),
        ("1412", contact("B", "C"), "AT-RNG-11", "target_in_melee"),
        ("1412", contact("A", "D"), "AT-RNG-11", "in_melee"),
    ],
)
def test_who_cannot_shoot_at_the_end_of_his_move_spends_nothing_AT_ORD_44(
    place: str, marks: list[Mark], rule: str, reason: str
) -> None:
    state = position(
        [
            unit("A", "red", HERE, card="mounted_samurai_archers"),
            unit("B", "blue", place),
            unit("C", "red", "1512"),
            unit("D", "blue", WEST),
        ],
        {"A": {"order": "move_and_fire", "target": "B"}},
        marks,
    )
    ledger = ledger_on(state)

    move_and_fire(BASIC, ledger)

    assert remarks(ledger, "held_fire") == [{"unit": "A", "target": "B", "reason": reason}]
    assert ledger.events[-1].rule == rule
    assert ledger.state.units["A"]["ammo"] == 5


def test_only_under_a_commanders_eye_is_there_a_kill_zone_AT_DZ_10() -> None:
    units = [
        unit("A", "red", HERE, card="ashigaru_archers", commander=0),
        unit("B", "red", "1612", card="ashigaru_archers"),
        unit("C", "red", "1616", card="ashigaru_archers", ammo=0),
        unit("D", "red", "1618"),
    ]
    ledger = ledger_on(position(units, {u.id: {"order": "defend"} for u in units}))

    mark_kill_zones(BASIC, ledger)

    assert [m.on for m in ledger.state.marks if m.name == HAS_KILL_ZONE] == ["B"]


def _shot_at(scn: Scenario, ledger: Ledger, *entered: str) -> tuple[frozenset[str], list[object]]:
    """Who stops under Kill Zone fire, coming from afar, and at whom it went."""
    stopped = fire_into_kill_zones(scn, ledger, 1, dict.fromkeys(entered, FAR))
    return stopped, [note["target"] for note in remarks(ledger, "shot")]


def _ambuscade(order: str, target: str = "", **values: int) -> State:
    """Archers looking E, two enemies before them, the nearer with a Commander."""
    return position(
        [
            unit("A", "red", HERE, card="ashigaru_archers"),
            unit("B", "blue", "1412", **values),
            unit("C", "blue", "1512"),
        ],
        {
            "A": {"order": order, "max_range": "3", "facing": "E", "prefer": "C"},
            "B": {"order": "assault", "target": target or "A"},
            "C": {"order": "run"},
        },
        [Mark(name=HAS_KILL_ZONE, on="A")],
    )


def test_the_written_preference_chooses_whom_to_shoot_AT_DZ_14() -> None:
    assert _shot_at(MIDDLE, ledger_on(_ambuscade("defend")), "B", "C")[1] == ["C"]
    assert _shot_at(MIDDLE, ledger_on(_ambuscade("defend")), "B")[1] == ["B"]


def test_one_shot_a_turn_AT_DZ_15() -> None:
    ledger = ledger_on(_ambuscade("defend"))
    _shot_at(MIDDLE, ledger, "B")

    assert _shot_at(MIDDLE, ledger, "C")[1] == ["B"]
    assert ledger.state.units["A"]["ammo"] == 5


@pytest.mark.parametrize(("target", "shot"), [("A", ["B"]), ("Z", [])])
def test_fire_and_retreat_reacts_to_its_own_assailant_alone_AT_ORD_24(target: str, shot: list[str]) -> None:
    assert _shot_at(MIDDLE, ledger_on(_ambuscade("fire_and_retreat", target)), "B", "C")[1] == shot


@pytest.mark.parametrize(
    ("order", "morale", "honor", "stops"),
    [
        ("defend", 0, 0, False),
        ("defend", 1, 0, True),
        ("fire_and_retreat", 0, 0, True),
        ("fire_and_retreat", 0, 1, True),
    ],
)
def test_a_failed_test_stops_the_shaken_and_whoever_assaults_R_29(
    order: str, morale: int, honor: int, stops: bool
) -> None:
    ledger = ledger_on(_ambuscade(order, morale=morale, honor=honor), {"A/kill_zone": [1, 1, 1]})

    assert _shot_at(MIDDLE, ledger, "B")[0] == ({"B"} if stops else frozenset())


def test_units_in_melee_do_not_fire_into_their_kill_zone_AT_DZ_16() -> None:
    state = _ambuscade("defend")
    marks = [*state.marks, *contact("A", "D")]
    units = [*state.units.values(), unit("D", "blue", WEST)]

    assert _shot_at(MIDDLE, ledger_on(position(units, state.orders, marks)), "B")[1] == []


def test_a_unit_that_lost_its_order_has_no_kill_zone_C_11() -> None:
    state = _ambuscade("defend")
    orders = {**state.orders, "A": {"order": "flee"}}

    ledger = ledger_on(position(state.units.values(), orders, state.marks))

    assert _shot_at(MIDDLE, ledger, "B")[1] == []

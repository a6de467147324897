"""Melee of Art of Tactic: whom a unit faces, from which side it is attacked, the fight, what comes after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from engine.state import Mark, State
from engine.systems.art_of_tactic.combat.after_melee import end_melees
from engine.systems.art_of_tactic.combat.attack_side import attack_side, side_on_chart
from engine.systems.art_of_tactic.combat.engagement import faced_enemy, is_engaged
from engine.systems.art_of_tactic.combat.facing import choose_enemies_to_face
from engine.systems.art_of_tactic.combat.melee import fight_melees
from engine.systems.art_of_tactic.marks import (
    ENGAGED,
    ENGAGED_AT_TURN_START,
    FACES,
    LATECOMER,
    PURSUES,
    PUT_TO_FLIGHT,
)
from tests.engine.art_of_tactic.fights import MISS, contact, fight, ledger_on
from tests.engine.art_of_tactic.positions import plain, position, remarks, unit

BASIC, MIDDLE = plain(), plain(level="intermediate")
HERE, EAST, WEST = "1212", "1312", "1112"
NORTHEAST, SOUTHEAST, NORTHWEST = "1311", "1313", "1211"
ORDERED = {"A": {"order": "rest"}}


def _crowd(
    places: Mapping[str, str],
    orders: Mapping[str, Mapping[str, str]] = ORDERED,
    marks: Iterable[Mark] = (),
    *,
    cards: Mapping[str, str] | None = None,
    way: str = "E",
) -> State:
    """A of red in the middle, the others blue and in contact with it."""
    units = [unit("A", "red", HERE, way=way)]
    units += [
        unit(id_, "blue", at, card=(cards or {}).get(id_, "ashigaru_yari")) for id_, at in places.items()
    ]
    met = [mark for id_ in places for mark in contact("A", id_)]
    return position(units, orders, [*met, *marks], phase="melee")


def _sides(state: State) -> dict[str, str]:
    """From where each enemy attacks A."""
    a = state.units["A"]
    return {u.id: attack_side(MIDDLE, state, u, a) for u in state.units.values() if u.side == "blue"}


# --- who faces whom -----------------------------------------------------------------------------------------


def test_a_unit_faces_the_strongest_of_those_who_come_together_AT_MEL_04() -> None:
    ledger = ledger_on(_crowd({"B": WEST, "C": SOUTHEAST}, cards={"C": "samurai_swordsmen"}))

    choose_enemies_to_face(BASIC, ledger)

    state = ledger.state
    assert state.targets_of_mark("A", FACES) == {"C"}
    assert state.units["A"].facing["unit"] == BASIC.grid.directions.index("SE")
    assert [e.id for e in (faced_enemy(BASIC, state, id_) for id_ in "BC") if e] == ["A", "A"]


def test_equals_are_taken_in_order_of_their_ids_AT_MEL_13() -> None:
    ledger = ledger_on(_crowd({"C": WEST, "B": SOUTHEAST}))

    choose_enemies_to_face(BASIC, ledger)

    assert ledger.state.targets_of_mark("A", FACES) == {"B"}


def test_who_assaults_faces_his_target_though_another_is_stronger_AT_MEL_09() -> None:
    orders = {"A": {"order": "assault", "target": "B"}}
    ledger = ledger_on(_crowd({"B": WEST, "C": SOUTHEAST}, orders, cards={"C": "samurai_swordsmen"}))

    choose_enemies_to_face(BASIC, ledger)

    assert ledger.state.targets_of_mark("A", FACES) == {"B"}


def test_a_unit_does_not_turn_to_one_that_comes_later_C_02() -> None:
    late = [Mark(name=LATECOMER, on="A", to="C")]
    ledger = ledger_on(_crowd({"B": EAST, "C": WEST}, marks=late, cards={"C": "samurai_swordsmen"}))

    choose_enemies_to_face(MIDDLE, ledger)

    assert ledger.state.targets_of_mark("A", FACES) == {"B"}
    assert _sides(ledger.state) == {"B": "front", "C": "rear"}


def test_all_who_come_together_are_in_front_C_02() -> None:
    ledger = ledger_on(_crowd({"B": EAST, "C": WEST, "D": NORTHWEST}))

    choose_enemies_to_face(MIDDLE, ledger)

    assert set(_sides(ledger.state).values()) == {"front"}


def test_next_turn_only_the_faced_hexside_is_the_front_AT_MEL_05() -> None:
    state = _crowd({"B": EAST, "C": WEST, "D": NORTHWEST}, marks=[Mark(name=ENGAGED_AT_TURN_START, on="A")])

    assert _sides(state) == {"B": "front", "C": "rear", "D": "flank"}


def test_all_around_there_is_no_flank_AT_MEL_08() -> None:
    orders, locked = {"A": {"order": "all_around_defense"}}, [Mark(name=ENGAGED_AT_TURN_START, on="A")]

    assert set(_sides(_crowd({"B": EAST, "C": WEST, "D": NORTHWEST}, orders, locked)).values()) == {"front"}


def test_defend_keeps_its_facing_and_strikes_the_strongest_before_it_AT_MEL_10() -> None:
    orders = {"A": {"order": "defend", "facing": "E"}}
    strong = {"B": "samurai_naginata", "D": "samurai_swordsmen"}
    ledger = ledger_on(_crowd({"B": NORTHEAST, "C": EAST, "D": WEST}, orders, cards=strong))

    choose_enemies_to_face(MIDDLE, ledger)

    assert ledger.state.targets_of_mark("A", FACES) == {"B"}
    assert ledger.state.units["A"].facing["unit"] == MIDDLE.grid.directions.index("E")


def test_two_stand_before_defend_the_third_and_weakest_on_its_flank_AT_MEL_11() -> None:
    orders = {"A": {"order": "defend", "facing": "E"}}
    strong = {"B": "samurai_naginata", "D": "samurai_swordsmen"}

    sides = _sides(_crowd({"B": NORTHEAST, "C": EAST, "D": SOUTHEAST}, orders, cards=strong))

    assert sides == {"B": "front", "C": "flank", "D": "front"}


@pytest.mark.parametrize("order", ["ambush", "fire_and_retreat"])
def test_other_defense_zones_have_room_for_one_C_04(order: str) -> None:
    orders = {"A": {"order": order, "facing": "E"}}

    assert _sides(_crowd({"B": NORTHEAST, "C": EAST}, orders)) == {"B": "front", "C": "flank"}


def test_outside_a_defense_zone_is_flank_or_rear_AT_MEL_12() -> None:
    orders = {"A": {"order": "defend", "facing": "E"}}
    ledger = ledger_on(_crowd({"B": WEST, "C": NORTHWEST}, orders))

    choose_enemies_to_face(MIDDLE, ledger)

    assert _sides(ledger.state) == {"B": "rear", "C": "flank"}
    assert ledger.state.targets_of_mark("A", FACES) == {"B"}
    end_melees(MIDDLE, ledger)
    assert ledger.state.units["A"].facing["unit"] == MIDDLE.grid.directions.index("W")


@pytest.mark.parametrize(
    ("way", "marks", "side"), [("W", ["lain"], "flank"), ("W", [], "front"), ("E", ["lain"], "front")]
)
def test_the_first_attack_out_of_an_ambush_is_on_the_flank_R_53(
    way: str, marks: list[str], side: str
) -> None:
    lying = unit("B", "blue", EAST, way=way)
    state = position(
        [unit("A", "red", HERE), lying],
        {"A": {"order": "march"}, "B": {"order": "ambush", "facing": way}},
        [*contact("A", "B"), *(Mark(name=name, on="B") for name in marks)],
    )

    assert attack_side(MIDDLE, state, lying, state.units["A"]) == side


def test_no_melee_across_an_abrupt_slope_AT_MEL_33() -> None:
    scn = plain(levels={HERE: 2})

    assert not is_engaged(scn, _crowd({"B": EAST}), "A")


# --- the fight ----------------------------------------------------------------------------------------------


def test_units_may_destroy_each_other_AT_MEL_28() -> None:
    units = [unit("A", "red", HERE, figures=1, defense=0), unit("B", "blue", EAST, figures=1, defense=0)]
    ledger = ledger_on(position(units, {}, fight("A", "B"), phase="melee"), {"A/melee": [1], "B/melee": [1]})

    fight_melees(MIDDLE, ledger)

    assert [u.place for u in ledger.state.units.values()] == ["@eliminated", "@eliminated"]
    assert not remarks(ledger, "honor")
    assert not [m for m in ledger.state.marks if m.name == ENGAGED]


def test_victors_that_faced_the_destroyed_unit_get_honor_AT_MOR_40() -> None:
    units = [
        unit("A", "red", HERE, figures=1, commander=0),
        unit("B", "blue", EAST),
        unit("C", "blue", WEST, honor=1),
        unit("D", "blue", NORTHWEST),
    ]
    marks = [*fight("A", "B"), *fight("A", "C"), *contact("A", "D")]
    marks.remove(Mark(name=FACES, on="A", to="C"))
    ledger = ledger_on(position(units, {}, marks, phase="melee"), {"B/melee": [1, 1]})

    fight_melees(MIDDLE, ledger)

    assert [ledger.state.units[id_]["honor"] for id_ in "BCD"] == [1, 1, 0]


def test_an_attack_from_the_rear_is_tested_before_the_fight_AT_MEL_20() -> None:
    state = _crowd(
        {"B": EAST, "C": WEST}, {"A": {"order": "fight_on"}}, [Mark(name=ENGAGED_AT_TURN_START, on="A")]
    )
    faces = [Mark(name=FACES, on=on, to=to) for on, to in (("A", "B"), ("B", "A"), ("C", "A"))]
    ledger = ledger_on(position(state.units.values(), state.orders, [*state.marks, *faces], phase="melee"))

    fight_melees(MIDDLE, ledger)

    test = remarks(ledger, "test")[0]
    assert (test["unit"], test["cause"], test["value"]) == ("A", "rear", 8)
    assert [n["side"] for n in remarks(ledger, "melee")] == ["front", "front", "rear"]
    assert "AT-MOR-02|hesitant|-2" in remarks(ledger, "melee")[0]["modifiers"]


def test_who_surrenders_before_the_fight_is_attacked_no_more_R_51() -> None:
    marks = [Mark(name=ENGAGED_AT_TURN_START, on="A"), *(Mark(name=FACES, on=on, to="A") for on in "BC")]
    state = _crowd({"B": EAST, "C": WEST}, {"A": {"order": "panic"}}, marks)
    units = {**state.units, "A": unit("A", "red", HERE, morale=3)}
    ledger = ledger_on(position(units.values(), state.orders, state.marks, phase="melee"))

    fight_melees(MIDDLE, ledger)

    assert [n["unit"] for n in remarks(ledger, "surrendered")] == ["A"]
    assert not remarks(ledger, "melee")
    assert [ledger.state.units[id_]["honor"] for id_ in "BC"] == [1, 1]


def test_basic_has_no_tests_AT_MOR_11() -> None:
    units = [unit("A", "red", HERE), unit("B", "blue", EAST)]
    ledger = ledger_on(position(units, {}, fight("A", "B"), phase="melee"), {"A/melee": [1, 1, 1]})

    fight_melees(BASIC, ledger)

    assert ledger.state.units["B"]["figures"] == 4
    assert not remarks(ledger, "test")


# --- after the fight ----------------------------------------------------------------------------------------


def _after(units: Mapping[str, tuple[str, str]], orders: Mapping[str, str], marks: Iterable[Mark]) -> State:
    """Units by side and hex, orders by name, at turn end; who flees is Shaken."""
    placed = [
        unit(id_, owner, at, morale=2 if orders.get(id_) == "flee" else 0)
        for id_, (owner, at) in units.items()
    ]
    return position(placed, {id_: {"order": name} for id_, name in orders.items()}, marks, phase="turn_end")


def test_a_victor_turns_to_the_strongest_enemy_beside_it_AT_MEL_30() -> None:
    units = {"A": ("red", HERE), "B": ("blue", "@eliminated"), "C": ("blue", WEST), "D": ("blue", NORTHEAST)}
    marks = [Mark(name=FACES, on="A", to="B"), *fight("D", "A")]
    marks.remove(Mark(name=FACES, on="A", to="D"))
    ledger = ledger_on(_after(units, {}, marks))

    end_melees(MIDDLE, ledger)

    assert ledger.state.targets_of_mark("A", FACES) == {"C"}
    assert ledger.state.targets_of_mark("C", FACES) == {"A"}
    assert ledger.state.targets_of_mark("A", ENGAGED) == {"C", "D"}


def test_who_put_an_enemy_to_flight_will_pursue_AT_MOR_50() -> None:
    units = {"A": ("red", HERE), "B": ("blue", "1512")}
    ledger = ledger_on(
        _after(units, {"A": "fight_on", "B": "flee"}, [*fight("A", "B"), Mark(name=PUT_TO_FLIGHT, on="B")])
    )

    end_melees(MIDDLE, ledger)

    assert ledger.state.targets_of_mark("A", PURSUES) == {"B"}
    assert not ledger.state.targets_of_mark("A", ENGAGED) | ledger.state.targets_of_mark("B", FACES)


@pytest.mark.parametrize(
    ("units", "orders"),
    [
        ({"B": ("blue", "1512"), "C": ("blue", WEST)}, {"B": "flee"}),
        ({"B": ("blue", "1512")}, {"B": "retreat"}),
        ({"B": ("blue", "1512")}, {"A": "retreat", "B": "flee"}),
        ({"B": ("blue", "@eliminated")}, {}),
    ],
)
def test_otherwise_no_one_pursues_AT_MEL_32(
    units: Mapping[str, tuple[str, str]], orders: Mapping[str, str]
) -> None:
    ledger = ledger_on(_after({"A": ("red", HERE), **units}, orders, fight("A", "B")))

    end_melees(MIDDLE, ledger)

    assert not ledger.state.targets_of_mark("A", PURSUES)


def test_a_retreat_that_ends_beside_the_enemy_ends_no_contact_C_09() -> None:
    units = {"A": ("red", HERE), "B": ("blue", NORTHEAST)}
    ledger = ledger_on(_after(units, {"A": "fight_on", "B": "retreat"}, fight("A", "B")))

    end_melees(MIDDLE, ledger)

    assert ledger.state.targets_of_mark("A", ENGAGED) == {"B"}
    assert ledger.state.units["A"].facing["unit"] == MIDDLE.grid.directions.index("NE")


def test_units_in_flight_seek_no_new_enemy_AT_MEL_30() -> None:
    units = {"A": ("red", HERE), "B": ("blue", "1512"), "C": ("blue", WEST)}
    ledger = ledger_on(_after(units, {"A": "flee", "B": "fight_on"}, fight("A", "B")))

    end_melees(MIDDLE, ledger)

    assert not is_engaged(MIDDLE, ledger.state, "A")


def test_every_face_of_a_unit_belongs_to_one_side_AT_MEL_05() -> None:
    a = unit("A", "red", HERE, way="NW")
    sides = {
        way: side_on_chart(BASIC, unit("B", "blue", at), a, "normal")
        for way, at in BASIC.grid.neighbours(HERE).items()
    }

    assert [way for way, where in sides.items() if where == "front"] == ["NW"]
    assert [way for way, where in sides.items() if where == "rear"] == ["SE"]
    assert BASIC.chart("die") == MISS

"""Special orders and fatigue of Art of Tactic (rules file, 4.11; rulings R-53 to R-56)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import Mark, Unit
from engine.systems.art_of_tactic import fatigue
from engine.systems.art_of_tactic.marks import FATIGUE_CAUSE, HIDDEN
from engine.systems.art_of_tactic.orders.ambush import reveal_found_units
from engine.systems.art_of_tactic.orders.join_up import JOINED
from engine.systems.art_of_tactic.orders.special_orders import carry_out_special_orders
from tests.engine.art_of_tactic.fights import contact, fight, ledger_on, private
from tests.engine.art_of_tactic.positions import plain, position, remarks, unit

WOODS = plain(level="expert", terrain={"1212": "light_woods"})
TOP, HIGH = plain(level="expert"), plain(level="advanced")
HERE, EAST, WEST = "1212", "1312", "1112"


def _step(
    units: Iterable[Unit],
    orders: Mapping[str, Mapping[str, str]],
    marks: Iterable[Mark] = (),
    scn: Scenario = TOP,
) -> Ledger:
    """The ledger after the Special Orders step."""
    ledger = ledger_on(position(units, orders, marks, phase="special"))
    carry_out_special_orders(scn, ledger)
    return ledger


def _hidden(ledger: Ledger) -> set[str]:
    return {mark.on for mark in ledger.state.marks if mark.name == HIDDEN}


# --- ambush and reconnaissance ------------------------------------------------------------------------------


@pytest.mark.parametrize(("enemy", "hides"), [("1412", True), (EAST, False)])
def test_an_ambush_hides_a_unit_unless_an_enemy_stands_by_AT_ORD_50(enemy: str, hides: bool) -> None:
    units = [unit("A", "red", HERE), unit("B", "blue", enemy)]

    assert bool(_hidden(_step(units, {"A": {"order": "ambush", "facing": "E"}}, scn=WOODS))) is hides


def test_an_enemy_beside_it_reveals_a_hidden_unit_R_53() -> None:
    units = [unit("A", "red", HERE), unit("B", "blue", EAST), unit("C", "red", "2020")]
    hidden = [Mark(name=HIDDEN, on="A"), Mark(name=HIDDEN, on="C")]
    ledger = ledger_on(position(units, {id_: {"order": "ambush"} for id_ in "AC"}, hidden))

    reveal_found_units(WOODS, ledger)

    assert _hidden(ledger) == {"C"}
    assert [n["unit"] for n in remarks(ledger, "revealed")] == ["A"]


def test_reconnaissance_reveals_what_hides_near_by_even_in_this_step_R_54() -> None:
    units = [
        unit("N", "red", HERE, card="ninja"),
        unit("B", "blue", "1412"),
        unit("C", "blue", "1314"),
        unit("D", "blue", "1512"),
    ]
    orders = {"N": {"order": "reconnaissance"}, "C": {"order": "ambush", "facing": "E"}}

    ledger = _step(units, orders, [Mark(name=HIDDEN, on="B"), Mark(name=HIDDEN, on="D")])

    assert _hidden(ledger) == {"D"}


@pytest.mark.parametrize(("place", "seen"), [("1612", True), ("1712", False)])
def test_reconnaissance_shows_one_card_to_its_own_side_alone_R_54(place: str, seen: bool) -> None:
    archers = unit("B", "blue", place, card="ashigaru_archers", ammo=2)

    ledger = _step(
        [unit("N", "red", HERE, card="ninja"), archers], {"N": {"order": "reconnaissance", "target": "B"}}
    )

    assert [n["ammo"] for n in remarks(ledger, "reconnaissance")] == ([2] if seen else [])
    assert private(ledger) == ([("Noted", "red")] if seen else [])


# --- supplies -----------------------------------------------------------------------------------------------


def _supplied(scn: Scenario, *others: Unit, marks: Iterable[Mark] = ()) -> int:
    """The ammunition of archers at Receive Supplies that had 1 left."""
    archers = unit("A", "red", HERE, card="ashigaru_archers", ammo=1)
    ledger = _step([archers, *others], {"A": {"order": "receive_supplies"}}, marks, scn)
    return ledger.state.units["A"]["ammo"]


def test_supplies_come_from_the_staff_or_a_supply_hex_R_56() -> None:
    depot = replace(TOP, zones={"supply_red": frozenset({EAST})})
    others = replace(TOP, zones={"supply_blue": frozenset({EAST})})

    assert _supplied(TOP, unit("S", "red", EAST, card="general_staff")) == 6
    assert _supplied(TOP, unit("S", "red", "1412", card="general_staff")) == 1
    assert (_supplied(depot), _supplied(others)) == (6, 1)


def test_no_supplies_within_two_hexes_of_an_enemy_or_in_melee_R_56() -> None:
    staff, enemy = unit("S", "red", EAST, card="general_staff"), unit("B", "blue", "1012")

    assert _supplied(TOP, staff, enemy) == 1
    assert _supplied(TOP, staff, enemy, marks=[Mark(name=HIDDEN, on="B")]) == 1  # C-16
    assert _supplied(TOP, staff, unit("B", "blue", WEST), marks=contact("A", "B")) == 1


def test_no_one_else_learns_how_much_ammunition_came_R_08() -> None:
    archers = unit("A", "red", HERE, card="ashigaru_archers", ammo=1)
    staff = unit("S", "red", EAST, card="general_staff")

    assert private(_step([archers, staff], {"A": {"order": "receive_supplies"}})) == [("Changed", "red")]


# --- join up ------------------------------------------------------------------------------------------------


def _joined(giver: Unit, taker: Unit, other: str = "rest") -> dict[str, Unit]:
    answer = {"with": giver.id} if other == "join_up" else {}
    orders = {giver.id: {"order": "join_up", "with": taker.id}, taker.id: {"order": other, **answer}}
    return dict(_step([giver, taker], orders).state.units)


def test_figures_pass_up_to_full_strength_with_the_worse_of_all_R_55() -> None:
    giver = unit("A", "red", HERE, card="ashigaru_archers", figures=4, morale=1, fatigue=3, ammo=2, honor=1)
    taker = unit("B", "red", EAST, card="ashigaru_archers", figures=3, commander=0)

    units = _joined(giver, taker)

    a, b = units["A"], units["B"]
    assert (a["figures"], a["commander"]) == (1, 0)
    assert (b["figures"], b["commander"]) == (6, 1)
    assert (b["morale"], b["fatigue"], b["ammo"], b["honor"]) == (1, 3, 2, 0)


def test_a_unit_that_gave_all_is_gone_and_no_loss_R_55() -> None:
    units = _joined(unit("A", "red", HERE, figures=2, commander=0), unit("B", "red", EAST, figures=3))

    assert units["A"].place == JOINED
    assert units["B"]["figures"] == 5


def test_of_two_that_name_each_other_the_smaller_gives_R_55() -> None:
    small, large = unit("A", "red", HERE, figures=4), unit("B", "red", EAST, figures=2, commander=0)

    assert _joined(small, large, "join_up")["B"].place == JOINED


@pytest.mark.parametrize(
    ("taker", "other"),
    [
        (unit("B", "red", "1412", figures=2), "rest"),
        (unit("B", "red", EAST, figures=2, card="monks"), "rest"),
        (unit("B", "red", EAST, figures=2), "march"),
        (unit("B", "red", EAST), "rest"),
    ],
)
def test_others_do_not_join_R_55(taker: Unit, other: str) -> None:
    giver = unit("A", "red", HERE, figures=3)
    orders = {"A": {"order": "join_up", "with": "B"}, "B": {"order": other}}
    ledger = _step([giver, taker], orders)

    assert [n["target"] for n in remarks(ledger, "not_joined")] == ["B"]
    assert ledger.state.units["A"]["figures"] == 3


def test_a_unit_takes_part_in_one_union_R_55() -> None:
    units = [
        unit(id_, "red", at, figures=2, commander=0)
        for id_, at in zip("ABC", (WEST, HERE, EAST), strict=True)
    ]
    orders = {
        "A": {"order": "join_up", "with": "B"},
        "B": {"order": "rest"},
        "C": {"order": "join_up", "with": "B"},
    }

    ledger = _step(units, orders)

    assert [ledger.state.units[id_]["figures"] for id_ in "ABC"] == [0, 4, 2]
    assert [n["unit"] for n in remarks(ledger, "not_joined")] == ["C"]


# --- fatigue ------------------------------------------------------------------------------------------------


def _tired(
    order: str, phase: str, marks: Iterable[Mark] = (), other: str = "fight_on", scn: Scenario = TOP
) -> int:
    """The fatigue of A, who had 2, after a turn with an order."""
    units = [unit("A", "red", HERE, fatigue=2), unit("B", "blue", EAST)]
    ledger = ledger_on(position(units, {"A": {"order": order}, "B": {"order": other}}, marks, phase=phase))
    fatigue.mark_tiring_orders(scn, ledger)
    fatigue.count_markers(scn, ledger)
    return ledger.state.units["A"]["fatigue"]


@pytest.mark.parametrize(
    ("order", "phase", "now"),
    [
        ("assault", "movement", 3),
        ("run", "movement", 3),
        ("move_and_fire", "movement", 3),
        ("march", "movement", 2),
        ("pursue", "movement", 2),
        ("flee", "retreat", 2),
        ("rest", "special", 1),
        ("ambush", "special", 2),
    ],
)
def test_what_tires_and_what_rests_AT_FAT_01(order: str, phase: str, now: int) -> None:
    assert _tired(order, phase) == now
    assert _tired(order, phase, scn=HIGH) == 2


def test_lying_hidden_rests_AT_FAT_05() -> None:
    assert _tired("ambush", "special", [Mark(name=HIDDEN, on="A")]) == 1


@pytest.mark.parametrize(("other", "now"), [("fight_on", 3), ("flee", 3), ("retreat", 2)])
def test_a_retreat_tires_unless_both_retreat_AT_FAT_01(other: str, now: int) -> None:
    assert _tired("retreat", "retreat", fight("A", "B"), other) == now


def test_causes_add_up_each_once_AT_FAT_02() -> None:
    marks = [Mark(name=FATIGUE_CAUSE, on="A", to=cause) for cause in ("uphill", "river_crossing", "assault")]

    assert _tired("assault", "movement", marks) == 5


def test_the_exhausted_surrender_at_the_end_of_the_melee_AT_FAT_04() -> None:
    units = [unit("A", "red", HERE, fatigue=6), unit("B", "blue", EAST), unit("C", "red", "2020", fatigue=6)]
    ledger = ledger_on(position(units, {}, fight("A", "B"), phase="melee"))

    fatigue.surrender_of_exhausted(TOP, ledger)

    assert [n["unit"] for n in remarks(ledger, "surrendered")] == ["A"]
    assert ledger.state.units["B"]["honor"] == 1


@pytest.mark.parametrize(
    ("markers", "order", "rule"),
    [(3, "run", ""), (4, "run", "AT-FAT-03"), (4, "march", ""), (6, "march", "AT-FAT-04"), (6, "rest", "")],
)
def test_weariness_forbids_orders_AT_FAT_03(markers: int, order: str, rule: str) -> None:
    refusal = fatigue.tiredness_refusal(TOP, unit("A", "red", HERE, fatigue=markers), order)

    assert (refusal.rule if refusal else "") == rule


def test_nothing_is_told_when_no_one_tires_AT_FAT_07() -> None:
    ledger = ledger_on(position([unit("A", "red", HERE)], {"A": {"order": "rest"}}, phase="turn_end"))

    fatigue.count_markers(TOP, ledger)

    assert not [e for e in ledger.events if isinstance(e, (ev.Changed, ev.Noted))]

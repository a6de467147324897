"""Fortitude Tests, morale, Honor, the General Staff in Art of Tactic (rules file, 4.9 and 6.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine import events as ev
from engine.ledger import Ledger
from engine.state import Mark, State, Unit
from engine.systems.art_of_tactic.combat import melee, shots
from engine.systems.art_of_tactic.combat.casualties import Casualties
from engine.systems.art_of_tactic.marks import GENERAL_STAFF_LOST, HIDDEN, PURSUES, PUT_TO_FLIGHT
from engine.systems.art_of_tactic.morale.fortitude_tests import (
    CASUALTIES,
    FortitudeTest,
    casualty_tests,
    casualty_tests_by_shooter,
    take_tests,
)
from engine.systems.art_of_tactic.morale.honor import Win, award_honor
from engine.systems.art_of_tactic.morale.morale_phase import morale_phase
from tests.engine.art_of_tactic.fights import fight, ledger_on
from tests.engine.art_of_tactic.positions import plain, position, remarks, unit

VECTORS = yaml.safe_load(
    (Path(__file__).parents[2] / "data" / "art_of_tactic_vectors.yaml").read_text("utf-8")
)
LEVELS = ("normal", "hesitant", "shaken", "panicked")
BASIC, MIDDLE = plain(), plain(level="intermediate")
HERE, EAST, WEST, FAR = "1212", "1312", "1112", "2020"


def _state_of(vector: Mapping[str, Any]) -> State:
    """A of red in the state a vector begins with, beside B of blue."""
    a = unit("A", "red", HERE, morale=LEVELS.index(vector["start"]), honor=vector["honor"])
    marks = fight("A", "B") if vector["engaged"] else []
    orders = {} if vector["event"].startswith("morale") else {"A": {"order": "march"}}
    return position([a, unit("B", "blue", EAST if vector["engaged"] else FAR)], orders, marks)


@pytest.mark.parametrize("vector", VECTORS["morale_vectors"], ids=lambda v: v["id"])
def test_morale_vectors(vector: Mapping[str, Any]) -> None:
    expected = vector["expect"]
    ledger = ledger_on(_state_of(vector), rest=1 if vector["event"] == "morale_pass" else 20)

    if vector["event"] == "fail":
        take_tests(MIDDLE, ledger, [FortitudeTest(unit="A", cause=CASUALTIES)], "0")
    else:
        morale_phase(MIDDLE, ledger)

    outcome = _outcome(ledger)
    assert {name: outcome[name] for name in expected} == expected


def _outcome(ledger: Ledger) -> dict[str, object]:
    """What has become of A, in the words of the vectors."""
    state = ledger.state
    a = state.units["A"]
    return {
        "morale": LEVELS[a["morale"]],
        "honor": a["honor"],
        "put_to_flight": state.marked("A", PUT_TO_FLIGHT),
        "order": state.orders.get("A", {}).get("order"),
        "removed": "surrendered" if remarks(ledger, "surrendered") else "",
        "honor_to_winner": state.units["B"]["honor"] == 1,
        "no_test": not remarks(ledger, "test"),
    }


@pytest.mark.parametrize("vector", VECTORS["fortitude_vectors"], ids=lambda v: v["id"])
def test_a_die_at_fortitude_passes_and_one_above_fails_AT_GEN_03(vector: Mapping[str, Any]) -> None:
    needed = vector["expect"]
    for die, passed in ((needed["pass_on"], True), (needed["fail_on"], False)):
        a = unit("A", "red", HERE, fortitude=needed["fortitude"] - 3)
        ledger = ledger_on(position([a], {}), rest=die)

        failed = take_tests(MIDDLE, ledger, [FortitudeTest(unit="A", cause=CASUALTIES)], "0")

        assert (failed == ()) is passed


def test_casualties_count_before_the_test_AT_MOR_11() -> None:
    ledger = ledger_on(position([unit("A", "red", HERE), unit("B", "blue", EAST)], {}))

    melee.resolve_casualties(MIDDLE, ledger, [Casualties(attacker="B", unit="A", figures=2)])

    assert [n["value"] for n in remarks(ledger, "test")] == [10 + 3 - 2]


def test_one_test_for_a_step_and_one_for_every_shot_into_a_kill_zone_R_51() -> None:
    state = position([unit("A", "red", HERE), unit("B", "blue", EAST), unit("C", "blue", WEST)], {})
    batch = [Casualties(attacker="B", unit="A", figures=1), Casualties(attacker="C", unit="A", figures=1)]
    once, twice = ledger_on(state, rest=1), ledger_on(state, rest=1)

    shots.resolve_casualties(MIDDLE, once, batch, casualty_tests(batch), "0")
    shots.resolve_casualties(MIDDLE, twice, batch, casualty_tests_by_shooter(batch), "0")

    assert len(remarks(once, "test")) == 1
    assert len(remarks(twice, "test")) == 2
    assert {n["value"] for n in remarks(twice, "test")} == {11}


def test_a_unit_that_becomes_shaken_drops_its_order_and_comes_out_AT_MOR_22() -> None:
    state = position(
        [unit("A", "red", HERE, morale=1)], {"A": {"order": "ambush"}}, [Mark(name=HIDDEN, on="A")]
    )
    ledger = ledger_on(state)

    take_tests(MIDDLE, ledger, [FortitudeTest(unit="A", cause=CASUALTIES)], "0")

    assert ledger.state.orders["A"] == {"order": "flee"}
    assert not ledger.state.marks


def _army(*, staff: int, marks: Iterable[Mark] = ()) -> State:
    """Red's General Staff with so many figures beside a friend, another far off; B of blue by the staff."""
    units: list[Unit] = [
        unit("S", "red", HERE, card="general_staff", commander=0, figures=staff),
        unit("A", "red", WEST),
        unit("F", "red", FAR),
        unit("B", "blue", EAST),
    ]
    return position(units, {}, [*fight("S", "B"), *marks], phase="melee")


def test_when_the_staff_falls_the_whole_army_tests_with_two_less_once_AT_MOR_16() -> None:
    ledger = ledger_on(_army(staff=1), rest=11)

    wins = melee.resolve_casualties(MIDDLE, ledger, [Casualties(attacker="B", unit="S", figures=1)])

    tests = remarks(ledger, "test")
    assert [(n["unit"], n["cause"], n["value"]) for n in tests] == [
        ("A", "staff_lost", 11),
        ("F", "staff_lost", 11),
    ]
    assert ledger.state.marked("red", GENERAL_STAFF_LOST)
    assert wins == {Win(unit="B", enemy="S")}


def test_a_staff_that_surrenders_is_lost_like_one_destroyed_AT_MOR_20() -> None:
    state = _army(staff=3)
    panicked = unit("S", "red", HERE, card="general_staff", commander=0, figures=3, morale=3)
    ledger = ledger_on(
        position([*(u for u in state.units.values() if u.id != "S"), panicked], {}, state.marks)
    )

    take_tests(MIDDLE, ledger, [FortitudeTest(unit="S", cause=CASUALTIES)], "0")

    assert [n["unit"] for n in remarks(ledger, "surrendered")] == ["S"]
    assert [n["cause"] for n in remarks(ledger, "test")] == ["casualties", "staff_lost", "staff_lost"]


def test_all_tests_of_a_batch_are_made_in_the_position_before_them_AT_GEN_02() -> None:
    state = _army(staff=3)
    panicked = unit("S", "red", HERE, card="general_staff", commander=0, figures=3, morale=3)
    ledger = ledger_on(
        position([*(u for u in state.units.values() if u.id != "S"), panicked], {}, state.marks)
    )

    take_tests(
        MIDDLE,
        ledger,
        [FortitudeTest(unit="S", cause=CASUALTIES), FortitudeTest(unit="A", cause="flank")],
        "0",
    )

    first = next(n for n in remarks(ledger, "test") if n["unit"] == "A")
    assert first["value"] == 10 + 3 + 4 - 3


def test_no_one_holds_two_honor_markers_AT_MOR_41() -> None:
    state = position(
        [unit("A", "red", HERE, honor=1), unit("B", "blue", EAST, figures=1)], {}, fight("A", "B"), "melee"
    )
    ledger = ledger_on(state)

    wins = melee.resolve_casualties(MIDDLE, ledger, [Casualties(attacker="A", unit="B", figures=1)])
    award_honor(MIDDLE, ledger, wins)

    assert wins
    assert ledger.state.units["A"]["honor"] == 1
    assert not remarks(ledger, "honor")


def test_basic_knows_no_honor_and_no_lost_staff_AT_MOR_40() -> None:
    ledger = ledger_on(_army(staff=1))

    wins = melee.resolve_casualties(BASIC, ledger, [Casualties(attacker="B", unit="S", figures=1)])
    award_honor(BASIC, ledger, wins)
    morale_phase(BASIC, ledger)

    assert [n["unit"] for n in remarks(ledger, "destroyed")] == ["S"]
    assert ledger.state.units["B"]["honor"] == 0
    assert not remarks(ledger, "test") + remarks(ledger, "staff_lost")


@pytest.mark.parametrize(
    ("place", "level", "ends"),
    [(EAST, 2, False), (EAST, 3, False), (EAST, 0, True), ("@eliminated", 2, True)],
)
def test_a_duty_to_pursue_ends_when_the_quarry_is_in_order_or_gone_AT_MOR_52(
    place: str, level: int, ends: bool
) -> None:
    state = position(
        [unit("A", "red", HERE), unit("B", "blue", place, morale=level)],
        {},
        [Mark(name=PURSUES, on="A", to="B")],
    )
    ledger = ledger_on(state)

    morale_phase(MIDDLE, ledger)

    assert bool(ledger.state.targets_of_mark("A", PURSUES)) is not ends


def test_a_roll_is_keyed_by_turn_step_substep_unit_and_purpose_AT_GEN_07() -> None:
    ledger = ledger_on(position([unit("A", "red", HERE)], {}, phase="ranged"))

    take_tests(MIDDLE, ledger, [FortitudeTest(unit="A", cause=CASUALTIES, shooter="B")], "3")

    assert [e.key for e in ledger.events if isinstance(e, ev.Rolled)] == ["1/ranged/3/A/test_casualties/B"]

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
from engine.systems.art_of_tactic import morale
from engine.systems.art_of_tactic.losses import Hit
from engine.systems.art_of_tactic.marks import FLIES, HIDDEN, LEADERLESS, PURSUES
from engine.systems.art_of_tactic.morale import CASUALTIES, FortitudeTest, suffer, take_tests
from tests.tactic_fights import fight, over
from tests.tactic_tables import plain, remarks, table, unit

VECTORS = yaml.safe_load((Path(__file__).parent / "data" / "art_of_tactic_vectors.yaml").read_text("utf-8"))
LEVELS = ("normal", "hesitant", "shaken", "panicked")
BASIC, MIDDLE = plain(), plain(level="intermediate")
HERE, EAST, WEST, FAR = "1212", "1312", "1112", "2020"


def _laid(vector: Mapping[str, Any]) -> State:
    """A of red in the state a vector begins with, beside B of blue."""
    a = unit("A", "red", HERE, morale=LEVELS.index(vector["start"]), honor=vector["honor"])
    marks = fight("A", "B") if vector["engaged"] else []
    orders = {} if vector["event"].startswith("morale") else {"A": {"order": "march"}}
    return table([a, unit("B", "blue", EAST if vector["engaged"] else FAR)], orders, marks)


@pytest.mark.parametrize("vector", VECTORS["morale_vectors"], ids=lambda v: v["id"])
def test_morale_vectors(vector: Mapping[str, Any]) -> None:
    expected = vector["expect"]
    ledger = over(_laid(vector), rest=1 if vector["event"] == "morale_pass" else 20)

    if vector["event"] == "fail":
        take_tests(MIDDLE, ledger, [FortitudeTest(unit="A", cause=CASUALTIES)], "0")
    else:
        morale.morale_phase(MIDDLE, ledger)

    found = _found(ledger)
    assert {name: found[name] for name in expected} == expected


def _found(ledger: Ledger) -> dict[str, object]:
    """What has become of A, in the words of the vectors."""
    state = ledger.state
    a = state.units["A"]
    return {
        "morale": LEVELS[a["morale"]],
        "honor": a["honor"],
        "put_to_flight": state.marked("A", FLIES),
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
        ledger = over(table([a], {}), rest=die)

        failed = take_tests(MIDDLE, ledger, [FortitudeTest(unit="A", cause=CASUALTIES)], "0")

        assert (failed == ()) is passed


def test_casualties_count_before_the_test_AT_MOR_11() -> None:
    ledger = over(table([unit("A", "red", HERE), unit("B", "blue", EAST)], {}))

    suffer(MIDDLE, ledger, [Hit(by="B", unit="A", casualties=2)], "0", honors=True)

    assert [n["value"] for n in remarks(ledger, "test")] == [10 + 3 - 2]


def test_one_test_for_a_step_and_one_for_every_shot_into_a_kill_zone_R_51() -> None:
    state = table([unit("A", "red", HERE), unit("B", "blue", EAST), unit("C", "blue", WEST)], {})
    hits = [Hit(by="B", unit="A", casualties=1), Hit(by="C", unit="A", casualties=1)]
    once, twice = over(state, rest=1), over(state, rest=1)

    suffer(MIDDLE, once, hits, "0", honors=False)
    suffer(MIDDLE, twice, hits, "0", honors=False, each=True)

    assert len(remarks(once, "test")) == 1
    assert len(remarks(twice, "test")) == 2
    assert {n["value"] for n in remarks(twice, "test")} == {11}


def test_a_unit_that_becomes_shaken_drops_its_order_and_comes_out_AT_MOR_22() -> None:
    state = table([unit("A", "red", HERE, morale=1)], {"A": {"order": "ambush"}}, [Mark(name=HIDDEN, on="A")])
    ledger = over(state)

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
    return table(units, {}, [*fight("S", "B"), *marks], phase="melee")


def test_when_the_staff_falls_the_whole_army_tests_with_two_less_once_AT_MOR_16() -> None:
    ledger = over(_army(staff=1), rest=11)

    suffer(MIDDLE, ledger, [Hit(by="B", unit="S", casualties=1)], "after", honors=True)

    told = remarks(ledger, "test")
    assert [(n["unit"], n["cause"], n["value"]) for n in told] == [
        ("A", "staff_lost", 11),
        ("F", "staff_lost", 11),
    ]
    assert ledger.state.marked("red", LEADERLESS)
    assert ledger.state.units["B"]["honor"] == 1


def test_a_staff_that_surrenders_is_lost_like_one_destroyed_AT_MOR_20() -> None:
    state = _army(staff=3)
    panicked = unit("S", "red", HERE, card="general_staff", commander=0, figures=3, morale=3)
    ledger = over(table([*(u for u in state.units.values() if u.id != "S"), panicked], {}, state.marks))

    take_tests(MIDDLE, ledger, [FortitudeTest(unit="S", cause=CASUALTIES)], "0")

    assert [n["unit"] for n in remarks(ledger, "surrendered")] == ["S"]
    assert [n["cause"] for n in remarks(ledger, "test")] == ["casualties", "staff_lost", "staff_lost"]


def test_all_tests_of_a_batch_count_on_the_table_before_them_AT_GEN_02() -> None:
    state = _army(staff=3)
    panicked = unit("S", "red", HERE, card="general_staff", commander=0, figures=3, morale=3)
    ledger = over(table([*(u for u in state.units.values() if u.id != "S"), panicked], {}, state.marks))

    take_tests(
        MIDDLE,
        ledger,
        [FortitudeTest(unit="S", cause=CASUALTIES), FortitudeTest(unit="A", cause="flank")],
        "0",
    )

    first = next(n for n in remarks(ledger, "test") if n["unit"] == "A")
    assert first["value"] == 10 + 3 + 4 - 3


def test_nobody_holds_two_honor_markers_AT_MOR_41() -> None:
    state = table(
        [unit("A", "red", HERE, honor=1), unit("B", "blue", EAST, figures=1)], {}, fight("A", "B"), "melee"
    )
    ledger = over(state)

    suffer(MIDDLE, ledger, [Hit(by="A", unit="B", casualties=1)], "0", honors=True)

    assert ledger.state.units["A"]["honor"] == 1
    assert not remarks(ledger, "honor")


def test_basic_knows_no_honor_and_no_lost_staff_AT_MOR_40() -> None:
    ledger = over(_army(staff=1))

    suffer(BASIC, ledger, [Hit(by="B", unit="S", casualties=1)], "0", honors=True)
    morale.morale_phase(BASIC, ledger)

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
    state = table(
        [unit("A", "red", HERE), unit("B", "blue", place, morale=level)],
        {},
        [Mark(name=PURSUES, on="A", to="B")],
    )
    ledger = over(state)

    morale.morale_phase(MIDDLE, ledger)

    assert bool(ledger.state.pointed("A", PURSUES)) is not ends


def test_a_roll_is_keyed_by_turn_step_substep_unit_and_purpose_AT_GEN_07() -> None:
    ledger = over(table([unit("A", "red", HERE)], {}, phase="ranged"))

    take_tests(MIDDLE, ledger, [FortitudeTest(unit="A", cause=CASUALTIES, by="B")], "3")

    assert [e.key for e in ledger.events if isinstance(e, ev.Rolled)] == ["1/ranged/3/A/test_casualties/B"]

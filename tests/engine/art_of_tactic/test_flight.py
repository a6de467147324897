"""Flee, Panic, Pursue of Art of Tactic: the way they take, where they end (rules file, 4.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import Mark, State, Unit
from engine.systems.art_of_tactic import execution
from engine.systems.art_of_tactic.marks import HIDDEN, PURSUES
from engine.systems.art_of_tactic.morale.flee_and_panic import flight_paths
from engine.systems.art_of_tactic.morale.pursue import pursuit_paths
from tests.engine.art_of_tactic.fights import fight, ledger_on
from tests.engine.art_of_tactic.positions import plain, position, remarks, unit

MIDDLE, TOP = plain(level="intermediate"), plain(level="expert")
HERE, EAST, WEST = "1212", "1312", "1112"
FLEES, PANICS = {"A": {"order": "flee"}}, {"A": {"order": "panic"}}


def _flight(
    *others: Unit,
    place: Hex = HERE,
    orders: Mapping[str, Mapping[str, str]] = FLEES,
    card: str = "ashigaru_yari",
) -> State:
    """A of red in flight, among others."""
    level = 3 if orders is PANICS else 2
    return position([unit("A", "red", place, card=card, morale=level), *others], orders, phase="retreat")


def _way(scn: Scenario, state: State) -> tuple[Hex, ...]:
    return tuple(flight_paths(scn, state)["A"])


def staff(place: Hex) -> Unit:
    return unit("S", "red", place, card="general_staff")


def test_flight_leads_towards_the_staff_at_the_fastest_rate_AT_MOR_31() -> None:
    assert _way(MIDDLE, _flight(staff("2012"))) == ("1312", "1412")
    assert len(_way(MIDDLE, _flight(staff("2012"), card="mounted_samurai"))) == 4


def test_flight_ends_beside_the_staff_C_10() -> None:
    assert _way(MIDDLE, _flight(staff("1412"))) == ("1312",)
    assert _way(MIDDLE, _flight(staff("1312"))) == ()


def test_equal_ways_are_taken_by_the_lowest_direction_C_10() -> None:
    assert _way(MIDDLE, _flight(staff("1209"))) == ("1311", "1210")


def test_ways_out_of_enemy_zones_and_empty_ones_come_first_AT_MOR_36() -> None:
    friend = unit("F", "red", "1311")
    enemy = unit("B", "blue", "1411")

    assert _way(MIDDLE, _flight(staff("1208"), friend)) == ("1211", "1210")
    assert _way(MIDDLE, _flight(staff("1208"), enemy)) == ("1211", "1210")


def test_a_unit_takes_a_longer_way_round_an_enemy_AT_MOR_36() -> None:
    way = _way(MIDDLE, _flight(staff("1512"), unit("B", "blue", EAST)))

    assert len(way) == 2
    assert EAST not in way


def test_hidden_enemies_change_no_way_R_53() -> None:
    state = _flight(staff("2012"), unit("B", "blue", EAST))
    known = position(state.units.values(), state.orders, [Mark(name=HIDDEN, on="B")])

    assert _way(MIDDLE, known) == ("1312", "1412")


def test_without_a_staff_flight_leads_to_the_own_edge_and_stops_there_AT_MOR_33() -> None:
    assert _way(MIDDLE, _flight(place="1223")) == ("1124",)
    assert _way(MIDDLE, _flight(place="1224")) == ()
    assert [MIDDLE.grid.column_and_row(h)[1] for h in _way(MIDDLE, _flight())] == [13, 14]


def test_a_staff_in_flight_has_no_staff_to_flee_to_AT_MOR_33() -> None:
    shaken = unit("A", "red", "1222", card="general_staff", morale=2)

    assert len(_way(MIDDLE, position([shaken], FLEES))) == 2


def test_cavalry_flees_round_ground_it_never_enters_AT_TER_05() -> None:
    woods = {"1312": "heavy_woods", "1313": "heavy_woods"}
    scn = plain(level="intermediate", terrain=woods)

    assert _way(scn, _flight(staff("1612"), card="mounted_samurai"))[0] == "1311"


def test_who_has_no_way_stays_AT_MOR_37() -> None:
    ring = MIDDLE.grid.neighbours(HERE).values()
    enemies = [unit(f"B{n}", "blue", h) for n, h in enumerate(ring)]

    assert _way(MIDDLE, _flight(staff("1220"), *enemies)) == ()


def test_panic_leads_to_the_nearest_edge_AT_MOR_34() -> None:
    assert _way(MIDDLE, _flight(place="2112", orders=PANICS)) == ("2212", "2312")


@pytest.mark.parametrize(
    ("place", "card", "gone"),
    [
        ("2412", "ashigaru_yari", True),
        ("2312", "ashigaru_yari", True),
        ("2212", "ashigaru_yari", False),
        ("2112", "mounted_samurai", True),
    ],
)
def test_who_panics_over_the_edge_is_gone_without_honor_to_anybody_AT_MOR_34(
    place: str, card: str, gone: bool
) -> None:
    state = _flight(unit("B", "blue", WEST), place=place, orders=PANICS, card=card)
    ledger = ledger_on(state)

    execution.retreat_orders(MIDDLE, ledger)

    assert (ledger.state.units["A"].place == "@eliminated") is gone
    assert len(remarks(ledger, "panicked_off")) == int(gone)
    assert ledger.state.units["B"]["honor"] == 0


def test_panic_leads_off_the_board_out_of_a_melee_AT_MOR_34() -> None:
    state = _flight(unit("B", "blue", "2312"), place="2412", orders=PANICS)
    ledger = ledger_on(position(state.units.values(), state.orders, fight("A", "B"), phase="retreat"))

    execution.retreat_orders(MIDDLE, ledger)

    assert ledger.state.units["A"].place == "@eliminated"
    assert ledger.state.units["B"]["honor"] == 0


def test_the_shaken_rally_beside_their_staff_and_go_no_farther_AT_MOR_32() -> None:
    state = _flight(staff("1412"), unit("F", "red", "1413", morale=2))
    ledger = ledger_on(position(state.units.values(), {**FLEES, "F": {"order": "flee"}}, phase="retreat"))

    execution.retreat_orders(MIDDLE, ledger)

    assert {id_: (ledger.state.units[id_].place, ledger.state.units[id_]["morale"]) for id_ in "AF"} == {
        "A": ("1312", 1),
        "F": ("1413", 1),
    }
    assert {n["now"] for n in remarks(ledger, "rallied")} == {"hesitant"}


def _pursuit(
    fled: Unit, fatigue: int = 0, marks: Iterable[Mark] = (), card: str = "mounted_samurai"
) -> State:
    pursuer = unit("A", "red", HERE, card=card, fatigue=fatigue)
    duty = Mark(name=PURSUES, on="A", to=fled.id)
    return position([pursuer, fled], {"A": {"order": "pursue"}}, [duty, *marks])


def test_pursuit_leads_beside_the_quarry_AT_MOR_51() -> None:
    assert pursuit_paths(MIDDLE, _pursuit(unit("B", "blue", "1512"))) == {"A": ("1312", "1412")}
    assert len(pursuit_paths(MIDDLE, _pursuit(unit("B", "blue", "2012")))["A"]) == 4
    assert pursuit_paths(MIDDLE, _pursuit(unit("B", "blue", EAST))) == {"A": ()}


def test_the_tired_pursue_at_a_march_R_67() -> None:
    assert len(pursuit_paths(TOP, _pursuit(unit("B", "blue", "2012"), fatigue=4))["A"]) == 2


def test_no_one_flees_in_step_three_AT_MOR_31() -> None:
    ledger = ledger_on(_flight(staff("2012")))

    execution.movement_orders(MIDDLE, ledger)

    assert ledger.state.units["A"].place == HERE
    assert pursuit_paths(MIDDLE, ledger.state) == {}

"""Additional features of battles and scripts of Pousse-pion: reserves, traits, rivulets, slopes, abattis."""

from __future__ import annotations

from typing import Any

import pytest

import scenarios
from engine import scenario_builder
from engine.commands import Charge
from engine.errors import BadScenario
from engine.ledger import ForcedDice
from engine.scenario import RESERVE, HexsidePrint, Scenario
from engine.scenario_builder.mapping_reader import MappingReader
from notation.scripts.position import lay
from notation.scripts.runner import run

TYPES = {
    "staff": {"kind": "general", "values": {"cd": "4", "mv": "6", "mo": "5"}, "traits": ["army", "stratege"]},
    "line": {"kind": "infantry", "values": {"vc": "4", "mv": "3", "mo": "4"}},
}
SHEET = {
    "columns": "5",
    "rows": "4",
    "legend": {".": "clear"},
    "terrain": [". . . . ."] * 4,
    "levels": ["00000", "01300", "00000", "00000"],
}
UNITS = [
    {"id": "b1", "side": "blue", "type": "staff", "place": "0104"},
    {"id": "b2", "side": "blue", "type": "line", "place": "reserve", "arrives": "3", "enters": "0504"},
    {"id": "o1", "side": "orange", "type": "line", "place": "0301"},
]


def battle(sheet: dict[str, Any] | None = None, unit: dict[str, Any] | None = None) -> Scenario:
    """A small battle, with other entries of the map, or with one of its units changed."""
    text = {"en": "Words", "fr": "Mots"}
    units = [{**row, **unit} if unit and row["id"] == unit["id"] else row for row in UNITS]
    return scenario_builder.build(
        {
            "id": "small",
            "system": "pousse_pion",
            "title": text,
            "intro": text,
            "turns": "6",
            "sides": [{"id": side, "name": text} for side in ("blue", "orange")],
            "charts": scenarios.charts("pousse_pion"),
            "types": TYPES,
            "units": [{k: v for k, v in row.items() if v is not None} for row in units],
            "map": {**SHEET, **(sheet or {})},
        }
    )


def game_start(**script: Any) -> Any:
    page = MappingReader.of({"system": "pousse_pion", "place": {"b1": "0303", "o1": "0909"}, **script})
    return lay(page, ForcedDice([]))


def test_a_counter_waits_in_the_reserve_with_its_turn_and_entry_hex_PP_MOV_41() -> None:
    counter = battle().counters["b2"]

    assert (counter.place, counter.arrives, counter.enters) == (RESERVE, 3, "0504")


def test_a_battle_with_reserves_is_rebuilt_from_what_it_prints() -> None:
    original = battle()

    assert scenario_builder.build(original.printed) == original


@pytest.mark.parametrize(
    ("unit", "key", "what"),
    [
        ({"id": "b2", "enters": "0303"}, "units[2].enters", "edge of the map"),
        ({"id": "b2", "enters": None}, "units[2].enters", "is missing"),
        ({"id": "b2", "arrives": None}, "units[2].arrives", "is missing"),
        ({"id": "b2", "arrives": "7"}, "units[2].arrives", "the battle has 6"),
        ({"id": "b2", "place": "0404"}, "units[2].arrives", "only for counters in the reserve"),
        ({"id": "b1", "traits": ["stratège"]}, "units[1].traits", "did you mean 'stratege'"),
        ({"id": "b1", "type": None, "kind": "engineers"}, "units[1].kind", "'engineers'"),  # PP-GEN-02
        ({"id": "b1", "values": {"vc": "4"}}, "units[1].values.vc", "no such number"),  # PP-GEN-04
        ({"id": "o1", "values": {"range": "3"}}, "units[3].values.range", "no such number"),  # PP-GEN-03
    ],
)
def test_a_mistake_in_a_counter_is_named_PP_GEN_02_PP_MOV_41(
    unit: dict[str, Any], key: str, what: str
) -> None:
    with pytest.raises(BadScenario, match=what.replace("(", r"\(")) as mistake:
        battle(unit=unit)

    assert mistake.value.key == key


def test_hexsides_carry_rivulets_great_rivers_steep_slopes_and_abattis_PP_GEN_10() -> None:
    sheet = {
        "rivulets": ["0103 E"],
        "great_rivers": ["0401 E"],
        "steep_slopes": ["0202 E"],
        "abattis": ["0202 E"],
    }

    scenario = battle(sheet)

    assert scenario.hexside("0103", "0203") == HexsidePrint(water="ru")
    assert scenario.hexside("0401", "0501") == HexsidePrint(water="major_river")
    assert scenario.hexside("0302", "0202") == HexsidePrint(steep=True, abattis=True)


def test_a_way_over_water_is_a_bridge_and_climbs_any_slope_PP_MOV_19() -> None:
    scenario = battle({"rivers": ["0103 E"], "roads": ["0103 0203", "0202 0302"]})

    assert scenario.hexside("0103", "0203") == HexsidePrint(water="river", crossing="bridge", road=True)
    assert scenario.hexside("0202", "0302").road


def test_a_steep_slope_needs_two_levels_to_lie_between() -> None:
    with pytest.raises(BadScenario, match="same level"):
        battle({"steep_slopes": ["0103 E"]})


def test_maps_of_other_rulebooks_have_no_abattis() -> None:
    with pytest.raises(BadScenario, match="on no map of this rulebook"):
        run({"abattis": "0505 E", "place": {"b1": "0101", "o1": "0909"}})


def test_a_counter_in_the_reserve_says_where_it_enters_in_other_rulebooks_too() -> None:
    with pytest.raises(BadScenario, match="is missing"):
        run({"place": {"b1": "reserve", "o1": "0909"}})


def test_a_script_puts_a_counter_into_the_reserve_and_prints_slopes_where_it_likes() -> None:
    start = game_start(
        place={"b1": "reserve cavalry arrives 2 enters 0105", "o1": "0909"}, steep_slopes="0505 E"
    )

    printed = start.scenario.counters["b1"]
    assert (printed.arrives, printed.enters, start.state.units["b1"].place) == (2, "0105", RESERVE)
    assert start.scenario.hexside("0505", "0605").steep


@pytest.mark.parametrize(
    ("words", "marks", "left"),
    [
        ("0303 cavalry", {}, 6),
        ("0303 cavalry", {"b1": "uncommanded"}, 3),
        ("0303 infantry mv 1", {"b1": "uncommanded"}, 1),
        ("0303 infantry mv 1/3", {"b1": "uncommanded"}, 1),
        ("0303 infantry mp 2", {"b1": "uncommanded"}, 2),
    ],
)
def test_a_script_states_movement_by_maximum_present_value_or_command_PP_CMD_09(
    words: str, marks: dict[str, str], left: int
) -> None:
    start = game_start(place={"b1": words, "o1": "0909"}, marks=marks, phase="movement")

    assert start.state.units["b1"]["mp"] == left


def test_the_other_side_keeps_all_its_movement_out_of_command_PP_CMD_09() -> None:
    start = game_start(marks={"o1": "uncommanded"}, phase="movement", player="blue")

    assert start.state.units["o1"]["mp"] == 3


def test_objectives_of_a_script_are_held_by_who_passed_last_unless_stated_PP_VIC_02() -> None:
    start = game_start(objectives={"mill": {"hexes": "0505", "owner": "orange"}}, phase="movement")

    assert start.scenario.objectives[0].scored == "passing"
    assert start.state.marked("mill", "owns", "orange")


@pytest.mark.parametrize("line", ["b1 charges o1", "charge b1 o1", "b1 charges 0503"])
def test_a_charge_is_typed_like_an_attack_PP_CHG_01(line: str) -> None:
    script = {
        "system": "pousse_pion",
        "place": {"b1": "0303 cavalry", "o1": "0503", "b9": "0109"},
        "dice": {"morale": "1"},
        "order": f"blue {line}",
    }

    outcome = next(iter(run(script).outcomes()))

    assert outcome.command == Charge(unit="b1", target="o1")


@pytest.mark.parametrize(
    "own",
    [
        {"charge": {"distance": "3"}},
        {"exposed": ["artillery"]},
        {"fighting": ["infantry"]},
        {"objective_points": "2"},
    ],
)
def test_numbers_that_nothing_reads_are_not_in_the_charts(own: dict[str, Any]) -> None:
    with pytest.raises(BadScenario, match="the rulebook has no such entry"):
        scenario_builder.merged(scenarios.charts("pousse_pion"), own)

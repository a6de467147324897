"""Battles in which hidden units could be given away are refused when they are read (MP C-13, PP C-15)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.features.lobby import rule_options
from engine.errors import BadScenario, NotOnTable
from engine.systems import find
from notation.scripts.runner import run
from scenarios.upload_check import examined
from tests.scenarios.uploaded_files import folder, zipped

AT_ONCE = {"setup": "free", "setup_only_first_turn": "no"}
BOTH = pytest.mark.parametrize("system", ["morne_plaine", "pousse_pion"])


def fault(system: str, blue: str, orange: str, **script: Any) -> str:
    """What is wrong with a battle of one infantry a side, three movement points each, on clear ground 9 hexes
    wide, with these set-up zones. The script is written in other zones, far apart: it is not looked at."""
    page = {
        "system": system,
        "phase": "movement",
        "options": AT_ONCE,
        "zones": {"blue": blue, "orange": orange},
        "place": {"b1": "off_map", "o1": "off_map"},
        **script,
    }
    scenario = run(page).position.scenario
    return find(system).battle_fault(scenario)


@BOTH
def test_units_that_could_come_into_contact_in_the_first_turn_MP_SET_9(system: str) -> None:
    assert fault(system, "0105", "0905") == "", "0405 and 0605 are not in contact"
    assert "blue on 0405 could meet units of orange on 0505" in fault(system, "0105", "0805")
    assert "MP-SET-9" in fault("morne_plaine", "0105", "0805")


@BOTH
def test_where_the_first_turn_is_for_set_up_alone_zones_may_touch_MP_SET_8(system: str) -> None:
    assert fault(system, "0405", "0505", options={"setup": "free"}) == ""


@BOTH
def test_a_road_brings_units_twice_as_far_MP_MOV_21(system: str) -> None:
    road = {"roads": "0105 0205 0305 0405 0505 0605 0705 0805"}

    assert fault(system, "0105", "0901") == ""
    assert "could meet" in fault(system, "0105", "0901", **road)


@BOTH
def test_what_no_unit_can_cross_keeps_them_apart_MP_MOV_8(system: str) -> None:
    river = [f"05{row:02d} {'E' if row % 2 else 'NE E SE'}" for row in range(1, 10)]

    assert "could meet" in fault(system, "0105", "0805")
    assert fault(system, "0105", "0805", major_rivers=river) == ""


@BOTH
def test_units_that_could_fire_in_the_first_turn_MP_SET_9(system: str) -> None:
    gun = "off_map artillery range 5"
    still = {"options": AT_ONCE, "place": {"b1": "off_map", "o1": gun}}

    assert fault(system, "0105", "0905") == ""
    assert "could fire" in fault(system, "0105", "0905", **still), "0405 is five hexes from 0905"
    first = {"options": AT_ONCE, "place": {"b1": gun, "o1": "off_map"}}
    assert fault(system, "0105", "0905", **first) == "", "blue fires before orange has set up"


@BOTH
def test_overlapping_zones_MP_SET_6(system: str) -> None:
    for options in (AT_ONCE, {"setup": "free"}):
        page = {"system": system, "options": options, "zones": {"blue": "0101-0103", "orange": "0103-0105"}}
        with pytest.raises(BadScenario, match="0103 is in the set-up zones of both sides"):
            run({**page, "place": {"b1": "off_map", "o1": "off_map"}, "order": "blue place b1 0101"})


@BOTH
def test_a_unit_that_may_be_moved_stands_in_no_enemy_zone_MP_SET_6(system: str) -> None:
    page = {"system": system, "zones": {"blue": "0101-0103", "orange": "0909"}, "orders": []}
    place = {"b1": "0909", "o1": "off_map"}

    with pytest.raises(BadScenario, match="b1, hidden, may stand on 0909, in the set-up zone of orange"):
        run({**page, "options": {"setup": "optional"}, "place": place})
    run(
        {**page, "options": {"setup": "mixed"}, "place": place}
    )  # printed there, and never moved: known to all


def test_an_objective_that_both_could_pass_in_the_first_turn() -> None:
    banks = {"objectives": {"banks": {"hexes": "0205 0805", "scored": "passing"}}}

    assert "both sides could pass banks" in fault("morne_plaine", "0105", "0905", **banks)
    assert fault("morne_plaine", "0105", "0905", **banks, options={"setup": "free"}) == ""


@BOTH
def test_battles_without_a_set_up_may_begin_anywhere(system: str) -> None:
    assert fault(system, "0505", "0505", options={}) == ""


def test_pousse_pions_manoeuvre_phase_counts_too_PP_MOV_43() -> None:
    place = {"b1": "off_map", "b2": "off_map general trait stratege mv 1", "o1": "off_map"}

    assert fault("pousse_pion", "0105", "0905") == ""
    assert "could meet" in fault("pousse_pion", "0105", "0905", place=place)


def test_reinforcements_of_the_first_turn_count_too_PP_MOV_41() -> None:
    early = {"place": {"b1": "off_map", "b2": "reserve enters 0109", "o1": "off_map"}}
    late = {"place": {"b1": "off_map", "b2": "reserve arrives 2 enters 0109", "o1": "off_map"}}

    assert "could meet" in fault("pousse_pion", "0105", "0509", **early)
    assert fault("pousse_pion", "0101", "0509", **late) == ""


# --- where battles are read ------------------------------------------------------------------------------

TOUCHING = ("  orange: 0101-1202", "  orange: 0101-1208")


def test_the_folder_of_such_a_battle_is_refused_with_file_and_line(tmp_path: Path) -> None:
    shutil.copytree(scenarios.BATTLES / "vaux", tmp_path / "vaux")
    file = tmp_path / "vaux" / "scenario.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace(*TOUCHING), encoding="utf-8")

    with pytest.raises(BadScenario, match="0108 is in the set-up zones of both sides") as refused:
        scenarios.open_box(tmp_path / "vaux")

    assert refused.value.key == "zones"
    assert "vaux/scenario.yaml:" in refused.value.where


def test_an_upload_of_such_a_battle_is_refused() -> None:
    files = folder("vaux")
    files["scenario.yaml"] = files["scenario.yaml"].replace(*TOUCHING)

    mistakes = examined(zipped(files), "vaux.zip")

    assert isinstance(mistakes, tuple)
    assert "0108 is in the set-up zones of both sides" in mistakes[0].what


def test_an_option_that_would_give_hidden_units_away_does_not_fit() -> None:
    with pytest.raises(NotOnTable) as refused:
        rule_options.apply(scenarios.load("vaux"), {"setup_only_first_turn": "no"})

    assert (refused.value.rule, refused.value.reason) == ("MP-SET-9", "option_gives_away")
    assert "could meet" in str(refused.value.__cause__)


@pytest.mark.parametrize("battle", scenarios.all())
def test_every_battle_that_comes_along_can_be_played(battle: str) -> None:
    scenario = scenarios.load(battle)

    assert find(scenario.system).battle_fault(scenario) == ""

"""Reinforcements as authors write them: what is read, and every mistake by its key."""

from __future__ import annotations

import json
from typing import Any

import pytest

import scenarios
from engine import scenario_builder
from engine.errors import BadScenario
from engine.scenario import Scenario
from engine.scenario_builder.build import plain
from engine.systems import find

GOOD: dict[str, Any] = {"id": "late", "units": ["landwehr", "mainz"], "turn": "2", "enters": "0101 0201"}


def ormes(*groups: dict[str, Any], **units: dict[str, str]) -> Scenario:
    """The bridge at Ormes with two units in the reserve, and other entries of some units."""
    printed = json.loads(json.dumps(scenarios.load("ormes").printed))
    for unit in printed["units"]:
        if unit["id"] in GOOD["units"]:
            unit["place"] = "reserve"
        unit.update(units.get(unit["id"], {}))
    printed["reinforcements"] = list(groups)
    return scenario_builder.build(plain(printed))


def test_units_that_come_together_are_read() -> None:
    battle = ormes(
        {**GOOD, "die": "4", "latest": "5", "when": {"held": "0507", "by": "blue"}, "secret": "yes"}
    )
    (late,) = battle.arrivals()

    assert (late.id, late.side, late.units) == ("late", "orange", ("landwehr", "mainz"))
    assert (late.turn, late.least, late.latest, late.secret) == (2, 4, 5, True)
    assert late.hexes == {"0101", "0201"}
    assert late.when is not None
    assert (late.when.held, late.when.by) == ({"0507"}, "blue")
    assert scenario_builder.build(battle.printed) == battle


@pytest.mark.parametrize(
    ("edge", "hexes", "one"),
    [("north", 16, "1601"), ("south", 16, "0112"), ("west", 12, "0105"), ("east", 12, "1605")],
)
def test_a_whole_edge_may_be_named(edge: str, hexes: int, one: str) -> None:
    (late,) = ormes({**GOOD, "enters": edge}).arrivals()

    assert (len(late.hexes), one in late.hexes) == (hexes, True)


def test_units_that_say_alone_when_they_come_come_together_where_all_is_the_same() -> None:
    own = {"arrives": "3", "enters": "0101"}
    (late,) = ormes(landwehr=own, mainz=own).arrivals()

    assert (late.units, late.turn, late.hexes) == (("landwehr", "mainz"), 3, {"0101"})


@pytest.mark.parametrize(
    ("change", "key", "says"),
    [
        ({"units": ["landwehr", "mainz", "landwer"]}, "reinforcements[1].units", "landwehr"),
        ({"units": ["landwehr", "mainz", "ulm"]}, "reinforcements[1].units", "does not wait in the reserve"),
        ({"turn": "9"}, "reinforcements[1].turn", "from 1 to 8"),
        ({"enters": "9999"}, "reinforcements[1].enters", "not on the map"),
        ({"die": "1"}, "reinforcements[1].die", "from 2 to 6"),
        ({"latest": "1"}, "reinforcements[1].latest", "from 2 to 8"),
        ({"when": {"by": "blue"}}, "reinforcements[1].when.held", "says no condition"),
        ({"when": {"held": "0507", "by": "bleu"}}, "reinforcements[1].when.by", "blue"),
        ({"when": {"lost": ["ulm"], "number": "2"}}, "reinforcements[1].when.number", "from 1 to 1"),
        ({"entry": "0101"}, "reinforcements[1].entry", "unknown"),
    ],
)
def test_a_mistake_in_reinforcements_is_named(change: dict[str, Any], key: str, says: str) -> None:
    with pytest.raises(BadScenario) as caught:
        ormes({**GOOD, **change})

    assert caught.value.key == key
    assert says in caught.value.what


def test_a_reinforcement_without_units_is_refused() -> None:
    with pytest.raises(BadScenario, match="names no unit"):
        ormes(GOOD, {**GOOD, "id": "no one", "units": []})


def test_a_unit_comes_once_only() -> None:
    with pytest.raises(BadScenario, match="comes with another reinforcement already"):
        ormes(GOOD, {**GOOD, "id": "again"})


def test_a_unit_that_is_listed_says_nothing_itself() -> None:
    with pytest.raises(BadScenario, match="said by its reinforcement already"):
        ormes(GOOD, mainz={"arrives": "3"})


def test_native_reinforcements_and_waves_exclude_each_other() -> None:
    printed = json.loads(json.dumps(scenarios.load("puits").printed))
    printed["options"] = {**printed.get("options", {}), "waves": "yes"}
    levy = next(unit for unit in printed["units"] if unit["id"] == "levy")
    levy.update(place="reserve", arrives="2", enters="0101")
    battle = scenario_builder.build(plain(printed))

    assert "choose one" in find(battle.system).battle_fault(battle)

"""Counters of rulebooks with bases: how they are written in a battle, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import scenarios
from engine import scenario_builder
from engine.errors import BadScenario
from engine.scenario import Scenario
from notation.scripts.position import Position
from notation.scripts.runner import run

TITLE = {"en": "A", "fr": "A"}


def battle(*units: dict[str, Any], **changed: Any) -> Scenario:
    """A battle of Désastre Colonial with these counters."""
    charts = scenario_builder.merged(scenarios.charts("desastre_colonial"), changed.pop("charts", {}))
    printed: dict[str, Any] = {
        "id": "a",
        "system": "desastre_colonial",
        "title": TITLE,
        "intro": TITLE,
        "turns": "8",
        "sides": [{"id": side, "name": TITLE} for side in ("colonial", "native")],
        "charts": charts,
        "map": {
            "columns": "3",
            "rows": "3",
            "stands_on": "side",
            "legend": {".": "clear"},
            "terrain": ["...", "...", "..."],
        },
        "units": [{"id": f"c{n}", "side": "colonial", "kind": "infantry", "place": f"010{n}", **unit}
                  for n, unit in enumerate(units, 1)],
        **changed,
    }  # fmt: skip
    return scenario_builder.build(printed)


def printed(**unit: Any) -> Any:
    """The one counter of a battle."""
    return battle({"values": {"cohesion": "3"}, **unit}).counters["c1"]


def test_what_is_not_said_is_as_the_charts_have_it() -> None:
    counter = printed()

    assert counter.values == {"cohesion": 3, "bases": 2, "losses": 0}
    assert counter.facing == {"left": 0, "right": 0}


def test_a_native_counter_stands_on_one_base_and_looks_away_from_its_own_edge() -> None:
    counter = printed(side="native")

    assert counter.values["bases"] == 1
    assert counter.facing == {"unit": 3}


@pytest.mark.parametrize(
    ("said", "facing"),
    [
        ("E", {"left": 1, "right": 1}),
        ("left NNE right SSW", {"left": 0, "right": 3}),
        ({"right": "W", "left": "E"}, {"left": 1, "right": 4}),
    ],
)
def test_bases_face_together_or_one_by_one(said: Any, facing: dict[str, int]) -> None:
    assert printed(facing=said).facing == facing


def test_a_battle_begins_with_no_unit_on_ground_that_no_one_enters_DC_TER_09() -> None:
    sheet = {
        "columns": "3",
        "rows": "3",
        "stands_on": "side",
        "legend": {".": "clear", "~": "lake"},
        "terrain": ["~..", "...", "..."],
    }

    with pytest.raises(BadScenario, match=r"no unit can be on 0101, lake .DC-TER-09"):
        battle({"values": {"cohesion": "3"}}, map=sheet)


@pytest.mark.parametrize(
    "said", ["N", "left N", "left NNE", {"right": "W"}, "left E left W up E", "front E", {"unit": "E"}]
)
def test_a_base_cannot_face_what_is_no_corner(said: Any) -> None:
    with pytest.raises(BadScenario):
        printed(facing=said)


def test_weapon_and_training_are_traits() -> None:
    counter = printed(weapon="blr", training="disciplined", traits=["autonomous"])

    assert counter.traits == {"blr", "disciplined", "autonomous"}


@pytest.mark.parametrize(
    ("unit", "says"),
    [
        ({"weapon": "bow"}, "weapon"),
        ({"weapon": "blr", "traits": ["sb"]}, "one weapon is enough"),
        ({"traits": ["immortal"]}, "not a trait"),
        ({"values": {"strength": "3"}}, "no such number"),
        ({"kind": "chief", "command": "4D8", "values": {}}, "staff, die, radius"),
    ],
)
def test_what_no_counter_can_be_is_refused(unit: dict[str, Any], says: str) -> None:
    with pytest.raises(BadScenario, match=says):
        printed(**unit)


def test_chiefs_are_written_in_one_word_share_a_hex_and_face_nowhere() -> None:
    chief = {"kind": "chief", "command": "4D8/3", "place": "0101"}
    counters = battle({"values": {"cohesion": "3"}}, chief, chief).counters

    assert [c.place for c in counters.values()] == ["0101"] * 3
    assert counters["c2"].values == {"staff": 4, "die": 8, "radius": 3}
    assert counters["c2"].facing == {}


def test_two_units_share_no_hex() -> None:
    with pytest.raises(BadScenario, match="0101 is already occupied"):
        battle({"values": {"cohesion": "3"}}, {"values": {"cohesion": "3"}, "place": "0101"})


def test_a_capability_may_be_reserved_to_a_side() -> None:
    charts = {"reserved": {"colonial": ["armour"]}}
    unit = {"values": {"cohesion": "3"}, "traits": ["armour"]}

    assert "armour" in battle(unit, charts=charts).counters["c1"].traits
    with pytest.raises(BadScenario, match="for colonial only"):
        battle({**unit, "side": "native"}, charts=charts)


def test_walls_and_streams_lie_on_edges_of_a_hex() -> None:
    def stated(**page: Any) -> Position:
        return run({"system": "desastre_colonial", "place": {"c1": "0505"}, **page}).position

    sides = stated(walls="0505 N SE", streams="0606 0607").scenario.hexsides

    assert {(s.linear, s.of) for s in sides.values()} == {("wall", "0505"), ("stream", "0606")}
    assert set(sides) == {("0504", "0505"), ("0505", "0605"), ("0606", "0607")}
    assert all(not s.water for s in sides.values())
    with pytest.raises(BadScenario, match="already carries"):
        stated(walls="0505 N", streams="0504 S")

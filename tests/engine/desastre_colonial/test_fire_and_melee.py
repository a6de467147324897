"""Fire and melee of Désastre Colonial before any die falls: who bears on whom, what would be rolled."""

from __future__ import annotations

from typing import Any

import pytest

from engine.commands import Bombard, Volley
from engine.errors import IllegalOrder, NotOnTable
from engine.ledger import SeededDice
from engine.referee import options, play
from engine.systems.desastre_colonial import SYSTEM, overlays
from engine.systems.desastre_colonial.fire import targets
from notation.scripts.runner import Run, run

CHIEFS = {"c9": "0112 chief", "n9": "1201 chief"}


def set_up(place: dict[str, str], **more: Any) -> Run:
    """A position in the fire phase without any order played."""
    return run({"system": "desastre_colonial", "phase": "fire", "place": {**place, **CHIEFS}, **more})


LINE = "0505 weapon mlr facing E"


def test_the_arc_of_a_line_is_a_cone_that_opens_by_one_hex_a_step_DC_FIR_06():
    position = set_up({"c1": LINE}).position
    scn, unit = position.scenario, position.state.units["c1"]

    hexes = targets.arc(scn, position.state, unit, "left")

    by_distance = [sum(scn.grid.distance("0505", hex_) == away for hex_ in hexes) for away in (0, 1, 2, 3)]
    assert by_distance == [0, 2, 3, 4]
    assert {"0604", "0605"} <= hexes


def test_the_two_bases_of_a_square_bear_on_all_neighbours_and_leave_two_gaps_farther_off_DC_FIR_07():
    position = set_up({"c1": "0606 weapon mlr facing NE square"}).position
    unit = position.state.units["c1"]

    left, right = (targets.arc(position.scenario, position.state, unit, base) for base in ("left", "right"))

    near = frozenset(position.scenario.grid.within("0606", 2)) - {"0606"}
    assert left & near == {"0605", "0706", "0707", "0604", "0705", "0805", "0806", "0807"}
    assert near - left - right == {"0505", "0708"}


def test_sight_shows_the_arc_what_blocks_in_it_and_why_others_are_no_targets():
    place = {"c1": LINE, "n1": "0704", "n2": "0604", "n3": "0504", "n4": "0706"}
    position = set_up(place, marks={"c1": "activated"}).position

    sight = overlays.sight(position.scenario, position.state, "c1")

    assert sight is not None
    assert (sight.reach, sight.reason) == (2, "")
    assert sight.hidden == {"0704": ("0604",)}
    assert sight.seen == {"0604", "0605", "0705", "0706"}
    assert "0905" in sight.arc
    assert {t.unit: t.reason for t in sight.targets} == {
        "n1": "no_line_of_sight",
        "n2": "",
        "n3": "not_in_arc",
        "n4": "",
    }


def test_sight_says_why_a_unit_does_not_fire_at_all():
    position = set_up(
        {"c1": LINE, "c2": "0307", "n1": "0604"}, marks={"c1": ["activated", "engages n1"]}
    ).position

    sight = overlays.sight(position.scenario, position.state, "c1")

    assert sight is not None
    assert sight.reason == "fire_when_engaged"
    assert overlays.sight(position.scenario, position.state, "c2") is None
    assert overlays.sight(position.scenario, position.state, "c9") is None


@pytest.mark.parametrize(
    ("shooters", "error", "reason"),
    [
        ((), NotOnTable, "no_shooter"),
        (("c1/middle",), NotOnTable, "no_such_base"),
        (("c1", "c2"), IllegalOrder, "not_in_arc"),
        (("c3",), IllegalOrder, "not_activated"),
    ],
)
def test_a_group_of_which_one_may_not_fire_is_refused_whole(shooters, error, reason):
    place = {"c1": LINE, "c2": "0508 weapon mlr facing W", "c3": "0406 weapon mlr", "n1": "0605"}
    position = set_up(place, marks={"c1": "activated", "c2": "activated"}).position

    with pytest.raises(error) as refused:
        play(
            position.system,
            position.scenario,
            position.state,
            "colonial",
            Volley(target="n1", shooters=shooters),
            SeededDice(b""),
        )

    assert refused.value.reason == reason


def test_what_is_offered_to_a_unit_is_what_it_may_do():
    place = {"c1": LINE, "n1": "0704", "n2": "0604", "n3": "0504", "n4": "0706", "n5": "0806"}
    position = set_up(place, marks={"c1": "activated"}).position
    offered = {
        option.command.target
        for option in options(position.system, position.scenario, position.state, "colonial", "c1")
        if isinstance(option.command, Bombard)
    }

    accepted = {unit for unit in position.state.units if unit.startswith("n") and _obeyed(position, unit)}

    assert offered == accepted == {"n2", "n4"}


def _obeyed(position: Any, target: str) -> bool:
    command = Bombard(unit="c1", target=target)
    try:
        play(position.system, position.scenario, position.state, "colonial", command, SeededDice(b""))
    except IllegalOrder:
        return False
    return True


MELEE = {
    "c1": "0605 facing NNE",
    "n1": "0604 cohesion 3 losses 1 facing SSW",
    "n2": "0505 cavalry cohesion 3 facing SSW",
}


def test_a_melee_that_could_be_engaged_shows_all_its_dice():
    marks = {"n1": ["activated", "ordered"], "n2": ["activated", "ordered", "engages c1"]}

    melees = _clashes(phase="movement", player="native", marks=marks)

    assert melees["n1"] == (("n2",), 8, 6, "8:6")
    assert melees["n2"] == ((), 5, 6, "")


def test_a_melee_to_be_fought_shows_what_each_attacker_brings_to_it():
    marks = {
        "n1": ["activated", "engages c1"],
        "n2": ["activated", "engages c1"],
        "c1": "principal n1",
    }

    melees = _clashes(phase="melee", player="native", marks=marks)

    assert melees == {"n1": (("n2",), 10, 6, "10:6"), "n2": (("n1",), 10, 6, "10:6")}


def _clashes(**more: Any) -> dict[str, Any]:
    position = set_up(MELEE, **more).position
    clashes = position.system.display.clashes(position.scenario, position.state)
    return {c.attacker: (c.helpers, c.attack, c.defence, c.odds) for c in clashes}


def test_an_advance_that_waits_for_an_answer_is_shown_as_a_way():
    marks = {"n1": ["activated", "engages c1"], "c1": "principal n1"}
    place = {"c1": "0605 facing NNE losses 4", "n1": "0604 cohesion 5 facing SSW"}
    played = set_up(
        place,
        phase="melee",
        player="native",
        marks=marks,
        order="native n1 attacks c1",
        dice={"melee c1": "1 1 1 1 1 1", "melee n1": "2 2 2 1 1"},
    )
    for _ in played.outcomes():
        pass

    moves = SYSTEM.display.proposed_moves(played.position.scenario, played.state)

    assert moves == (("n1", ("0604", "0605"), "advance"),)

"""Typed orders and referee scripts: what is read, what cannot be, and what the command prints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli.run_script import referee
from engine.commands import (
    Answer,
    Attack,
    Bombard,
    Command,
    Done,
    Draw,
    Expired,
    Move,
    Place,
    Rally,
    Release,
    Resign,
    Step,
    Unplace,
)
from engine.errors import IllegalOrder, NotOnTable
from notation import order_text
from notation.scripts.position import Position
from notation.scripts.runner import run
from scenarios import read
from scenarios.text import parse
from tests.engine.referee.test_standing_answers import PURSUIT

TABLE = """
place:
  1/I: {at: 0505, side: blue, name: 1st Line}
  gun-2: 0506 artillery side blue
  cav-3: 0405 cavalry side blue
  b-4: 0705 side orange
  o5: 0101
objectives: {mill: {hexes: 0909}}
"""


@pytest.fixture
def position() -> Position:
    return run(read(TABLE)).position


def parse_order(position: Position, text: str) -> Command:
    return order_text.read(text, position.system, position.scenario, position.state, "blue")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("move 1/I NE NE E", Move(unit="1/I", path=("0504", "0603", "0703"))),
        ("1/I NE NE E", Move(unit="1/I", path=("0504", "0603", "0703"))),
        ("1/i 0504 0604", Move(unit="1/I", path=("0504", "0604"))),
        ("1st Line 0504", Move(unit="1/I", path=("0504",))),
        ("1/I 0504-0604", Move(unit="1/I", path=("0504", "0604"))),
        ("1/I NE, E", Move(unit="1/I", path=("0504", "0604"))),
        ("1/I 0505 0504", Move(unit="1/I", path=("0504",))),
        ("1/I 2NE 7,4", Move(unit="1/I", path=("0504", "0603", "0704"))),
        ("1/I NE2", Move(unit="1/I", path=("0504", "0603"))),
        ("1/I NO", Move(unit="1/I", path=("0404",))),
        ("1/I", None),
        ("1/I -> 0502", Move(unit="1/I", path=("0404", "0503", "0502"))),
        ("cav-3 → 0404", Move(unit="cav-3", path=("0404",))),
        ("/move unit:1/I path:0504 0604", Move(unit="1/I", path=("0504", "0604"))),
        ("gun-2 fires b-4", Bombard(unit="gun-2", target="b-4")),
        ("gun-2 fires at 0705", Bombard(unit="gun-2", target="b-4")),
        ("bombard gun-2 b-4", Bombard(unit="gun-2", target="b-4")),
        ("/unit bombard unit:gun-2 target:b-4", Bombard(unit="gun-2", target="b-4")),
        ("1/I attacks b-4", Attack(unit="1/I", target="b-4")),
        ("attack 1/I b-4", Attack(unit="1/I", target="b-4")),
        ("0505 NE", Move(unit="1/I", path=("0504",))),
        ("step 1/I NE", Step(unit="1/I", hex="0504")),
        ("release", Release()),
        ("rally", Rally()),
        ("done", Done()),
        ("place 1/I 0303", Place(unit="1/I", hex="0303")),
        ("unplace 1/I", Unplace(unit="1/I")),
        ("answer yes", Answer(option="yes")),
        ("resign", Resign()),
        ("draw", Draw()),
        ("expired", Expired()),
    ],
)
def test_an_order_is_read(position: Position, text: str, command: Command | None) -> None:
    if command is None:
        with pytest.raises(NotOnTable):
            parse_order(position, text)
    else:
        assert parse_order(position, text) == command


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("", "empty_order", {}),
        ("b9 E", "no_such_unit", {"unit": "b9"}),
        ("cav-4 E", "no_such_unit", {"near": ("cav-3",)}),
        ("atack 1/I b-4", "no_such_unit", {"near": ("attack",)}),
        ("1/I 0599", "no_such_hex", {"hex": "0599", "last": "0909"}),
        ("1/I N", "no_such_direction", {"direction": "N"}),
        ("1/I home", "no_such_direction", {"direction": "home"}),
        ("o5 NW", "off_the_map", {"direction": "NW", "hex": "0101"}),
        ("gun-2 fires 0808", "nobody_there", {"hex": "0808"}),
        ("gun-2 fires", "what_target", {"unit": "gun-2"}),
        ("attack", "which_unit", {"order": "attack"}),
        ("step 1/I NE NE", "one_hex_only", {"unit": "1/I"}),
        ("done now", "unknown_order", {}),
    ],
)
def test_what_cannot_be_read_says_what_and_what_is_near(
    position: Position, text: str, reason: str, facts: dict[str, Any]
) -> None:
    with pytest.raises(NotOnTable) as refused:
        parse_order(position, text)

    assert refused.value.reason == reason
    assert {name: refused.value.facts[name] for name in facts} == facts


def test_a_goal_out_of_reach_is_not_a_misprint(position: Position) -> None:
    with pytest.raises(IllegalOrder) as refused:
        parse_order(position, "1/I -> 0109")

    assert (refused.value.rule, refused.value.reason) == ("MP-MOV-3", "out_of_reach")
    assert refused.value.facts["near_cost"] == 3


def test_a_goal_just_out_of_reach_is_tried_so_that_the_referee_says_why(position: Position) -> None:
    assert parse_order(position, "1/I -> 0501") == Move(unit="1/I", path=("0404", "0403", "0402", "0501"))


def run_referee(tmp_path: Path, text: str, *args: str) -> Result:
    file = tmp_path / "script.yaml"
    file.write_text(text, encoding="utf-8")
    return CliRunner().invoke(referee, [str(file), *args])


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_every_order_gets_a_line_and_the_final_state_the_last(tmp_path: Path) -> None:
    result = run_referee(
        tmp_path, "{place: {b1: 0505, o1: 0101}, orders: [blue b1 E, blue b1 0909, {orange: done}]}"
    )

    moved, refused, waiting, final = lines(result)
    assert result.exit_code == 0
    assert moved["accepted"]
    assert moved["command"] == {"is": "move", "unit": "b1", "path": ["0605"]}
    assert refused["refused"]["rule"] == "MP-MOV-2"
    assert waiting["refused"]["kind"] == "NotYours"
    assert final["table"]["units"]["b1"] | {"at": "0605", "mp": 2} == final["table"]["units"]["b1"]


def test_a_failed_expectation_is_status_1(tmp_path: Path) -> None:
    result = run_referee(tmp_path, "{place: {b1: 0505, o1: 0101}, order: blue b1 E, expect: {b1: 0505}}")

    assert result.exit_code == 1
    assert lines(result)[-1]["failed"] == ["b1: at 0605, not '0505'"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("place:\n  b1: 9999\n", ":2: place.b1: '9999' is not on the map (0101 to 0909)"),
        ("place: {b1: 0505}\nphaze: combat\n", ":2: phaze: "),
        ("place: {b1: 0505}\nphase: combatt\n", ":2: phase: 'combatt' is unknown"),
        ("place: {b1: 0505, b2: 0505}\n", ":1: place.b2: 0505 is already occupied by b1"),
        ("place: {x1: 0505}\n", "of which side?"),
        ("place: {b1: 0505}\nmarks: {b1: tired}\n", ":2: marks.b1: 'tired' is no mark"),
        ("place: {b1: 0505}\norder: blue b1 E\ndice: [x]\n", ":3: dice: should hold whole numbers"),
        ("scenario: marengo\n", ":1: scenario: no such battle"),
        ("options: {optional_advance: maybe}\n", ":1: options.optional_advance: 'maybe'"),
        ("terrain: {0505: swamp}\n", ":1: terrain.0505: 'swamp'"),
        ("rivers: 0505 E\nbridges: 0505 W\n", ":2: bridges: there is no water at 0405/0505"),
        ("roads: 0505 0707\n", ":1: roads: jumps from 0505 to 0707"),
        ("orders:\n  - red: b1 E\nplace: {b1: 0505}\n", "'red' is not a side"),
        ("place: {b1: 0505 cz 3}\n", ":1: place.b1: 'cz' is no number of a counter"),
        ("place: {b1: 0505 mv 5/4}\n", ":1: place.b1: mv 5/4: 5 is more than the printed 4"),
        ("place: {b1: 0505}\nmarks: {b1: charged o9}\n", ":2: marks.b1: there is nothing called 'o9'"),
        ("place: {b1: 0505}\npainted: {0505: swamp}\n", ":2: painted.0505: 'swamp'"),
        ("zones: {red: 0505}\n", ":1: zones.red: unknown entry"),
        (
            "options: {setup: free}\nzones: {blue: 0101-0103, orange: 0103}\nplace: {b1: 0101, o1: 0103}\n",
            ":2: zones: 0103 is in the set-up zones of both sides",
        ),
        ("place: {b1: 0505 cs 0}\n", ":1: place.b1: cs 0: should be at least 1"),
        ("place: {b1: off_map cs 0/4}\n", ":1: place.b1: cs 0: should be at least 1"),
        ("place: {b1: 0505}\nexpect: {b1: {cz: 0}}\n", ":2: expect.b1.cz: unknown entry"),
        ("place: {b1: 0505}\nexpect: {b1: {marks: no tired}}\n", ":2: expect.b1.marks: 'tired' is no mark"),
        ("place: {b1: 0505}\nexpect: {zones: {blue: no 9999}}\n", ":2: expect.zones.blue: '9999'"),
        ("place: {b1: 0505}\nexpect: {owners: {mill: nobody}}\n", ":2: expect.owners.mill: unknown entry"),
        ("place: {b1: 0505}\nexpect: {clashes: {b1 o9: none}}\n", ":2: expect.clashes.b1 o9: should be"),
        ("place: {b1: 0505}\norder: blue b1 E\naccepted: so\n", ":3: accepted: 'so' is unknown"),
        (
            "place: {b1: 0505 artillery, o1: 0605}\norder: blue b1 fires o1\ndice: [0]\n",
            ":3: dice: a die of 9 has no 0 for fire of b1",
        ),
        (
            "place: {b1: 0505 artillery, o1: 0605}\norder: b1 fires o1\ncharts: {bombardment: {die: x}}\n",
            ":3: charts: these numbers cannot be played with",
        ),
        ("a: [\n", "(YAML)"),
        ("- 1\n", "[1]"),
        (
            "place: {b1: 0505, o1: 0101}\norder: blue b1 E\nexpect: {b7: 0505}\n",
            ":3: expect.b7: neither a unit",
        ),
    ],
)
def test_a_script_that_cannot_be_read_names_file_line_and_key(
    tmp_path: Path, text: str, message: str
) -> None:
    result = run_referee(tmp_path, text)

    assert result.exit_code == 2
    assert "script.yaml" in result.stderr
    assert message in result.stderr


@pytest.mark.parametrize(
    ("text", "failed"),
    [
        ("order: blue b1 E\naccepted: yes\nrefused: no\n", []),
        ("order: blue b1 0909\naccepted: no\nrefused: yes\n", []),
        ("order: blue b1 0909\naccepted: yes\n", ["accepted: MP-MOV-2 not_neighbours"]),
        ("order: blue b1 0909\nrefused: no\n", ["refused: MP-MOV-2 not_neighbours"]),
        ("order: blue b1 E\naccepted: no\n", ["accepted: yes"]),
        ("order: blue b1 E\nrefused: yes\n", ["refused: accepted"]),
    ],
)
def test_an_order_is_expected_to_be_accepted_or_refused(tmp_path: Path, text: str, failed: list[str]) -> None:
    result = run_referee(tmp_path, f"place: {{b1: 0505, o1: 0101}}\n{text}")

    assert lines(result)[-1]["failed"] == failed


def test_a_unit_off_the_map_goes_nowhere_in_whatever_words(tmp_path: Path) -> None:
    text = "{place: {b1: eliminated, b2: 0101, o1: 0909}, orders: [blue b1 E, blue step b1 E, blue b1 0505]}"

    *outcomes, _ = lines(run_referee(tmp_path, text))

    assert [(o["refused"]["rule"], o["refused"]["reason"]) for o in outcomes] == [
        ("MP-GEN-12", "unit_eliminated")
    ] * 3


def test_one_side_is_told_which_expectation_failed_but_not_what_it_may_not_know(tmp_path: Path) -> None:
    text = """
      options: {setup: free}
      zones: {blue: 0101-0103, orange: 0909}
      place: {b1: off_map, o1: off_map}
      order: {blue: place b1 0102, expect: {b1: {at: 0101}}}
      expect: {b1: 0101}
    """
    result = run_referee(tmp_path, text, "--view", "orange")

    assert result.exit_code == 1
    assert "0102" not in result.stdout
    assert [line["failed"] for line in lines(result)] == [["b1.at"], ["order 1: b1.at", "b1"]]


def test_a_file_that_is_not_there_is_status_2(tmp_path: Path) -> None:
    result = CliRunner().invoke(referee, [str(tmp_path / "none.yaml")])

    assert result.exit_code == 2
    assert "none.yaml" in result.stderr


def test_dice_that_run_out_are_status_2(tmp_path: Path) -> None:
    result = run_referee(tmp_path, "{place: {b1: 0505 artillery, o1: 0605}, order: b1 fires o1, dice: []}")

    assert result.exit_code == 2
    assert "no die of 9 is left for fire of b1" in result.stderr


def test_of_a_list_of_scripts_the_others_are_played_when_one_cannot_be(tmp_path: Path) -> None:
    text = """
- {case: dry, place: {b1: 0505 artillery, o1: 0605}, order: b1 fires o1, dice: []}
- {case: torn, place: {b1: 9999}}
- 1
- {case: wrong, place: {b1: 0505, o1: 0101}, order: blue b1 E, expect: {b1: 0505}}
- {case: whole, place: {b1: 0505, o1: 0101}, order: blue b1 E}
"""
    result = run_referee(tmp_path, text)

    assert result.exit_code == 2
    assert [line["case"] for line in lines(result) if "table" in line] == ["wrong", "whole"]
    errors = result.stderr.splitlines()
    assert [line.split(":")[0] for line in errors[:2]] == ["case dry", "case torn"]
    assert "no die of 9 is left" in errors[0]
    assert "script.yaml:3" in errors[1]
    assert "[3]" in errors[2]


def test_the_same_seed_gives_the_same_dice(tmp_path: Path) -> None:
    text = "{seed: x, place: {b1: 0505 artillery, o1: 0605}, order: b1 fires o1}"

    assert run_referee(tmp_path, text).stdout == run_referee(tmp_path, text).stdout


SETUP = """
phase: start
options: {setup: free}
zones: {blue: 0101-0103, orange: 0909 0908}
place: {b1: off_map, o1: off_map}
orders: [blue place b1 PLACE, blue done]
"""


def test_a_view_holds_nothing_of_what_a_side_may_not_know(tmp_path: Path) -> None:
    one = run_referee(tmp_path, SETUP.replace("PLACE", "0101"), "--view", "orange")
    other = run_referee(tmp_path, SETUP.replace("PLACE", "0103"), "--view", "orange")

    assert one.exit_code == 0
    assert one.stdout == other.stdout
    assert lines(one)[-1]["table"]["units"]["b1"]["at"] == "hidden"


def test_an_unknown_viewer_is_status_2(tmp_path: Path) -> None:
    assert run_referee(tmp_path, "{place: {b1: 0505}}", "--view", "red").exit_code == 2


def test_a_battle_by_name_begins_like_a_game(tmp_path: Path) -> None:
    result = run_referee(
        tmp_path, "{scenario: tutorial, orders: {blue: [gun-1 fires militia, done]}, dice: [9]}"
    )

    assert [line.get("accepted") for line in lines(result)] == [True, True, None]
    assert lines(result)[-1]["table"]["phase"] == "movement"


def test_a_battle_by_name_can_be_laid_otherwise(tmp_path: Path) -> None:
    text = (
        "{scenario: tutorial, turn: 2, phase: combat, player: orange, place: {inf-1: 0601 mv 1}, orders: []}"
    )

    final = lines(run_referee(tmp_path, text))[-1]["table"]

    assert (final["turn"], final["phase"], final["player"]) == (2, "combat", "orange")
    assert final["units"]["inf-1"]["at"] == "0601"
    assert final["units"]["inf-1"]["mv"] == 1


def test_the_examples_of_the_guide_can_be_played() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "referee-scripts.md").read_text(encoding="utf-8")
    first = guide.split("```yaml\n")[1].split("```")[0]

    script = run(parse(first))  # type: ignore[arg-type]

    assert [outcome.refused for outcome in script.outcomes()] == [None]
    assert script.failed == []


def test_a_script_shows_a_side_its_own_standing_orders_alone(tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(PURSUIT + "orders: [blue instruct pursuit no, orange instruct pursuit yes]")

    printed = CliRunner().invoke(referee, [str(file), "--view", "blue"]).output
    lines = [json.loads(line) for line in printed.splitlines()]

    assert lines[-1]["table"]["standing"] == {"blue": {"pursuit": "no"}}
    assert lines[0]["command"] == {"is": "instruct", "kind": "pursuit", "answer": "no"}
    assert lines[1]["events"] == []
    assert not {"command", "text"} & set(lines[1])

"""Typed orders of rulebooks with leaders and bases, and counters stated with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.commands import (
    Activate,
    Answer,
    Bombard,
    Command,
    Face,
    Form,
    Instruct,
    Lead,
    Move,
    Share,
    Volley,
)
from engine.errors import BadScenario, NotOnTable
from notation import order_text
from notation.scripts.output import position_json
from notation.scripts.position import Position
from notation.scripts.runner import run
from scenarios import read
from scenarios.text import parse

TABLE = """
system: desastre_colonial
place:
  c1: {at: 0505, kind: infantry, name: 24th Foot, weapon: blr}
  c2: 0507 infantry facing N square low_ammo
  c9: 0605 chief command 4D8/3
  n2: 0502 infantry side native
"""


@pytest.fixture
def position() -> Position:
    return run(read(TABLE)).position


def parse_order(position: Position, text: str) -> Command:
    return order_text.read(text, position.system, position.scenario, position.state, "colonial")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("activate c9", Activate(chief="c9")),
        ("c9 activates", Activate(chief="c9")),
        ("c9 leads c1 c2 with 3", Lead(chief="c9", units=("c1", "c2"), dice=3)),
        ("c9 leads c1, c2 with 3 dice", Lead(chief="c9", units=("c1", "c2"), dice=3)),
        ("lead c9: 24th Foot and c2 with 2", Lead(chief="c9", units=("c1", "c2"), dice=2)),
        ("share c1 7 3, c2 5", Share(given={"c1": (7, 3), "c2": (5,)})),
        ("share 24th Foot 7; c2", Share(given={"c1": (7,), "c2": ()})),
        ("c1 faces E", Face(unit="c1", facing={"left": 1, "right": 1})),
        ("24th Foot faces left E right NNO", Face(unit="c1", facing={"left": 1, "right": 5})),
        ("face c1 right SSW", Face(unit="c1", facing={"right": 3})),
        ("c2 faces NE", Face(unit="c2", facing={"left": 1, "right": 4})),
        ("c1 forms square", Form(unit="c1", formation="square")),
        ("c1 forms square SE", Form(unit="c1", formation="square", facing={"left": 2, "right": 5})),
        ("c2 forms line left E right W", Form(unit="c2", formation="line", facing={"left": 1, "right": 4})),
        ("fire n2 by c1 c2/left", Volley(target="n2", shooters=("c1", "c2/left"))),
        ("fire at 0502 by 24th Foot", Volley(target="n2", shooters=("c1",))),
        ("c1/right fires at n2", Volley(target="n2", shooters=("c1/right",))),
        ("fire n2 by 24th Foot/left c2", Volley(target="n2", shooters=("c1/left", "c2"))),
        ("24th Foot/right fires n2", Volley(target="n2", shooters=("c1/right",))),
        ("c1/left faces E", Face(unit="c1", facing={"left": 1})),
        ("c1 fires n2", Bombard(unit="c1", target="n2")),
        ("c1 NE N", Move(unit="c1", path=("0604", "0603"))),
        ("c9 -> 0505", Move(unit="c9", path=("0505",))),
        ("instruct keep no", Instruct(kind="keep", answer="no")),
        ("instruct rout_step 0506", Instruct(kind="rout_step", answer="0506")),
        ("instruct keep", Instruct(kind="keep", answer="")),
        ("answer cover 0305", Answer(option="cover 0305")),
    ],
)
def test_an_order_is_read(position: Position, text: str, command: Command) -> None:
    assert parse_order(position, text) == command


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("c9 leads c1 c2", "how_many_dice"),
        ("c9 leads c1 c7 with 2", "no_such_unit"),
        ("c1 faces N", "no_such_direction"),
        ("c2 faces NNE", "no_such_direction"),
        ("c1 faces", "which_facing"),
        ("c1 faces left E right", "which_facing"),
        ("c1 forms column", "which_formation"),
        ("fire by c1", "what_target"),
        ("c1/left forms square", "no_such_unit"),
        ("instruct", "unknown_order"),
    ],
)
def test_what_cannot_be_read_says_why(position: Position, text: str, reason: str) -> None:
    with pytest.raises(NotOnTable) as refused:
        parse_order(position, text)

    assert refused.value.reason == reason


def test_words_of_leaders_mean_nothing_where_no_one_leads() -> None:
    position = run(read("place: {b1: 0505, o1: 0705}")).position

    with pytest.raises(NotOnTable):
        order_text.read("b1 leads b1 with 2", position.system, position.scenario, position.state, "blue")


def test_the_map_is_that_of_the_rulebook_until_it_is_said_otherwise(position: Position) -> None:
    grid = position.scenario.grid
    other = run(read(TABLE + "columns: 8")).position.scenario.grid

    assert (grid.columns, grid.rows, grid.stands_on) == (12, 12, "side")
    assert (other.columns, other.rows) == (8, 12)


def test_a_counter_is_stated_with_its_bases_and_marks(position: Position) -> None:
    square, chief = position.state.units["c2"], position.state.units["c9"]

    assert square.facing == {"left": 0, "right": 3}
    assert position.state.marks_on("c2") == {"square", "low_ammo"}
    assert (chief["staff"], chief["die"], chief["radius"], chief.facing) == (4, 8, 3, {})
    assert position.state.units["c1"].traits == {"blr"}


@pytest.mark.parametrize("words", ["skirmisher mounted", "trait skirmisher trait mounted"])
def test_a_trait_is_said_by_its_name(words: str) -> None:
    place = {"c1": f"0505 infantry losses 1 {words} weapon blr facing SSW"}

    unit = run({"system": "desastre_colonial", "place": place}).position.state.units["c1"]

    assert unit.traits == {"skirmisher", "mounted", "blr"}
    assert (unit["losses"], unit.facing) == (1, {"left": 3, "right": 3})


@pytest.mark.parametrize(
    ("unit", "says"),
    [
        ("0505 infantry trait immortal", "not a trait"),
        ("0505 infantry facing N", "is unknown"),
        ("0505 infantry facing NNE square", "is unknown"),
        ("0505 chief command 4D8", "staff, die, radius"),
        ("0505 infantry weapon bow", "weapon bow"),
        ("0505 infantry charge_feroce", "charge_feroce: .* did you mean 'ferocious'"),
        ("0505 infantry charge_feroce weapon blr", "did you mean 'ferocious'"),
        ("0505 infantry trait charge_feroce", "did you mean 'ferocious'"),
        ("0505 infantry disciplind", "did you mean 'disciplined'"),
        ("0505 infantry facing left E", "left is given, right is not"),
    ],
)
def test_what_no_counter_can_be_is_refused(unit: str, says: str) -> None:
    with pytest.raises(BadScenario, match=says):
        run({"system": "desastre_colonial", "place": {"c1": unit}})


@pytest.mark.parametrize(
    ("place", "key", "says"),
    [
        ("c1: 0505 losses 5", "c1", "losses 5: should be from 0 to 4 on the map; .*(DC-FIR-26)"),
        ("n1: 0505 cohesion 7", "n1", "cohesion 7: should be from 1 to 6 .3.2."),
        ("n1: 0505 cohesion 0", "n1", "cohesion 0"),
        ("c9: 0505 chief staff 6", "c9", "staff 6: should be from 1 to 5 .3.6."),
        ("c9: 0505 chief command 3D7/3", "c9", "die 7: should be one of 6, 8, 10"),
        ("c9: 0505 chief radius 0", "c9", "radius 0"),
        ("n1: 0505 square", "n1", "never stands in square .DC-FOR-12"),
        ("n1: 0505 bases 2 square", "n1", "infantry of native never stands in square"),
        ("c1: 0505 cavalry square", "c1", "cavalry never stands in square"),
        ("c1: 0101", "c1", "no unit can be on 0101, lake .DC-TER-09"),
        ("c1: 0505\n  n9: 0505 chief", "n9", "its enemy c1 is on 0505 .DC-GEN-10"),
        ("c1: 0505\n  c2: 0505", "c2", "0505 is already occupied by c1"),
    ],
)
def test_an_impossible_position_is_refused_by_file_line_key_and_rule(place: str, key: str, says: str) -> None:
    text = f"system: desastre_colonial\nterrain: {{lake: 0101}}\nplace:\n  {place}\n"

    with pytest.raises(BadScenario, match=says) as refused:
        run(parse(text, "table.yaml"))

    assert refused.value.where == f"table.yaml:{text.count(chr(10))}"
    assert refused.value.key == f"place.{key}"


def test_what_a_battle_brings_about_may_be_stated() -> None:
    place = {
        "c1": "eliminated losses 5",
        "c2": "0505 losses 4 square",
        "c8": "0505 chief command 1D6/1",
        "c9": "0101 chief",
        "n9": "0101 chief",
    }

    state = run({"system": "desastre_colonial", "terrain": {"0101": "lake"}, "place": place}).position.state

    assert state.units["c1"]["losses"] == 5


def test_a_stated_drame_phase_asks_the_native_player() -> None:
    text = TABLE + "phase: drame\nnumbers: {ones: 2}\norder: answer none\n"

    played = run(read(text))

    question = played.position.state.questions[0]
    assert (question.kind, question.side, question.options) == ("drame", "native", ("2", "1", "none"))
    assert next(played.outcomes()).refused is None


def test_a_stated_drame_phase_without_a_1_rolled_is_refused() -> None:
    with pytest.raises(BadScenario, match="phase: drame: this position has no question"):
        run(read(TABLE + "phase: drame\n"))


def test_facings_of_bases_are_written(position: Position) -> None:
    units: dict[str, Any] = position_json(position, position.state)["units"]

    assert units["c1"]["facing"] == "NNE"
    assert units["c2"]["facing"] == "left N right S"
    assert "facing" not in units["c9"]


def test_a_judge_can_try_what_no_order_says() -> None:
    played = run(read(TABLE + "order: test c1\ndice: [1, 1, 1, 1]"))

    outcome = next(played.outcomes())

    assert json.dumps(outcome.json())
    assert outcome.json()["command"] == {"is": "try", "kind": "test", "unit": "c1", "length": 0}
    with pytest.raises(NotOnTable):
        parse_order(played.position, "test c1")


@pytest.mark.parametrize("who", ["c1", "24th Foot", "0505"])
def test_a_judge_names_a_unit_as_players_do(who: str) -> None:
    played = run(read(TABLE + f"orders: [test {who}, rout {who} 2]\nseed: a"))

    tried, run_away = (outcome.json()["command"] for outcome in played.outcomes())

    assert (tried["unit"], tried["length"]) == ("c1", 0)
    assert (run_away["unit"], run_away["length"]) == ("c1", 2)


@pytest.mark.parametrize(
    ("order", "word"),
    [("test c1 now", "now"), ("test c1 3", "3"), ("rout c1 3 east", "east"), ("rout c1 far", "far")],
)
def test_a_word_too_many_for_a_judge_is_refused_by_name(order: str, word: str) -> None:
    refused = next(run(read(TABLE + f"order: {order}")).outcomes()).refused

    assert refused is not None
    assert (refused.reason, refused.facts["order"]) == ("unknown_order", word)


def test_a_judge_is_told_where_no_card_makes_units_test() -> None:
    text = TABLE + "order: test c1\ncharts: {morale: {triggers: [beaten_in_melee]}}\ndice: []\n"

    events = next(run(read(text)).outcomes()).json()["events"]

    assert [(event["kind"], event["rule"]) for event in events if event["is"] == "noted"] == [
        ("no_test", "DC-MOR-02")
    ]


GUIDE = (Path(__file__).parents[2] / "docs" / "referee-scripts.md").read_text(encoding="utf-8")
SECTION = GUIDE.split("\n## Désastre Colonial")[1].split("\n## ")[0]
EXAMPLES = [part.split("```")[0] for part in SECTION.split("```yaml\n")[1:]]


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_guide_can_be_played(example: str) -> None:
    script = run(read(example))

    assert {outcome.refused for outcome in script.outcomes()} == {None}
    assert script.failed == []


def test_the_first_order_is_that_of_the_side_of_the_unit_it_begins_with() -> None:
    text = "{system: desastre_colonial, place: {n1: 0505 activated ordered, c1: 0511}, order: n1 S}"

    script = run(read(text))

    assert [(outcome.side, outcome.refused) for outcome in script.outcomes()] == [("native", None)]

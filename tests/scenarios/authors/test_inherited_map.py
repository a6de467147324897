"""Several battles share one map, each with its changes."""

from __future__ import annotations

import shutil
from pathlib import Path

import jsonschema_rs
import pytest
from click.testing import CliRunner

import scenarios
from bot.cli import main
from engine.errors import BadScenario
from engine.scenario import Scenario
from engine.scenario_builder import plain
from scenarios import schema, upload_check
from scenarios.review import read_draft

CHANGES = """inherits: ferry
terrain: {0104+1: marsh, 0905: woods}
levels: {0201: 1}
names: {0903: none, 0606: Ford farm}
sites: {0903: none}
without:
  roads: [0607 0606]
  streams: [0304 E]
tracks:
  - 0101 0201
"""


@pytest.fixture
def author(tmp_path: Path) -> Path:
    """A battle on the map of another one beside it."""
    shutil.copytree(schema.ANNOTATED, tmp_path / "ferry")
    folder = Path(shutil.copytree(schema.ANNOTATED, tmp_path / "again"))
    text = (folder / "scenario.yaml").read_text(encoding="utf-8")
    (folder / "scenario.yaml").write_text(text.replace("id: ferry", "id: again", 1), encoding="utf-8")
    (folder / "map.yaml").write_text(CHANGES, encoding="utf-8")
    return folder


def test_what_is_said_is_changed_and_the_rest_inherited(author: Path) -> None:
    draft, ferry = read_draft(author), scenarios.open_box(schema.ANNOTATED)
    assert draft.mistakes == []
    battle = draft.scenario
    assert battle is not None
    assert scenarios.open_box(author).hexes == battle.hexes

    other = {h for h in ferry.hexes if battle.hexes[h] != ferry.hexes[h]}
    assert other == {*ferry.grid.within("0104", 1), "0905", "0201", "0903", "0606"}
    assert battle.hexes["0104"].terrain == "marsh"
    assert (battle.hexes["0903"].name, battle.hexes["0903"].site) == ("", "")
    sides = {s for s in {*ferry.hexsides, *battle.hexsides} if battle.hexside(*s) != ferry.hexside(*s)}
    assert sides == {("0606", "0607"), ("0304", "0404"), ("0101", "0201")}


@pytest.mark.long
def test_it_keeps_to_the_schema(author: Path) -> None:
    checks = jsonschema_rs.Draft7Validator(schema.schemas("morne_plaine")["map"])
    assert checks.is_valid(plain(scenarios.read(author / "map.yaml")))
    assert not checks.is_valid({"names": {}})
    assert not checks.is_valid({"inherits": "ferry", "without": {"roofs": []}})


FAULTS = [
    ("inherits: ferry", "inherits: fery", "map.inherits", "there is no map 'fery'"),
    ("inherits: ferry", "inherits: ../ferry", "map.inherits", "the name of a folder"),
    ("inherits: ferry", "inherits: again", "map.inherits", "a circle"),
    ("inherits: ferry", "inherits: ferry\ncolumns: 9", "map.columns", "is said by the map"),
    ("0104+1: marsh", "0114+1: marsh", "map.terrain.0114+1", "not on the map"),
    ("0104+1: marsh", "0104+1: mash", "map.legend", "'mash' is unknown; did you mean 'marsh'"),
    ("{0201: 1}", "{0201: high}", "map.levels.0201", "should be one digit"),
    ("roads: [0607 0606]", "roads: [0101 0201]", "map.without.roads", "has none at 0101/0201"),
    ("  roads: [0607 0606]", "  raods: [0607 0606]", "map.without.raods", "did you mean 'roads'"),
]


@pytest.mark.parametrize(("old", "new", "key", "said"), FAULTS, ids=[fault[1] for fault in FAULTS])
def test_a_fault_is_named_by_file_line_and_key(author: Path, old: str, new: str, key: str, said: str) -> None:
    assert old in CHANGES
    (author / "map.yaml").write_text(CHANGES.replace(old, new), encoding="utf-8")

    mistakes = read_draft(author).mistakes

    named = [m for m in mistakes if m.key.startswith(key) and said in m.what]
    assert [m.where.partition(":")[0] for m in named] == ["again/map.yaml"], mistakes
    with pytest.raises(BadScenario):
        scenarios.open_box(author)


def test_a_packed_battle_stands_alone(author: Path) -> None:
    archive = author.parent / "again.zip"
    result = CliRunner().invoke(main, ["scenario", "pack", str(author), str(archive)], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    shutil.rmtree(author.parent / "ferry")

    battle = upload_check.examined(archive.read_bytes(), archive.name)

    assert isinstance(battle, Scenario)
    assert battle.hexes["0104"].terrain == "marsh"


UPLOAD = """id: x
system: morne_plaine
map: {inherits: NAME}
turns: 3
title: X
intro: X
sides: [{id: blue, name: B, corps: [I]}, {id: orange, name: O, corps: [II]}]
types: {general: {kind: leader, values: {cs: 1, ma: 6, radius: 3}}}
units:
  - {id: a, side: blue, corps: I, type: general, place: 0112, name: A}
  - {id: b, side: orange, corps: II, type: general, place: 0101, name: B}
"""


def test_an_upload_inherits_from_battles_that_come_along_only() -> None:
    for name, said in (("ormes", None), ("ferry", "among those that come with the bot")):
        text = UPLOAD.replace("NAME", name)
        result = upload_check.examined(text.encode(), "x.yaml")
        if said is None:
            assert isinstance(result, Scenario), result
            assert result.hexes == scenarios.load("ormes").hexes
        else:
            assert not isinstance(result, Scenario)
            assert said in str(result[0])

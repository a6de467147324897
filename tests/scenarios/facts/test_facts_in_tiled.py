"""Maps of battles with every fact, in Tiled and back: nothing is lost, and what was painted is written."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bot.cli import main
from engine.scenario import Scenario
from scenarios.review import read_draft
from tests.engine.battle.battles import BATTLES
from tests.long_forms import long_but
from tests.scenarios.facts.written_battles import Written

every = pytest.mark.parametrize("system", BATTLES)


def with_all_facts(system: str, beside: Path) -> Path:
    """A battle with zones, a reinforcement on a condition, an exit, weather and length by dice."""
    battle = Written(system)
    first = battle.sides[0]
    held = " ".join(str(unit["place"]) for unit in battle.of(first))
    worth = {"units": "2"} if system == "desastre_colonial" else {"points": "2", "most": "3"}
    battle.reserve(when={"held": held, "by": first}, die="3", latest="4", secret="yes")
    battle.state(
        turns="6",
        ends={"turn": "4", "die": "5"},
        zones=battle.zones(),
        exits=[{"id": "way", "side": first, "hexes": "south", "turn": "3", **worth}],
        weather=[
            {"kind": "fog", "turn": "1", "until": "2", "lifts": "4", "sight": "2"},
            {"kind": "rain", "turn": "3", "die": "4", "sight": "3"},
        ],
    )
    return battle.write(beside)


def run(*words: str) -> str:
    result = CliRunner().invoke(main, ["scenario", "tiled", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def texts(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.yaml")}


def built(folder: Path) -> Scenario:
    draft = read_draft(folder)
    assert draft.mistakes == []
    assert draft.scenario is not None
    return draft.scenario


@every
@pytest.mark.parametrize("ending", long_but({"tmj"}, ["tmj", "tmx"]))
def test_a_map_that_goes_there_and_back_changes_no_fact(system: str, ending: str, tmp_path: Path) -> None:
    folder = with_all_facts(system, tmp_path)
    before, battle = texts(folder), built(folder)
    file = tmp_path / f"map.{ending}"
    run("export", str(folder), str(file))

    run("import", str(file), str(folder))

    assert texts(folder) == before
    assert built(folder) == battle


def layer_of(map_: dict[str, Any], name: str) -> list[dict[str, Any]]:
    objects: list[dict[str, Any]] = next(each["objects"] for each in map_["layers"] if each["name"] == name)
    return objects


@every
def test_exits_conditions_and_entries_are_painted_and_the_other_facts_stay(
    system: str, tmp_path: Path
) -> None:
    folder = with_all_facts(system, tmp_path)
    battle = built(folder)
    file = tmp_path / "map.tmj"
    run("export", str(folder), str(file))
    map_ = json.loads(file.read_text(encoding="utf-8"))
    corner = {"x": 42, "y": 48, "width": 0, "height": 0, "rotation": 0, "type": "", "visible": True}
    for number, (layer, name) in enumerate(
        (("exits", "way"), ("conditions", "late"), ("reinforcements", "late"))
    ):
        layer_of(map_, layer)[:] = [{**corner, "id": 900 + number, "name": name, "point": True}]
    file.write_text(json.dumps(map_), encoding="utf-8")

    run("import", str(file), str(folder))

    after = built(folder)
    (way,), (late,) = after.exits, after.reinforcements
    assert way.hexes == {"0101"}
    assert late.hexes == {"0101"}
    assert late.when is not None
    assert late.when.held == {"0101"}
    assert (way.points, way.needed, way.turn) == (
        battle.exits[0].points,
        battle.exits[0].needed,
        battle.exits[0].turn,
    )
    assert (after.weather, after.ending, after.zones) == (battle.weather, battle.ending, battle.zones)
    assert (late.least, late.latest, late.secret) == (3, 4, True)


@pytest.mark.long
def test_every_area_of_a_battle_is_a_shape_with_its_name(tmp_path: Path) -> None:
    folder = with_all_facts("morne_plaine", tmp_path)
    run("export", str(folder), str(tmp_path / "map.tmx"))

    root = ET.parse(tmp_path / "map.tmx").getroot()

    named = {group.get("name"): {o.get("name") for o in group} for group in root.iter("objectgroup")}
    assert named["exits"] == {"way"}
    assert named["conditions"] == named["reinforcements"] == {"late"}
    assert named["zones"] == {"blue", "orange"}


@pytest.mark.parametrize(("layer", "name"), [("exits", "wya"), ("conditions", "lat")])
def test_a_shape_of_no_fact_is_named_with_a_guess(layer: str, name: str, tmp_path: Path) -> None:
    folder = with_all_facts("morne_plaine", tmp_path)
    file = tmp_path / "map.tmj"
    run("export", str(folder), str(file))
    map_ = json.loads(file.read_text(encoding="utf-8"))
    layer_of(map_, layer)[0]["name"] = name
    file.write_text(json.dumps(map_), encoding="utf-8")

    result = CliRunner().invoke(main, ["scenario", "tiled", "import", str(file), str(folder)])

    assert result.exit_code == 1
    assert f"map.tmj: layer {layer}, object " in result.output
    assert "did you mean" in result.output

"""The schemas for editors say what the reader says: they may be too kind, never too strict."""

from __future__ import annotations

import copy
import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from click.testing import CliRunner

import scenarios
from bot.cli.scenario.commands import scenario as scenario_commands
from engine import scenario_builder
from engine.errors import BadScenario
from engine.scenario import Scenario
from engine.scenario_builder import plain
from scenarios import schema, upload_check

WHOLE_NUMBER = re.compile(r"[-+]?[0-9]+")
BATTLES = {id_: scenarios.BATTLES / id_ for id_ in scenarios.all() if (scenarios.BATTLES / id_).exists()} | {
    "ferry": schema.ANNOTATED
}
SYSTEMS = [system for system in scenarios.charted() if system != "fifth"]


def validator(system: str, name: str) -> Any:
    return jsonschema_rs.Draft7Validator(schema.schemas(system)[name])


def as_editors_see(thing: Any) -> Any:
    """Words as YAML 1.2 takes them: whole numbers are numbers, also a hex."""
    if isinstance(thing, dict):
        return {name: as_editors_see(entry) for name, entry in thing.items()}
    if isinstance(thing, list):
        return [as_editors_see(entry) for entry in thing]
    return int(thing) if WHOLE_NUMBER.fullmatch(thing) else thing


@pytest.mark.parametrize("id_", BATTLES)
def test_every_battle_keeps_to_the_schemas(id_: str) -> None:
    system = str(scenarios.read(BATTLES[id_] / "scenario.yaml")["system"])
    for name in schema.FILES:
        text = plain(scenarios.read(BATTLES[id_] / f"{name}.yaml"))
        checks = validator(system, name)
        for document in (text, as_editors_see(text)):
            assert [f"{e.instance_path}: {e.message}" for e in checks.iter_errors(document)] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_turn_may_be_as_late_as_the_longest_battle_has_turns(system: str) -> None:
    facts = schema.schemas(system)["scenario"]["properties"]
    within = {
        f"{fact}.{name}": entry["anyOf"][0]
        for fact in ("exits", "reinforcements", "weather", "lessons")
        for name, entry in facts[fact]["items"]["properties"].items()
        if name in ("turn", "until", "latest") and "anyOf" in entry
    }

    assert len(within) > 4
    assert {
        path for path, entry in within.items() if (entry["minimum"], entry["maximum"]) != (1, 99)
    } == set()


def entries(thing: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries in a schema, by path."""
    for name, entry in thing.get("properties", {}).items():
        yield f"{path}.{name}".strip("."), entry
        yield from entries(entry, f"{path}.{name}".strip("."))
    for more in ("additionalProperties", "items"):
        if isinstance(thing.get(more), dict):
            yield f"{path}.*", thing[more]
            yield from entries(thing[more], f"{path}.*")
    for way in thing.get("anyOf", []):
        yield from entries(way, path)


OTHERS = re.compile(r"(^|\.)(charts|options|values|points)\.|\.(en|fr|\*)$")
"""Entries whose names say what they are: numbers and options of the rulebook, sides, languages."""


def test_every_entry_is_described_and_nothing_else() -> None:
    untold, known = set(), set()
    for system in SYSTEMS:
        for path, entry in entries(schema.schemas(system)["battle"]):
            known |= {path, f"{path.rpartition('.')[0]}.*"}
            if "description" not in entry and not OTHERS.search(path):
                untold.add(path)
    assert untold == set()
    assert [name for name in schema.described() if name not in known] == []


def printed() -> dict[str, Any]:
    """The annotated battle as one file, without the rulebook's charts."""
    parts = [plain(scenarios.read(schema.ANNOTATED / f"{name}.yaml")) for name in schema.FILES]
    return {**parts[0], "map": parts[1], **parts[2]}


def refused(battle: dict[str, Any]) -> str:
    """Why the reader refuses a battle, or ""."""
    try:
        charts = scenario_builder.merged(scenarios.charts("morne_plaine"), battle.get("charts", {}))
        scenario_builder.build({**battle, "charts": charts})
    except BadScenario as mistake:
        return str(mistake)
    return ""


def faults() -> Iterator[tuple[str, Any]]:
    """The annotated battle with one fault: each entry left out, of another shape, negative; a name more in
    each mapping. What is at fault, and the battle."""
    whole = printed()

    def places(thing: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        if isinstance(thing, dict | list):
            yield path
            inner = thing.items() if isinstance(thing, dict) else list(enumerate(thing))[:2]
            for name, entry in inner:
                yield from places(entry, (*path, name))
        elif path:
            yield path

    for path in places(whole, ()):
        for what in ("left out", "a list", "entries", "negative", "another word", "one more"):
            battle = copy.deepcopy(whole)
            holder = battle
            for step in path[:-1]:
                holder = holder[step]
            at: Any = holder[path[-1]] if path else battle
            if what == "one more":
                if not isinstance(at, dict):
                    continue
                at["zzz"] = "1"
            elif not path:
                continue
            elif what == "left out":
                del holder[path[-1]]
            else:
                new = {"a list": ["a"], "entries": {"a": "b"}, "negative": "-7", "another word": "zzz"}
                holder[path[-1]] = new[what]
            yield f"{'.'.join(map(str, path)) or 'battle'}: {what}", battle


@pytest.mark.long
def test_what_a_schema_refuses_the_reader_refuses() -> None:
    checks, refusals = validator("morne_plaine", "battle"), 0
    for what, battle in faults():
        if not checks.is_valid(battle):
            refusals += 1
            assert refused(battle), f"{what}: the reader takes it"
    assert refusals > 150


@pytest.mark.long
def test_a_name_that_the_reader_does_not_know_is_refused_by_both() -> None:
    checks = validator("morne_plaine", "battle")
    known = {what: battle for what, battle in faults() if what.endswith("one more")}
    assert len(known) > 20
    for what, battle in known.items():
        assert refused(battle), what
        assert checks.is_valid(battle) == what.startswith("map.names"), what  # it does not know the map


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_new_battle_brings_the_schemas_of_its_files(system: str, tmp_path: Path) -> None:
    folder = tmp_path / "first-try"
    options = ["--title", "A try", "--rulebook", system, "--size", "small", "--units", "5", "--turns", "8"]
    result = CliRunner().invoke(scenario_commands, ["new", str(folder), *options])
    assert result.exit_code == 0, result.output

    for name in schema.FILES:
        first = (folder / f"{name}.yaml").read_text(encoding="utf-8").splitlines()[0]
        assert first == f"# yaml-language-server: $schema=.schema/{name}.json"
        written = json.loads((folder / ".schema" / f"{name}.json").read_text(encoding="utf-8"))
        assert written == schema.schemas(system)[name]
        assert jsonschema_rs.Draft7Validator(written).is_valid(plain(scenarios.read(folder / f"{name}.yaml")))


def test_a_folder_with_its_schemas_can_be_packed_and_uploaded(tmp_path: Path) -> None:
    folder = shutil.copytree(schema.ANNOTATED, tmp_path / "ferry")
    schema.write("morne_plaine", folder / ".schema")
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, path.relative_to(tmp_path))
    assert isinstance(upload_check.examined(data.getvalue(), "ferry.zip"), Scenario)


def test_the_command_writes_them_beside_the_battle(tmp_path: Path) -> None:
    folder = shutil.copytree(schema.ANNOTATED, tmp_path / "ferry")
    result = CliRunner().invoke(scenario_commands, ["schema", str(folder)])
    assert result.exit_code == 0, result.output
    written = sorted(path.name for path in (folder / ".schema").iterdir())
    assert written == ["battle.json", "map.json", "scenario.json", "units.json"]

    (folder / "scenario.yaml").write_text("system: mourne_plain\n", encoding="utf-8")
    result = CliRunner().invoke(scenario_commands, ["schema", str(folder)])
    assert result.exit_code == 1
    assert "no such rulebook" in result.output

"""Maps in Tiled: a round trip loses nothing, what was painted is written, faults are named."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

import scenarios
from bot.cli import main
from engine import scenario_builder
from engine.errors import BadScenario
from engine.scenario import Scenario
from scenarios import schema
from scenarios.review import read_draft
from scenarios.text import Table
from scenarios.tiled import document, facts, known, reader
from scenarios.tiled.changes import FILES, changed_files, merged
from scenarios.tiled.tmx import tmx

READ = ("scenario", "map", "units")
BATTLES = {id_: scenarios.BATTLES / id_ for id_ in scenarios.all() if (scenarios.BATTLES / id_).exists()} | {
    "ferry": schema.ANNOTATED
}


def exported(id_: str) -> tuple[Scenario, Table, dict[str, Any]]:
    """A battle, its entries, and its map for Tiled."""
    folder = BATTLES[id_]
    printed = scenarios.assembled(*(scenarios.read(folder / f"{name}.yaml") for name in READ))
    charts = scenarios.charts(scenarios.system_of(printed))
    printed["charts"] = scenario_builder.merged(charts, printed.get("charts", {}))
    battle = scenarios.load(id_) if id_ in scenarios.all() else scenario_builder.build(printed)
    painted = facts.facts_of(battle, printed)
    tiles = document.TilePicture("terrain", "t.png", (84, 96), document.tile_words(known.lands(battle)))
    counters = document.TilePicture("counters", "c.png", (78, 78), tuple(painted.units))
    return battle, printed, document.document(painted, tiles, counters)


@pytest.mark.parametrize("id_", BATTLES)
def test_the_round_trip_of_every_battle_loses_nothing(id_: str, tmp_path: Path) -> None:
    battle, printed, map_ = exported(id_)
    painted = facts.facts_of(battle, printed)
    texts = {name: (BATTLES[id_] / name).read_text(encoding="utf-8") for name in FILES}
    (tmp_path / "map.tmj").write_text(json.dumps(map_), encoding="utf-8")
    (tmp_path / "map.tmx").write_bytes(tmx(map_))
    for file in ("map.tmj", "map.tmx"):
        reading = reader.read(tmp_path / file, known.known_of(battle, printed))
        assert reading.mistakes == []
        assert reading.facts == painted
        assert changed_files(texts, printed, painted, merged(painted, reading.facts)) == {}


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["scenario", "tiled", *words], catch_exceptions=False)
    return result.exit_code, result.output


@pytest.fixture
def author(tmp_path: Path) -> Path:
    return Path(shutil.copytree(schema.ANNOTATED, tmp_path / "ferry"))


class Painter:
    """An author with Tiled: changes the file as the program would save it."""

    def __init__(self, folder: Path, file: Path) -> None:
        self.folder, self.file = folder, file
        self.map = json.loads(self.file.read_text(encoding="utf-8"))

    def layer(self, name: str) -> dict[str, Any]:
        return next(layer for layer in self.map["layers"] if layer["name"] == name)

    def middle(self, column: int, row: int) -> tuple[float, float]:
        return (column - 1) * 84 + (42 if row % 2 == 0 else 0) + 42, (row - 1) * 72 + 48

    def tile(self, layer: str, column: int, row: int, word: str) -> None:
        numbers = {tile["type"]: tile["id"] + 1 for tile in self.map["tilesets"][0]["tiles"]}
        self.layer(layer)["data"][(row - 1) * 12 + column - 1] = numbers.get(word, 0)

    def add(self, layer: str, x: float, y: float, **more: Any) -> None:
        plain = {"id": 999, "name": "", "type": "", "width": 0, "height": 0, "rotation": 0, "visible": True}
        self.layer(layer)["objects"].append({**plain, "x": x, "y": y, **more})

    def imported(self) -> tuple[int, str]:
        self.file.write_text(json.dumps(self.map), encoding="utf-8")
        return run("import", str(self.file), str(self.folder))


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the annotated battle's map, exported once: the file and its pictures."""
    folder = tmp_path_factory.mktemp("exports")
    assert run("export", str(schema.ANNOTATED), str(folder / "ferry.tmj"))[0] == 0
    return folder


@pytest.fixture
def painter(author: Path, exports: Path) -> Painter:
    return Painter(author, Path(shutil.copy(exports / "ferry.tmj", author.parent)))


@pytest.mark.long
def test_what_is_painted_is_written_and_the_rest_stays(painter: Painter) -> None:
    before = {name: (painter.folder / name).read_text(encoding="utf-8") for name in FILES}
    painter.tile("terrain", 11, 2, "marsh")
    painter.tile("levels", 1, 1, "level 2")
    x, y = painter.middle(2, 8)
    painter.add("roads", x, y, polyline=[{"x": 5, "y": -9}, {"x": 84 * 3 - 8, "y": 6}])
    x, y = painter.middle(10, 7)
    painter.add("streams", x, y, polyline=[{"x": 3, "y": -45}, {"x": 40, "y": -22}, {"x": 45, "y": 27}])
    x, y = painter.middle(7, 8)
    painter.add("objectives", x - 20, y - 20, name="mill", width=120, height=40)
    painter.layer("objectives")["objects"] = [
        thing for thing in painter.layer("objectives")["objects"] if thing["name"] != "mill" or thing["width"]
    ]
    unit = next(thing for thing in painter.layer("units")["objects"] if thing["name"] == "line-5")
    unit["x"], unit["y"] = painter.middle(10, 3)

    status, told = painter.imported()

    assert status == 0, told
    after = {name: (painter.folder / name).read_text(encoding="utf-8") for name in FILES}
    gone = {
        line for name in FILES for line in before[name].splitlines() if line not in after[name].splitlines()
    }
    new = [
        line for name in FILES for line in after[name].splitlines() if line not in before[name].splitlines()
    ]
    assert len(gone) == 4, gone  # legend, a row of terrain, the hexes of the mill, the unit
    assert "legend: {.: clear, w: woods, o: orchard, v: village, r: rough, m: marsh}" in new
    assert "  -  . . w . . . . . . . m ." in new
    assert "  - 2 0 0 0 0 0 0 0 0 0 0 0" in new
    assert "  - 0208 0308 0408 0508" in new
    assert "  - 1006 SW, 1007 E" in new
    assert "    hexes: 0708 0808" in new
    assert any("id: line-5" in line and "place: 1003" in line for line in new)
    assert read_draft(painter.folder).mistakes == []


def broken(key: str, said: str, change: Callable[[Painter], Any]) -> Any:
    return pytest.param(key, said, change, id=said)


def first(painter: Painter, layer: str) -> dict[str, Any]:
    return dict.__getitem__(painter.layer(layer), "objects")[0]  # type: ignore[no-any-return]


START, ASTRAY = {"x": 0, "y": 0}, {"x": 30, "y": 30}
FAULTS = [
    broken("map", "orthogonal", lambda p: p.map.update(orientation="orthogonal")),
    broken("map", "is infinite", lambda p: p.map.update(infinite=True)),
    broken("(file)", "lacks something", lambda p: p.map.pop("layers")),
    broken("layer terrain", "no tile on 0101", lambda p: p.tile("terrain", 1, 1, "")),
    broken("layer terrain", "0101: 'level 2' does not belong", lambda p: p.tile("terrain", 1, 1, "level 2")),
    broken("layer raods", "did you mean 'roads'", lambda p: p.layer("roads").update(name="raods")),
    broken("layer roads", "stays in one hex", lambda p: first(p, "roads").update(polyline=[START])),
    broken(
        "layer streams, object ", "corner", lambda p: first(p, "streams")["polyline"].insert(1, ASTRAY)
    ),
    broken("layer rivers, object 999", "corner 1", lambda p: p.add("rivers", 42, 0, polyline=[
        {"x": 0, "y": 0}, {"x": 0, "y": 96}])),
    broken("layer bridges, object 999", "at no hexside", lambda p: p.add("bridges", 42, 48, point=True)),
    broken("layer names, object 999", "has no name", lambda p: p.add("names", 42, 48, point=True)),
    broken(
        "layer objectives, object 999 (mil)", "did you mean 'mill'",
        lambda p: p.add("objectives", 42, 48, point=True, name="mil"),
    ),
    broken(
        "layer units, object 999 (line-9)", "did you mean",
        lambda p: p.add("units", 42, 48, point=True, name="line-9"),
    ),
    broken(
        "layer units, object ", "is already occupied by",
        lambda p: p.layer("units")["objects"][1].update(
            {axis: p.layer("units")["objects"][0][axis] for axis in ("x", "y")}
        ),
    ),
    broken("layer units", "'battery-1' is not on the map", lambda p: p.layer("units")["objects"].pop(0)),
    broken("layer zones, object 999 (blue)", "no hex", lambda p: p.add(
        "zones", 5, 5, name="blue", width=4, height=4)),
]  # fmt: skip


@pytest.mark.parametrize(("key", "said", "change"), FAULTS)
def test_a_fault_is_named_by_file_layer_and_object_and_nothing_is_written(
    painter: Painter, key: str, said: str, change: Callable[[Painter], Any]
) -> None:
    before = {name: (painter.folder / name).read_bytes() for name in FILES}
    change(painter)

    status, told = painter.imported()

    assert status == 1
    assert f"{key}" in told, told
    assert said in told, told
    assert "ferry.tmj: " in told or "is not on the map" in told
    assert before == {name: (painter.folder / name).read_bytes() for name in FILES}


def test_what_is_no_map_is_refused(tmp_path: Path) -> None:
    battle, printed, map_ = exported("ferry")
    for name, data in (("a.tmj", b"{"), ("b.tmx", b"<map"), ("c.tmj", b"\xff\xfe"), ("d.tmx", b"<html/>")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(BadScenario):
            reader.read(tmp_path / name, known.known_of(battle, printed))
    lost = copy.deepcopy(map_)
    lost["tilesets"][0] = {"firstgid": 1, "source": "lost.tsx"}
    (tmp_path / "e.tmj").write_text(json.dumps(lost), encoding="utf-8")
    with pytest.raises(BadScenario, match=r"lost\.tsx"):
        reader.read(tmp_path / "e.tmj", known.known_of(battle, printed))


def test_the_tiles_are_drawn(exports: Path) -> None:
    map_ = json.loads((exports / "ferry.tmj").read_text(encoding="utf-8"))
    for tileset in map_["tilesets"]:
        with Image.open(exports / tileset["image"]) as sheet:
            assert sheet.size == (tileset["imagewidth"], tileset["imageheight"])
            wide, high = tileset["tilewidth"], tileset["tileheight"]
            looks = {
                sheet.crop((n % 8 * wide, n // 8 * high, n % 8 * wide + wide, n // 8 * high + high)).tobytes()
                for n in range(tileset["tilecount"])
            }
            assert len(looks) == tileset["tilecount"]
            assert sheet.getpixel((0, 0))[3] == 0  # type: ignore[index]  # hexes, not boxes

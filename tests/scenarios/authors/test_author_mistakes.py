"""Every mistake an author can make is named: file, line, key, and what is wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import scenarios
from engine.errors import BadScenario

LEVELS = "levels:\n  - 000020000" + "\n  - 000000000" * 6

# By file: what stands there, what an author writes instead; key and words of the message. The mistake is
# on the line that has the sign §, or where the new text begins.
MISTAKES = {
    "map.yaml": [
        ("w: woods", "w: wood", "map.legend.w", "did you mean 'woods'"),
        (".: clear", ".: clear, ww: woods", "map.legend.ww", "single letter"),
        ("  - . . w .", "§  - . x w .", "map.terrain", "row 1, column 2: 'x'"),
        ("  - . w . . . w . . .", "§  - . w . . . w . .", "map.terrain", "row 7 has 8 hexes"),
        ("terrain:\n  - . . w . . . . . w\n", "terrain:\n§", "map.terrain", "has 6 rows, the map has 7"),
        ("names:", "levels: [x]\nnames:", "map.levels", "has 1 rows"),
        ("0502: Saules", "1002: Saules", "map.names.1002", "is not on the map (0101 to 0907)"),
        ("columns: 9", "columns: nine", "map.columns", "not 'nine'"),
        ("columns: 9", "columns: 100", "map.columns", "from 1 to 99"),
        ("stands_on: point", "stands_on: head", "map.stands_on", "point, side"),
        ("0902 SW\n", "0902 SW E\n", "map.streams", "the map ends there"),
        ("  - 0502 SW", "§  - 0502 0504", "map.bridges", "0502 and 0504 are not neighbours"),
        ("  - 0502 SW", "§  - 0502 N", "map.bridges", "'N' is not a direction"),
        ("  - 0502 SW", "§  - 0502", "map.bridges", "which side?"),
        ("  - 0502 SW", "§  - 0502 E", "map.bridges", "no water at 0502/0602"),
        ("bridges:", "fords: [0502 SW]\nbridges:", "map.fords", "already has a bridge"),
        ("bridges:", "rivers: [0502 SW]\nbridges:", "map.rivers", "already carries a stream"),
        ("0507 0506", "0507 0505", "map.roads", "jumps from 0507 to 0505"),
        ("  - 0507 0506 0505 0504 0503 0502 0501", "§  - 0507", "map.roads", "two hexes"),
        ("streams:", "tracks: [0102 0103]\nrivers:", "map.tracks", "neither bridge nor ford"),
        ("roads:\n", f"{LEVELS}\nroads:\n§", "map.roads", "0501/0502 climbs 2 levels"),
        ("roads:", "road:", "map.road", "did you mean 'roads'"),
        ("bridges:\n  - ", "bridges: ", "map.bridges", "should be a list"),
    ],
    "units.yaml": [
        ("id: cav-1", "id: INF-1", "units[4].id", "two units 'INF-1'"),
        ("place: 0207", "place: 0507", "units[3].place", "0507 is already occupied by inf-1"),
        ("id: cav-1", "id: 3-4", "units[4].id", "the name of a hex"),
        ("id: cav-1", "id: blue", "units[4].id", "the name of a side"),
        ("id: cav-1", "id: 1ère", "units[4].id", "letters, digits and hyphens"),
        (
            "side: orange, corps: II, type: siege",
            "side: red, corps: II, type: siege",
            "units[8].side",
            "'red'",
        ),
        ("corps: II, type: siege", "corps: IX, type: siege", "units[8].corps", "'IX'"),
        ("corps: II, type: siege", "corps: I, type: siege", "units[8].corps", "a corps of blue"),
        ("plural: [en]", "plural: maybe", "units[4].plural", "'maybe'"),
        ("plural: [en]", "plural: [en, pl]", "units[4].plural", "'pl' is unknown; known: en, fr"),
        ("plural: [en]", "plurals: [en]", "units[4].plurals", "did you mean 'plural'"),
        ("kind: cavalry", "kind: camels", "units[4].kind", "'camels'"),
        ("type: siege", "type: sieges", "units[8].type", "did you mean 'siege'"),
        ("symbol: guard", "symbol: eagle", "units[3].symbol", "'eagle'"),
        ("ma: 6, radius: 3", "ma: 6", "units[1].values.radius", "is missing"),
        ("ma: 6, radius: 3", "ma: 6, radius: 3, mv: 4", "units[1].values.mv", "no such number"),
        ("cs: 5, ma: 3, mv: 4", "cs: five, ma: 3, mv: 4", "units[2].values.cs", "'five'"),
        ("corps: I, type: guard, place: 0207", "corps: I, type: guard", "units[3].place", "is missing"),
        ("place: 0207", "place: 0208", "units[3].place", "is not on the map"),
        ("place: 0207", "place: off_map", "units[3].place", "`setup` says no"),
        (
            "type: line, place: 0507",
            "kind: leader, values: {cs: 1, ma: 6, radius: 1}, place: 0507",
            "units[2].kind",
            "already has the leader marin",
        ),
    ],
    "scenario.yaml": [
        ("id: tutorial", "id: lesson", "id", "name of the folder"),
        ("system: morne_plaine", "system: chess", "system", "morne_plaine"),
        ("title:\n  en: First orders\n  fr: Premiers ordres\n", "§title: {}\n", "title", "say it in one of"),
        ("en: First orders", "en:", "title.en", "is empty"),
        ("turns: 3", "turns: 0", "turns", "from 1 to 99"),
        ("charts:", "options: {supports: yes}\ncharts:", "options.supports", "did you mean"),
        ("charts:", "options: {line_of_sight: maybe}\ncharts:", "options.line_of_sight", "no, yes"),
        ("strong_hit_below", "strong_hits_below", "charts.bombardment.strong_hits_below", "did you mean"),
        ("strong_hit_below: 9", "hit: 9", "charts.bombardment.hit", "entries"),
        ("hexes: 0502", "hexes: 0502 1002", "objectives[1].hexes", "'1002'"),
        ("points: {blue: 2, orange: 1}", "points: {red: 2}", "objectives[1].points.red", "unknown entry"),
        ("id: saules", "id: guard", "objectives[1].id", "the name of a unit"),
        ("scored: passing", "scored: passed", "objectives[1].scored", "'passing'"),
        ("    corps: [II]\n", "    corps: [II]\n§  - {id: red}\n", "sides[3].id", "'red'"),
        ("corps: [II]", "corps: [I]", "sides[2].corps", "two corps 'I'"),
        ("corps: [II]", "corps: [II, III]", "sides", "'III' has no units"),
        ("/unit bombard unit:gun-1", "/unit bombard unit:gun-9", "lessons[1].try_it", "gun-9"),
        ("path:0506 0505", "path:0506 0508", "lessons[3].try_it", "'0508'"),
        ("until: bombard\n", "until: attack\n§", "lessons[1].try_it", "does not complete"),
        ("- turn: 3", "- turn: 4", "lessons[17].turn", "from 1 to 3"),
        ("turns: 3", "turns: 3\nmap: §{}", "map", "another file"),
    ],
}

# The same for a battle whose counters come from unit cards.
CARDED = {
    "units.yaml": [
        ("type: ashigaru_yari, commander", "type: ashigaru_yary, commander", "units[2].type", "did you mean"),
        ("commander: yes", "commander: maybe", "units[2].commander", "no, yes"),
        ("commander: yes", "facing: N", "units[2].facing", "'N' is unknown"),
        ("commander: yes", "values: {cs: 4}", "units[2].values.cs", "no such number"),
        ("commander: yes", "values: {figures: 100}", "units[2].values.figures", "from 0 to 99"),
        ("commander: yes", "corps: I", "units[2].corps", "there are no corps"),
        (
            "type: general_staff, place",
            "kind: infantry, commander: yes, place",
            "units[1].commander",
            "unknown",
        ),
    ],
    "scenario.yaml": [
        ("level: basic", "level: simple", "options.level", "advanced, basic"),
        ("  red: 0108-1309", "§  green: 0108-1309", "zones.green", "unknown entry"),
        ("  red: 0108-1309", "§  supply: 0108-1309", "zones.supply", "did you mean 'supply_"),
        ("- id: red", "- id: green", "sides[1].id", "'green'"),
        ("scored: occupied", "scored: passing", "objectives[1].scored", "'passing'"),
        ("turns: 8", "charts: {symbol_set: runes}\nturns: 8", "charts.symbol_set", "unknown"),
        ("turns: 8", "charts: {units: {ronin: {}}}\nturns: 8", "charts.units.ronin", "no such entry"),
    ],
}

TAUGHT = {  # in nonaka, whose lessons are about secret orders
    "scenario.yaml": [
        ("nagi-1 march NE", "nagi-9 march NE", "lessons[1].try_it", "does not complete"),
        ("yari-1 run NE NE", "yari-1", "lessons[2].try_it", "does not complete"),
        ("try_it: lock", "try_it: unlock", "lessons[5].try_it", "does not complete"),
        ("until: write\n", "until: done\n§", "lessons[1].try_it", "does not complete"),
    ],
}

FORMED = {  # in isandlwana, where counters have bases
    "units.yaml": [
        ("0703, facing: NNE", "0703, formation: wedge", "units[3].formation", "'wedge'"),
        ("0703, facing: NNE", "0703, formation: square, facing: NNE", "units[3].facing", "'NNE'"),
        (
            "1510, facing: E",
            "1510, formation: square",
            "units[12].formation",
            "cavalry never stands in square",
        ),
        ("1307, facing: NNE", "1307, formation: square", "units[9].formation", "on one base"),
        ("1108, facing: NNE", "1108, formation: square", "units[18].formation", "with no_square"),
        ("command: 3D6/3", "command: 3D6", "units[1].command", "staff, die, radius"),
        ("command: 3D6/3", "command: 3D7/3", "units[1]", "die 7: should be one of 6, 8, 10 (3.6)"),
        ("command: 4D8/5", "command: 4D8/6", "units[21]", "radius 6: should be from 1 to 5 (3.6)"),
        (
            "place: 1601, name: Nts",
            "place: 0703, name: Nts",
            "units[21]",
            "cavaye is on 0703 (DC-GEN-10)",
        ),
        ("0703, facing: NNE", "0703, facing: left NNE", "units[3].facing", "right is not: give both"),
    ],
}

ROWS = [
    (battle, file, *row)
    for battle, mistakes in (
        *(("tutorial", MISTAKES), ("takase", CARDED), ("nonaka", TAUGHT), ("isandlwana", FORMED)),
    )
    for file, rows in mistakes.items()
    for row in rows
]


def spoil(file: Path, was: str, now: str) -> int:
    """Write a mistake into a file; the line on which it then stands."""
    text = file.read_text(encoding="utf-8")
    assert was in text
    before = text[: text.index(was)] + (now.partition("§")[0] if "§" in now else "")
    file.write_text(text.replace(was, now.replace("§", ""), 1), encoding="utf-8")
    return before.count("\n") + 1


@pytest.mark.parametrize(
    ("battle", "file", "was", "now", "key", "says"), ROWS, ids=[f"{r[4]}: {r[5]}" for r in ROWS]
)
def test_a_mistake_is_named(
    tmp_path: Path, battle: str, file: str, was: str, now: str, key: str, says: str
) -> None:
    folder = Path(shutil.copytree(scenarios.BATTLES / battle, tmp_path / battle))
    line = spoil(folder / file, was, now)

    with pytest.raises(BadScenario) as caught:
        scenarios.open_box(folder)

    error = caught.value
    assert (error.key, error.where) == (key, f"{battle}/{file}:{line}")
    assert says in error.what


def test_a_hex_on_which_a_unit_is_printed_is_no_room_to_set_up_another_MP_SET_4(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(scenarios.BATTLES / "tutorial", tmp_path / "tutorial"))
    spoil(folder / "units.yaml", "type: guard, place: 0207", "type: guard, place: off_map")
    spoil(folder / "scenario.yaml", "charts:", "options: {setup: mixed}\nzones: {blue: 0507}\ncharts:")

    with pytest.raises(BadScenario, match="1 units of blue are to be set up on 0 hexes"):
        scenarios.open_box(folder)

    spoil(folder / "scenario.yaml", "zones: {blue: 0507}", "zones: {blue: 0507 0506}")
    assert scenarios.open_box(folder).zones["blue"] == {"0506", "0507"}


def test_no_unit_begins_without_strength_MP_GEN_12(tmp_path: Path) -> None:
    folder = tmp_path / "tutorial"
    shutil.copytree(scenarios.BATTLES / "tutorial", folder)
    spoil(
        folder / "units.yaml",
        "line:     {kind: infantry, symbol: infantry, values: {cs: 5",
        "line: {kind: infantry, symbol: infantry, values: {cs: 0",
    )

    with pytest.raises(BadScenario, match=r"cs 0: should be at least 1; at 0 it is eliminated \(MP-GEN-12\)"):
        scenarios.open_box(folder)

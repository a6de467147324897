"""The annotated battle of the guide is clean and plays to its end; broken in many ways, each is named."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import scenarios
from bot.cli.scenario import self_play
from scenarios import schema
from scenarios.review import read_draft, review


@dataclass(frozen=True)
class Fault:
    """One change to a file, and what must be said of it: the file, the entry, words of the sentence."""

    file: str
    old: str
    new: str
    key: str
    said: str
    also: str = ""
    """Another file in which it may be told, since the two files contradict each other."""


WAYS = {
    "an entry misspelt": Fault("scenario", "turns: 8", "turms: 8", "turms", "did you mean 'turns'"),
    "an entry left out": Fault("scenario", "turns: 8\n", "", "turns", "is missing"),
    "negative turns": Fault("scenario", "turns: 8", "turns: -8", "turns", "from 1 to 99, not '-8'"),
    "a word for a number": Fault("scenario", "minutes: 60 ", "minutes: long ", "about.minutes", "'long'"),
    "an unknown rulebook": Fault(
        "scenario", "system: morne_plaine", "system: mourne_plain", "system", "morne_plaine"
    ),
    "a side missing": Fault(
        "scenario",
        "  - id: orange                  # plays from the north\n"
        "    name: {en: Northern Brigade, fr: Brigade du Nord}\n"
        "    home: north                 # the edge its units retreat to; said here, it could be another\n"
        "    corps: [II]\n",
        "",
        "sides",
        "two sides",
    ),
    "an unknown option": Fault(
        "scenario", "setup: mixed", "setup: both", "options.setup", "known: fixed, free"
    ),
    "an objective off the map": Fault(
        "scenario", "hexes: 0605", "hexes: 0615", "objectives[1].hexes", "0615"
    ),
    "an objective of no worth": Fault(
        "scenario", "points: {blue: 2, orange: 2}", "points: {blue: 0, orange: 0}", "objectives[1]", "worth"
    ),
    "a reinforcement after the end": Fault(
        "scenario", "turn: 3\n", "turn: 9\n", "reinforcements[2].turn", "from 1 to 8"
    ),
    "a reinforcement of nobody": Fault(
        "scenario", "units: [guard-1]", "units: [gard-1]", "reinforcements[2].units", "did you mean 'guard-1'"
    ),
    "a chart that there is not": Fault(
        "scenario", "movement_cost:", "movment_cost:", "charts.movment_cost", "did you mean 'movement_cost'"
    ),
    "an indentation": Fault("scenario", "  level: easy", " level: easy", "(YAML)", ""),
    "a tab": Fault("scenario", "  level: easy", "\tlevel: easy", "(YAML)", "tab"),
    "an entry twice": Fault("scenario", "turns: 8\n", "turns: 8\nturns: 9\n", "turns", "appears twice"),
    "an unknown letter": Fault(
        "map", "  - . w w . . . . . w w . .", "  - . w w . . . . . x w . .", "map.terrain", "'x'"
    ),
    "a row too short": Fault(
        "map", "  - . w w . . . . . w w . .", "  - . w w . . . . . w w .", "map.terrain", "11 hexes"
    ),
    "a terrain misspelt": Fault("map", "o: orchard", "o: orchid", "map.legend.o", "did you mean 'orchard'"),
    "a road that jumps": Fault("map", "0609 0608 0607", "0609 0607", "map.roads", "not neighbours"),
    "a road that leads nowhere": Fault("map", "0602 0601", "0602", "map.roads", "0602"),
    "a bridge over nothing": Fault(
        "map", "  - 0605 SE\nfords", "  - 0603 SE\nfords", "map.bridges", "no water"
    ),
    "a stream in the open": Fault(
        "map", "  - 0303 SE, 0304 NE E SE, 0405 W", "  - 1108 NE", "map.streams", "in the open"
    ),
    "a river over a height": Fault("map", "streams:", "major_rivers:\n  - 0802 E\nstreams:", "map", "0802"),
    "a kind misspelt": Fault("units", "kind: cavalry", "kind: cavalery", ".kind", "did you mean 'cavalry'"),
    "a unit twice": Fault("units", "id: line-2", "id: LINE-1", "units[3].id", "two units"),
    "two units in a hex": Fault(
        "units", "place: 0708", "place: 0508", "units[4].place", "occupied by line-1"
    ),
    "a unit off the map": Fault("units", "place: 0609", "place: 0610", "units[5].place", "0610"),
    "a number that it does not have": Fault(
        "units", "values: {cs: 7}", "values: {bv: 7}", "values.bv", "no such number"
    ),
    "a corps without a leader": Fault(
        "units",
        "  - {id: north, side: orange, corps: II, type: general, place: 0602, name: General North}\n",
        "",
        "sides",
        "no leader",
        also="scenario",
    ),
    "in contact at the start": Fault(
        "units", "type: line, place: 0603", "type: line, place: 0607", "", "contact"
    ),
    "a unit that can never move": Fault(
        "units", "{cs: 5, ma: 3, mv: 4}", "{cs: 5, ma: 0, mv: 4}", "", "never move"
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(schema.ANNOTATED, tmp_path / "ferry"))


def told(folder: Path) -> list[tuple[str, str, str]]:
    """What the check tells: where, which entry, what."""
    draft = read_draft(folder)
    mistakes = [(m.where, m.key, m.what) for m in draft.mistakes]
    found = review(draft.scenario) if draft.scenario is not None else []
    return [*mistakes, *(("", f.key, f.what) for f in found)]


def test_it_is_clean(folder: Path) -> None:
    assert told(folder) == []


def test_it_plays_to_its_end() -> None:
    battle = scenarios.open_box(schema.ANNOTATED)
    tally = self_play.Tally(battle)
    tally.add(self_play.play(battle, b"ferry"))
    assert any(line.startswith(("length: 7 of 8 turns", "length: 8 of 8 turns")) for line in tally.lines())


@pytest.mark.parametrize("way", WAYS)
def test_broken_in_one_way_it_is_named(folder: Path, way: str) -> None:
    fault = WAYS[way]
    file = folder / f"{fault.file}.yaml"
    text = file.read_text(encoding="utf-8")
    assert text.count(fault.old) >= 1, "the way no longer fits the battle"
    file.write_text(text.replace(fault.old, fault.new, 1), encoding="utf-8")

    all_told = told(folder)
    assert any(fault.key in key and fault.said in what for _, key, what in all_told), all_told
    for where, _, _ in all_told:
        file_told = where.partition(":")[0]
        assert file_told in ("", f"ferry/{fault.file}.yaml", f"ferry/{fault.also}.yaml"), all_told


def lines(ways: tuple[str, ...]) -> Iterator[str]:
    for way in ways:
        yield WAYS[way].key


def test_several_mistakes_of_a_file_are_told_at_once(folder: Path) -> None:
    ways = ("a word for a number", "an unknown option", "a reinforcement of nobody", "a kind misspelt")
    for way in ways:
        file = folder / f"{WAYS[way].file}.yaml"
        file.write_text(
            file.read_text(encoding="utf-8").replace(WAYS[way].old, WAYS[way].new, 1), encoding="utf-8"
        )
    keys = [key for _, key, _ in told(folder)]
    for part in lines(ways):
        assert any(part in key for key in keys), (part, keys)

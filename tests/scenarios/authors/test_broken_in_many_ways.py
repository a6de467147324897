"""Small battles written from the author's guide alone, and broken: each way is named with file and line.

They are in `tests/data`: `orvault` (Morne Plaine), `koorn` (Désastre Colonial), `kawabe` (Art of Tactic).
A mistake says what was meant where that can be guessed.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.cli.scenario.pictures import name_findings
from scenarios.review import read_draft, review, source_line

DATA = Path(__file__).parents[2] / "data"
BATTLES = ("orvault", "koorn", "kawabe")
WAYS = {
    battle: yaml.safe_load((DATA / f"{battle}-broken.yaml").read_text(encoding="utf-8")) for battle in BATTLES
}
MISTAKES = [(battle, way) for battle in BATTLES for way in WAYS[battle]["mistakes"]]
FINDINGS = [(battle, way) for battle in BATTLES for way in WAYS[battle]["findings"]]


def broken(tmp_path: Path, *changes: tuple[str, str, str], battle: str = "orvault") -> Path:
    folder = Path(shutil.copytree(DATA / battle, tmp_path / battle))
    for file, was, now in changes:
        text = (folder / file).read_text(encoding="utf-8")
        assert was in text
        (folder / file).write_text(text.replace(was, now, 1), encoding="utf-8")
    return folder


def changes_of(way: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [(way["file"], way["was"], way["now"]), *([tuple(way["also"])] if "also" in way else [])]


@pytest.mark.parametrize("battle", BATTLES)
def test_the_battle_itself_has_neither_mistake_nor_finding(battle: str) -> None:
    draft = read_draft(DATA / battle)

    assert draft.mistakes == []
    assert draft.scenario is not None
    assert [*review(draft.scenario), *name_findings(draft.scenario)] == []


@pytest.mark.parametrize(("battle", "way"), MISTAKES)
def test_each_mistake_is_named_alone_with_file_line_and_key(tmp_path: Path, battle: str, way: str) -> None:
    told = WAYS[battle]["mistakes"][way]

    mistakes = read_draft(broken(tmp_path, *changes_of(told), battle=battle)).mistakes

    assert [(m.where, m.key) for m in mistakes] == [(f"{battle}/{told['where']}", told["key"])]
    assert told["says"] in mistakes[0].what


def test_a_file_in_another_encoding_is_named_with_the_line_of_the_first_letter(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(DATA / "orvault", tmp_path / "orvault"))
    text = (folder / "scenario.yaml").read_text(encoding="utf-8")
    (folder / "scenario.yaml").write_bytes(text.replace("’", "'").encode("latin-1"))

    (mistake,) = read_draft(folder).mistakes

    assert (mistake.where, mistake.key) == ("orvault/scenario.yaml:10", "(file)")
    assert "save the file as UTF-8" in mistake.what


def test_a_row_of_streams_that_cannot_be_read_makes_no_mistake_of_its_bridge(tmp_path: Path) -> None:
    folder = broken(tmp_path, ("map.yaml", "0105 SE,", "0105 SE SW,"))

    assert [(m.key, m.where) for m in read_draft(folder).mistakes] == [("map.streams", "orvault/map.yaml:31")]


@pytest.mark.parametrize(("battle", "way"), FINDINGS)
def test_each_thing_that_makes_it_a_bad_battle_is_named_with_file_line_and_key(
    tmp_path: Path, battle: str, way: str
) -> None:
    told = WAYS[battle]["findings"][way]

    draft = read_draft(broken(tmp_path, *changes_of(told), battle=battle))

    assert draft.mistakes == []
    assert draft.scenario is not None
    found = [*review(draft.scenario), *(name_findings(draft.scenario) if "names" in way else ())]
    named = [f for f in found if f.key == told["key"] and told["says"] in f.what]
    assert named, found
    assert source_line(draft.printed, named[0]).startswith(f"{battle}/{told['where']}")


def test_a_battle_of_points_without_anything_to_win_is_named(tmp_path: Path) -> None:
    folder = broken(tmp_path)
    text = (folder / "scenario.yaml").read_text(encoding="utf-8")
    entries = {**yaml.safe_load(text), "objectives": [], "exits": []}
    (folder / "scenario.yaml").write_text(yaml.safe_dump(entries, allow_unicode=True), encoding="utf-8")

    draft = read_draft(folder)

    assert draft.scenario is not None
    assert [f.what for f in review(draft.scenario) if "nothing to win" in f.what]

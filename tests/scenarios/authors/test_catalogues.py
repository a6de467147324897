"""Texts of a battle in another language: gettext catalogues beside its files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import scenarios
from bot.cli.scenario.commands import packed, scenario
from engine.errors import BadScenario
from engine.scenario import Scenario
from scenarios.review import read_draft
from scenarios.upload_check import examined

BATTLE = Path(__file__).parents[2] / "data" / "orvault"


@pytest.fixture
def author(tmp_path: Path) -> Path:
    """A battle in one language, with a catalogue for French that the command wrote."""
    folder = Path(shutil.copytree(BATTLE, tmp_path / "orvault"))
    change(
        folder,
        "scenario.yaml",
        "title: {en: The mill at Orvault, fr: Le moulin d’Orvault}",
        "title: The mill",
    )
    change(folder, "scenario.yaml", "{en: The pursuit, fr: La poursuite}", "{en: The pursuit}")
    assert run("translate", str(folder), "fr") == 0
    return folder


def run(*words: str) -> int:
    return CliRunner().invoke(scenario, words).exit_code


def change(folder: Path, file: str, was: str, now: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert was in text
    (folder / file).write_text(text.replace(was, now, 1), encoding="utf-8")


def put(folder: Path, key: str, own: str, translation: str) -> None:
    entry = f'msgctxt "{key}"\nmsgid "{own}"\nmsgstr '
    change(folder, "fr.po", f'{entry}""', f'{entry}"{translation}"')


def hints(folder: Path) -> list[tuple[str, str]]:
    draft = read_draft(folder)
    assert draft.mistakes == []
    return [(hint.key, hint.what) for hint in draft.hints]


def test_a_translation_beside_the_battle_is_read_and_the_own_text_stands_in_elsewhere(author: Path) -> None:
    put(author, "title", "The mill", "Le moulin")
    put(author, "units.line-1.name", "1st Line", "1er de ligne")

    battle = scenarios.open_box(author)

    assert battle.title == {"en": "The mill", "fr": "Le moulin"}
    assert battle.counters["line-1"].called["fr"] == "1er de ligne"
    assert battle.sides[0].name == {"en": "The pursuit", "fr": "The pursuit"}


def test_a_text_that_the_battle_has_in_that_language_comes_with_it_into_the_catalogue(author: Path) -> None:
    assert 'msgstr "L’arrière-garde"' in (author / "fr.po").read_text(encoding="utf-8")


def test_missing_changed_and_obsolete_entries_are_named(author: Path) -> None:
    put(author, "title", "The mill", "Le moulin")
    put(author, "units.line-2.name", "2nd Line", "2e de ligne")
    change(author, "units.yaml", "name: 2nd Line", "name: 2nd Regiment")
    change(author, "fr.po", "units.line-9.name", "units.line-7.name")

    told = dict(hints(author))

    assert told["sides.blue.name"] == "is not translated"
    assert "changed this text" in told["units.line-2.name"]
    assert "did you mean 'units.line-" in told["units.line-7.name"]
    assert "title" not in told


def test_written_again_it_keeps_translations_and_marks_those_of_changed_texts(author: Path) -> None:
    put(author, "title", "The mill", "Le moulin")
    put(author, "units.line-2.name", "2nd Line", "2e de ligne")
    change(author, "units.yaml", "name: 2nd Line", "name: 2nd Regiment")

    assert run("translate", str(author), "fr") == 0

    text = (author / "fr.po").read_text(encoding="utf-8")
    assert 'msgstr "Le moulin"' in text
    assert '#, fuzzy\nmsgctxt "units.line-2.name"\nmsgid "2nd Regiment"\nmsgstr "2e de ligne"' in text
    assert scenarios.open_box(author).counters["line-2"].called == {}


def test_an_upload_brings_its_catalogue_along(author: Path) -> None:
    put(author, "title", "The mill", "Le moulin")

    battle = examined(packed(author), "orvault.zip")

    assert isinstance(battle, Scenario), battle
    assert battle.title["fr"] == "Le moulin"


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("de.po", b"", "a language that the bot speaks: en.po, fr.po"),
        ("fr.po", "msgid ".encode("utf-16"), "UTF-8"),
        ("fr.po", b"This is no catalogue.\n", "is no gettext catalogue"),
    ],
)
def test_what_is_no_catalogue_is_named_with_its_file(author: Path, name: str, data: bytes, says: str) -> None:
    (author / name).write_bytes(data)

    (mistake,) = read_draft(author).mistakes

    assert mistake.where.startswith(f"orvault/{name}")
    assert says in mistake.what
    with pytest.raises(BadScenario):
        scenarios.open_box(author)

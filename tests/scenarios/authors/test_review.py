"""`grognard scenario check`: every mistake at once, and what makes a battle a bad one."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import scenarios
from scenarios.review import read_draft, review
from tests.long_forms import FIRST_BATTLES, long_but


@pytest.fixture
def author(tmp_path: Path) -> Path:
    """A copy of Ormes in the author's folder."""
    return Path(shutil.copytree(scenarios.BATTLES / "ormes", tmp_path / "ormes"))


def change(folder: Path, file: str, *pairs: tuple[str, str]) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")


def what_is_found(folder: Path) -> str:
    """Every finding, a line each."""
    draft = read_draft(folder)
    assert not draft.mistakes
    assert draft.scenario is not None
    return "\n".join(f"{finding.key}: {finding.what}" for finding in review(draft.scenario))


def test_a_battle_without_mistakes_has_none(author: Path) -> None:
    draft = read_draft(author)

    assert draft.mistakes == []
    assert draft.scenario == scenarios.load("ormes")


def test_every_mistake_is_told_at_once_with_its_line(author: Path) -> None:
    change(
        author,
        "map.yaml",
        ("r: rough", "r: ruff"),
        ("  - . w . . . . . . . . . . . . w w", "  - . w . . . . . . . . . . . . w"),
        ("names:\n", "names:\n  9901: Nowhere\n"),
        ("roads:\n", "roads:\n  - 0101 0303\n"),
    )
    change(author, "scenario.yaml", ("turns: ", "turns: x"), ("scored: passing", "scored: sometimes"))
    rows = (author / "units.yaml").read_text(encoding="utf-8")
    (author / "units.yaml").write_text(
        rows.replace("place: 08", "place: 88", 1).replace("kind: artillery", "kind: camels", 1),
        encoding="utf-8",
    )

    mistakes = read_draft(author).mistakes

    told = {mistake.key for mistake in mistakes}
    assert {"map.legend.r", "map.terrain", "map.names.9901", "map.roads", "turns"} <= told
    assert any(key.startswith("objectives[") for key in told)
    assert any("'camels'" in mistake.what for mistake in mistakes)
    assert any("is not on the map" in m.what and m.key.startswith("units[") for m in mistakes)
    assert all(".yaml:" in mistake.where for mistake in mistakes)
    assert len({(m.key, m.what) for m in mistakes}) == len(mistakes)


def test_items_keep_their_numbers_when_others_before_them_are_wrong(author: Path) -> None:
    path = author / "units.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    rows = [n for n, line in enumerate(lines) if line.lstrip().startswith("- {id:")]
    for row in (rows[1], rows[4]):
        lines[row] = lines[row].replace("side: ", "sides: ")
    path.write_text("\n".join(lines), encoding="utf-8")

    draft = read_draft(author)

    assert [m.key for m in draft.mistakes] == ["units[2].sides", "units[5].sides"]
    assert [int(m.where.rpartition(":")[2]) - 1 for m in draft.mistakes] == [rows[1], rows[4]]


def test_a_file_that_is_missing_and_one_that_cannot_be_read_are_both_told(author: Path) -> None:
    (author / "map.yaml").unlink()
    (author / "units.yaml").write_text("units: [", encoding="utf-8")

    assert [m.where.partition(":")[0] for m in read_draft(author).mistakes] == [
        "ormes/map.yaml",
        "ormes/units.yaml",
    ]


def test_one_language_is_enough(author: Path) -> None:
    change(author, "scenario.yaml", ("title:\n", "title: Only this\nold:\n"))
    text = (author / "scenario.yaml").read_text(encoding="utf-8")
    head, _, rest = text.partition("old:\n")
    (author / "scenario.yaml").write_text(
        head + rest.partition("\nintro")[1][1:] + rest.partition("\nintro")[2]
    )

    draft = read_draft(author)

    assert draft.mistakes == []
    assert draft.scenario is not None
    assert draft.scenario.title == {"en": "Only this", "fr": "Only this"}


def test_a_road_into_the_open_is_found(author: Path) -> None:
    change(author, "map.yaml", ("roads:\n", "roads:\n  - 0303 0302\n"))

    assert "a road ends at 0302, in the open" in what_is_found(author)


def test_a_stream_between_two_open_fields_is_found(author: Path) -> None:
    change(author, "map.yaml", ("  - 0105 SE,", "  - 0310 E\n  - 0105 SE,"))

    assert "begins and ends in the open" in what_is_found(author)


@pytest.mark.long
def test_a_stream_that_rises_from_a_spring_is_asked_for_no_source(author: Path) -> None:
    change(
        author,
        "map.yaml",
        ("  - 0105 SE,", "  - 0310 E\n  - 0105 SE,"),
        ("\nroads:", "\nsprings: 0410\nroads:"),
    )

    assert "in the open" not in what_is_found(author)


def test_an_objective_worth_nothing_is_found(author: Path) -> None:
    change(author, "scenario.yaml", ("points: {blue: 1, orange: 2}", "points: {blue: 0, orange: 0}"))

    found = what_is_found(author)

    assert re.search(r"^objectives\[1\]: south-bank: it is worth no points", found, re.MULTILINE)


@pytest.mark.long
def test_a_unit_that_cannot_move_and_an_objective_out_of_reach_are_found(author: Path) -> None:
    sides = "0310 NE E SE SW W NW"
    change(author, "map.yaml", ("\nstreams:", f"\nrivers:\n  - {sides}\nstreams:"))
    change(author, "scenario.yaml", ("hexes: 0403", "hexes: 0310"))

    found = what_is_found(author)

    assert "mill: no unit of either side can ever get there" in found


def test_units_in_contact_and_under_fire_are_found(author: Path) -> None:
    units = scenarios.load("ormes").counters
    blue = next(u for u in units.values() if u.side == "blue" and u.kind == "artillery")
    orange = next(u for u in units.values() if u.side == "orange" and u.kind == "infantry")
    grid = scenarios.load("ormes").grid
    taken = {u.place for u in units.values()}
    beside = next(h for h in grid.neighbours(blue.place).values() if h not in taken)
    change(author, "units.yaml", (f"place: {orange.place}", f"place: {beside}"))

    found = what_is_found(author)

    assert f"begin in contact, at {blue.place} and {beside}" in found
    assert f"{orange.id} at {beside}" in found


@pytest.mark.parametrize("id_", long_but(FIRST_BATTLES, scenarios.all()))
def test_no_battle_of_the_house_walls_in_a_unit_or_has_an_objective_out_of_reach(id_: str) -> None:
    found = review(scenarios.load(id_))

    wrong = [f.what for f in found if "walled in" in f.what or f.key.startswith("objectives")]
    assert wrong == [] or id_ == "tutorial"  # its enemies stand still, so that lessons go as they are written

"""Every case of tests/cases played, and every rule of a rulebook with at least one case.

A case is a referee script in short (docs/referee-scripts.md): a table, an order, dice, what comes of it. Its
name begins with the id of the rule it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import scenarios
from notation.scripts.runner import run

FOLDER = Path(__file__).parents[1] / "cases"
SYSTEMS = sorted(path.name for path in FOLDER.iterdir())
_CASE = re.compile(r"^- case:", re.MULTILINE)
_ID = re.compile(r"([A-Z]{2}-[A-Z]{2,3}-[A-Z]?\d+)(\.[\w./-]+)?")


def cases(system: str) -> list[Any]:
    """The cases of a rulebook, in the order of their files."""
    return [case for path in sorted((FOLDER / system).glob("*.yaml")) for case in scenarios.read_list(path)]


@cache
def cases_of(file: Path) -> Any:
    """The cases of a file."""
    return scenarios.read_list(file)


@dataclass(frozen=True, slots=True)
class Listed:
    """A case by its place, without its file being read as YAML: one case alone runs in a second or two."""

    file: Path
    number: int
    name: str
    automated: bool


def listed() -> Iterator[Listed]:
    """All cases; each begins a line with `- case:`."""
    for file in sorted(FOLDER.glob("*/*.yaml")):
        for number, text in enumerate(_CASE.split(file.read_text("utf-8"))[1:]):
            name = text.partition("\n")[0].strip().strip("\"'")
            yield Listed(file, number, name, "\n  automated: no" not in text)


LISTED = [*listed()]
AUTOMATED = [case for case in LISTED if case.automated]


@cache
def all_cases() -> tuple[Any, ...]:
    """All cases, read."""
    return tuple(case for system in SYSTEMS for case in cases(system))


@pytest.mark.parametrize("place", AUTOMATED, ids=[case.name for case in AUTOMATED])
def test_case(place: Listed) -> None:
    case = cases_of(place.file)[place.number]
    assert case["case"] == place.name

    played = run(case, case["case"])

    for _ in played.outcomes():
        pass

    assert played.failed == [], case.where
    assert played.cup.left == 0, f"{case.where}: dice left over"


@pytest.mark.long
def test_every_case_is_listed() -> None:
    assert [(case["case"], case.get("automated") != "no") for case in all_cases()] == [
        (case.name, case.automated) for case in LISTED
    ]


@pytest.mark.long
def test_no_case_is_named_twice() -> None:
    names = [case["case"] for case in all_cases()]

    assert [name for name in names if names.count(name) > 1] == []


@pytest.mark.long
def test_every_case_says_what_it_shows() -> None:
    assert [case.where for case in all_cases() if not case.get("says", "").strip()] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_has_a_case_or_a_reason_to_have_none(system: str) -> None:
    rules = set(scenarios.rulebook(system)["rules"])
    ids = {case["case"]: _ID.fullmatch(case["case"]) for case in cases(system)}
    named = {match[1] for match in ids.values() if match}

    assert [name for name, match in ids.items() if match is None or match[1] not in rules] == []
    assert sorted(rules - named) == []
    assert [c.where for c in cases(system) if c.get("automated") == "no" and not c.get("reason")] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_switch_is_shown_in_each_position(system: str) -> None:
    """The default position is that of all other cases."""
    known = scenarios.charts(system)["options"]
    positions = {(name, value) for case in cases(system) for name, value in case.get("options", {}).items()}

    assert [
        (name, v) for name, values in known.items() for v in values[1:] if (name, v) not in positions
    ] == []

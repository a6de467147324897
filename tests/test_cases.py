"""Every case of tests/cases played, and every rule of a rulebook with at least one case.

A case is a referee script in short (docs/referee-scripts.md): a table, an order, dice, what comes of it. Its
name begins with the id of the rule it is about.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.script.runner import run

FOLDER = Path(__file__).parent / "cases"
SYSTEMS = sorted(path.name for path in FOLDER.iterdir())
_ID = re.compile(r"([A-Z]{2}-[A-Z]{2,3}-[A-Z]?\d+)(\.[\w./-]+)?")


def cases(system: str) -> list[Any]:
    """The cases of a rulebook, in the order of their files."""
    return [case for path in sorted((FOLDER / system).glob("*.yaml")) for case in scenarios.read_list(path)]


ALL = [case for system in SYSTEMS for case in cases(system)]
AUTOMATED = [case for case in ALL if case.get("automated") != "no"]


@pytest.mark.parametrize("case", AUTOMATED, ids=[case["case"] for case in AUTOMATED])
def test_case(case: Any) -> None:
    played = run(case, case["case"])

    for _ in played.outcomes():
        pass

    assert played.failed == [], case.where
    assert played.cup.left == 0, f"{case.where}: dice left over"


def test_no_case_is_named_twice() -> None:
    names = [case["case"] for case in ALL]

    assert [name for name in names if names.count(name) > 1] == []


def test_every_case_says_what_it_shows() -> None:
    assert [case.where for case in ALL if not case.get("says", "").strip()] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_rule_has_a_case_or_a_reason_to_have_none(system: str) -> None:
    rules = set(scenarios.rulebook(system)["rules"])
    found = {case["case"]: _ID.fullmatch(case["case"]) for case in cases(system)}
    named = {match[1] for match in found.values() if match}

    assert [name for name, match in found.items() if match is None or match[1] not in rules] == []
    assert sorted(rules - named) == []
    assert [c.where for c in cases(system) if c.get("automated") == "no" and not c.get("reason")] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_switch_is_shown_in_each_position(system: str) -> None:
    """The default position is that of all other cases."""
    known = scenarios.charts(system)["options"]
    shown = {(name, value) for case in cases(system) for name, value in case.get("options", {}).items()}

    assert [(name, v) for name, values in known.items() for v in values[1:] if (name, v) not in shown] == []

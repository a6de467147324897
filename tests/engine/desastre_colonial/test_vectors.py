"""The scripted vectors of Désastre Colonial: situations played by the referee, part by part of the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import scenarios
from notation.scripts.runner import run

FILE = scenarios.read(Path(__file__).parents[2] / "data" / "desastre_colonial_vectors.yaml")
TOLD = ("id", "rules", "ruled")
VECTORS = [vector for part in FILE.values() for vector in part]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_a_situation_comes_out_as_the_vector_says(vector: Any) -> None:
    script = {name: entry for name, entry in vector.items() if name not in TOLD}

    played = run({"system": "desastre_colonial", "case": vector["id"], **script}, vector["id"])
    for _ in played.outcomes():
        pass

    assert played.failed == []
    assert played.cup.left == 0


def test_no_vector_is_named_twice() -> None:
    names = [vector["id"] for vector in VECTORS]

    assert [name for name in names if names.count(name) > 1] == []


def test_every_vector_names_rules_there_are() -> None:
    rules = set(scenarios.rulebook("desastre_colonial")["rules"])
    named = {f"DC-{rule}" for vector in VECTORS for rule in vector["rules"]}

    assert sorted(named - rules) == []

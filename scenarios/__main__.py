"""Checks battles: `python -m scenarios` for all, `python -m scenarios path/to/folder` for one's own."""

from __future__ import annotations

import sys
from pathlib import Path

import scenarios
from engine.errors import BadScenario
from engine.scenario import Scenario


def main(words: list[str]) -> int:
    """Say of each folder whether it is a battle, or what the first mistake is and where."""
    wrong = 0
    for folder in [Path(word) for word in words] or [scenarios.HERE / id_ for id_ in scenarios.all()]:
        try:
            print(f"{folder.name}: {_summary(scenarios.open_box(folder.resolve()))}")
        except BadScenario as mistake:
            wrong = 1
            print(f"{folder.name}: {mistake}")
    return wrong


def _summary(scenario: Scenario) -> str:
    armies = " against ".join(
        f"{army.id} {sum(unit.side == army.id for unit in scenario.counters.values())}"
        for army in scenario.sides
    )
    size = f"{scenario.grid.columns} x {scenario.grid.rows} hexes"
    return f"{scenario.title['en']}; {size}, {scenario.turns} turns, {armies}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

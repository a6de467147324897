"""Checks battles: `python -m scenarios` for all, `python -m scenarios path/to/folder` for one's own.

A file, my-battle.zip or my-battle.yaml, is held against what a battle may be that is sent to the bot.
"""

from __future__ import annotations

import sys
from pathlib import Path

import scenarios
from engine.errors import BadScenario
from engine.scenario import Scenario
from scenarios import sent


def main(words: list[str]) -> int:
    """Say of each folder or file whether it is a battle, or what is wrong with it and where."""
    wrong = 0
    for path in [Path(word) for word in words] or [scenarios.HERE / id_ for id_ in scenarios.all()]:
        found = _read(path)
        if isinstance(found, Scenario):
            print(f"{path.name}: {_summary(found)}")
        else:
            wrong = 1
            print("\n".join(f"{path.name}: {mistake}" for mistake in found))
    return wrong


def _read(path: Path) -> Scenario | tuple[BadScenario, ...]:
    """The battle in a folder or file, or what is wrong with it."""
    try:
        if path.is_file():
            return sent.examined(path.read_bytes(), path.name)
        return scenarios.open_box(path.resolve())
    except BadScenario as mistake:
        return (mistake,)


def _summary(scenario: Scenario) -> str:
    armies = " against ".join(
        f"{army.id} {sum(unit.side == army.id for unit in scenario.counters.values())}"
        for army in scenario.sides
    )
    size = f"{scenario.grid.columns} x {scenario.grid.rows} hexes"
    return f"{scenario.title['en']}; {size}, {scenario.turns} turns, {armies}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Check battles: `python -m scenarios` checks all, `python -m scenarios path/to/folder` checks yours.

A file (my-battle.zip or my-battle.yaml) is checked like a battle that a player uploads to the bot.
"""

from __future__ import annotations

import sys
from pathlib import Path

import scenarios
from engine.errors import BadScenario
from engine.scenario import Scenario
from scenarios import upload_check


def main(words: list[str]) -> int:
    """Print for each folder or file a summary of its battle, or its mistakes and where they are."""
    wrong = 0
    for path in [Path(word) for word in words] or [scenarios.HERE / id_ for id_ in scenarios.all()]:
        result = _read(path)
        if isinstance(result, Scenario):
            print(f"{path.name}: {_summary(result)}")
        else:
            wrong = 1
            print("\n".join(f"{path.name}: {mistake}" for mistake in result))
    return wrong


def _read(path: Path) -> Scenario | tuple[BadScenario, ...]:
    """The battle in a folder or file, or its mistakes."""
    try:
        if path.is_file():
            return upload_check.examined(path.read_bytes(), path.name)
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

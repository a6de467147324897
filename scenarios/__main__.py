"""Check battles: `python -m scenarios` checks all, `python -m scenarios path/to/folder` checks yours.

A file (my-battle.zip or my-battle.yaml) is checked like a battle that a player uploads to the bot.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import scenarios
from engine.errors import BadScenario
from engine.scenario import Scenario
from scenarios import upload_check
from scenarios.review import read_draft, summary


def main(words: list[str]) -> int:
    """Print for each folder or file a summary of its battle, or its mistakes and where they are."""
    wrong = 0
    for path in [Path(word) for word in words] or [scenarios.BATTLES / id_ for id_ in scenarios.all()]:
        battle, mistakes = _read(path)
        if battle is not None and not mistakes:
            print(f"{path.name}: {summary(battle)}")
        else:
            wrong = 1
            print("\n".join(f"{path.name}: {mistake}" for mistake in mistakes))
    return wrong


def _read(path: Path) -> tuple[Scenario | None, Sequence[BadScenario]]:
    """The battle in a folder or file, and its mistakes."""
    if path.is_file():
        result = upload_check.examined(path.read_bytes(), path.name)
        return (result, ()) if isinstance(result, Scenario) else (None, result)
    draft = read_draft(path.resolve())
    return draft.scenario, draft.mistakes


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

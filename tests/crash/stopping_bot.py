"""The real bot, which stands still at one step of opening a round, and says so in a file: to be killed.

`python -m tests.crash.stopping_bot STEP FILE PYTHON -m bot ARGUMENTS` runs the command `bot ARGUMENTS`.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bot.connection.threads import GameThreads
from bot.features.lobby import begin
from bot.features.lobby import create as lobby_create
from storage.queries.league.tournaments import TournamentRepository


class Step(NamedTuple):
    """The nth call of a function: before it, or just after."""

    owner: Any
    name: str
    nth: int
    after: bool


STEPS: Mapping[str, Step] = {
    "a game that has not begun": Step(begin, "begin_full", 2, False),
    "before the round is written": Step(TournamentRepository, "add_round", 1, False),
    "the round written, not committed": Step(TournamentRepository, "add_round", 1, True),
    "no thread yet": Step(GameThreads, "open", 1, False),
    "a thread without a game": Step(GameThreads, "open", 2, True),
    "in the transaction, before the game": Step(lobby_create, "add", 2, False),
    "in the transaction, after the game": Step(lobby_create, "add", 2, True),
    "in the transaction, before the note": Step(TournamentRepository, "save_game", 2, False),
    "in the transaction, after the note": Step(TournamentRepository, "save_game", 2, True),
    "a game that has just begun": Step(begin, "begin_full", 2, True),
}


def stop_at(step: Step, mark: Path) -> None:
    """Have this process stand still at a step, and write the file `mark` then."""
    original, calls = getattr(step.owner, step.name), 0

    async def call(*arguments: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        here = calls == step.nth
        if here and not step.after:
            mark.touch()
            await asyncio.Event().wait()
        answer = await original(*arguments, **options)
        if here:
            mark.touch()
            await asyncio.Event().wait()
        return answer

    setattr(step.owner, step.name, call)


if __name__ == "__main__":
    stop_at(STEPS[sys.argv[1]], Path(sys.argv[2]))
    from bot.cli import main

    sys.argv = ["grognard", *sys.argv[6:]]
    main()

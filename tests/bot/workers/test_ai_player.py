"""When the computer player locks its secret orders tells nothing of how many there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.features.moderation.export import game_document
from engine.commands import Seal, Write
from tests.bot.conftest import open_harness

STEP = 1.0


@pytest.mark.promise(12)
async def test_orders_are_locked_at_a_step_and_a_running_games_file_tells_minutes(tmp_path: Path) -> None:
    async with open_harness(tmp_path, bot={"lock_step": STEP}) as harness:
        anna = harness.person("Anna")
        await anna.slash("battle", "game new", scenario="nonaka", side="red", partner=True)
        await anna.slash("battle", "game start")
        await harness.quiet()

        game = await harness.game()
        began = next(e for e in game.entries if e.seq == game.phase_began)
        locked = next(e for e in game.entries if isinstance(e.command, Seal))
        written = [e for e in game.entries if isinstance(e.command, Write)]
        told = game_document(game)["log"]

    assert written
    assert (locked.at - began.at).total_seconds() >= STEP
    assert {entry["at"][17:19] for entry in told} == {"00"}

"""Simulated players finish what the bot asks them, as people would."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bench.load import processes, scripts
from bench.load.games import open_games
from bench.load.players import Players
from engine.commands import Seal
from tests.bot.conftest import printed_maps

NONAKA, TO_THE_SECOND_LOCK = scripts.BATTLES.index("nonaka"), 54


@pytest.mark.long  # quick: tests/bot/features/secret_orders/
@pytest.mark.timeout(120)
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
async def test_a_typed_lock_with_units_without_orders_is_said_twice(tmp_path: Path) -> None:
    script = scripts.written(NONAKA + 1, TO_THE_SECOND_LOCK)[NONAKA]
    database = tmp_path / "grognard.db"
    sandbox, meter = processes.discord(processes.world(1))
    async with sandbox:
        (game,) = await open_games(database, sandbox, [script], TO_THE_SECOND_LOCK)
        async with processes.grognard(tmp_path, sandbox, printed_maps(tmp_path)) as bot:
            with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as readable:
                players, last = Players(sandbox, meter, readable), None
                while not game.over and not players.wrong:
                    last = await players.order(None, game, last)
            await bot.stop()

    assert players.wrong == []
    assert sum(isinstance(step.command, Seal) for step in script.steps) == 2

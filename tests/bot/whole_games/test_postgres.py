"""A whole game with its database on a server; and the same pictures of it, wherever it is kept."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from storage import backups
from tests.bot.conftest import open_harness
from tests.storage.postgres_server import Postgres

ROOT = Path(__file__).resolve().parents[3]
LOOK = """
import asyncio, hashlib, sys
import render
from bot.core.game_service import GameService
from engine.view import look
from render.caption import Caption
from storage import Store

async def digests(where):
    store = await Store.open(where)
    for record in await store.games.all():
        game = await GameService(store).game(record.id)
        for viewer in ("", *game.scenario.side_ids):
            seen = game.seen(viewer)
            view = look(game.system, game.scenario, seen.state, viewer)
            png = render.draw(view, Caption(header=record.scenario))
            print(record.id, viewer, hashlib.sha256(repr(seen.state).encode() + png).hexdigest())
    await store.close()

asyncio.run(digests(sys.argv[1]))
"""


@pytest.mark.long
@pytest.mark.promise(7, 11)
async def test_a_game_on_a_server_is_played_to_its_end_and_looks_as_in_a_file(
    tmp_path: Path, postgres: Postgres
) -> None:
    there = postgres.at(postgres.fresh())
    async with open_harness(tmp_path, database=there) as harness:
        anna = harness.person("Anna")
        await anna.slash("battle", "game new", battle="tutorial", side="both")
        await anna.slash("battle", "game start")
        for turn in range(60):
            await harness.quiet()
            if not (await harness.game()).playing:
                break
            button = await anna.slash("battle", "done")
            assert "could not be saved" not in button.words
            if turn == 3:
                await harness.again()
        game = await harness.game()
        await harness.quiet()
        assert game.state.result is not None
        assert harness.sandbox.messages("battle", "Clara")
        await harness.store.backup(tmp_path / "copy.db")

    problems = await asyncio.to_thread(backups.check, there)
    pictures = [await asyncio.to_thread(looked_at, where) for where in (there, str(tmp_path / "copy.db"))]

    assert (problems.games, problems.faults) == (1, [])
    assert pictures[0] == pictures[1]
    assert len(pictures[0].splitlines()) == 3


def looked_at(where: str) -> str:
    """Digests of the games there and their pictures, made by another process."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(len(where))}
    return subprocess.run(
        [sys.executable, "-c", LOOK, where], env=env, capture_output=True, text=True, check=True
    ).stdout

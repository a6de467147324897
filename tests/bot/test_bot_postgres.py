"""A whole game with its database on a server; and the same pictures of it, wherever it is kept."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from storage import backups
from tests.bot.conftest import a_house
from tests.postgres import Postgres

ROOT = Path(__file__).resolve().parents[2]
LOOK = """
import asyncio, hashlib, sys
import render
from bot.desk import Desk
from engine.view import look
from render.caption import Caption
from storage import Store

async def told(where):
    store = await Store.open(where)
    for game in await store.games():
        table = await Desk(store).table(game.id)
        for viewer in ("", *table.scenario.side_ids):
            seen = table.seen(viewer)
            view = look(table.system, table.scenario, seen.state, viewer)
            png = render.draw(view, Caption(header=game.scenario))
            print(game.id, viewer, hashlib.sha256(repr(seen.state).encode() + png).hexdigest())
    await store.close()

asyncio.run(told(sys.argv[1]))
"""


@pytest.mark.promise(7, 11)
async def test_a_game_on_a_server_is_played_to_its_end_and_looks_as_in_a_file(
    tmp_path: Path, postgres: Postgres
) -> None:
    there = postgres.at(postgres.fresh())
    async with a_house(tmp_path, database=there) as house:
        anna = house.person("Anna")
        await anna.slash("battle", "game new", scenario="tutorial", side="both")
        await anna.slash("battle", "game start")
        for turn in range(60):
            await house.quiet()
            if not (await house.game()).playing:
                break
            button = await anna.slash("battle", "done")
            assert "could not be written" not in button.words
            if turn == 3:
                await house.again()
        table = await house.game()
        await house.quiet()
        assert table.state.result is not None
        assert house.sandbox.messages("battle", "Clara")
        await house.store.backup(tmp_path / "copy.db")

    found = await asyncio.to_thread(backups.check, there)
    pictures = [await asyncio.to_thread(looked_at, where) for where in (there, str(tmp_path / "copy.db"))]

    assert (found.games, found.faults) == (1, ())
    assert pictures[0] == pictures[1]
    assert len(pictures[0].splitlines()) == 3


def looked_at(where: str) -> str:
    """What a process of its own makes of the games there: digests of tables and pictures."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": str(len(where))}
    return subprocess.run(
        [sys.executable, "-c", LOOK, where], env=env, capture_output=True, text=True, check=True
    ).stdout

"""SIGKILL of the real bot while it opens a round of a tournament: each game is opened once, and no one is
called twice. A quick form; `SOAK=1` stops at every step.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sandbox import Sandbox
from tests.crash.processes import children, wait_for_exit
from tests.crash.stopping_bot import STEPS
from tests.crash.test_kill import PATIENCE, answered, delivered, grognard, judge_posts

PLAYERS = ("Anna", "Bruno", "Clara", "Marshal")
ROUND = """SELECT p.board, g.game, games.status FROM tournament_pairings p
    LEFT JOIN tournament_games g ON g.round = p.round AND g.board = p.board
    LEFT JOIN games ON games.id = g.game ORDER BY p.board"""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@pytest.mark.promise(1, 2, 7)
@pytest.mark.fault(76)
@pytest.mark.timeout(600)
@pytest.mark.parametrize("step", STEPS if os.environ.get("SOAK") else [*STEPS][:1])
async def test_a_round_is_opened_once_wherever_the_bot_is_killed(tmp_path: Path, step: str) -> None:
    folder, mark = tmp_path / "data", tmp_path / "stopped"
    folder.mkdir()
    stopping = (sys.executable, "-m", "tests.crash.stopping_bot", step, str(mark))
    async with Sandbox(tmp_path / "discord", join_delay=0.05) as sandbox:
        async with grognard(folder, sandbox, stopping) as process:
            await started(sandbox, mark)
            below = children(process.pid)
            process.send_signal(signal.SIGKILL)
            await process.wait()
        await wait_for_exit(below)
        while sandbox.gateway.online:
            await sandbox.broadcaster.wait_for_change(0.1)
        written = rows(folder, "SELECT count(*) FROM tournament_rounds")[0][0]

        async with grognard(folder, sandbox):
            await answered(sandbox)
            if not written:  # the press that was cut short is answered by pressing again
                await sandbox.person("Anna").slash("battle", "tournament start")
            await playing(folder)
            await delivered(folder / "grognard.db")
        judge_posts(folder / "grognard.db", sandbox)

    games = rows(folder, ROUND)
    assert [(board, status) for board, _, status in games] == [(1, "playing"), (2, "playing")]
    assert len({game for _, game, _ in games}) == len(rows(folder, "SELECT id FROM games")) == 2
    channels = rows(folder, "SELECT channel FROM games")
    assert calls(sandbox) == {str(channel): 1 for (channel,) in channels}, "who begins is called, once"
    announced = [m for m in sandbox.messages("battle", "Anna") if "· round 1" in m.words]
    assert len(announced) == 1
    assert "Traceback" not in (folder / "log").read_text()


async def started(sandbox: Sandbox, mark: Path) -> None:
    """Four players enter a tournament, which starts; until the bot stands still."""
    anna = sandbox.person("Anna")
    await anna.slash("battle", "tournament new", name="Open", battle="ormes", dice="sealed")
    for name in PLAYERS:
        await sandbox.person(name).slash("battle", "tournament join")
    await anna.slash("battle", "tournament start", wait=False)
    async with asyncio.timeout(PATIENCE):
        while not mark.exists():
            await asyncio.sleep(0.02)


async def playing(folder: Path) -> None:
    """Wait until both games of the round are being played."""
    async with asyncio.timeout(PATIENCE):
        while [row[2] for row in rows(folder, ROUND)] != ["playing"] * 2:
            await asyncio.sleep(0.05)


def rows(folder: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(f"file:{folder / 'grognard.db'}?mode=ro", uri=True)) as database:
        return list(database.execute(sql))


def calls(sandbox: Sandbox) -> Counter[str]:
    """How often players are called in each channel."""
    posts = (post.message for post in sandbox.state.records.posts.values())
    return Counter(str(post["channel_id"]) for post in posts for _ in post["mentions"])

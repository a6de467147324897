"""A start with many games in play: the first command, a completion, and the bot's memory.

One game is played a little and copied in the database: half of the copies against the computer player, every
fifth with a clock. The bot, a process of its own, was down for ten minutes, so that clocks must be put right.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.harness import Figure, Missing, WrongOutput
from sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[2]
CHANNEL = "battle"
GAMES, QUICK = 10_000, 50
PATIENCE = 300.0
COPIED = {
    "games": "id",
    "seats": "game",
    "entries": "game",
    "clocks": "game",
    "dials": "game",
    "checked": "game",
}
"""The tables that are copied, and which column names the game."""
CLOCKED = ("clocks", "dials")


def run(quick: bool) -> Iterator[Figure]:
    """Seconds and megabytes after a start, with many games and with one."""
    if not Path("/proc/self/status").exists():
        raise Missing("memory is read from /proc")
    games = QUICK if quick else GAMES
    one, many = asyncio.run(measured(1)), asyncio.run(measured(games))
    yield Figure(
        name="first command",
        value=many["command"],
        goal=1.0,
        unit="s",
        better="less",
        note=f"{games:,} games",
    )
    yield Figure(name="completion", value=many["completion"], goal=0.5, unit="s", better="less")
    yield Figure(
        name="memory", value=many["memory"], goal=200.0, unit="MB", better="less", note="without drawing"
    )
    yield Figure(name="first command v one game", value=many["command"] / one["command"], better="less")
    yield Figure(name="memory v one game", value=many["memory"] / one["memory"], better="less")


async def measured(games: int) -> dict[str, float]:
    """What a start with so many games takes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with Sandbox(folder / "discord", join_delay=0.05) as sandbox:
            anna, bruno = sandbox.person("Anna"), sandbox.person("Bruno")
            anna.timeout = PATIENCE
            async with bot(folder, sandbox):
                await anna.slash(CHANNEL, "game new", battle="ormes", options="clock=7d")
                await bruno.slash(CHANNEL, "game join")
                await anna.slash(CHANNEL, "game start")
                for person in (anna, bruno):
                    for _ in range(4):
                        await person.slash(CHANNEL, "done")
                await sandbox.settled(PATIENCE, quiet=1.0)
            copied(folder / "grognard.db", games)
            async with bot(folder, sandbox) as process:
                began = perf_counter()
                status = await anna.slash(CHANNEL, "game status")
                answered = perf_counter()
                choices = await anna.complete(CHANNEL, "move", {"unit": "l"}, focused="unit")
                completed = perf_counter()
                memory = resident(process.pid)
            if not choices or "Ormes" not in status.words:
                raise WrongOutput("the game is not as it was")
    return {"command": answered - began, "completion": completed - answered, "memory": memory}


@asynccontextmanager
async def bot(folder: Path, sandbox: Sandbox, **settings: str) -> AsyncIterator[Any]:
    """The bot, connected; asked to end in the end."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD", "GROGNARD"))} | {
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": sandbox.token,
        "GROGNARD_API": sandbox.api_base,
        "GROGNARD_GATEWAY": sandbox.gateway_url,
        "GROGNARD_BACKUP_HOURS": "0",
        **settings,
    }
    words = (sys.executable, "-m", "bot", "run", "--data", str(folder))
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*words, cwd=folder, env=env, stdout=quiet, stderr=quiet)
    try:
        await sandbox.ready(timeout=PATIENCE)
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()
        while sandbox.gateway.online:
            await asyncio.sleep(0.05)


def copied(path: Path, games: int) -> None:
    """Make so many games of the one in the database, and let ten minutes have passed."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("BEGIN")
        for table, key in COPIED.items():
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            values = {key: "n", "channel": "n + 1000000"}
            chosen = ", ".join(values.get(column, column) for column in columns)
            every = " AND n % 5 = 0" if table in CLOCKED else ""
            numbers = f"WITH RECURSIVE r(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM r WHERE n < {games})"
            if games > 1:
                database.execute(
                    f"{numbers} INSERT INTO {table} ({', '.join(columns)})"
                    f" SELECT {chosen} FROM {table}, r WHERE {key} = 1{every}"
                )
        database.execute("UPDATE seats SET bot = 1, user = NULL, name = '' WHERE place = 1 AND game % 2 = 0")
        database.execute(
            "UPDATE pulses SET at = strftime('%Y-%m-%dT%H:%M:%f', at, '-10 minutes') || '000+00:00'"
        )
        database.execute("COMMIT")


def resident(pid: int) -> float:
    """The memory of a process, in megabytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1000
    raise Missing("no memory is told")

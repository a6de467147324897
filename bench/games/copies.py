"""A daily copy of many long games: how long it takes to make and to prove, and what players notice of it
meanwhile.

One game of 60 turns of a side is played and copied in the database, each with its own chain. The record of
proofs says what it does on any day: each game was proven whole within the last days, and every tenth has gone
on since.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path
from typing import Any

from bench.games import long_game, restart
from bench.harness import Figure, Missing, WrongOutput
from bench.load.processes import Meter
from sandbox import Person, Sandbox
from storage import Store, log_chain
from storage.proofs.proof_record import ProofRecord, ProvenGame

GAMES, QUICK = 10_000, 30
EVENTS, QUICK_EVENTS = 2_100, 150
"""2,100 events are 60 turns of a side."""
FIRST = 1000
DAY = 86_400.0
ADDED = 6
PAUSE = 0.05
COPIED = ("games", "seats", "snapshots")
COMMANDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("game status", {}),
    ("me look", {"theme": "dark"}),
    ("help", {}),
    ("me look", {"theme": "light"}),
)


def run(quick: bool) -> Iterator[Figure]:
    """Seconds of the copy and of its proof, the memory of the proof, and acknowledgements meanwhile."""
    if not Path("/proc/self/status").exists():
        raise Missing("memory is read from /proc")
    games = QUICK if quick else GAMES
    found = asyncio.run(measured(games, QUICK_EVENTS if quick else EVENTS, alone=2.0 if quick else 60.0))
    size = f"{games:,} games, {found['size'] / 1e6:,.0f} MB"
    goal = None if quick else 3600.0
    yield Figure(name="copy", value=found["copy"], unit="s", better="less", note=size)
    yield Figure(name="proof of a daily copy", value=found["proof"], goal=goal, unit="s", better="less")
    yield Figure(name="memory of the proof", value=found["memory"], unit="MB", better="less")
    yield Figure(
        name="acknowledgement p99 meanwhile",
        value=1000 * found["meanwhile"],
        goal=None if quick else 100.0,
        unit="ms",
        better="less",
        note=f"{1000 * found['alone']:.1f} ms alone",
    )


async def measured(games: int, events: int, alone: float) -> dict[str, float]:
    """What a copy of so many games takes."""
    with tempfile.TemporaryDirectory(prefix="grognard-") as name:
        folder, backups = Path(name), Path(name) / "backups"
        sandbox = Sandbox(folder / "discord", join_delay=0.05)
        meter = Meter(sandbox)
        async with sandbox:
            anna = sandbox.person("Anna")
            anna.timeout = restart.PATIENCE
            async with restart.bot(folder, sandbox):
                await anna.slash(restart.CHANNEL, "game new", battle="ormes", side="both")
                await anna.slash(restart.CHANNEL, "game start")
                await sandbox.settled(restart.PATIENCE, quiet=1.0)
            await grown(folder / "grognard.db", backups, games, events)
            async with restart.bot(folder, sandbox):
                before = await used(anna, meter, until=time.monotonic() + alone)
            async with restart.bot(folder, sandbox, GROGNARD_BACKUP_HOURS="24") as process:
                watching = asyncio.create_task(watched(backups, process.pid))
                during = await used(anna, meter, until=watching)
                found = await watching
    return found | {"alone": p99(before), "meanwhile": p99(during)}


async def used(anna: Person, meter: Meter, until: float | asyncio.Task[Any]) -> list[float]:
    """Use one command after another until a moment, or until something is done; the seconds to each
    acknowledgement."""
    seconds: list[float] = []
    for name, options in cycle(COMMANDS):
        if until.done() if isinstance(until, asyncio.Task) else time.monotonic() > until:
            return seconds
        reply = await anna.slash(restart.CHANNEL, name, options)
        seconds.append(meter.acknowledged_in(reply.interaction))
        await asyncio.sleep(PAUSE)
    return seconds


def p99(seconds: list[float]) -> float:
    """The time that one of a hundred exceeds."""
    return sorted(seconds)[int(0.99 * len(seconds))]


async def watched(backups: Path, bot: int) -> dict[str, float]:
    """Wait for a copy and its proof: the seconds of both, the size of the copy, the most memory of the
    proof."""
    began, copied, memory = time.monotonic(), 0.0, 0.0
    while True:
        await asyncio.sleep(0.02)
        if not copied and next(backups.glob("*.new"), None):
            copied = time.monotonic()
        if copied:
            memory = max([memory, *(restart.resident(pid) for pid in provers(bot))])
        if ready := next(backups.glob("grognard-*Z*.db"), None):
            break
        if bad := next(backups.glob("*.bad"), None):
            raise WrongOutput(f"the copy {bad} is faulty")
    if "unproven" in ready.name:
        raise WrongOutput("the copy could not be proven in time")
    now = time.monotonic()
    size = float(ready.stat().st_size)
    return {"copy": copied - began, "proof": now - copied, "memory": memory, "size": size}


def provers(bot: int) -> list[int]:
    """The processes of a bot that prove a copy."""
    found = []
    for task in Path(f"/proc/{bot}/task").glob("*/children"):
        for pid in task.read_text().split():
            try:
                if b"storage.proofs" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(int(pid))
            except OSError:
                continue
    return found


# --- the database ------------------------------------------------------------------------------------------


async def grown(path: Path, backups: Path, games: int, events: int) -> None:
    """Add a long game and so many copies of it, all proven."""
    store = await Store.open(path)
    game = (await long_game.play(store, events)).record.id
    await store.close()
    await asyncio.to_thread(multiplied, path, backups, game, games)


def multiplied(path: Path, backups: Path, game: int, games: int) -> None:
    """Copy a game so many times."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        numbers = range(FIRST, FIRST + games)
        for table in COPIED:
            copy_rows(database, table, "id" if table == "games" else "game", game, games)
        database.row_factory = sqlite3.Row
        log = database.execute("SELECT * FROM entries WHERE game = ? ORDER BY seq", (game,)).fetchall()
        columns = [*log[0].keys()]
        into = f"INSERT INTO entries ({', '.join(columns)}) VALUES (:{', :'.join(columns)})"
        proven: list[ProvenGame] = []
        now = time.time()
        for number in numbers:
            links = list(log_chain.links(number, log))
            rows = [
                {**dict(row), "game": number, "chain": link} for row, link in zip(log, links, strict=True)
            ]
            database.executemany(into, rows)
            known = len(log) - (ADDED if number % 10 == 0 else 0)
            whole = now - (number % 6 + 0.5) * DAY
            proven.append(ProvenGame(game=number, seq=known, link=links[known - 1], whole=whole))
        checked = ((number, len(log)) for number in (game, *numbers))
        database.executemany("INSERT OR REPLACE INTO checked (game, seq) VALUES (?, ?)", checked)
        database.execute("COMMIT")
    backups.mkdir(exist_ok=True)
    ProofRecord(backups).save(proven)


def copy_rows(database: sqlite3.Connection, table: str, key: str, game: int, games: int) -> None:
    """Copy the rows of a game under new numbers, each in a channel of its own."""
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    values = {key: "n", "channel": "n + 1000000"}
    chosen = ", ".join(values.get(column, column) for column in columns)
    last = FIRST + games - 1
    database.execute(
        f"WITH RECURSIVE r(n) AS (SELECT {FIRST} UNION ALL SELECT n + 1 FROM r WHERE n < {last})"
        f" INSERT INTO {table} ({', '.join(columns)}) SELECT {chosen} FROM {table}, r WHERE {key} = {game}"
    )

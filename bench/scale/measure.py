"""The numbers that the model is fed with: small measurements here, over a PostgreSQL of their own."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from bench.harness import Missing
from bench.load import processes
from bench.pictures import posted
from bench.scale.model import Measured
from bench.scale.week import START
from bot.clock.due_games import DueGames
from sandbox import Sandbox
from sandbox.model.world import GuildPlan, World
from storage import Change, Store

SHARDS, SERVERS, CHANNELS = 8, 200, 10
MOST_PROCESSES = 2
NOTICES = 2000
KEPT = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """What so many processes did together: orders a second; by order seconds of a processor of the bot and of
    the database, commits, rows and bytes."""

    a_second: float
    processor: float
    database: float
    commits: float
    rows: float
    stored: float


@contextmanager
def server() -> Iterator[Any]:
    """A PostgreSQL that waits for the disk. Raises Missing."""
    from tests.storage import postgres_server

    if postgres_server.BIN is None:
        raise Missing("PostgreSQL is not installed")
    with postgres_server.a_server("max_connections=100") as running:
        yield running


def orders(running: Any, count: int, seconds: float) -> Orders:
    """Orders of so many processes for so long, in games of their own."""
    name = running.fresh()
    url = running.at(name)
    return asyncio.run(_orders(running, name, url, count, seconds))


async def _orders(running: Any, name: str, url: str, count: int, seconds: float) -> Orders:
    pipe = asyncio.subprocess.PIPE
    workers = [
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.scale.orders", url, str(number), str(seconds)),
            cwd=processes.ROOT,
            stdin=pipe,
            stdout=pipe,
            env={**os.environ, "PYTHONPATH": str(processes.ROOT)},
        )
        for number in range(count)
    ]
    try:
        for worker in workers:
            assert worker.stdout is not None
            if (await worker.stdout.readline()).strip() != b"ready":
                raise RuntimeError("a process that gives orders has ended")
        before, used = await asyncio.to_thread(_size, running, name), _processor(running)
        said = await asyncio.gather(*map(_answer, workers))
        after, used_after = await asyncio.to_thread(_size, running, name), _processor(running)
        for worker in workers:
            _go(worker)
            await worker.wait()
    finally:
        for worker in workers:
            if worker.returncode is None:
                worker.kill()
                await worker.wait()
    taken = max(1, sum(each["orders"] for each in said))
    rows, stored = (b - a for a, b in zip(before, after, strict=True))
    return Orders(
        a_second=sum(each["orders"] / each["seconds"] for each in said),
        processor=sum(each["processor"] for each in said) / taken,
        database=(used_after - used) / taken,
        commits=sum(each["commits"] for each in said) / taken,
        rows=rows / taken,
        stored=stored / taken,
    )


async def _answer(worker: asyncio.subprocess.Process) -> Any:
    _go(worker)
    assert worker.stdout is not None
    return json.loads(await worker.stdout.readline())


def _go(worker: asyncio.subprocess.Process) -> None:
    assert worker.stdin is not None
    worker.stdin.write(b"\n")


def _size(running: Any, name: str) -> tuple[int, int]:
    """Rows and bytes of all tables with their indexes."""
    tables = "pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
    running.sql(name, "ANALYZE")
    text = running.sql(
        name,
        f"SELECT (SELECT sum(greatest(reltuples, 0))::bigint FROM {tables}),"
        f" (SELECT sum(pg_total_relation_size(oid)) FROM {tables})",
    )
    rows, stored = map(int, text.split("|"))
    return rows, stored


def _processor(running: Any) -> float:
    """Seconds of a processor that the server's processes have used that live."""
    pid = running._process.pid
    return sum(map(processes.cpu_seconds, [pid, *processes._children(pid)]))


def notifying_commits(running: Any, seconds: float) -> float:
    """Commits a second that each tell something, by eight sessions that do nothing else."""

    async def measured() -> float:
        import asyncpg  # type: ignore[import-untyped]

        url = running.at(running.empty())
        sessions = [await asyncpg.connect(url) for _ in range(8)]
        await sessions[0].execute("CREATE TABLE written (n bigint)")
        until = perf_counter() + seconds

        async def commit(session: Any) -> int:
            done = 0
            while perf_counter() < until:
                async with session.transaction():
                    await session.execute("INSERT INTO written VALUES (1)")
                    await session.execute("SELECT pg_notify('measured', '[1, 2, 3]')")
                done += 1
            return done

        done = await asyncio.gather(*map(commit, sessions))
        for session in sessions:
            await session.close()
        return sum(done) / seconds

    return asyncio.run(measured())


def notice_heard() -> float:
    """Seconds of a processor to hear of a commit that does not concern this process."""

    async def measured() -> float:
        with TemporaryDirectory(prefix="grognard-") as folder:
            store = await Store.open(Path(folder) / "games.db")
            change = Change.of(frozenset({"entries", "letters", "receipts", "games"}), [77]).to_text("other")
            began = process_time()
            for _ in range(NOTICES):
                store._heard(None, Change.from_text(change)[1])
            used = process_time() - began
            await store.close()
        return used / NOTICES

    return asyncio.run(measured())


def moment_kept() -> float:
    """Bytes of memory for a game of which the scheduler keeps when something is due."""
    tracemalloc.start()
    games = DueGames()
    for number in range(KEPT):
        games.set(10**6 + number, START + timedelta(seconds=number))
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / KEPT


def memory(running: Any, shards: int, servers: int) -> float:
    """Megabytes of the program with so many shards, and servers of ten channels, once it is connected."""
    plans = tuple(
        GuildPlan(
            name=f"Server {n}",
            channels=tuple(f"channel-{n}-{each}" for each in range(CHANNELS)),
            id=str((shards * 10**9 + n) << 22),
        )
        for n in range(servers)
    )

    async def measured() -> float:
        with TemporaryDirectory(prefix="grognard-") as folder:
            async with Sandbox(Path(folder) / "discord", world=World(guilds=plans, joined=True)) as sandbox:
                sandbox.gateway.shards = sandbox.gateway.max_concurrency = shards
                sharing = {
                    "GROGNARD_DATABASE": running.at(running.fresh()),
                    "GROGNARD_SHARDS": f"auto/{shards}",
                }
                async with processes.grognard(Path(folder), sandbox, **sharing) as bot:
                    async with asyncio.timeout(processes.PATIENCE):
                        while (
                            sum(s.connection is not None for s in sandbox.gateway.sessions.values()) < shards
                        ):
                            await asyncio.sleep(0.1)
                    await sandbox.settled(processes.PATIENCE, quiet=1.0)
                    await asyncio.sleep(2.0)
                    found = processes.resident(bot.pid) * processes.MEGABYTE
                    await bot.stop()
                    return found

    return asyncio.run(measured())


def measured(*, quick: bool = False) -> Measured:
    """All of it: a minute or two; quick: to show that it works. Raises Missing."""
    seconds = 0.5 if quick else 8.0
    pictures = {figure.name: figure.value for figure in posted.run(True)}
    with server() as running:
        one, two = (orders(running, count, seconds) for count in (1, MOST_PROCESSES))
        commits = notifying_commits(running, seconds / 2)
        alone = memory(running, 1, 1)
        shard = server_ = 0.0
        if not quick:
            server_ = (memory(running, 1, SERVERS) - alone) / (SERVERS - 1)
            shard = (memory(running, SHARDS, SHARDS) - alone) / (SHARDS - 1) - server_
    return Measured(
        orders_of_one=one.a_second,
        orders_of_two=two.a_second,
        order_processor=one.processor,
        order_database=one.database,
        order_commits=one.commits,
        order_rows=one.rows,
        order_bytes=one.stored,
        picture_processor=pictures["mean"] / 1000,
        picture_bytes=pictures["bytes, median"],
        process_megabytes=alone,
        shard_megabytes=max(0.0, shard),
        server_megabytes=max(0.0, server_),
        notifying_commits=commits,
        notice_processor=notice_heard(),
        moment_bytes=moment_kept(),
    )

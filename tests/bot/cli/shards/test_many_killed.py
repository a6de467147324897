"""Orders in many games while processes are killed and start again, and the database is restarted: each order
is in its log once, and each message on Discord is the only one of what it tells."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sandbox import Sandbox
from sandbox.client.command_input import InvalidInput
from sandbox.client.person import NoAnswer
from sandbox.model.world import GuildPlan, World
from storage import Store, backups
from tests.bot.cli.shards.test_killed_process import PATIENCE, process, until_all_are
from tests.storage.postgres_server import Postgres, a_server


@dataclass(frozen=True, kw_only=True)
class Form:
    """So many processes, shards with a game each, processes killed, and restarts of the database."""

    processes: int
    shards: int
    kills: int
    restarts: int


FORM = (
    Form(processes=4, shards=16, kills=8, restarts=2)
    if os.environ.get("SOAK")
    else Form(processes=2, shards=2, kills=1, restarts=1)
)
BETWEEN = 12.0
"""Seconds from one kill to the next: a lease lasts for ten."""


def world(shards: int) -> World:
    """A server of each shard."""
    plans = (
        GuildPlan(name=f"table-{n}", channels=(f"table-{n}",), id=str((shards * 10**9 + n) << 22))
        for n in range(shards)
    )
    return World(guilds=tuple(plans), joined=True)


WITH_COMPUTER: dict[str, Any] = {"scenario": "ormes", "partner": True}


async def order_on(
    sandbox: Sandbox,
    channel: str,
    over: asyncio.Event,
    new: dict[str, Any] = WITH_COMPUTER,
    pause: float = 0.0,
) -> int:
    """Anna plays, by default against the computer, one phase after the other, with so many seconds between
    two orders; how often she was answered."""
    anna, answers = sandbox.person("Anna"), 0
    anna.timeout = 10.0
    while not over.is_set():
        for command, options in (
            ("game new", new),
            ("game start", {}),
            ("done", {}),
            ("done", {}),
        ):
            try:
                reply = await anna.slash(channel, command, options)
                answers += reply.message is not None
                await asyncio.sleep(pause)
            except (NoAnswer, InvalidInput, TimeoutError):
                await asyncio.sleep(0.5)
    return answers


@pytest.fixture
def server() -> Iterator[Postgres]:
    """One that the test may stop."""
    with a_server("max_connections=100") as made:
        yield made


@pytest.mark.long  # quick: test_two_processes.py
async def test_whatever_dies_each_order_is_there_once_and_each_message_too(
    tmp_path: Path, server: Postgres
) -> None:
    address = server.at(server.empty())
    await (await Store.open(address)).close()
    over, chosen = asyncio.Event(), random.Random(7)
    async with Sandbox(tmp_path / "discord", world=world(FORM.shards), join_delay=0.05) as sandbox:
        sandbox.gateway.shards = sandbox.gateway.max_concurrency = FORM.shards
        async with AsyncExitStack() as processes:

            async def started(number: int) -> Any:
                folder = tmp_path / str(number)
                return await processes.enter_async_context(process(sandbox, address, folder, FORM.shards))

            running = [await started(number) for number in range(FORM.processes)]
            await until_all_are(sandbox, FORM.shards)
            playing = [asyncio.create_task(order_on(sandbox, f"table-{n}", over)) for n in range(FORM.shards)]
            for kill in range(FORM.kills):
                await asyncio.sleep(BETWEEN)
                if kill < FORM.restarts:
                    await asyncio.to_thread(server.stop)
                    await asyncio.to_thread(server.start)
                    await asyncio.sleep(BETWEEN / 2)
                number = chosen.randrange(FORM.processes)
                running[number].kill()
                await running[number].wait()
                running[number] = await started(number)
            await until_all_are(sandbox, FORM.shards)
            over.set()
            answers = sum(await asyncio.gather(*playing))
            store = await Store.open(address, shared=True)
            async with asyncio.timeout(PATIENCE):
                while await store.outbox.waiting():
                    await asyncio.sleep(0.2)
            for each in running:
                each.terminate()
            await asyncio.gather(*(each.wait() for each in running))
        known = await _told(store)
        games = await store.games.all()
        broken = [game.id for game in games if (await store.log.chain(game.id)).broken is not None]
        entries = sum([len(await store.log.entries(game.id)) for game in games])
        await store.close()
        posts = [post.message for post in sandbox.state.records.posts.values() if post.viewer is None]
        own = [m for m in posts if m["author"]["id"] == sandbox.state.bot["id"] and m["type"] == 0]
        unknown = [m["content"] or m["embeds"] for m in own if int(m["id"]) not in known]
    print(f"{answers} answers, {len(games)} games, {entries} entries, {len(own)} messages")
    assert not broken
    assert not unknown
    assert entries > 2 * FORM.shards, "each game was played on"
    await asyncio.to_thread(backups.copy, address, tmp_path / "copy.db")
    assert not (await asyncio.to_thread(backups.check, tmp_path / "copy.db")).faults


async def _told(store: Store) -> set[int]:
    """The messages on Discord that the database knows of."""
    async with store.reading() as tx:
        sql = "SELECT posted FROM letters WHERE posted IS NOT NULL UNION SELECT message FROM boards"
        return {int(row[0]) for row in await tx.session.connection.exec_driver_sql(sql)}

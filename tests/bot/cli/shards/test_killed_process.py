"""Two processes of the real program share four shards; one is killed, or stands still for longer than its
leases last, and its shards go on in the other."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from sandbox import Sandbox
from sandbox.client.person import NoAnswer
from storage import Store
from storage.processes.leases import TERM
from tests.bot.cli.shards.seen_on_discord import back_to_older_ones, seen
from tests.bot.cli.shards.test_two_processes import CHANNELS, SHARDS, WORLD
from tests.bot.cli.test_run import ROOT, surroundings
from tests.storage.postgres_server import Postgres

PATIENCE = 120.0


@asynccontextmanager
async def process(
    sandbox: Sandbox, address: str, folder: Path, shards: int = SHARDS, **settings: str
) -> AsyncIterator[Any]:
    """`grognard run` with its part of the shards, and more settings; what it says goes to a file."""
    known = {
        "DISCORD_TOKEN": sandbox.token,
        "GROGNARD_API": sandbox.api_base,
        "GROGNARD_GATEWAY": sandbox.gateway_url,
        "GROGNARD_BACKUP_HOURS": "0",
        "GROGNARD_DATABASE": address,
        "GROGNARD_SHARDS": f"auto/{shards}",
        "PYTHONPATH": str(ROOT),
        **settings,
    }
    folder.mkdir(exist_ok=True)
    with (folder / "log").open("ab") as said:
        begun = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run", "--data", folder / "data"),
            cwd=folder,
            env=surroundings(**known),
            stdout=said,
            stderr=said,
        )
    try:
        yield begun
    finally:
        if begun.returncode is None:
            begun.kill()
        await begun.wait()


def connected(sandbox: Sandbox) -> set[int]:
    """The shards that are connected."""
    return {s.shard[0] for s in sandbox.gateway.sessions.values() if s.connection is not None}


async def until_all_are(sandbox: Sandbox, shards: int = SHARDS, patience: float = PATIENCE) -> None:
    async with asyncio.timeout(patience):
        while len(connected(sandbox)) < shards:
            await asyncio.sleep(0.05)


async def _until_sessions_are_stored(address: str) -> None:
    """They are written down with the next renewal of a lease: what dies before has nothing to be resumed."""
    store = await Store.open(address, shared=True)
    async with asyncio.timeout(PATIENCE):
        while not all(shard.session for shard in await store.shards.all()):
            await asyncio.sleep(0.1)
    await store.close()


async def _until_all_is_posted(address: str) -> None:
    store = await Store.open(address, shared=True)
    async with asyncio.timeout(PATIENCE):
        while await store.outbox.waiting():
            await asyncio.sleep(0.1)
    await store.close()


@asynccontextmanager
async def two_with_lobbies(address: str, folder: Path) -> AsyncIterator[tuple[Sandbox, Any, Any]]:
    """Discord, Anna with a lobby in each channel, and the first of two processes that share the shards."""
    async with Sandbox(folder / "discord", world=WORLD, join_delay=0.05) as sandbox:
        sandbox.gateway.shards = sandbox.gateway.max_concurrency = SHARDS
        anna = sandbox.person("Anna")
        anna.timeout = PATIENCE
        async with (
            process(sandbox, address, folder / "one") as one,
            process(sandbox, address, folder / "two"),
        ):
            await until_all_are(sandbox)
            for channel in CHANNELS:
                await anna.slash(channel, "game new", battle="tutorial", partner=True)
            yield sandbox, anna, one


@pytest.mark.long  # quick: test_two_processes.py
async def test_the_shards_of_a_killed_process_go_on_in_the_other_one(
    tmp_path: Path, postgres: Postgres
) -> None:
    address = postgres.at(postgres.fresh())
    async with two_with_lobbies(address, tmp_path) as (sandbox, anna, one):
        for channel in CHANNELS:
            await anna.slash(channel, "game start")
        await _until_sessions_are_stored(address)
        identified = sandbox.gateway.identifies

        one.kill()
        await one.wait()
        lost = SHARDS - len(connected(sandbox))
        began = asyncio.get_running_loop().time()
        await until_all_are(sandbox)
        print(f"{lost} shards went on after {asyncio.get_running_loop().time() - began:.1f} s")

        assert lost == SHARDS // 2
        assert sandbox.gateway.identifies == identified
        assert sandbox.gateway.resumes == lost
        await _until_all_is_posted(address)
        for channel in CHANNELS:
            assert (await anna.slash(channel, "map")).message is not None
            words = [m.words for m in sandbox.messages(channel, "Anna") if "** begins." in m.words]
            assert len(words) == 1, words
    for name in ("one", "two"):
        assert sandbox.token not in (tmp_path / name / "log").read_text()


@pytest.mark.long  # quick: test_two_processes.py
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
async def test_a_process_that_stood_still_for_a_while_does_nothing_that_is_another_s_by_then(
    tmp_path: Path, postgres: Postgres
) -> None:
    address = postgres.at(postgres.fresh())
    async with two_with_lobbies(address, tmp_path) as (sandbox, anna, one):
        await _until_sessions_are_stored(address)
        for channel in CHANNELS:  # some of it is under way
            await anna.slash(channel, "game start", wait=False)
        one.send_signal(signal.SIGSTOP)
        store = await Store.open(address, shared=True)
        still = {shard.holder for shard in await store.shards.all() if f" {one.pid} " in shard.holder}
        assert len(still) == 1
        await _until(lambda: _holders(store), lambda holders: len(holders) == 1 and not holders & still)
        await asyncio.sleep(TERM)
        for channel in CHANNELS:
            await _answered(anna, channel, "map")
        one.send_signal(signal.SIGCONT)
        await _until(lambda: _holders(store), lambda holders: len(holders) == 2)
        await until_all_are(sandbox)
        for channel in CHANNELS:  # where nothing was done yet
            await _answered(anna, channel, "game start")
        await _until_all_is_posted(address)
        for channel in CHANNELS:
            await _answered(anna, channel, "done")
            words = [m.words for m in sandbox.messages(channel, "Anna") if "** begins." in m.words]
            assert len(words) == 1, words
        for game in await store.games.all():
            assert (await store.log.chain(game.id)).broken is None
        await store.close()
        found = seen(sandbox.exchanges)
        assert not found.doubled
        assert back_to_older_ones(found.pages) == []
    assert "is another process's now" in (tmp_path / "one" / "log").read_text()


async def _answered(person: Any, channel: str, command: str) -> None:
    """Ask again where a process has just handed over the shard."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(NoAnswer):
                await person.slash(channel, command)
                return


async def _holders(store: Store) -> set[str]:
    """Who has the shards."""
    return {shard.holder for shard in await store.shards.all()}


async def _until(asked: Callable[[], Awaitable[set[str]]], true: Callable[[set[str]], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true(await asked()):
            await asyncio.sleep(0.2)

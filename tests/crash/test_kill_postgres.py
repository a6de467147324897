"""The server of the database dies under play, and then the bot: what was confirmed is there, once."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from sandbox import Sandbox
from sandbox.client.command_input import InvalidInput
from sandbox.client.person import NoAnswer, Reply
from storage import backups
from tests.crash.processes import children, wait_for_exit
from tests.crash.test_kill import PATIENCE, REFUSAL, ConfirmedEntries, answered, grognard, judge, judge_posts
from tests.crash.test_kill import _entry as entry_of
from tests.storage.postgres_server import Postgres

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


@dataclass(slots=True)
class ConfirmedOnServer(ConfirmedEntries):
    """What players saw confirmed, to be looked for later."""

    orders: list[int] = field(default_factory=list)

    def confirm(self, reply: Reply, *, order: bool) -> None:
        """An answer has come."""
        refused = reply.message is None or REFUSAL in reply.colours
        if order and not refused:
            self.orders.append(int(reply.interaction.id))


@pytest.mark.long
@pytest.mark.promise(1, 2, 7)
@pytest.mark.fault(76, 77)
async def test_a_server_and_then_the_bot_die_and_nothing_confirmed_is_lost(
    postgres: Postgres, tmp_path: Path
) -> None:
    folder, name = tmp_path / "data", postgres.fresh()
    folder.mkdir()
    seen, where = ConfirmedOnServer(tmp_path / "copy.db"), {"GROGNARD_DATABASE": postgres.at(name)}
    async with Sandbox(tmp_path / "discord", join_delay=0.05) as sandbox:
        people = {"battle": sandbox.person("Anna"), "tutorial": sandbox.person("Bruno")}
        async with grognard(folder, sandbox, **where) as process:
            lives = [asyncio.create_task(play(*player, seen)) for player in people.items()]
            await played(seen)
            await asyncio.to_thread(postgres.stop, signal.SIGQUIT)
            await asyncio.sleep(0.3)
            await asyncio.to_thread(postgres.start)
            await played(seen)
            below = children(process.pid)
            process.send_signal(signal.SIGKILL)
            await process.wait()
        await wait_for_exit(below)
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
        while sandbox.gateway.online:
            await sandbox.broadcaster.wait_for_change(0.1)
        async with grognard(folder, sandbox, **where):
            await answered(sandbox)
            async with asyncio.timeout(PATIENCE):
                waiting = "SELECT count(*) FROM letters WHERE posted IS NULL AND failed = ''"
                while await asyncio.to_thread(postgres.sql, name, waiting) != "0":
                    await asyncio.sleep(0.1)
        await asyncio.to_thread(backups.copy, postgres.at(name), seen.path)
        await judge(seen)
        judge_posts(seen.path, sandbox)
    with closing(sqlite3.connect(seen.path)) as copy:
        assert [order for order in seen.orders if entry_of(copy, order) is None] == []


async def play(channel: str, person: Any, seen: ConfirmedEntries) -> None:
    """One game after another, each phase of which is over at once, until cancelled."""
    person.timeout = 5.0
    while True:
        with suppress(NoAnswer, InvalidInput):
            await person.slash(channel, "game new", battle="ormes", side="both")
            await person.slash(channel, "game start")
            for _ in range(40):
                seen.confirm(await person.slash(channel, "done"), order=True)


async def played(seen: ConfirmedOnServer) -> None:
    """Until a few orders more were confirmed."""
    more = len(seen.orders) + 3
    async with asyncio.timeout(PATIENCE):
        while len(seen.orders) < more:
            await asyncio.sleep(0.05)

"""The servers the bot is in, is kept out of for a while, or has been sent away from. No Discord.

An outage of a server changes nothing. What a server that has sent the bot away leaves behind is kept for 30
days, in which the clocks of its games stand still, and then deleted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from datetime import datetime, timedelta

from bot import timekeeper
from bot.desk import Desk
from bot.table import Table
from storage import DatabaseTrouble, Writing

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""How long everything of a server is kept that has sent the bot away. docs/privacy.md promises it."""
LOOK = 24 * 3600.0
"""Seconds between two looks at what is to be deleted."""


class Servers:
    """Remembers who has gone. `there` tells the servers the bot is on now; `heard` are told when clocks of
    games run otherwise than before."""

    def __init__(self, desk: Desk, there: Callable[[], Collection[int]]) -> None:
        self._desk = desk
        self._there = there
        self._absent: dict[int, datetime] = {}
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self.heard: list[Callable[[int | None], None]] = []

    def absent(self, server: int) -> bool:
        """Whether nobody there can play at the moment: Discord has trouble with that server."""
        return server in self._absent

    async def start(self, unavailable: Collection[int]) -> None:
        """Connected: of the servers it is on, these have trouble. Those it is not on have sent it away."""
        now, there = self._desk.clock(), frozenset(self._there())
        known = await self._desk.store.ask(lambda r: r.guilds_known())
        gone = await self._desk.store.ask(lambda r: r.guilds_gone())
        for server in sorted(known - there - gone.keys() - {0}):
            await self._gone(server, now)
        for server in sorted(there & gone.keys()):
            await self._back(server)
        for server in sorted(self._absent.keys() - {*unavailable}):
            await self.available(server)
        if self._task is None and not self._closed:
            self._task = asyncio.create_task(self._look(), name="servers")

    async def left(self, server: int) -> None:
        """A server has sent the bot away."""
        if server not in self._there():  # else it is back by now
            await self._gone(server, self._desk.clock())

    async def joined(self, server: int) -> None:
        """The bot is on a server, perhaps again."""
        if await self._desk.store.ask(lambda r: r.guild_gone(server)):
            await self._back(server)

    def unavailable(self, server: int) -> None:
        """Nobody there can play: the time of that is nobody's."""
        self._absent.setdefault(server, self._desk.clock())

    async def available(self, server: int) -> None:
        """They can again."""
        since = self._absent.get(server)
        if since is not None:
            now = self._desk.clock()
            await self._each_clock(server, lambda w, table: timekeeper.settle(w, table, since, now))
            del self._absent[server]
            self._tell()

    async def sweep(self) -> list[int]:
        """Delete what belongs to servers that sent the bot away long ago; which."""
        now = self._desk.clock()
        gone = await self._desk.store.ask(lambda r: r.guilds_gone())
        old = [server for server, at in gone.items() if now - at > KEPT and server not in self._there()]
        for server in old:
            await self._forget(server)
        if old:
            self._desk.tell(None)
        return old

    async def _forget(self, server: int) -> None:
        games = await self._desk.store.ask(lambda r: r.games_of_guild(server))
        async with AsyncExitStack() as alone:
            for game in games:
                await alone.enter_async_context(self._desk.alone(game))
            async with self._desk.store.writing() as w:
                await w.forget_guild(server)
            for game in games:
                self._desk.forget(game)
        log.info("server %s sent the bot away more than %s ago: its games are deleted", server, KEPT)

    async def close(self) -> None:
        """Look no more."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            try:
                await self.sweep()
            except DatabaseTrouble as trouble:
                log.error("what servers left behind cannot be deleted: %s", trouble)
            await asyncio.sleep(LOOK)

    async def _gone(self, server: int, now: datetime) -> None:
        """Note it, and let the clocks there stand still."""
        self._absent.pop(server, None)
        async with self._desk.store.writing() as w:
            await w.guild_left(server, now)
        log.info("the bot is no longer on server %s", server)
        await self._rewind(server)

    async def _back(self, server: int) -> None:
        async with self._desk.store.writing() as w:
            await w.guild_back(server)
        log.info("the bot is on server %s again", server)
        await self._rewind(server)

    async def _rewind(self, server: int) -> None:
        now = self._desk.clock()
        await self._each_clock(server, lambda w, table: timekeeper.wind(w, table, now))
        self._tell()

    async def _each_clock(self, server: int, do: Callable[[Writing, Table], Awaitable[object]]) -> None:
        """Do something with every game of a server that has a clock."""
        clocked = set(await self._desk.store.ask(lambda r: r.clocked()))
        games = await self._desk.store.ask(lambda r: r.games_of_guild(server))
        for game in games:
            if game in clocked:
                async with self._desk.alone(game):
                    table = await self._desk.table(game)
                    async with self._desk.store.writing() as w:
                        await do(w, table)

    def _tell(self) -> None:
        for listener in self.heard:
            listener(None)

"""Servers that have the bot, are unavailable, or have removed it. No Discord.

An outage of a server changes nothing. The data of a server that has removed the bot stays for 30
days, in which the clocks of its games stand still, and then deleted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from datetime import datetime, timedelta

from bot.core import game_clock
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests import receipts
from bot.runtime import errors
from storage import DatabaseTrouble, WriteTransaction

log = logging.getLogger(__name__)

KEPT = timedelta(days=30)
"""How long everything of a server is kept that has sent the bot away. docs/privacy.md promises it."""
LOOK = 24 * 3600.0
"""Seconds between two looks at what is to be deleted."""


class GuildMembership:
    """Remembers who has gone. `there` tells the servers the bot is on now; subscribers hear when clocks of
    games run otherwise than before."""

    def __init__(self, games: GameService, there: Callable[[], Collection[int]]) -> None:
        self._games = games
        self._there = there
        self._absent: dict[int, datetime] = {}
        self._noting = asyncio.Lock()  # so that a server that comes back while the bot connects stays noted
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._listeners: list[Callable[[int | None], None]] = []

    def subscribe(self, *listeners: Callable[[int | None], None]) -> None:
        """Tell these of every game whose clock has changed, None for any."""
        self._listeners += listeners

    def absent(self, server: int) -> bool:
        """Whether play is impossible there at the moment: Discord has trouble with that server."""
        return server in self._absent

    async def start(self, unavailable: Collection[int]) -> None:
        """Connected: of the servers it is on, these have trouble. Those it is not on have sent it away."""
        now = self._games.clock()
        async with self._noting:
            known = await self._games.store.guilds.ids()
            gone = await self._games.store.guilds.without_bot()
            share = self._games.store.share
            for server in filter(share.holds, sorted(known - gone.keys() - {0})):
                if server not in self._there():
                    await self._gone(server, now)
            for server in sorted(gone):
                if server in self._there():
                    await self._back(server)
        for server in sorted(self._absent.keys() - {*unavailable}):
            await self.available(server)
        if self._task is None and not self._closed:
            self._task = asyncio.create_task(self._look(), name="servers")

    async def left(self, server: int) -> None:
        """A server has sent the bot away."""
        now = self._games.clock()
        async with self._noting:
            if server not in self._there():  # else it is back by now
                await self._gone(server, now)

    async def joined(self, server: int) -> None:
        """The bot is on a server, perhaps again."""
        async with self._noting:
            if await self._games.store.guilds.has_removed_bot(server):
                await self._back(server)

    def unavailable(self, server: int) -> None:
        """Play is impossible there: the clocks stop."""
        self._absent.setdefault(server, self._games.clock())

    async def available(self, server: int) -> None:
        """They can again."""
        since = self._absent.get(server)
        if since is not None:
            now = self._games.clock()
            await self._each_clock(server, lambda tx, game: game_clock.deduct_time(tx, game, since, now))
            del self._absent[server]
            self._tell()

    async def sweep(self) -> list[int]:
        """Delete what belongs to servers that sent the bot away long ago, which are returned; and receipts
        that can no longer matter."""
        now = self._games.clock()
        gone = await self._games.store.guilds.without_bot()
        mine = filter(self._games.store.share.holds, gone)
        old = [server for server in mine if now - gone[server] > KEPT and server not in self._there()]
        for server in old:
            await self._forget(server)
        if old:
            self._games.notify(None)
        if self._games.store.share.holds(None):
            await receipts.delete_old(self._games.store, now)
        return old

    async def _forget(self, server: int) -> None:
        games = await self._games.store.games.ids_in_guild(server)
        async with AsyncExitStack() as alone:
            for game_id in games:
                await alone.enter_async_context(self._games.locked(game_id))
            async with self._games.store.writing() as tx:
                await tx.guilds.delete(server)
            for game_id in games:
                self._games.forget(game_id)
        log.info("server %s removed the bot more than %s ago: deleting its games", server, KEPT)

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
                log.log(errors.level_of(trouble), "old data cannot be deleted: %s", trouble)
            await asyncio.sleep(LOOK)

    async def _gone(self, server: int, now: datetime) -> None:
        """Note it, and let the clocks there stand still."""
        self._absent.pop(server, None)
        async with self._games.store.writing() as tx:
            await tx.guilds.mark_bot_removed(server, now)
        log.info("the bot is no longer on server %s", server)
        await self._rewind(server, now)

    async def _back(self, server: int) -> None:
        now = self._games.clock()
        async with self._games.store.writing() as tx:
            await tx.guilds.mark_bot_back(server)
        log.info("the bot is on server %s again", server)
        await self._rewind(server, now)

    async def _rewind(self, server: int, now: datetime) -> None:
        await self._each_clock(server, lambda tx, game: game_clock.update_clocks(tx, game, now))
        self._tell()

    async def _each_clock(
        self, server: int, do: Callable[[WriteTransaction, Game], Awaitable[object]]
    ) -> None:
        """Do something with every game of a server that has a clock."""
        clocked = set(await self._games.store.clocks.games_with_clock())
        games = await self._games.store.games.ids_in_guild(server)
        for game_id in games:
            if game_id in clocked:
                async with self._games.locked(game_id):
                    game = await self._games.game(game_id)
                    async with self._games.store.writing() as tx:
                        await do(tx, game)

    def _tell(self) -> None:
        for listener in self._listeners:
            listener(None)

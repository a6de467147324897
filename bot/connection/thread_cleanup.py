"""Tidying of the bot's own threads: unused ones are deleted, those of finished games archived.

Which thread has a game stands in the database, so a restart forgets nothing. Archived threads are not looked
at: Discord opens them again when anything is written there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.connection.threads import GameThreads
from bot.connection.timeouts import Timeouts
from bot.runtime import errors
from bot.runtime.metrics import Metrics
from storage import Store

EVERY = 3600.0
"""Seconds between two rounds."""
KEPT_OPEN = timedelta(days=1)
"""How long a thread stays open after its game, for a rematch or a talk."""
YOUNG = timedelta(minutes=10)
"""How long a thread may wait for its game, unless an earlier run of the bot has made it."""
SWEPT_AFTER = 60
"""First waits (see `Timeouts`) after a failure until its leftovers are deleted."""
MOST_POSTS = 2
"""Messages in an unused thread: Discord's own notes that members were added."""


class ThreadCleanup:
    """Deletes and archives threads: on start, every hour, and soon after one may have been made in vain."""

    def __init__(
        self,
        threads: GameThreads,
        store: Store,
        metrics: Metrics,
        clock: Callable[[], datetime],
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - cannot change
        closed: Callable[[], bool] = lambda: False,
    ) -> None:
        self._threads = threads
        self._store = store
        self._metrics = metrics
        self._clock = clock
        self._pause = timeouts.pause
        self._closed = closed
        self._began: datetime | None = None
        self._rounds: asyncio.Task[None] | None = None
        self._sweeping: asyncio.Task[None] | None = None
        threads.failed = self._sweep_later

    async def start(self) -> None:
        """Tidy up, and from now on every hour."""
        await self.tidy()
        if self._rounds is None:
            self._rounds = asyncio.create_task(self._go_on(), name="threads")

    async def close(self) -> None:
        """Stop."""
        tasks = [task for task in (self._rounds, self._sweeping) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def tidy(self, young: timedelta = YOUNG) -> None:
        """Delete the unused threads that an interrupted run or call has left, but for those so young that
        they may get a game yet; archive those whose game has been over for a while."""
        if self._threads.under_way:
            return
        now = self._clock()
        self._began = self._began or now
        for thread in self._threads.own(before=max(self._began, now - young)):
            played = await self._store.games.last_played(thread.id)
            if played is None:
                if thread.message_count <= MOST_POSTS:
                    await self._threads.delete(thread)
            elif played.status == "over" and played.at <= now - KEPT_OPEN:
                await self._threads.close(thread.id)

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await errors.retry_forever(self.tidy, self._metrics, "threads", over=self._closed)

    def _sweep_later(self) -> None:
        """Delete the leftovers of a failure, once Discord has had time to announce them."""
        if self._sweeping is None or self._sweeping.done():
            self._sweeping = asyncio.create_task(self._sweep_soon(), name="unused threads")

    async def _sweep_soon(self) -> None:
        await asyncio.sleep(SWEPT_AFTER * self._pause)
        young = timedelta(seconds=SWEPT_AFTER / 2 * self._pause)
        await errors.retry_forever(lambda: self.tidy(young), self._metrics, "threads", over=self._closed)

"""Add the results of games that finished before results were stored, a few games at a time.

Since then a game gets its result in the transaction that finishes it, so that this finds nothing. Where it
stopped does not matter: what has no result yet is looked for in the database.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AsyncExitStack

from bot.core.game import lay
from bot.core.game_result import result_of
from bot.core.game_service import GameService
from bot.runtime import errors
from bot.runtime.fair_queue import Kind, Requester, work_for
from bot.runtime.metrics import Metrics
from bot.runtime.worker_threads import in_thread
from storage import DatabaseTrouble, GameResult

TOGETHER = 10
"""Games looked at in one step; their results are written together."""
SHARE = 4
"""A pause is so many times as long as the step before it."""


class MissingResults:
    """Works in steps with pauses between them; `finished` is called when no result is missing any more."""

    def __init__(
        self,
        games: GameService,
        metrics: Metrics | None = None,
        finished: Callable[[], None] = lambda: None,
        pause: float = 0.05,
    ) -> None:
        self._games = games
        self._gauges = metrics or Metrics()
        self._finished = finished
        self._pause = pause
        self._task: asyncio.Task[None] | None = None
        self.done = False
        """Whether no result is missing any more, but for those that cannot be read."""

    def start(self) -> None:
        """Begin to work. Twice does no harm."""
        if self._task is None:
            work = errors.retry_forever(self._add_all, self._gauges, "results")
            self._task = asyncio.create_task(work, name="missing results")

    async def close(self) -> None:
        """Stop where it is."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _add_all(self) -> None:
        work_for(Requester(kind=Kind.SPARE))
        last = 0
        while ids := await self._games.store.results.missing(TOGETHER, after=last):
            began = time.monotonic()
            await self._add(ids)
            last = ids[-1]
            await asyncio.sleep(max(self._pause, SHARE * (time.monotonic() - began)))
        self.done = True
        self._finished()

    async def _add(self, ids: list[int]) -> None:
        """Add the results of these games; for users who are erased meanwhile each game is locked."""
        async with AsyncExitStack() as locks:
            for game_id in sorted(ids):
                await locks.enter_async_context(self._games.locked(game_id))
            results = [result for game_id in ids if (result := await self._result(game_id)) is not None]
            async with self._games.store.writing() as tx:
                for result in results:
                    await tx.results.add(result)

    async def _result(self, game_id: int) -> GameResult | None:
        """The result of a game; None when it cannot be read, which the log then says."""
        try:
            stored = await self._games.store.games.load(game_id)
            if stored is None:
                return None
            return await in_thread(lambda: result_of(lay(stored.game, stored.entries, stored.snapshot)))
        except DatabaseTrouble:
            raise
        except Exception as error:  # one damaged log keeps no other game from its result
            errors.log_failure(self._gauges, "results", error, f"of game {game_id}")
            return None

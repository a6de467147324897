"""Pair players who look for a game: when one begins to look, and again as the windows widen."""

from __future__ import annotations

import asyncio

from bot.core.game_service import GameService
from bot.features.matches.service import pair
from bot.runtime import errors
from bot.runtime.metrics import Metrics
from bot.workers.keyed_worker import KeyedWorker

EVERY = 600.0
"""Seconds between two rounds: a window grows by some four points in that time."""


class Matchmaker:
    """Works through one server at a time; `every` seconds it looks at all of them."""

    def __init__(
        self, games: GameService, retry: float = 1.0, metrics: Metrics | None = None, every: float = EVERY
    ) -> None:
        self._games = games
        self._gauges = metrics or Metrics()
        self._every = every
        self._timer: asyncio.Task[None] | None = None
        self.rounds: KeyedWorker[int] = KeyedWorker("matchmaker", self._pair, retry=retry, metrics=metrics)

    def start(self) -> None:
        """Begin with all servers. Twice does no harm."""
        self.rounds.start()
        if self._timer is None:
            work = errors.retry_forever(self._again_and_again, self._gauges, "matchmaker")
            self._timer = asyncio.create_task(work, name="matchmaker")

    def wake(self, guild: int) -> None:
        """A player of a server has begun to look for a game."""
        self.rounds.schedule(guild)

    async def close(self) -> None:
        """Finish the round under way."""
        if self._timer is not None:
            self._timer.cancel()
            await asyncio.gather(self._timer, return_exceptions=True)
        await self.rounds.close()

    async def _again_and_again(self) -> None:
        while True:
            for guild in await self._games.store.seekers.guilds():
                self.rounds.schedule(guild)
            await asyncio.sleep(self._every)

    async def _pair(self, guild: int) -> None:
        if self._games.store.share.holds(guild):
            await pair(self._games, guild)

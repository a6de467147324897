"""Worker that carries tournaments on: one task for each, woken by its games, its changes and the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

from bot.connection.wake_signal import WakeSignal
from bot.core.game_service import GameService
from bot.features.tournaments.running.progress import Progress
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.runtime import errors
from bot.runtime.metrics import Metrics
from bot.workers.keyed_worker import KeyedWorker
from bot.workers.outbox_page_registry import LanguageIn

LONGEST_SLEEP = timedelta(hours=1)
"""How long it waits at most before it looks at the clock again."""


class TournamentWorker:
    """Settles what is due in each tournament. What was missed while the bot was stopped is done at its start,
    since all of it follows from what is stored."""

    def __init__(
        self,
        games: GameService,
        progress: Progress,
        language_in: LanguageIn,
        retry: float = 1.0,
        metrics: Metrics | None = None,
        wake_signal: WakeSignal | None = None,
    ) -> None:
        self._games = games
        self._progress = progress
        self._language_in = language_in
        self._metrics = metrics or Metrics()
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._lookups: set[asyncio.Task[None]] = set()
        self._open = False
        self.rounds: KeyedWorker[int] = KeyedWorker(
            "tournaments", self._settle, 0.0, retry, self._metrics, wake_signal
        )

    def wake(self, tournament: int) -> None:
        """Something has changed in a tournament."""
        self.rounds.schedule(tournament)

    def wake_soon(self) -> None:
        """Servers have come or gone: look at every tournament that is not over."""
        if self._open:
            looking = errors.retry_forever(
                self.wake_all, self._metrics, "tournaments", over=lambda: not self._open
            )
            self._look(looking, name="tournaments of servers")

    def wake_game(self, game: int | None) -> None:
        """Something has changed in a game: perhaps it belongs to a tournament."""
        if self._open and game is not None and self._ended(game):
            looking = errors.retry_forever(
                lambda: self._find(game), self._metrics, "tournaments", over=lambda: not self._open
            )
            self._look(looking, name=f"tournament of game {game}")

    def _look(self, looking: Coroutine[Any, Any, None], *, name: str) -> None:
        task = asyncio.create_task(looking, name=name)
        self._lookups.add(task)
        task.add_done_callback(self._lookups.discard)

    async def _find(self, game: int) -> None:
        tournament = await self._games.store.tournaments.of_game(game)
        if tournament is not None:
            self.wake(tournament)

    def _ended(self, game: int) -> bool:
        """Whether a game is not known to go on: only then is there anything to settle."""
        known = self._games.cached(game)
        return known is None or not known.playing

    async def wake_channel(self, channel: int) -> None:
        """The bot may write in a channel again: games may be opened there."""
        await self.wake_all()

    async def wake_all(self) -> None:
        """Look at every tournament that is not over."""
        for tournament in await self._games.store.tournaments.unfinished_ids():
            self.wake(tournament)

    async def start(self) -> None:
        """Begin to work, with every tournament that is not over."""
        self._open = True
        self.rounds.start()
        await self.wake_all()

    @property
    def idle(self) -> bool:
        """Whether nothing is under way."""
        return self.rounds.idle and not self._lookups

    async def close(self) -> None:
        """Finish what is under way."""
        self._open = False
        for timer in self._timers.values():
            timer.cancel()
        for task in self._lookups:
            task.cancel()
        await asyncio.gather(*self._lookups, return_exceptions=True)
        await self.rounds.close()

    async def _settle(self, tournament: int) -> None:
        share = self._games.store.share
        if share.count > 1 and not share.holds(await self._games.store.tournaments.guild_of(tournament)):
            return
        at = await self._progress.settle(tournament, self._words_in)
        if (timer := self._timers.pop(tournament, None)) is not None:
            timer.cancel()
        if at is not None and self._open:
            wait = min(max(timedelta(seconds=1), at - self._games.clock()), LONGEST_SLEEP)
            loop = asyncio.get_running_loop()
            self._timers[tournament] = loop.call_later(wait.total_seconds(), self.wake, tournament)

    def _words_in(self, channel: int, guild: int) -> Catalogue:
        return catalogue_for(self._language_in(channel, guild))

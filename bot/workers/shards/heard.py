"""What other processes have written, beyond games that are looked after here: it wakes those it is for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.core.game_service import GameService
from bot.runtime import errors
from bot.runtime.metrics import Metrics
from bot.workers.computer_player import ComputerPlayer
from bot.workers.league.rating_worker import RatingWorker
from bot.workers.league.tournaments import TournamentWorker
from bot.workers.outbox_sender import OutboxSender
from bot.workers.status_messages import StatusMessages
from storage import Change
from storage.tables import game_results, outbox, tournaments

OUTBOX, RESULTS, TOURNAMENTS = outbox.name, game_results.name, tournaments.name


class Heard:
    """Wakes workers for what is heard from other processes, and from the other shards of this one."""

    def __init__(
        self,
        games: GameService,
        metrics: Metrics,
        sender: OutboxSender,
        computer_player: ComputerPlayer,
        rating_worker: RatingWorker,
        tournament_worker: TournamentWorker,
        status_messages: StatusMessages,
    ) -> None:
        self._store = games.store
        self._metrics = metrics
        self._sender = sender
        self._computer_player = computer_player
        self._ratings = rating_worker
        self._tournaments = tournament_worker
        self._status_messages = status_messages
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def heard(self, change: Change) -> None:
        """Something was written elsewhere."""
        tables = change.tables

        def told(name: str) -> bool:
            return tables is None or name in tables

        if told(OUTBOX) and not change.games:
            self._sender.wake()
        if told(RESULTS):
            self._ratings.wake()
            for game_id in change.games or ():
                self._tournaments.wake_game(game_id)
        if told(TOURNAMENTS):
            self._tournaments.wake_soon()
            self._begin("cards", self._status_messages.wake_tournaments)
        if change.games is None:
            self._begin("computer_player", self._computer_player.wake_all)

    def _begin(self, what: str, wake: Callable[[], Awaitable[None]]) -> None:
        """Look for all that is to be woken; what is heard while it looks is looked for again."""
        task = self._tasks.get(what)
        if task is None or task.done():
            self._again.discard(what)
            self._tasks[what] = asyncio.create_task(self._look(what, wake), name=f"heard {what}")
        else:
            self._again.add(what)

    async def _look(self, what: str, wake: Callable[[], Awaitable[None]]) -> None:
        while True:
            await errors.retry_forever(wake, self._metrics, "heard")
            if what not in self._again:
                return
            self._again.discard(what)

    async def close(self) -> None:
        """Wake no one any more."""
        self._store.let_go()
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

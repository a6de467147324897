"""What other processes have written, beyond games that are looked after here: it wakes those it is for."""

from __future__ import annotations

import asyncio

from bot.core.game_service import GameService
from bot.runtime import errors
from bot.runtime.metrics import Metrics
from bot.workers.computer_player import ComputerPlayer
from bot.workers.league.rating_worker import RatingWorker
from bot.workers.league.tournaments import TournamentWorker
from bot.workers.outbox_sender import OutboxSender
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
    ) -> None:
        self._store = games.store
        self._metrics = metrics
        self._sender = sender
        self._computer_player = computer_player
        self._ratings = rating_worker
        self._tournaments = tournament_worker
        self._task: asyncio.Task[None] | None = None

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
        if change.games is None and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._wake_computer_player(), name="heard")

    async def _wake_computer_player(self) -> None:
        await errors.retry_forever(self._computer_player.wake_all, self._metrics, "heard")

    async def close(self) -> None:
        """Wake no one any more."""
        self._store.let_go()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

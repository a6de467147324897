"""Put the film of a player-turn in place of the map in its report, once both are there.

A film takes seconds to draw, in turns that no one waits for; so its posts do not stand in the queue of their
channel. What is to be done follows from the outbox, so a restart loses nothing and repeats nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

import discord

from bot.connection.lost_permissions import LostPermissions
from bot.connection.rest_guard import passing
from bot.connection.timeouts import Timeouts
from bot.connection.wake_signal import WakeSignal
from bot.core.game_service import GameService
from bot.core.report_pictures import FILM_POST
from bot.images.drawing_process import DrawingFailed
from bot.runtime.fair_queue import Kind, Requester, working_for
from bot.runtime.metrics import Metrics
from bot.transport.interactions import InteractionHandler
from bot.workers.keyed_worker import KeyedWorker
from bot.workers.outbox_page_registry import OutboxPages
from bot.workers.outbox_sender import OutboxSender
from bot.workers.turn_message import REPORT
from storage import OutboxMessage

log = logging.getLogger(__name__)


class TurnFilms:
    """Sends films. `largest` is how many bytes a file may have in a channel; the other arguments are those of
    OutboxSender."""

    def __init__(
        self,
        games: GameService,
        interactions: InteractionHandler,
        outbox_sender: OutboxSender,
        largest: Callable[[int], int],
        pages: OutboxPages,
        lost_permissions: LostPermissions,
        timeouts: Timeouts = Timeouts(),  # noqa: B008 - nothing can change it
        metrics: Metrics | None = None,
        wake_signal: WakeSignal | None = None,
    ) -> None:
        self._games = games
        self._interactions = interactions
        self._sender = outbox_sender
        self._largest = largest
        self._pages = pages
        self._lost_permissions = lost_permissions
        self.rounds: KeyedWorker[int] = KeyedWorker(
            "films", self._look, 0.0, timeouts.pause, metrics, wake_signal
        )

    def wake(self, game_id: int | None) -> None:
        """A post about that game got through: perhaps the report of a film."""
        if game_id is not None:
            self.rounds.schedule(game_id)

    async def start(self) -> None:
        """Go on with what was not done before the bot stopped."""
        for post in await self._games.store.outbox.waiting_of(FILM_POST):
            self.wake(post.game)
        self.rounds.start()

    async def _look(self, game_id: int) -> None:
        """Send the films of a game whose reports are posted. Raises errors worth a retry."""
        if not await self._games.served.here(game_id):
            return
        for post in await self._games.store.outbox.waiting_of(FILM_POST):
            if post.game != game_id:
                continue
            try:
                with working_for(Requester(kind=Kind.SPARE, place=post.channel)):
                    why = await self._send(post)
            except discord.HTTPException as error:
                if passing(error):
                    raise
                self._lost_permissions.refused(post.channel, error.code)
                why = f"refused: {error.status} {error.code}"
            if why:
                log.info("film %s of game %s is given up: %s", post.id, game_id, why)
                async with self._games.store.writing() as tx:
                    await tx.outbox.give_up(post.id, why)

    async def _send(self, post: OutboxMessage) -> str:
        """Put a film into its report, if that is posted; why there will never be one, "" without a reason."""
        assert post.game is not None
        if why := self._lost_permissions.blocked_reason(post.channel):
            return why
        reports = await self._games.store.outbox.of_game(post.game, REPORT)
        mine = [report for report in reports if report.body["last"] == post.body["last"]]
        if any(report.posted is None and not report.failed for report in mine):
            return ""  # the outbox sender says when it is through
        message = mine[-1].posted if mine else None
        if message is None:
            return "its report was not posted"
        film_page = await self._pages.page(post)
        if film_page is None or film_page.picture is None:
            return "nothing to show"
        try:
            await self._interactions.pictures.png(film_page.picture, self._largest(post.channel))
        except DrawingFailed:
            return "not drawn"
        told = [report for report in reports if report.posted == message]
        async with self._sender.locked(post.channel):
            page = await self._pages.page(told[-1], told[:-1])
            if page is None or page.picture is None:
                return "its report has no picture any more"
            page = replace(page, picture=film_page.picture)
            if not await self._sender.edited(post.channel, message, page):
                return "its report is gone"
            async with self._games.store.writing() as tx:
                await tx.outbox.mark_posted(post.id, message)
        return ""

"""Draw public dice: wait for the round that follows an order's announcement, then carry the order out.

Nothing is kept in memory: what waits stands in the database, and goes on after a restart where it was.
"""

from __future__ import annotations

import asyncio
import logging

from bot.beacon import announcement
from bot.beacon.announced_orders import round_of
from bot.beacon.client import BeaconClient, NoRound
from bot.beacon.rounds import Round, posted_at
from bot.connection.lost_permissions import HOPELESS
from bot.connection.wake_signal import WakeSignal
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby.start import begin
from bot.runtime import errors
from bot.runtime.metrics import Metrics
from bot.workers.keyed_worker import KeyedWorker
from engine.errors import NotOnTable, Refused
from storage import AnnouncedOrder

log = logging.getLogger(__name__)

PAUSES = (0.5, 0.5, 1.0, 1.5)
"""Until relays have a round that has just come into being, and between the first tries; times `retry`."""
OUTAGE = 30.0
"""Seconds after a round's time from which the channel is told that the beacon is out."""
AGAIN = 30.0
"""Seconds until what could not be posted is announced again."""


class PublicDiceWorker:
    """Draws the dice of announced orders; `retry` is the first wait in seconds during an outage."""

    def __init__(
        self,
        games: GameService,
        beacon: BeaconClient,
        retry: float = 1.0,
        metrics: Metrics | None = None,
        wake_signal: WakeSignal | None = None,
    ) -> None:
        self._games = games
        self._beacon = beacon
        self._pauses = [pause * retry for pause in PAUSES]
        self._gauges = metrics or Metrics()
        self.rounds: KeyedWorker[int] = KeyedWorker(
            "public_dice", self._draw, retry=retry, metrics=metrics, wake_signal=wake_signal
        )

    def wake(self, game_id: int | None) -> None:
        """Something was written or posted: of a game whose order waits, its announcement perhaps."""
        if game_id is not None and self._games.announced_orders.expects(game_id):
            self.rounds.schedule(game_id)

    async def start(self) -> None:
        """Go on with what waited when the bot stopped. Twice does no harm."""
        for game_id in await self._games.announced_orders.expect_all():
            self.rounds.schedule(game_id)
        self.rounds.start()

    async def close(self) -> None:
        """Stop waiting, and close the connections to the beacon."""
        await self.rounds.close(within=1.0)
        await self._beacon.close()

    async def _draw(self, game_id: int) -> None:
        """Carry out the order of a game that waits, if its announcement is posted. Raises NoRound."""
        if not await self._games.served.here(game_id):
            return
        order = await self._games.store.dice.announced(game_id)
        if order is None or await self._is_gone(game_id):
            self._games.announced_orders.drawn(game_id)
            return
        post = await self._games.store.outbox.get(order.letter)
        if post is None or post.posted is None:
            if post is None or (post.failed and post.failed not in HOPELESS.values()):
                await asyncio.sleep(AGAIN)
                await self._announce_again(order)
            return  # woken when it is posted
        number = self._beacon.chain.round_after(posted_at(post.posted))
        try:
            round_ = await self._round(game_id, number)
        except NoRound:
            await self._tell_outage(order, number)
            raise
        await self._carry_out(order, post.posted, round_)

    async def _is_gone(self, game_id: int) -> bool:
        """Whether a game has ended, or was deleted, with its order waiting; nothing waits then."""
        try:
            over = (await self._games.game(game_id)).record.status == "over"
        except NotOnTable:
            return True
        if over:
            async with self._games.store.writing() as tx:
                await tx.dice.drop(game_id)
        return over

    async def _announce_again(self, order: AnnouncedOrder) -> None:
        """Post again what could not be posted, though there is nothing that keeps us from posting."""
        game = await self._games.game(order.game)
        log.warning("game %s: announcement %s was not posted; it is posted again", order.game, order.number)
        async with self._games.store.writing() as tx:
            body = {"number": order.number, "seal": announcement.seal(order.fixed)}
            letter = await tx.outbox.add(game=order.game, channel=game.record.channel, kind="roll", body=body)
            await tx.dice.announce_again(order.game, letter)
        self._games.notify(order.game)

    async def _round(self, game_id: int, number: int) -> Round:
        """A round, as soon as there is one. Raises NoRound."""
        chain = self._beacon.chain
        game = await self._games.game(game_id)
        if game.record.beacon != chain.hash:
            raise NoRound(f"game {game_id} draws on another chain, {game.record.beacon}")
        settling, *pauses = self._pauses
        due = chain.time_of(number) + settling - self._games.clock().timestamp()
        await asyncio.sleep(min(max(due, 0.0), chain.period + settling))  # our clock may be wrong
        for pause in pauses if due > -sum(pauses) else ():
            try:
                return await self._beacon.fetch(number)
            except NoRound:
                await asyncio.sleep(pause)
        return await self._beacon.fetch(number)

    async def _tell_outage(self, order: AnnouncedOrder, number: int) -> None:
        """Tell the channel, once, that the beacon is out and that nothing is lost."""
        late = self._games.clock().timestamp() - self._beacon.chain.time_of(number)
        if order.told or late < OUTAGE:
            return
        game = await self._games.game(order.game)
        async with self._games.store.writing() as tx:
            body = {"number": order.number, "round": number}
            await tx.outbox.add(game=order.game, channel=game.record.channel, kind="beacon_out", body=body)
            await tx.dice.tell(order.game)
        self._games.notify(order.game)

    async def _carry_out(self, order: AnnouncedOrder, message: int, round_: Round) -> None:
        """Play the order with its round, once; one that the referee refuses now waits no more."""
        games = self._games
        async with games.locked(order.game):
            waiting = await games.store.dice.announced(order.game)
            if waiting is not None and waiting.number == order.number:
                try:
                    if order.command is None:
                        await begin.begin_drawn(games, order, message, round_)
                    else:
                        await self._play(order, message, round_)
                except Refused as refused:  # it was tried out when it was announced
                    errors.log_failure(self._gauges, "public dice", refused, f"in game {order.game}")
                    async with games.store.writing() as tx:
                        await tx.dice.drop(order.game)
        games.announced_orders.drawn(order.game)
        if order.command is None:
            await begin.begin_twin(games, order.game)

    async def _play(self, order: AnnouncedOrder, message: int, round_: Round) -> None:
        game = await self._games.game(order.game)
        assert order.command is not None
        assert order.seq == game.last + 1, "nothing is written while an order waits"
        entry = self._games.play(game, order.side, order.command, order.who, round_.randomness)
        drawn = round_of(order, message, round_)
        actor = None
        if order.interaction is not None:
            record = game.record
            actor = Actor(
                user=order.who or 0,
                name="",
                interaction=order.interaction,
                guild=record.guild,
                channel=record.channel,
            )
        await self._games.write(game, entry, actor, lambda tx: tx.dice.draw(drawn), order.at)

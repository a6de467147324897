"""A pause that both sides agree on, and that either ends. No Discord."""

from __future__ import annotations

from bot.core import game_clock
from bot.core.game import Game
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.core.who_acts import PAUSE_AGREED, PAUSE_ENDED
from bot.features.agreements.consent import MutualProposal, Proposal
from bot.ui.page import Page
from engine.errors import IllegalOrder
from engine.events import Noted
from storage import Entry, Pause, WriteTransaction


class PauseOffers(MutualProposal):
    """Proposes a pause. Who has no opponent but the computer player is not asked twice.

    A pause without a reason is one of the players; a moderator's has one, and only moderators end it.
    """

    topic = "pause"

    async def unasked(self, game: Game, wish: Proposal, actor: Actor, partner: str) -> Page:
        """Paused at once."""
        await self._halt(game, actor)
        return self.outcome(actor, "done")

    async def grant(self, game: Game, side: str, actor: Actor) -> Page:
        """Paused, as agreed."""
        await self._halt(game, actor)
        return self.outcome(actor, "agreed")

    async def _halt(self, game: Game, actor: Actor) -> None:
        now = self.games.clock()

        async def halt(tx: WriteTransaction) -> None:
            await game_clock.deduct_time(tx, game, now, now)
            await tx.pauses.save(Pause(game=game.record.id, by=actor.user, reason="", since=now))
            await _tell(tx, game)

        await self.games.write(game, self._entry(actor, PAUSE_AGREED), actor, halt)

    async def resume(self, actor: Actor, game_id: int | None = None) -> Page:
        """End a pause of the players, in the game of a channel by default. Raises Refused."""
        unlocked = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        async with self.games.locked(unlocked.record.id):
            game = await self.games.game(unlocked.record.id)
            if await self.games.was_obeyed(actor):
                return self.outcome(actor, "ended")
            side_of_player(game, actor.user)
            pause = await self.games.paused(game.record.id)
            if pause is None:
                raise IllegalOrder("", "not_paused")
            if pause.reason:
                raise IllegalOrder("", "moderators_pause", why=pause.reason)

            async def go_on(tx: WriteTransaction) -> None:
                await tx.pauses.delete(game.record.id)
                await game_clock.update_clocks(tx, game, self.games.clock())
                await _tell(tx, game)

            await self.games.write(game, self._entry(actor, PAUSE_ENDED), actor, go_on)
        return self.outcome(actor, "ended")

    def _entry(self, actor: Actor, act: str) -> Entry:
        noted = Noted(kind="ruling", facts={"act": act, "why": ""})
        return Entry(kind="ruling", who=actor.user, events=(noted,), at=self.games.clock())


async def _tell(tx: WriteTransaction, game: Game) -> None:
    """Put into the outbox what the entry that is written now has changed."""
    body = {"seq": game.last + 1}
    await tx.outbox.add(game=game.record.id, channel=game.record.channel, kind="ruling", body=body)

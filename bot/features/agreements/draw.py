"""A draw that both sides agree on: one offers it, the other agrees or plays on. No Discord."""

from __future__ import annotations

from bot.core.game import Game
from bot.core.order_rules.side_of_player import side_of_player
from bot.core.requests.actor import Actor
from bot.features.agreements import draw_page
from bot.features.agreements.consent import MutualProposal, Proposal, judges, known
from bot.i18n.names import Names
from bot.ui.page import Page
from engine.commands import Draw
from opponent import accepts_draw


class DrawOffers(MutualProposal):
    """Offers a draw. The computer player decides at once; who plays both sides is asked whether they mean
    it.

    An offer says nothing of the table, and lapses with the next order that everybody knows of.
    """

    topic = "draw"

    async def unasked(self, game: Game, wish: Proposal, actor: Actor, partner: str) -> Page:
        """The computer player agrees unless it is ahead on points; a player of both sides confirms."""
        if not partner:
            return draw_page.sure(Names.to(actor.language, actor.user, game), wish.side, known(game))
        if not accepts_draw(game.system, game.scenario, game.state, partner):
            return self.outcome(actor, "partner_refused")
        await self._end(game, partner, None, actor)
        return self.outcome(actor, "partner_agreed")

    async def sure(self, actor: Actor, game_id: int, side: str, stamp: int) -> Page:
        """End a game of a single player after their confirmation. Raises Refused."""
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            if await self.games.store.receipts.get(actor.interaction) is not None:
                return self.outcome(actor, "done")
            side_of_player(game, actor.user)
            mine = side in game.sides_of(actor.user) and not judges(game, side)
            if stamp != known(game) or not mine or any(s.bot for s in game.record.seats):
                return self.outcome(actor, "lapsed")
            await self._end(game, side, actor.user, actor)
        return self.outcome(actor, "done")

    async def grant(self, game: Game, side: str, actor: Actor) -> Page:
        """The end of the game, said by a side of those who agree."""
        own = next(mine for mine in game.sides_of(actor.user) if mine != side)
        await self._end(game, own, actor.user, actor)
        return self.outcome(actor, "agreed")

    async def _end(self, game: Game, side: str, who: int | None, actor: Actor) -> None:
        await self.games.give(game, side, Draw(), who, actor)

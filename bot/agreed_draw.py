"""A draw that both sides agree on: one offers it, the other agrees or plays on. No Discord."""

from __future__ import annotations

from bot.consent import Consent, Wish, judges, known
from bot.desk import By, speaker
from bot.page import Page
from bot.say import agreed_draw as saying
from bot.say.names import Names
from bot.table import Table
from engine.commands import Draw
from engine.errors import Refused
from opponent import accepts_draw


class AgreedDraw(Consent):
    """Offers a draw. The sparring partner decides at once; who plays both sides is asked whether he means it.

    An offer says nothing of the table, and lapses with the next order that everybody knows of.
    """

    topic = "draw"

    async def offer(self, by: By) -> Page:
        """Offer a draw in the game of a channel. Raises Refused."""
        table = await self.desk.table_in(by.channel)
        try:
            return await self.ask(by, table.game.id)
        except Refused as refused:
            refused.names = Names.to(by.language, by.user, table)  # type: ignore[attr-defined]
            raise

    async def ask(self, by: By, game: int) -> Page:
        """Offer a draw; where the other side's offer stands, this agrees to it. Raises Refused."""
        table = await self.desk.table(game)
        for side in table.scenario.side_ids:
            theirs = table.playing and by.user in judges(table, side)
            if theirs and await self._stands(table, side):
                return await self.answer(by, game, side, known(table), agreed=True)
        return await super().ask(by, game)

    async def _stands(self, table: Table, side: str) -> bool:
        """Whether an offer of that side waits for its answer."""
        asked = await self.found(table, "asked", side)
        return asked and not await self.found(table, "refused", side)

    def wish(self, table: Table, by: By) -> Wish:
        """A draw, for the side somebody speaks for."""
        return Wish(side=speaker(table, by.user))

    def open(self, table: Table, side: str) -> bool:
        """Always, as long as the game is on."""
        return True

    async def unasked(self, table: Table, wish: Wish, by: By, partner: str) -> Page:
        """The sparring partner agrees unless it stands better on points; one's own word is confirmed."""
        if not partner:
            return saying.sure(Names.to(by.language, by.user, table), wish.side, known(table))
        if not accepts_draw(table.system, table.scenario, table.state, partner):
            return self.said(by, "partner_refused")
        await self._end(table, partner, None, by)
        return self.said(by, "partner_agreed")

    async def sure(self, by: By, game: int, side: str, stamp: int) -> Page:
        """End a game that somebody plays with himself, now that he has confirmed it. Raises Refused."""
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            if await self.desk.store.receipt(by.interaction) is not None:
                return self.said(by, "done")
            speaker(table, by.user)
            mine = side in table.sides_of(by.user) and not judges(table, side)
            if stamp != known(table) or not mine or any(s.bot for s in table.game.seats):
                return self.said(by, "lapsed")
            await self._end(table, side, by.user, by)
        return self.said(by, "done")

    async def grant(self, table: Table, side: str, by: By) -> Page:
        """The end of the game, said by a side of those who agree."""
        own = next(mine for mine in table.sides_of(by.user) if mine != side)
        await self._end(table, own, by.user, by)
        return self.said(by, "agreed")

    async def _end(self, table: Table, side: str, who: int | None, by: By) -> None:
        await self.desk.write(table, self.desk.play(table, side, Draw(), who), by)

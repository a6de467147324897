"""Sharing a picture of a game with others: from what everybody knows, where the one who shares may post."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from bot import moments
from bot.desk import By, Desk, receipt
from bot.moments import Stretch
from bot.page import Page
from bot.say import refusals, sharing
from bot.say.names import Names
from bot.words import Words, speak
from engine.errors import IllegalOrder, NotOnTable, Refused
from storage import Letter

KIND = "share"
GALLERY = "gallery"
"""What the channel for shared pictures is called among a server's settings."""
MOST, WITHIN = 3, timedelta(minutes=10)
"""How many pictures of a game somebody may share in how long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A channel to post in, and what permissions the one who asks and the bot lack there."""

    channel: int
    asker_lacks: tuple[str, ...] = ()
    bot_lacks: tuple[str, ...] = ()


class Sharing:
    """Posts pictures of games."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def gallery(self, guild: int) -> int | None:
        """The channel that a server has for shared pictures."""
        return (await self.desk.store.ask(lambda reading: reading.settings(guild))).get(GALLERY)

    async def share(self, by: By, what: str, spot: Spot | None, caption: str = "") -> Page:
        """Post a moment of the game of the asker's channel. `spot` is where, None where that is not known.

        Refused: no_gallery, share_forbidden, cannot_write_there, nothing_to_share, shared_before,
        shared_often.
        """
        table = await self.desk.table_in(by.channel)
        names = Names.to(by.language, by.user, table)
        try:
            return await self._share(by, table.game.id, what, spot, caption)
        except Refused as refused:
            return refusals.page(names.words, refused, names)

    async def _share(self, by: By, game: int, what: str, spot: Spot | None, caption: str) -> Page:
        if spot is None:
            raise NotOnTable("", "no_gallery")
        if spot.asker_lacks:
            raise IllegalOrder("", "share_forbidden", channel=spot.channel, missing=spot.asker_lacks)
        if spot.bot_lacks:
            raise IllegalOrder("", "cannot_write_there", channel=spot.channel, missing=spot.bot_lacks)
        async with self.desk.alone(game):
            table = await self.desk.table(game)
            moment = await asyncio.to_thread(moments.latest, table, what)
            if moment is None or table.game.status == "lobby":
                raise NotOnTable("", "nothing_to_share", what=what)
            body = {"what": what, **asdict(moment.stretch)}
            if await self.desk.store.receipt(by.interaction) is None:
                self._check(by, spot, body, await self.desk.store.letters_of(game, KIND))
                told = {"by": by.user, "name": by.name, "caption": caption[: sharing.LONGEST_CAPTION]}
                async with self.desk.store.writing() as w:
                    await w.receive(receipt(by, game, shared=spot.channel))
                    await w.post(game=game, channel=spot.channel, kind=KIND, body={**body, **told})
        self.desk.tell(game)
        return sharing.shared(speak(by.language), spot.channel)

    def _check(self, by: By, spot: Spot, body: dict[str, Any], before: list[Letter]) -> None:
        """Raises IllegalOrder for the same picture again, or too many of them."""
        stands = [letter for letter in before if not letter.failed]
        same = [x for x in stands if {name: x.body.get(name) for name in body} == body]
        if any(letter.channel == spot.channel for letter in same):
            raise IllegalOrder("", "shared_before", channel=spot.channel)
        since = self.desk.clock() - WITHIN
        if sum(1 for x in stands if x.body.get("by") == by.user and x.at > since) >= MOST:
            raise IllegalOrder("", "shared_often", n=MOST, minutes=WITHIN.seconds // 60)


async def page_of(desk: Desk, words: Words, letter: Letter) -> Page | None:
    """The page of a shared picture; None when what it shows has left the log."""
    assert letter.game is not None
    table, body = await desk.table(letter.game), letter.body
    stretch = Stretch(**{name: body[name] for name in ("first", "start", "last", "stop", "stage")})
    facts = {"name": str(body["name"]), "caption": str(body["caption"])}

    def tell() -> Page | None:
        moment = moments.at(table, stretch)
        return None if moment is None else sharing.page(words, moment, str(body["what"]), **facts)

    return await asyncio.to_thread(tell)

"""Who has a what-if open, and where: opened, found again after a restart, sent, thrown away."""

from __future__ import annotations

import asyncio
import re
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Callable

from bot.buttons import Pressed
from bot.desk import By, Desk
from bot.page import Note, Page
from bot.room import Room
from bot.say import refusals
from bot.say import whatif as saying
from bot.say.names import Names
from bot.whatif.desk import Sent, WhatIfDesk
from bot.words import speak
from engine.errors import GameOver, IllegalOrder, NotOnTable, NotYours, Refused
from storage import WhatIf

SEED_BYTES = 32
MOST_ROOMS = 100
"""What-ifs whose tables are kept in memory; the others are laid again from what is kept of them."""
MOST_FACES = 60
"""Dice laid ready at once."""


class WhatIfRoom(Room):
    """A what-if and all that can be done in it. Whatever leaves it says that it is one."""

    desk: WhatIfDesk

    async def shown(self, by: By, page: Page) -> Page:
        """The page under its flag; after orders in secret were carried out, with the report nobody posts."""
        table = await self.desk.table(-self.desk.kept.game)
        names = Names.to(by.language, by.user, table)
        last, self.desk.last = self.desk.last, None
        outdated = await self.desk.outdated()
        return await asyncio.to_thread(saying.flagged, names, page, self.desk.kept, outdated, last)


class WhatIfs:
    """All what-ifs, one of a person in a game. `secret` makes their seeds, never those of games."""

    def __init__(self, desk: Desk, secret: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self.desk = desk
        self._secret = secret
        self._open: dict[tuple[int, int], WhatIf] = {}
        self._rooms: OrderedDict[tuple[int, int], WhatIfRoom] = OrderedDict()

    async def load(self) -> None:
        """Find those that were open when the bot was stopped."""
        async with self.desk.store.writing() as w:
            await w.drop_idle_whatifs()
            found = await w.whatifs()
        self._open = {(kept.user, kept.channel): kept for kept in found}
        self._rooms.clear()

    def at(self, by: By) -> WhatIfRoom | None:
        """The what-if in which somebody's typed orders count in this channel."""
        return self._room(by, by.channel)

    def of(self, by: By, game: int) -> WhatIfRoom | None:
        """The what-if of somebody about a game."""
        mine = (c for (u, c), kept in self._open.items() if u == by.user and kept.game == game)
        return self._room(by, next(mine, 0))

    def _room(self, by: By, channel: int) -> WhatIfRoom | None:
        where = (by.user, channel)
        if where not in self._open:
            return None
        if where not in self._rooms:
            self._rooms[where] = WhatIfRoom(WhatIfDesk(self.desk, self._open[where], by.name, self._changed))
        self._rooms.move_to_end(where)
        while len(self._rooms) > MOST_ROOMS:
            self._rooms.popitem(last=False)
        return self._rooms[where]

    def _changed(self, kept: WhatIf) -> None:
        """A what-if was written down: unless it has been thrown away meanwhile, it is so now."""
        where = (kept.user, kept.channel)
        if where in self._open and self._open[where].game == kept.game:
            self._open[where] = kept

    def heard(self, game: int | None) -> None:
        """A game was written: when it is over, so are all what-ifs about it."""
        table = self.desk.at_hand(game) if game is not None else None
        if table is not None and table.game.status == "over":
            for where in [where for where, kept in self._open.items() if kept.game == game]:
                self._forget(where)

    def forget(self, user: int) -> None:
        """Nobody has a what-if any more who was forgotten."""
        for where in [where for where in self._open if where[0] == user]:
            if where in self._rooms:
                self._rooms[where].desk.spent = True
            self._forget(where)

    def _forget(self, where: tuple[int, int]) -> None:
        self._open.pop(where, None)
        self._rooms.pop(where, None)

    # --- what its owner does -------------------------------------------------------------------------

    async def open(self, by: By) -> Page:
        """Copy the table as the asker may know it; one that is open already is shown again."""
        room, key = self.at(by), "whatif.again"
        try:
            room, key = room or await self._copy(by), key if room else "whatif.opened"
        except Refused as refused:
            return refusals.page(speak(by.language), refused, await self._names(by))
        page = await room.clerk.panel(by, -room.desk.kept.game)
        names = Names.to(by.language, by.user, await room.desk.table_in(by.channel))
        return await room.shown(by, saying.opened(names, page, key))

    async def _copy(self, by: By) -> WhatIfRoom:
        table = await self.desk.table_in(by.channel)
        if table.game.status == "lobby":
            raise NotYours("", "not_started")
        if not table.playing:
            raise GameOver("", "game_over")
        kept = WhatIf(
            game=table.game.id,
            user=by.user,
            channel=table.game.channel,
            side=table.side_for(by.user),
            after=table.last,
            seed=self._secret(SEED_BYTES),
        )
        async with self.desk.store.writing() as w:
            await w.keep_whatif(kept)
        where = (by.user, kept.channel)
        self._rooms.pop(where, None)
        self._open[where] = kept
        room = self._room(by, kept.channel)
        assert room is not None
        return room

    async def lay(self, by: By, text: str) -> Page:
        """Say how the next dice of the what-if are to fall; nothing: as they like again."""
        room = self.at(by)
        if room is None:
            return await self._none(by)
        names = Names.to(by.language, by.user, await room.desk.table_in(by.channel))
        try:
            faces = _faces(text)
        except Refused as refused:
            return refusals.page(names.words, refused, names)
        await room.desk.lay_faces(faces)
        page = await room.clerk.panel(by, -room.desk.kept.game)
        return await room.shown(by, saying.laid(names, page, faces))

    async def send(self, by: By) -> Page:
        """Give the orders to the game, and throw the what-if away once any of them was taken."""
        room = self.at(by)
        if room is None:
            return await self._none(by)
        try:
            sent = await room.desk.send(by)
        except Refused as refused:
            return refusals.page(speak(by.language), refused, await self._names(by))
        finally:
            if room.desk.spent:
                self._forget((by.user, by.channel))
        return await asyncio.to_thread(_sent, by, sent)

    async def end(self, by: By) -> Page:
        """Throw the what-if away."""
        if self.at(by) is None:
            return await self._none(by)
        await self._drop(by)
        return Page(text=speak(by.language)("whatif.ended"))

    async def pressed(self, by: By, pressed: Pressed) -> Page | None:
        """The page that a button of a what-if leads to; None for a button of a game."""
        if pressed.game >= 0:
            return None
        room = self.of(by, -pressed.game)
        if room is None:
            return await self.gone(by)
        if pressed.verb == "whatifsend":
            return await self.send(by)
        if pressed.verb == "whatifend":
            return await self.end(by)
        return await room.shown(by, await room.presses.answer(by, pressed))

    async def written(self, by: By, game: int, text: str) -> Page:
        """The form of a what-if was sent."""
        room = self.of(by, -game)
        if room is None:
            return await self.gone(by)
        return await room.shown(by, await room.secretary.written(by, game, text))

    async def gone(self, by: By) -> Page:
        """For one who presses a button of a what-if that is no more."""
        return Page(notes=(Note(text=speak(by.language)("whatif.gone"), tone="refusal"),))

    async def _drop(self, by: By) -> None:
        where = (by.user, by.channel)
        kept = self._open[where]
        if where in self._rooms:
            self._rooms[where].desk.spent = True
        async with self.desk.store.writing() as w:
            await w.drop_whatifs(kept.game, kept.user)
        self._forget(where)

    async def _none(self, by: By) -> Page:
        words = speak(by.language)
        return refusals.answer(words, NotOnTable("", "no_whatif"))

    async def _names(self, by: By) -> Names | None:
        if await self.desk.store.number_in(by.channel) is None:
            return None
        return Names.to(by.language, by.user, await self.desk.table_in(by.channel))


def _sent(by: By, sent: Sent) -> Page:
    return saying.sent(Names.to(by.language, by.user, sent.table), sent)


def _faces(text: str) -> tuple[int, ...]:
    """Faces as typed, apart by blanks or commas. Raises IllegalOrder."""
    plain = unicodedata.normalize("NFKC", text).strip()
    words = re.split(r"[\s,;]+", plain) if plain else []
    if len(words) > MOST_FACES or not all(re.fullmatch(r"[1-9]\d{0,3}", word) for word in words):
        raise IllegalOrder("", "whatif_faces", asked=text.strip()[:60], n=MOST_FACES)
    return tuple(map(int, words))

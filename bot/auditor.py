"""The dice of a game looked at: are they what was promised, how lucky was who; and a word mixed into them."""

from __future__ import annotations

import asyncio
import re

from bot import opening
from bot.desk import By, Desk
from bot.page import Note, Page
from bot.say import fairness, luck, refusals
from bot.say.names import Names
from engine.errors import IllegalOrder, Refused

WORD = re.compile(r"[A-Za-z0-9_-]{1,32}")
MOST_SALTS = 24
"""Words mixed into the dice of a game: they stand in one line of its first post."""


class Auditor:
    """Answers questions about dice, for players and spectators alike."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def verify(self, by: By) -> Page:
        """Every die that the asker may know of, thrown again."""
        names = await self._names(by)
        viewer = names.table.side_for(by.user)
        return await asyncio.to_thread(fairness.page, names, viewer)

    async def luck(self, by: By, theme: str = "") -> Page:
        """How lucky who was."""
        names = await self._names(by)
        viewer = names.table.side_for(by.user)
        return await asyncio.to_thread(luck.page, names, viewer, theme)

    async def salt(self, by: By, word: str) -> Page:
        """Mix a word of a player's own into the dice, before the game begins."""
        names = await self._names(by)
        word = word.strip()
        try:
            if not WORD.fullmatch(word):
                raise IllegalOrder("", "salt_unfit", word=word[:40])
            table = await opening.salt(self.desk, names.table.game.id, by, word, MOST_SALTS)
        except Refused as refused:
            return refusals.page(names.words, refused, names)
        told = Names.to(by.language, by.user, table)
        text = told.words("verify.salted", word=word, salts=fairness.salts(told))
        return Page(notes=(Note(text=text),))

    async def _names(self, by: By) -> Names:
        return Names.to(by.language, by.user, await self.desk.table_in(by.channel))

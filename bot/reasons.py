"""Tells why something came out as it did, to whoever asks. No Discord."""

from __future__ import annotations

import asyncio
from itertools import islice

from bot import results
from bot.buttons import Pressed
from bot.desk import By, Desk
from bot.fitting import fitting
from bot.lookup import Lookup
from bot.page import MOST_CHOICES, Choice, Page
from bot.results import Result
from bot.say import refusals, status
from bot.say import why as saying
from bot.say.names import Names
from bot.say.rules import Book
from bot.table import Table
from engine.errors import NotOnTable, Refused

MOST_SEARCHED = 200
"""Results that are looked through for what somebody asks in his own words."""


class Reasons:
    """Answers /why and its buttons."""

    def __init__(self, desk: Desk, lookup: Lookup) -> None:
        self.desk = desk
        self.lookup = lookup

    async def why(self, by: By, about: str) -> Page:
        """The result that is meant, explained: the newest one, where nothing is said."""
        table = await self.desk.table_in(by.channel)
        if table.game.status == "lobby":
            return status.status(Names.to(by.language, by.user, table))
        return await self._page(by, table, about)

    async def pressed(self, by: By, pressed: Pressed) -> Page:
        """The result a button is about, or one chosen in the menu."""
        table = await self.desk.table(pressed.game)
        return await self._page(by, table, pressed.chosen or ".".join(pressed.about))

    async def _page(self, by: By, table: Table, about: str) -> Page:
        book = await self.lookup.book(by, table=table)
        names = Names.to(by.language, by.user, table)
        try:
            return await asyncio.to_thread(_told, names, table, book, about)
        except Refused as refused:
            return refusals.answer(names.words, refused, names)

    async def results(self, by: By, text: str) -> list[Choice]:
        """The results that can be asked about, the newest first."""
        try:
            table = await self.desk.table_in(by.channel)
        except Refused:
            return []
        names = Names.to(by.language, by.user, table)
        return await asyncio.to_thread(_choices, names, table, text)


def _told(names: Names, table: Table, book: Book, about: str) -> Page:
    result = _meant(names, table, about)
    if result is None:
        return Page(text=names.words("why.nothing"))
    others = list(islice(results.newest(table), MOST_CHOICES))
    then = Names(names.words, table.at(result.entry.seq).seen(names.table.viewer or ""))
    return saying.page(then, names.table.stamp, book, result, others)


def _meant(names: Names, table: Table, about: str) -> Result | None:
    """The result that is meant by its id or its words. Raises NotOnTable where words fit none."""
    if not about.strip():
        recent = list(islice(results.newest(table), MOST_CHOICES))
        return next((r for r in recent if r.dice), next(iter(recent), None))
    found = results.called(table, about)
    if found is not None:
        return found
    asked = about.casefold().split()
    recent = list(islice(results.newest(table), MOST_SEARCHED))
    for result in recent:
        told = saying.label(names, result).casefold()
        if all(word in told for word in asked):
            return result
    raise NotOnTable("", "no_such_result", asked=about[:60])


def _choices(names: Names, table: Table, text: str) -> list[Choice]:
    recent = islice(results.newest(table), MOST_CHOICES if not text.strip() else MOST_SEARCHED)
    found = (saying.choice(names, result) for result in recent)
    return fitting((Choice(label=c.label, value=c.value) for c in found), text)

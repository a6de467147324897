"""What a marshal can type next: units, what is to be set right of them, phases to roll back to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from bot import correcting
from bot.desk import By
from bot.fitting import fitting
from bot.marshal import Marshal, moments
from bot.page import Choice
from bot.say import marshal as saying
from bot.say.names import Names
from bot.table import Table
from bot.words import speak
from engine.errors import Refused


class Rulings:
    """Choices for the options of /marshal; none for who may not use it."""

    def __init__(self, marshal: Marshal) -> None:
        self.marshal = marshal

    async def units(self, by: By, text: str) -> list[Choice]:
        """The units that everybody sees, and the game."""
        return await self._found(by, text, lambda names, _: _units(names))

    async def kinds(self, by: By, unit: str, text: str) -> list[Choice]:
        """What can be set right of a unit."""
        return await self._found(by, text, lambda names, _: _kinds(names, unit))

    async def values(self, by: By, unit: str, what: str, text: str) -> list[Choice]:
        """What that can be set to."""
        return await self._found(by, text, lambda names, _: _values(names, unit, what))

    async def phases(self, by: By, text: str) -> list[Choice]:
        """The phases to which the game can be rolled back."""
        return await self._found(by, text, _phases)

    async def _found(
        self, by: By, text: str, find: Callable[[Names, Table], Iterable[Choice]]
    ) -> list[Choice]:
        try:
            table = await self.marshal.desk.table_in(by.channel)
            await self.marshal.check(by, table)
            if not table.playing:
                return []
            names = Names(speak(by.language), table)
            return fitting(await asyncio.to_thread(lambda: list(find(names, table))), text)
        except Refused:
            return []


def _units(names: Names) -> Iterable[Choice]:
    yield Choice(label=names.words("marshal.game"), value=correcting.GAME)
    for unit in correcting.units(names.table):
        where = unit.hex or saying.how(names, unit.id, correcting.PLACE, unit.place)
        yield Choice(label=f"{saying.about(names, unit.id)} · {where}", value=unit.id)


def _kinds(names: Names, unit: str) -> Iterable[Choice]:
    about = saying.read_about(names, unit)
    for what in correcting.kinds(names.table, about, saying.knows(names)):
        yield Choice(label=saying.now(names, about, what), value=what)


def _values(names: Names, unit: str, what: str) -> Iterable[Choice]:
    about = saying.read_about(names, unit)
    what = saying.read_what(names, about, what)
    for value in correcting.values(names.table, about, what):
        yield Choice(label=saying.how(names, about, what, value), value=value)


def _phases(names: Names, table: Table) -> Iterable[Choice]:
    for moment in moments(table):
        yield Choice(label=saying.lost(names, moment), value=str(moment.number))

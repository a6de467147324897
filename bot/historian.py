"""Tells the history of a game, page by page, to whoever asks: as much of it as he may know. No Discord."""

from __future__ import annotations

import asyncio

from bot import typed
from bot.buttons import Pressed
from bot.desk import By, Desk
from bot.fitting import fitting
from bot.history import Wanted
from bot.page import Choice, Page
from bot.parts import whole
from bot.say import history as saying
from bot.say import refusals, status
from bot.say.names import Names
from bot.table import Table
from engine.errors import NotOnTable, Refused

AGREED = "undo_agreed"
"""The letters that tell of an undo how it was agreed to."""


class Historian:
    """Answers /log and its buttons."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def log(self, by: By, *, unit: str = "", phase: str = "", turn: int = 0) -> Page:
        """The newest page of the history of the asker's table, or of what he wants of it."""
        table = await self.desk.table_in(by.channel)
        names = Names.to(by.language, by.user, table)
        if table.game.status == "lobby":
            return status.status(names)
        try:
            id_ = typed.read_unit(names.table, unit).id if unit.strip() else ""
            wanted = Wanted(unit=id_, phase=_phase(names, phase) if phase.strip() else "", turn=turn)
        except Refused as refused:
            return refusals.answer(names.words, refused, names)
        return await self._page(names, table, wanted, 0)

    async def turn(self, by: By, pressed: Pressed) -> Page:
        """Another page: the button says which, and of what."""
        _, number, turn, phase, unit = (*pressed.about, *[""] * 5)[:5]
        table = await self.desk.table(pressed.game)
        names = Names.to(by.language, by.user, table)
        wanted = Wanted(unit=unit, phase=phase, turn=whole(turn or "0"))
        return await self._page(names, table, wanted, whole(number or "0"))

    async def _page(self, names: Names, table: Table, wanted: Wanted, number: int) -> Page:
        agreed: dict[int, str] = {}
        if table.game.id > 0:  # in a what-if nobody is asked
            letters = await self.desk.store.letters_of(table.game.id, AGREED)
            agreed = {int(letter.body["last"]): str(letter.body["how"]) for letter in letters}
        found = await asyncio.to_thread(saying.items, names, table, agreed, wanted.unit)
        return saying.page(names, found, wanted, number)

    async def phases(self, by: By, text: str) -> list[Choice]:
        """The phases of the rulebook that is played here."""
        try:
            names = Names.to(by.language, by.user, await self.desk.table_in(by.channel))
        except Refused:
            return []
        found = [Choice(label=names.headed(p), value=p) for p in names.table.system.phases]
        return fitting(found, text)


def _phase(names: Names, text: str) -> str:
    """The phase that is meant, by its id or its name. Raises NotOnTable."""
    asked = text.strip().casefold()
    for phase in names.table.system.phases:
        if asked in (phase, names.phase(phase).casefold()):
            return phase
    near = tuple(names.phase(p) for p in names.table.system.phases)
    raise NotOnTable("", "no_such_phase", asked=text[:60], near=near)

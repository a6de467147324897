"""Leaders, dice, turns, volleys, standing orders: typed, or pressed in panels that tick units. No Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot import corps, leads, typed
from bot.clerk import Clerk
from bot.desk import By, Stale, speaker
from bot.page import Page
from bot.parts import whole
from bot.say import refusals, standing, turning
from bot.say.names import Names
from bot.table import Table
from engine.commands import Activate, Command, Instruct, Lead, Volley
from engine.errors import NotOnTable, Refused


class Commander:
    """What a player does with several units at once, or before he is asked."""

    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self.desk = clerk.desk

    # --- typed -------------------------------------------------------------------------------------

    async def lead(self, by: By, chief: str, units: str, dice: int) -> Page:
        """Let a leader command units; without any named, open his panel."""
        if units.strip():
            return await self.clerk.order(by, None, typed.lead(chief, units, dice))
        return await self._open(by, chief)

    async def fire(self, by: By, target: str, units: str) -> Page:
        """Fire at an enemy; without any unit named, open the panel of that target."""
        if units.strip():
            return await self.clerk.order(by, None, typed.volley(target, units))
        return await self._open(by, target)

    async def share(self, by: By, dice: str) -> Page:
        """Share dice out; without any, open the panel with the best ways."""
        if dice.strip():
            return await self.clerk.order(by, None, typed.share(dice))
        return await self.clerk.panel(by, (await self.desk.table_in(by.channel)).game.id)

    async def standing(self, by: By, kind: str, answer: str | None) -> Page:
        """Answer questions of a kind beforehand; without an answer, show those given."""
        if answer is None:
            return await self._standing(by, await self.desk.table_in(by.channel), kind.strip())
        table = await self.desk.table_in(by.channel)
        return await self._instruct(by, table.game.id, typed.instruct(kind, answer), kind.strip())

    async def _open(self, by: By, text: str) -> Page:
        """The panel with a unit chosen in it."""
        table = await self.desk.table_in(by.channel)
        names = Names.to(by.language, by.user, table)
        try:
            unit = typed.unit_id(table, speaker(table, by.user), text)
            corps.check_unit(names.table, unit)
        except Refused as refused:
            return refusals.page(names.words, refused, names)
        return await self.clerk.panel(by, table.game.id, unit=unit)

    # --- pressed -----------------------------------------------------------------------------------

    async def activate(self, by: By, game: int, stamp: int, chief: str) -> Page:
        """Activate a leader."""
        return await self.clerk.order(by, game, _just(Activate(chief=chief)), stamp=stamp, unit=chief)

    async def tick(self, by: By, game: int, unit: str, picked: Sequence[str]) -> Page:
        """The panel of a leader, or of a target, with what was ticked in its menu."""
        return await self.clerk.panel(by, game, unit=unit, picked=picked)

    async def roll(self, by: By, game: int, stamp: int, about: Sequence[str]) -> Page:
        """Let a leader command the units of a button, with the dice of it."""
        chief, dice, packed = about[0], about[1], about[2]

        def read(table: Table, side: str) -> Command:
            return Lead(chief=chief, units=leads.unpack(table, packed), dice=whole(dice))

        return await self.clerk.order(by, game, read, stamp=stamp, unit=chief)

    async def give(self, by: By, game: int, stamp: int, number: str) -> Page:
        """Share the dice out in one of the ways that were shown."""

        def read(table: Table, side: str) -> Command:
            found = leads.shares(table.seen(side), side)
            return found[whole(number)] if 0 <= whole(number) < len(found) else _stale()

        return await self.clerk.order(by, game, read, stamp=stamp)

    async def turn(self, by: By, game: int, stamp: int, unit: str, number: str) -> Page:
        """Turn a unit, or change its formation, in one of the ways that were shown."""

        def read(table: Table, side: str) -> Command:
            names = Names.to(by.language, by.user, table.seen(side))
            found = turning.found(names, side, unit)
            return found[whole(number)] if 0 <= whole(number) < len(found) else _stale()

        return await self.clerk.order(by, game, read, stamp=stamp, unit=unit)

    async def volley(self, by: By, game: int, stamp: int, about: Sequence[str]) -> Page:
        """Fire at a target with the units of a button."""
        target, packed = about[0], about[1]

        def read(table: Table, side: str) -> Command:
            return Volley(target=target, shooters=leads.unpack(table, packed))

        return await self.clerk.order(by, game, read, stamp=stamp, unit=target)

    async def ask(self, by: By, game: int, kind: str) -> Page:
        """The standing orders of the asker's side, with the answers to one kind of question."""
        return await self._standing(by, await self.desk.table(game), kind)

    async def instruct(self, by: By, game: int, about: Sequence[str]) -> Page:
        """Give a standing order, or take one back."""
        kind, answer = (*about, "", "")[:2]
        return await self._instruct(by, game, _just(Instruct(kind=kind, answer=answer)), kind)

    # --- standing orders -----------------------------------------------------------------------------

    async def _instruct(self, by: By, game: int, read: typed.Reader, kind: str) -> Page:
        try:
            outcome = await self.desk.order(game, by, read)
        except Refused as refused:
            names = Names.to(by.language, by.user, await self.desk.table(game))
            return refusals.page(names.words, refused, names)
        given = outcome.entry.command
        assert isinstance(given, Instruct)
        names = Names.to(by.language, by.user, outcome.table)
        key = "standing.given" if given.answer else "standing.taken_back"
        answer = standing.said(names, given.kind, given.answer) if given.answer else ""
        told = names.words(key, question=standing.question(names, given.kind), answer=answer)
        return standing.page(names, outcome.entry.side, told=told)

    async def _standing(self, by: By, table: Table, kind: str) -> Page:
        names = Names.to(by.language, by.user, table)
        try:
            side = speaker(table, by.user)
            if kind and kind not in table.system.standing:
                known = tuple(table.system.standing)
                raise NotOnTable("", "no_such_standing", kind=kind, known=known)
        except Refused as refused:
            return refusals.page(names.words, refused, names)
        return await asyncio.to_thread(standing.page, names, side, kind)


def _just(command: Command) -> typed.Reader:
    return lambda table, side: command


def _stale() -> Command:
    raise Stale

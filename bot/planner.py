"""Orders written in secret, one unit after another, word after word; the sheet, the lock. No Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from bot import corps, planning, typed
from bot.clerk import Clerk
from bot.desk import By, Stale, check_stamp, speaker
from bot.page import Page
from bot.parts import whole
from bot.say import planning as saying
from bot.say import refusals
from bot.say.names import Names
from bot.table import Table
from engine.commands import Command, Seal, Unseal, Write
from engine.errors import IllegalOrder, NotYours, Refused


class Planner:
    """What a side does with its envelope."""

    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self.desk = clerk.desk

    # --- typed -------------------------------------------------------------------------------------

    async def write(self, by: By, unit: str, words: Sequence[str]) -> Page:
        """Write an order whose words were typed: order, target, facing, path, range; none opens the panel."""
        if any(words):
            return await self.clerk.order(by, None, typed.secret(unit, *words))
        table = await self.desk.table_in(by.channel)
        names = Names.to(by.language, by.user, table)
        try:
            side = _planning(names, by)
            chosen = typed.unit_id(table, side, unit)
            corps.check_unit(names.table, chosen)
        except Refused as refused:
            return refusals.page(names.words, refused, names)
        return await self.clerk.panel(by, table.game.id, unit=chosen)

    async def sheet(self, by: By) -> Page:
        """The orders written so far, on a list and on a map."""
        names = Names.to(by.language, by.user, await self.desk.table_in(by.channel))
        try:
            side = _planning(names, by)
        except Refused as refused:
            return refusals.page(names.words, refused, names)
        return await asyncio.to_thread(saying.read_only, names, side)

    async def lock(
        self, by: By, game: int | None = None, stamp: int | None = None, *, sure: bool = False
    ) -> Page:
        """Close the envelope."""
        return await self.clerk.end(by, game, _just(Seal()), "lock", stamp=stamp, sure=sure)

    async def unlock(self, by: By, game: int | None = None, stamp: int | None = None) -> Page:
        """Open it again."""
        return await self.clerk.order(by, game, _just(Unseal()), stamp=stamp, same_phase=True)

    # --- pressed -----------------------------------------------------------------------------------

    async def strike_out(self, by: By, game: int, unit: str, stamp: int) -> Page:
        """Take a unit's order out of the envelope again."""
        read = _just(Write(unit=unit, order={}))
        return await self.clerk.order(by, game, read, stamp=stamp, same_phase=True, unit=unit)

    async def kind(self, by: By, game: int, stamp: int, unit: str, order: str) -> Page:
        """An order was chosen for a unit: ask for its first word, or write it where it needs none."""
        return await self._go_on(by, game, stamp, lambda table: (unit, {"order": order}))

    async def word(self, by: By, game: int, stamp: int, about: Sequence[str]) -> Page:
        """A word was chosen: ask for the next, or write the order."""
        return await self._go_on(by, game, stamp, lambda table: planning.unpack(table, about))

    async def aim(self, by: By, game: int, stamp: int, about: Sequence[str], chosen: str) -> Page:
        """A word was chosen in a menu; the last of `about` says which."""

        def words(table: Table) -> tuple[str, dict[str, str]]:
            unit, said = planning.unpack(table, about[:-1])
            return unit, {**said, about[-1]: chosen}

        return await self._go_on(by, game, stamp, words)

    async def way(self, by: By, game: int, stamp: int, about: Sequence[str]) -> Page:
        """A hex was chosen, or taken back: the path as it is now."""
        return await self._show(by, game, stamp, about, "path")

    async def aims(self, by: By, game: int, stamp: int, about: Sequence[str]) -> Page:
        """Another page of a menu: the last two of `about` say of which word, and which page."""
        return await self._show(by, game, stamp, about[:-2], about[-2], whole(about[-1]))

    async def _show(
        self, by: By, game: int, stamp: int, about: Sequence[str], need: str, number: int = 0
    ) -> Page:
        names = Names.to(by.language, by.user, await self.desk.table(game))
        try:
            side = _planning(names, by, stamp)
            unit, words = planning.unpack(names.table, about)
            _choosable(names.table, side, unit, words)
        except Stale:
            return await self.clerk.stale(by, game)
        except Refused:
            return await self.clerk.panel(by, game)
        return await asyncio.to_thread(saying.ask, names, side, unit, words, need, number)

    async def _go_on(
        self, by: By, game: int, stamp: int, said: Callable[[Table], tuple[str, dict[str, str]]]
    ) -> Page:
        """The page that asks for the next word; the order given when there is none to ask for."""
        names = Names.to(by.language, by.user, await self.desk.table(game))
        try:
            side = _planning(names, by, stamp)
            unit, words = said(names.table)
            need = _choosable(names.table, side, unit, words)
        except Stale:
            return await self.clerk.stale(by, game)
        except Refused:
            return await self.clerk.panel(by, game)
        if need:
            return await asyncio.to_thread(saying.ask, names, side, unit, words, need)
        return await self.put(by, game, stamp, unit, words)

    async def put(self, by: By, game: int, stamp: int, unit: str, words: dict[str, str]) -> Page:
        """Write an order all of whose words are chosen."""
        read = _just(Write(unit=unit, order=words))
        return await self.clerk.order(by, game, read, stamp=stamp, same_phase=True, unit=unit)


def _just(command: Command) -> typed.Reader:
    return lambda table, side: command


def _planning(names: Names, by: By, stamp: int | None = None) -> str:
    """The side for which somebody writes orders. Raises Refused when he cannot now, Stale for old buttons."""
    table = names.table
    side = speaker(table, by.user)
    check_stamp(table, by, stamp, True)
    if not planning.possible(table):
        raise IllegalOrder("", "no_orders_now", phase=table.state.phase)
    return side


def _choosable(table: Table, side: str, unit: str, words: dict[str, str]) -> str:
    """The word that is asked next. Raises Refused when such an order cannot be written now."""
    found = table.state.units.get(unit)
    if found is None or found.side != side or side not in table.state.active:
        raise NotYours("", "not_your_unit", unit=unit)
    corps.check_unit(table, unit)
    card = planning.card(table, unit, words.get("order", ""))
    if card is None or card.refusal is not None:
        raise IllegalOrder("", "nothing_open", side=side)
    return planning.asked(card, words)

"""The unit in hand: its rose opened, steps made, taken back, let go (MP-CHG-2). And whom a unit can attack.

Discord does not tell when a private panel is closed, so nothing is remembered here: the unit in hand is part
of the table, and a panel that is pressed again shows the table as it stands.
"""

from __future__ import annotations

import asyncio

from bot import corps, offers, typed
from bot.clerk import Clerk, taken_back, told_of
from bot.desk import By, Outcome, Stale, speaker
from bot.forecast import forecast
from bot.outlook import check
from bot.page import Note, Page
from bot.say import lessons, panel, refusals, rose
from bot.say.names import Names
from bot.table import Table
from bot.typed import Reader
from bot.words import speak
from engine.commands import Attack, Command, Release, Step
from engine.errors import GameOver, Refused
from engine.hexes import Hex


class Hand:
    """Orders given unit by unit, from a panel about that unit."""

    def __init__(self, clerk: Clerk) -> None:
        self.clerk = clerk
        self.desk = clerk.desk

    async def move(self, by: By, unit: str, path: str) -> Page:
        """Move a unit along a path; without one, open its rose."""
        if path.strip():
            return await self.clerk.order(by, None, typed.move(unit, path))
        return await self.open(by, (await self.desk.table_in(by.channel)).game.id, unit)

    async def attack(self, by: By, unit: str, target: str) -> Page:
        """Attack a target; without one, show whom the unit can attack."""
        if target.strip():
            return await self.clerk.order(by, None, typed.attack(unit, target))
        table = await self.desk.table_in(by.channel)
        try:
            id_ = _chosen(table, by, unit, Attack)
            await asyncio.to_thread(_check_targets, table, id_)
        except Refused as refused:
            names = Names.to(by.language, by.user, table)
            return refusals.answer(names.words, refused, names)
        return await self.clerk.panel(by, table.game.id, unit=id_)

    async def open(self, by: By, game: int, text: str) -> Page:
        """The rose of a unit. Another unit that is in hand is let go: only one can be (MP-CHG-2)."""
        table = await self.desk.table(game)
        try:
            unit = _chosen(table, by, text, Step)
        except Refused as refused:
            names = Names.to(by.language, by.user, table)
            return refusals.answer(names.words, refused, names)
        hand = table.state.selection
        if hand is not None and hand.unit != unit:
            return await self._order(by, game, typed.release(), stamp=_known(table, by), unit=unit)
        return await self._rose(by, table, unit)

    async def step(self, by: By, game: int, unit: str, hex_: Hex, stamp: int) -> Page:
        """Make a step; the rose again where it leads."""
        return await self._order(by, game, typed.step(unit, hex_), stamp=stamp, unit=unit)

    async def release(self, by: By, game: int, stamp: int) -> Page:
        """Let go of the unit in hand (MP-CHG-10); the orders panel."""
        return await self._order(by, game, typed.release(), stamp=stamp, unit="")

    async def undo(self, by: By, game: int, unit: str, stamp: int) -> Page:
        """Take back the last step, as /undo does; the rose of the unit that is then in hand."""
        try:
            outcome = await self.desk.undo(game, by, stamp=stamp)
        except Stale:
            return await self._again(by, game, unit, speak(by.language)("stale"))
        except Refused as refused:
            return await self._refused(by, game, unit, refused)
        names = Names.to(by.language, by.user, outcome.table)
        command = outcome.entry.command
        last = command.unit if isinstance(command, Step) else unit
        side, unit = outcome.table.side_for(by.user), _in_hand(outcome.table) or last
        return await asyncio.to_thread(rose.page, names, side, unit, told=[taken_back(names, outcome)])

    # --- what all of them share --------------------------------------------------------------------

    async def _order(self, by: By, game: int, read: Reader, *, stamp: int, unit: str) -> Page:
        """Give an order from a rose; `unit` is the one whose rose comes after it, "" for the panel."""
        try:
            outcome = await self.desk.order(game, by, read, stamp=stamp)
        except Stale:
            return await self._again(by, game, unit, speak(by.language)("stale"))
        except Refused as refused:
            return await self._refused(by, game, unit, refused)
        return await asyncio.to_thread(_after, by, outcome, unit)

    async def _refused(self, by: By, game: int, unit: str, refused: Refused) -> Page:
        """The refusal, shown in the rose as it stands; alone to somebody who has no rose here."""
        table = await self.desk.table(game)
        names = Names.to(by.language, by.user, table)
        if isinstance(refused, GameOver) or not table.sides_of(by.user):
            return refusals.page(names.words, refused, names)
        return await self._again(by, game, unit, refusals.sentence(names.words, refused, names))

    async def _again(self, by: By, game: int, unit: str, why: str) -> Page:
        """The rose of the unit in hand where there is one, else of the unit asked about, and why."""
        table = await self.desk.table(game)
        if not table.sides_of(by.user):
            return await self.clerk.panel(by, game)
        page = await self._rose(by, table, _in_hand(table) or unit)
        return panel.with_note(page, Note(text=why, tone="refusal"))

    async def _rose(self, by: By, table: Table, unit: str) -> Page:
        names = Names.to(by.language, by.user, table)
        return await asyncio.to_thread(rose.page, names, table.side_for(by.user), unit)


def _after(by: By, outcome: Outcome, unit: str) -> Page:
    """What an order led to, and the rose after it; the panel once the unit is let go."""
    table = outcome.table
    names = Names.to(by.language, by.user, table)
    let_go = isinstance(outcome.entry.command, Release)
    told = told_of(names, outcome)
    page = rose.page(names, table.side_for(by.user), unit, told=told, pictured=not let_go)
    return lessons.remarked(page, lessons.remarks(names, outcome.entry))


def _known(table: Table, by: By) -> int:
    """The stamp of the table as the asker knows it."""
    return table.seen(table.side_for(by.user)).stamp


def _in_hand(table: Table) -> str:
    """The id of the unit in hand, or ""."""
    return table.state.selection.unit if table.state.selection is not None else ""


def _chosen(table: Table, by: By, text: str, order: type[Command]) -> str:
    """The id of the unit of his that somebody means. Raises Refused unless it may get such an order now."""
    side = speaker(table, by.user)
    unit = typed.unit_id(table, side, text)
    check(table, side, unit, order)
    corps.check_unit(table.seen(side, by.user), unit)
    return unit


def _check_targets(table: Table, unit: str) -> None:
    """Raises the refusal of an attack on the nearest enemy when the unit can attack nobody."""
    attacker = table.state.units[unit]
    side = attacker.side
    if any(isinstance(c, Attack) for c in offers.commands(table, side, unit)):
        return
    grid, seen = table.scenario.grid, table.seen(side).state
    enemies = [u for u in seen.fielded() if u.side != side]
    for enemy in sorted(enemies, key=lambda u: grid.distance(attacker.place, u.place))[:1]:
        forecast(table, side, Attack(unit=unit, target=enemy.id))

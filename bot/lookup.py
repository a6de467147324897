"""Questions that change nothing: the map, the odds, a rule, how the game stands."""

from __future__ import annotations

import asyncio

import scenarios
from bot import forecast, typed
from bot.chapters import since_chapter
from bot.desk import By, Desk
from bot.page import Page
from bot.say import board, deployment, odds, panel, refusals, rules, status, units
from bot.say.names import Names
from bot.table import Table
from bot.words import speak
from engine.box import charts as charting
from engine.commands import Attack, Bombard
from engine.errors import NotOnTable, Refused


class Lookup:
    """What can be looked at, by players and spectators alike."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def status(self, by: By, game: int | None = None) -> Page:
        """How the game stands."""
        return status.status(await self._names(by, game))

    async def map(self, by: By, game: int | None = None, unit: str = "", whole: bool = False) -> Page:
        """The table as the asker sees it, with the reach of a unit."""
        names = await self._names(by, game)
        if names.table.game.status == "lobby":
            return status.status(names)
        try:
            return await asyncio.to_thread(_map, names, _viewer(names.table, by), unit, whole)
        except Refused as refused:
            return refusals.answer(names.words, refused, names)

    async def odds(self, by: By, unit: str, target: str) -> Page:
        """What an attack or bombardment would lead to."""
        names = await self._names(by, None)
        try:
            return await asyncio.to_thread(_odds, names, _viewer(names.table, by), unit, target)
        except Refused as refused:
            return refusals.answer(names.words, refused, names)

    async def rule(self, by: By, text: str) -> Page:
        """A rule of the rulebook that is played here, or of the one whose ids look like that."""
        return await asyncio.to_thread(rules.page, await self.book(by, text), text)

    async def book(self, by: By, text: str = "") -> rules.Book:
        """The rulebook that is played in the asker's channel, unless he names a rule of another."""
        record = await self.desk.store.game_in(by.channel)
        here = (await self.desk.table(record.id)).scenario if record else scenarios.load(scenarios.FIRST)
        words, other = speak(by.language), await asyncio.to_thread(scenarios.book_of, text)
        if other and other != here.system:
            charts = charting.values(await asyncio.to_thread(scenarios.charts, other))
            return rules.Book(words=words, system=other, language=by.language, charts=charts)
        options = here.options if record else {}
        return rules.Book(
            words=words, system=here.system, language=by.language, charts=here.charts, options=options
        )

    async def _names(self, by: By, game: int | None) -> Names:
        table = await (self.desk.table_in(by.channel) if game is None else self.desk.table(game))
        return Names.to(by.language, by.user, table)


def _viewer(table: Table, by: By) -> str:
    """The side whose eyes the asker has: his own, of two the one to play, "" for a spectator."""
    return table.side_for(by.user)


def _map(names: Names, viewer: str, text: str, whole: bool) -> Page:
    table, words = names.table, names.words
    told = words("map.own", side=names.side(viewer)) if viewer else words("map.spectator")
    if not text:
        return Page(text=told, picture=board.picture(names, viewer, since_chapter(table)))
    unit = typed.read_unit(table, text)
    picture = board.picture(
        names,
        viewer,
        panel.trails(table, unit.id),
        unit.id if unit.hex else "",
        near=None if whole else unit.hex,
    )
    told = units.about(names, unit.id)
    if unit.side == table.state.player and unit.hex and not deployment.possible(names):
        told += " " + words("map.reach", n=len(picture.view.reach))
    return Page(text=told, picture=picture)


def _odds(names: Names, viewer: str, unit: str, target: str) -> Page:
    table = names.table
    if not any({Attack, Bombard} & set(phase.takes) for phase in table.system.phases.values()):
        raise NotOnTable("", "no_odds")
    ids = [typed.read_unit(table, text).id for text in (unit, target)]
    side = table.state.units[ids[0]].side
    if table.game.status == "lobby" or not side:
        raise NotOnTable("", "not_started")
    return odds.page(names, forecast.forecasts(table, side, ids[0], ids[1]))

"""Questions that change nothing: the map, the odds, a rule, how the game stands."""

from __future__ import annotations

import asyncio

import scenarios
from bot import forecast, typed
from bot.chapters import since_chapter
from bot.desk import By, Desk
from bot.page import Page
from bot.say import board, deployment, odds, panel, refusals, rules, status
from bot.say.names import Names
from bot.table import Table
from bot.words import speak
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
        """A rule of the rulebook that is played here."""
        return await asyncio.to_thread(rules.page, await self.book(by), text)

    async def book(self, by: By) -> rules.Book:
        """The rulebook that is played in the asker's channel; without a game, the first one there is."""
        record = await self.desk.store.game_in(by.channel)
        known = scenarios.load(scenarios.all()[0])
        battle = (await self.desk.table(record.id)).scenario if record else known
        words = speak(by.language)
        here = battle.options if record else {}
        return rules.Book(
            words=words, system=battle.system, language=by.language, charts=battle.charts, options=here
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
    told = panel.about(names, unit.id)
    if unit.side == table.state.player and unit.hex and not deployment.possible(names):
        told += " " + words("map.reach", n=len(picture.view.reach))
    return Page(text=told, picture=picture)


def _odds(names: Names, viewer: str, unit: str, target: str) -> Page:
    table = names.table
    ids = [typed.read_unit(table, text).id for text in (unit, target)]
    side = table.state.units[ids[0]].side
    if table.game.status == "lobby" or not side:
        raise NotOnTable("", "not_started")
    return odds.page(names, forecast.forecasts(table, side, ids[0], ids[1]))

"""Questions that change nothing: the map, the odds, a rule, how the game stands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace

import scenarios
from bot import announcements, forecast, typed
from bot import wish as wishes
from bot.chapters import latest, since_chapter
from bot.desk import By, Desk
from bot.page import Page, Picture
from bot.say import board, deployment, muster, odds, overlays, panel, refusals, rules, status, units
from bot.say.names import Names
from bot.say.rows import row
from bot.table import Table
from bot.wish import Wish
from bot.words import speak
from engine.box import charts as charting
from engine.commands import Attack, Bombard
from engine.errors import NotOnTable, Refused
from engine.overlays import OVERLAYS, Asked

CORPS = 600  # letters for the units of a corps


class Lookup:
    """What can be looked at, by players and spectators alike."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    async def status(self, by: By, game: int | None = None) -> Page:
        """How the game stands."""
        names = await self._names(by, game)
        return status.status(names, await announcements.about(self.desk, names))

    async def map(self, by: By, wish: Wish, game: int | None = None) -> Page:
        """The table as the asker sees it, or what he wants to see of it."""
        return await self._seen(by, game, lambda names, viewer: _map(names, viewer, wish))

    async def board(self, by: By, game: int | None = None) -> Page:
        """The table as the asker sees it, all of it in words."""
        return await self._seen(by, game, _board)

    async def _seen(self, by: By, game: int | None, tell: Callable[[Names, str], Page]) -> Page:
        """What is told of a table to the asker's eyes; of a lobby, who sits there."""
        names = await self._names(by, game)
        if names.table.game.status == "lobby":
            return status.status(names)
        try:
            return await asyncio.to_thread(tell, names, _viewer(names.table, by))
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


def _map(names: Names, viewer: str, wish: Wish) -> Page:
    wanted = wishes.read(wish, names.table)
    seen = wanted.asked.overlays
    recent = latest(names.table) if wanted.fights or seen else since_chapter(names.table)
    if wanted.unit is not None and not seen and not wanted.fights:
        recent = panel.trails(names.table, wanted.unit.id)
    picture = board.picture(names, viewer, recent, area=wanted.area, asked=wanted.asked)
    picture = replace(picture, theme=wanted.theme, symbols=wanted.symbols or picture.symbols)
    return Page(text=" ".join(_about(names, viewer, wanted, picture)), picture=picture)


def _about(names: Names, viewer: str, wanted: wishes.Wanted, picture: Picture) -> Iterator[str]:
    """Whose eyes, which unit, what this rulebook has in place of an overlay, how to see the rest."""
    words, unit = names.words, wanted.unit
    if unit is None:
        yield words("map.own", side=names.side(viewer)) if viewer else words("map.spectator")
    else:
        yield units.about(names, unit.id)
        if unit.side == names.table.state.player and picture.view.reach and not deployment.possible(names):
            yield words("map.reach", n=len(picture.view.reach))
    side, corps = wanted.corps
    if side:
        found = [c for c in picture.view.counters if (c.side, c.corps) == wanted.corps and c.hex]
        told = row(names, [names.unit(c.id) for c in found], CORPS) or "–"
        yield words("map.corps" if corps else "map.army", side=names.side(side), corps=corps, units=told)
    yield from overlays.of_unit(names, picture.view)
    for overlay in OVERLAYS:
        if overlay in wanted.asked.overlays and (instead := overlays.stands(names, overlay)):
            yield instead
    if picture.crop is not None:
        yield words("map.part")


def _board(names: Names, viewer: str) -> Page:
    words = names.words
    view = board.view_of(names, viewer, latest(names.table), Asked())
    told = words("map.own", side=names.side(viewer)) if viewer else words("map.spectator")
    return muster.page(names, view, told)


def _odds(names: Names, viewer: str, unit: str, target: str) -> Page:
    table = names.table
    if not any({Attack, Bombard} & set(phase.takes) for phase in table.system.phases.values()):
        raise NotOnTable("", "no_odds")
    ids = [typed.read_unit(table, text).id for text in (unit, target)]
    side = table.state.units[ids[0]].side
    if table.game.status == "lobby" or not side:
        raise NotOnTable("", "not_started")
    return odds.page(names, forecast.forecasts(table, side, ids[0], ids[1]))

"""Questions that change nothing: the map, the odds, a rule, how the game stands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

import scenarios
from bot import announcements, forecast, taste, typed
from bot import wish as wishes
from bot.chapters import latest, since_chapter
from bot.desk import By, Desk
from bot.page import Page, Picture
from bot.say import board, deployment, muster, odds, overlays, panel, refusals, rules, status, units
from bot.say.names import Names
from bot.say.rows import row
from bot.table import Table
from bot.taste import Taste
from bot.wish import Wish
from bot.words import speak
from engine.box import charts as charting
from engine.commands import Attack, Bombard
from engine.errors import NotOnTable, Refused
from engine.hexes import Hex
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
        liked = await self._taste(by)
        wish = taste.wished(liked, wish)
        return await self._seen(by, game, lambda names, viewer: _map(names, viewer, wish, liked))

    async def board(
        self, by: By, game: int | None = None, *, part: str = "", near: str = "", first: int = 0
    ) -> Page:
        """The table as the asker sees it, all of it in words; or a part of it, or what is near a hex or a
        unit; from one of the sections on."""
        liked = await self._taste(by)

        def tell(names: Names, viewer: str) -> Page:
            return _board(names, viewer, part, near, first, not liked.wordy)

        return await self._seen(by, game, tell)

    async def _taste(self, by: By) -> Taste:
        """What the asker prefers."""
        return taste.read(await self.desk.taste(by.user))

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

    async def book(self, by: By, text: str = "", table: Table | None = None) -> rules.Book:
        """The rulebook that is played at a table (else in the asker's channel), unless he names a rule of
        another."""
        if table is None:
            with suppress(NotOnTable):
                table = await self.desk.table_in(by.channel)
        here = table.scenario if table is not None else scenarios.load(scenarios.FIRST)
        words, other = speak(by.language), await asyncio.to_thread(scenarios.book_of, text)
        if other and other != here.system:
            charts = charting.values(await asyncio.to_thread(scenarios.charts, other))
            return rules.Book(words=words, system=other, language=by.language, charts=charts)
        options = here.options if table is not None else {}
        return rules.Book(
            words=words, system=here.system, language=by.language, charts=here.charts, options=options
        )

    async def _names(self, by: By, game: int | None) -> Names:
        table = await (self.desk.table_in(by.channel) if game is None else self.desk.table(game))
        return Names.to(by.language, by.user, table)


def _viewer(table: Table, by: By) -> str:
    """The side whose eyes the asker has: his own, of two the one to play, "" for a spectator."""
    return table.side_for(by.user)


def _map(names: Names, viewer: str, wish: Wish, liked: Taste) -> Page:
    wanted = wishes.read(wish, names.table)
    seen = wanted.asked.overlays
    recent = latest(names.table) if wanted.fights or seen else since_chapter(names.table)
    if wanted.unit is not None and not seen and not wanted.fights:
        recent = panel.trails(names.table, wanted.unit.id)
    picture = board.picture(names, viewer, recent, area=wanted.area, asked=wanted.asked)
    fixed = frozenset(name for name in ("theme", "symbols") if getattr(wish, name).strip())
    symbols = wanted.symbols or picture.symbols
    picture = replace(picture, theme=wanted.theme, symbols=symbols, fixed=fixed)
    picture = replace(picture, told=partial(board.told, names, picture.view, picture.crop, full=True))
    told = [*_about(names, viewer, wanted, picture)]
    if picture.crop is not None and not liked.wordy:
        told.append(names.words("map.part"))
    return Page(text=" ".join(told), picture=picture)


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
        if overlay in wanted.asked.overlays:
            yield from filter(
                None, [overlays.stands(names, overlay) or overlays.lacking(names, picture.view, overlay)]
            )


def _board(names: Names, viewer: str, part: str, near: str, first: int, filed: bool) -> Page:
    words = names.words
    middle = _middle(names, near) if near.strip() else ""
    view = board.view_of(names, viewer, latest(names.table), Asked())
    led = board.view_of(names, viewer, (), Asked(overlays=frozenset({"command"}))).command
    told = words("map.own", side=names.side(viewer)) if viewer else words("map.spectator")
    return muster.page(names, view, told, led=led, part=part, near=middle, first=first, filed=filed)


def _middle(names: Names, near: str) -> Hex:
    """The hex somebody wants to hear of: its number, a place's name, or where a unit stands.

    Raises NotOnTable: no_such_hex, no_such_unit and its like, path_from_nowhere.
    """
    asked, table = near.strip()[: typed.LONGEST], names.table
    grid, printed = table.scenario.grid, table.scenario.hexes
    if found := grid.read(asked):
        return found
    if asked.isdigit():
        raise NotOnTable("", "no_such_hex", hex=asked, last=grid.label(grid.columns, grid.rows))
    named = [hex_ for hex_, place in printed.items() if place.name.casefold() == asked.casefold()]
    unit = None if named else typed.read_unit(table, asked)
    if unit is not None and unit.hex is None:
        raise NotOnTable("", "path_from_nowhere", unit=unit.id)
    return named[0] if unit is None else str(unit.hex)


def _odds(names: Names, viewer: str, unit: str, target: str) -> Page:
    table = names.table
    if not any({Attack, Bombard} & set(phase.takes) for phase in table.system.phases.values()):
        raise NotOnTable("", "no_odds")
    ids = [typed.read_unit(table, text).id for text in (unit, target)]
    side = table.state.units[ids[0]].side
    if table.game.status == "lobby" or not side:
        raise NotOnTable("", "not_started")
    return odds.page(names, forecast.forecasts(table, side, ids[0], ids[1]))

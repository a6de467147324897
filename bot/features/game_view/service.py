"""Queries that change nothing: the map, the odds, a rule, the status of the game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

import scenarios
from bot.core.game import Game
from bot.core.game_access import GameAccess
from bot.core.order_rules import forecast
from bot.core.report_segments import latest, since_last_report
from bot.core.requests.actor import Actor
from bot.features.game_view import map_request, odds_page, status_page
from bot.features.game_view.map_request import MapRequest
from bot.features.orders import panel as orders_panel
from bot.features.preferences import model as preferences_model
from bot.features.preferences.model import PlayerPreferences
from bot.features.preferences.page import theme_offer
from bot.features.rulebook import page as rulebook_page
from bot.i18n.catalogue import catalogue_for
from bot.i18n.names import Names
from bot.reports import map_picture, setup_text, text_map
from bot.runtime.worker_threads import in_thread
from bot.ui import overlays_in_words, refusals, units
from bot.ui.button_rows import join_within
from bot.ui.page import Page, Picture
from engine.commands import Attack, Bombard
from engine.errors import NotOnTable, Refused
from engine.hexes import Hex
from engine.scenario_builder import charts as charting
from engine.view.overlays import OVERLAYS, OverlayRequest
from notation.order_words import LONGEST

CORPS = 600  # letters for the units of a corps


TimeLines = Callable[[Names], Awaitable[list[str]]]
"""What the status of a game says of clocks, in lines."""


async def no_time_lines(names: Names) -> list[str]:
    """Nothing: a what-if has no clock."""
    return []


class ViewService:
    """What can be looked at, by players and spectators alike."""

    def __init__(self, games: GameAccess, time_lines: TimeLines = no_time_lines) -> None:
        self.games = games
        self._time_lines = time_lines

    async def status(self, actor: Actor, game_id: int | None = None) -> Page:
        """How the game stands."""
        names = await self._names(actor, game_id)
        return status_page.status(names, await self._time_lines(names))

    async def map(self, actor: Actor, wish: MapRequest, game_id: int | None = None) -> Page:
        """The table as the asker sees it, or what they want to see of it; dark maps are offered until they
        have chosen."""
        preferences = await self._taste(actor)
        wish = preferences_model.with_usual_overlays(preferences, wish)
        page = await self._page_for(
            actor, game_id, lambda names, viewer: _map(names, viewer, wish, preferences)
        )
        if page.picture is None or preferences.theme or preferences.wordy or wish.theme.strip():
            return page
        return replace(page, rows=(*page.rows, theme_offer(catalogue_for(actor.language))))

    async def board(
        self, actor: Actor, game_id: int | None = None, *, part: str = "", near: str = "", first: int = 0
    ) -> Page:
        """The table as the asker sees it, all of it in words; or a part of it, or what is near a hex or a
        unit; from one of the sections on."""
        preferences = await self._taste(actor)

        def tell(names: Names, viewer: str) -> Page:
            return _board(names, viewer, part, near, first, not preferences.wordy)

        return await self._page_for(actor, game_id, tell)

    async def _taste(self, actor: Actor) -> PlayerPreferences:
        """What the asker prefers."""
        return preferences_model.from_stored(await self.games.preferences_of(actor.user))

    async def _page_for(self, actor: Actor, game_id: int | None, tell: Callable[[Names, str], Page]) -> Page:
        """What is told of a table to the asker's eyes; of a lobby, who sits there."""
        names = await self._names(actor, game_id)
        if names.game.record.status == "lobby":
            return status_page.status(names)
        try:
            return await in_thread(tell, names, _viewer(names.game, actor))
        except Refused as refused:
            return refusals.answer(names.words, refused, names)

    async def odds(self, actor: Actor, unit: str, target: str) -> Page:
        """What an attack or bombardment would lead to."""
        names = await self._names(actor, None)
        try:
            return await in_thread(_odds, names, _viewer(names.game, actor), unit, target)
        except Refused as refused:
            return refusals.answer(names.words, refused, names)

    async def rule(self, actor: Actor, text: str) -> Page:
        """A rule of the rulebook that is played here, or of the one whose ids look like that."""
        return await in_thread(rulebook_page.page, await self.book(actor, text), text)

    async def book(self, actor: Actor, text: str = "", game: Game | None = None) -> rulebook_page.Rulebook:
        """The rulebook that is played at a table (else in the asker's channel), unless they name a rule of
        another."""
        if game is None:
            with suppress(NotOnTable):
                game = await self.games.game_in(actor.channel)
        here = game.scenario if game is not None else scenarios.load(scenarios.FIRST)
        words, other = catalogue_for(actor.language), await in_thread(scenarios.book_of, text)
        if other and other != here.system:
            charts = charting.chart_values(await in_thread(scenarios.charts, other))
            return rulebook_page.Rulebook(words=words, system=other, language=actor.language, charts=charts)
        options = here.options if game is not None else {}
        return rulebook_page.Rulebook(
            words=words, system=here.system, language=actor.language, charts=here.charts, options=options
        )

    async def _names(self, actor: Actor, game_id: int | None) -> Names:
        game = await (self.games.game_in(actor.channel) if game_id is None else self.games.game(game_id))
        return Names.to(actor.language, actor.user, game)


def _viewer(game: Game, actor: Actor) -> str:
    """The side whose eyes the asker has: their own, of two the one to play, "" for a spectator."""
    return game.side_for(actor.user)


def _map(names: Names, viewer: str, wish: MapRequest, preferences: PlayerPreferences) -> Page:
    request = map_request.read(wish, names.game)
    overlays = request.overlay_request.overlays
    recent = latest(names.game) if request.fights or overlays else since_last_report(names.game)
    if request.unit is not None and not overlays and not request.fights:
        recent = orders_panel.trails(names.game, request.unit.id)
    picture = map_picture.picture(
        names, viewer, recent, area=request.area, overlays=request.overlay_request, full=request.full
    )
    fixed = frozenset(name for name in ("theme", "symbols") if getattr(wish, name).strip())
    symbols = request.symbols or picture.symbols
    picture = replace(picture, theme=request.theme, symbols=symbols, fixed=fixed)
    picture = replace(
        picture, describe=partial(map_picture.description, names, picture.view, picture.crop, full=True)
    )
    sentences = [*_about(names, viewer, request, picture)]
    if picture.crop is not None and not preferences.wordy:
        sentences.append(names.words("map.part"))
    if request.full and request.unit is None and not preferences.wordy:
        sentences.append(names.words.get(f"map.counter.{names.game.scenario.system}", ""))
    return Page(text=" ".join(filter(None, sentences)), picture=picture)


def _about(
    names: Names, viewer: str, request: map_request.ParsedMapRequest, picture: Picture
) -> Iterator[str]:
    """Whose eyes, which unit, what this rulebook has in place of an overlay, how to see the rest."""
    words, unit = names.words, request.unit
    if unit is None:
        yield words("map.own", side=names.side(viewer)) if viewer else words("map.spectator")
    else:
        yield units.about(names, unit.id)
        if unit.side == names.game.state.player and picture.view.reach and not setup_text.possible(names):
            yield words("map.reach", n=len(picture.view.reach))
    side, corps = request.corps
    if side:
        counters = [c for c in picture.view.counters if (c.side, c.corps) == request.corps and c.hex]
        listed = join_within(names, [names.unit(c.id) for c in counters], CORPS) or "–"
        yield words("map.corps" if corps else "map.army", side=names.side(side), corps=corps, units=listed)
    yield from overlays_in_words.of_unit(names, picture.view)
    for overlay in OVERLAYS:
        if overlay in request.overlay_request.overlays:
            yield from filter(
                None,
                [
                    overlays_in_words.stands(names, overlay)
                    or overlays_in_words.nothing_to_show(names, picture.view, overlay)
                ],
            )


def _board(names: Names, viewer: str, part: str, near: str, first: int, filed: bool) -> Page:
    words = names.words
    middle = _middle(names, near) if near.strip() else ""
    view = map_picture.view_of(names, viewer, latest(names.game), OverlayRequest())
    led = map_picture.view_of(names, viewer, (), OverlayRequest(overlays=frozenset({"command"}))).command
    notice = words("map.own", side=names.side(viewer)) if viewer else words("map.spectator")
    return text_map.page(names, view, notice, led=led, part=part, near=middle, first=first, filed=filed)


def _middle(names: Names, near: str) -> Hex:
    """The requested hex: its number, a place's name, or the hex of a unit.

    Raises NotOnTable: no_such_hex, no_such_unit and its like, path_from_nowhere.
    """
    typed, game = near.strip()[:LONGEST], names.game
    grid, printed = game.scenario.grid, game.scenario.hexes
    if position := grid.parse(typed):
        return position
    if typed.isdigit():
        raise NotOnTable("", "no_such_hex", hex=typed, last=grid.label(grid.columns, grid.rows))
    named = [hex_ for hex_, place in printed.items() if place.name.casefold() == typed.casefold()]
    unit = None if named else game.unit_named(typed)
    if unit is not None and unit.hex is None:
        raise NotOnTable("", "path_from_nowhere", unit=unit.id)
    return named[0] if unit is None else str(unit.hex)


def _odds(names: Names, viewer: str, unit: str, target: str) -> Page:
    game = names.game
    if not any({Attack, Bombard} & set(phase.takes) for phase in game.system.phases.values()):
        raise NotOnTable("", "no_odds")
    ids = [game.unit_named(text).id for text in (unit, target)]
    side = game.state.units[ids[0]].side
    if game.record.status == "lobby" or not side:
        raise NotOnTable("", "not_started")
    return odds_page.page(names, forecast.forecasts(game, side, ids[0], ids[1]))

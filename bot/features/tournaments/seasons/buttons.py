"""Buttons of seasons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.core.requests.actor import Actor
from bot.features.tournaments.seasons.page import SEE, VERB
from bot.features.tournaments.seasons.season import Season
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int, unknown_component
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()

Work = Callable[[GameServices, Actor, Season], Awaitable[Page]]


@BUTTONS.on(SEE, curious=True)
async def see(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show the table of a division."""
    season = await services.seasons.get(actor, parse_int(press.arguments[0]))
    division, at = (*press.arguments[1:], "0", "0")[:2]
    return await services.seasons.show(actor, season, parse_int(division), parse_int(at))


async def _leave(services: GameServices, actor: Actor, season: Season) -> Page:
    return await services.seasons.leave(actor, season, leaves=True)


async def _stay(services: GameServices, actor: Actor, season: Season) -> Page:
    return await services.seasons.leave(actor, season, leaves=False)


async def _end(services: GameServices, actor: Actor, season: Season) -> Page:
    return await services.seasons.end(actor, season, sure=True)


async def _next(services: GameServices, actor: Actor, season: Season) -> Page:
    return await services.seasons.open_next(actor, season)


ACTS: Mapping[str, Work] = {"leave": _leave, "stay": _stay, "end": _end, "next": _next}


@BUTTONS.on(VERB)
async def press(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Do what a button of a season says."""
    work = ACTS.get(press.arguments[0])
    season = await services.seasons.get(actor, parse_int(press.arguments[1]))
    if work is None:
        raise unknown_component()
    return await work(services, actor, season)

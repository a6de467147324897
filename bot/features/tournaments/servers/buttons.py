"""Buttons about the servers of a tournament."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.core.requests.actor import Actor
from bot.features.tournaments.servers.page import VERB
from bot.features.tournaments.state.event import Event
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, IdArguments, parse_int, unknown_component
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()

Work = Callable[[GameServices, Actor, Event, IdArguments], Awaitable[Page]]


async def _codes(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournament_servers.withdraw_codes(actor, event)


async def _unfollow(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    guild = str(parse_int(about[0]))
    return await services.tournament_servers.unfollow(actor, event, guild, sure=True)


async def _again(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournament_servers.try_again(actor, event)


ACTS: Mapping[str, Work] = {"codes": _codes, "unfollow": _unfollow, "again": _again}


@BUTTONS.on(VERB)
async def press(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Withdraw codes, let a server follow no more, look again for a server in common."""
    work = ACTS.get(press.arguments[0])
    if work is None:
        raise unknown_component()
    event = await services.tournaments.get(actor, parse_int(press.arguments[1]))
    return await work(services, actor, event, press.arguments[2:])

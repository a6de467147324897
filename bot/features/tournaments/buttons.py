"""Buttons of tournaments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.core.requests.actor import Actor
from bot.features.tournaments.paging import BID, EXTEND, VERB
from bot.features.tournaments.state.event import Event
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, IdArguments, parse_int, unknown_component
from bot.ui.page import Form, Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()

Work = Callable[[GameServices, Actor, Event, IdArguments], Awaitable[Page]]


async def _join(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournaments.join(actor, event)


async def _check(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournaments.check_in(actor, event)


async def _leave(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournaments.withdraw(actor, event, sure=about[:1] == ("yes",))


async def _start(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournaments.start(actor, event)


async def _cancel(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournaments.cancel(actor, event, sure=True)


async def _pair(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournaments.pair(actor, event, parse_int(about[0]))


async def _pairings(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    round_, at = (*about, "0", "0")[:2]
    return await services.tournaments.pairings(actor, event, parse_int(round_), parse_int(at))


async def _standings(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournaments.standings(actor, event, parse_int((*about, "", "0")[1]))


async def _cross(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournaments.cross_table(actor, event, parse_int((*about, "", "0")[1]))


async def _teams(services: GameServices, actor: Actor, event: Event, about: IdArguments) -> Page:
    return await services.tournaments.teams.show_all(actor, event, parse_int((*about, "", "0")[1]))


ACTS: Mapping[str, Work] = {
    "join": _join,
    "check": _check,
    "leave": _leave,
    "start": _start,
    "pair": _pair,
    "cancel": _cancel,
}
LOOKS: Mapping[str, Work] = {"pairings": _pairings, "standings": _standings, "cross": _cross, "teams": _teams}


@BUTTONS.on(EXTEND, opens_form=True)
async def extend(services: GameServices, actor: Actor, press: ComponentPress) -> Page | Form:
    """Open the form in which an organiser gives a round more time."""
    event = await services.tournaments.get(actor, parse_int(press.arguments[0]))
    return await services.tournament_decisions.extension_form(actor, event)


@BUTTONS.on_form(EXTEND)
async def extended(services: GameServices, actor: Actor, form: ComponentPress, text: str) -> Page:
    """Give a round more time."""
    event = await services.tournaments.get(actor, parse_int(form.arguments[0]))
    number, time = parse_int(form.arguments[1]), form.answers.get("time", "")
    return await services.tournament_decisions.extend(actor, event, number, time, text)


@BUTTONS.on(BID, opens_form=True)
async def bid(services: GameServices, actor: Actor, press: ComponentPress) -> Page | Form:
    """Open the form in which a player bids for a side."""
    event = await services.tournaments.get(actor, parse_int(press.arguments[0]))
    return await services.tournaments.bid_form(actor, event)


@BUTTONS.on_form(BID)
async def has_bid(services: GameServices, actor: Actor, form: ComponentPress, text: str) -> Page:
    """Bid for a side."""
    event = await services.tournaments.get(actor, parse_int(form.arguments[0]))
    return await services.tournaments.bid(actor, event, form.answers.get("side", ""), text)


@BUTTONS.on(VERB)
async def press(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Do what a button of a tournament says."""
    work = {**ACTS, **LOOKS}.get(press.arguments[0])
    if work is None:
        raise unknown_component()
    event = await services.tournaments.get(actor, parse_int(press.arguments[1]))
    return await work(services, actor, event, press.arguments[2:])

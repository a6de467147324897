"""Buttons of lobbies: seats, invitations, rematches."""

from __future__ import annotations

import scenarios
from bot.core.requests.actor import Actor
from bot.features.lobby.handicaps import COUNTED
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("take", replaces=False)
async def take(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Take a side."""
    return await services.lobbies.join(actor, press.game_id, press.arguments[0])


@BUTTONS.on("rise", replaces=False)
async def rise(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Leave a seat, or take the computer player from one."""
    return await services.lobbies.stand_up(actor, press.game_id, press.arguments[0])


@BUTTONS.on("partner", replaces=False)
async def partner(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Give a side to the computer player."""
    return await services.lobbies.seat_computer_player(actor, press.game_id, press.arguments[0])


@BUTTONS.on("handicap", replaces=False)
async def handicap(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Play with the handicap that was counted for the battle, or without one."""
    return await services.lobbies.set_handicap(actor, press.game_id, counted=press.arguments[0] == COUNTED)


@BUTTONS.on("start", replaces=False)
async def start(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Begin the game."""
    return await services.lobbies.start(actor, press.game_id)


@BUTTONS.on("new", replaces=False)
async def new(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Open another game: of that battle, or the first real one."""
    if press.arguments[:1] == ("tutorial",):
        return await services.lobbies.tutorial(actor)
    return await services.finder.new(
        actor, press.arguments[0] if press.arguments else scenarios.FIRST, "", None
    )


@BUTTONS.on("lobby")
async def lobby(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Turn the page of the open seats of a server."""
    number, system = (*press.arguments, "", "")[:2]
    return await services.finder.show(actor, system, parse_int(number or "0"))


@BUTTONS.on("invite")
async def invite(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Invite a player who is looking for a game."""
    return await services.finder.call(actor, press.game_id, parse_int(press.chosen))


@BUTTONS.on("unkeep", replaces=False)
async def unkeep(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Let anybody take a seat that was kept."""
    return await services.finder.release(actor, press.game_id, press.arguments[0])


@BUTTONS.on("rematch", replaces=False)
async def rematch(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Play the same battle again, with sides swapped."""
    return await services.finder.rematch(actor, press.game_id)

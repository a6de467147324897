"""Buttons and menus of leaders, facing and fire."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.play_services import PlayServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[PlayServices] = ButtonSet()


@BUTTONS.on("activate")
async def activate(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Activate a leader."""
    return await services.leaders.activate(actor, press.game_id, press.stamp, press.arguments[0])


@BUTTONS.on("muster", "shooters")
async def tick(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Tick units for a leader to command, or to fire at a target."""
    return await services.leaders.tick(actor, press.game_id, press.arguments[0], press.picked)


@BUTTONS.on("lead")
async def roll(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Let a leader command, with so many dice."""
    return await services.leaders.roll(actor, press.game_id, press.stamp, press.arguments)


@BUTTONS.on("share")
async def share(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Share the dice out."""
    return await services.leaders.give(actor, press.game_id, press.stamp, press.chosen or press.arguments[0])


@BUTTONS.on("turn")
async def turn(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Turn a unit, or change its formation."""
    return await services.leaders.turn(actor, press.game_id, press.stamp, press.arguments[0], press.chosen)


@BUTTONS.on("volley")
async def volley(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Fire at a target."""
    return await services.leaders.volley(actor, press.game_id, press.stamp, press.arguments)


@BUTTONS.on("standing")
async def standing(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Show the standing orders, and the answers to a kind of question."""
    return await services.leaders.ask(actor, press.game_id, press.chosen)


@BUTTONS.on("instruct")
async def instruct(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Give a standing order."""
    return await services.leaders.instruct(actor, press.game_id, press.arguments)

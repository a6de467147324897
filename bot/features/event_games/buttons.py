"""Buttons and forms of the games of an event. Who may use them is checked again with each press."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Form, Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("events", curious=True)
async def events(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show the games of an event, or turn the page."""
    event, number = parse_int(press.arguments[0]), parse_int(press.arguments[1])
    return await services.event_games.overview(actor, event, number)


@BUTTONS.on("eventgame", curious=True)
async def event_game(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show what can be decided about a game."""
    event, number = parse_int(press.arguments[0]), parse_int(press.arguments[1])
    return await services.event_games.game(actor, press.game_id, event, number)


@BUTTONS.on("decide", opens_form=True)
async def decide(services: GameServices, actor: Actor, press: ComponentPress) -> Page | Form:
    """Open the form in which a reason is given."""
    return await services.event_games.form(actor, press.game_id, press.arguments[0])


@BUTTONS.on_form("decide")
async def decided(services: GameServices, actor: Actor, form: ComponentPress, text: str) -> Page:
    """Do what the form says."""
    return await services.event_games.decide(
        actor, form.game_id, form.stamp, form.arguments[0], form.answers, text
    )

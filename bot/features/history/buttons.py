"""Buttons of `/log` and `/why`."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.play_services import PlayServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[PlayServices] = ButtonSet()


@BUTTONS.on("log", curious=True)
async def log(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Turn a page of the history."""
    return await services.log_service.turn(actor, press)


@BUTTONS.on("logs", curious=True)
async def logs(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Show the history of another game of the channel."""
    return await services.log_service.chosen(actor, press)


@BUTTONS.on("why", "whys", replaces=False, curious=True)
async def why(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Explain a result."""
    return await services.explanations.pressed(actor, press)

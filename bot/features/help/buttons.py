"""The menu and the button of `/help`."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("help")
async def help_on(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Help on a topic."""
    return await services.help_service.page(actor, press.chosen)


@BUTTONS.on("guide", replaces=False)
async def guide(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show the player's guide."""
    return await services.help_service.guide(actor)

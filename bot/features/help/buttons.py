"""The menu and the button of `/help`."""

from __future__ import annotations

from bot.core.game_service import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("help")
async def help_on(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Help on a topic."""
    assert services.help_service is not None, "the menu of topics never comes from a what-if"
    return await services.help_service.page(actor, press.chosen)


@BUTTONS.on("guide", replaces=False)
async def guide(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show the player's guide."""
    assert services.help_service is not None, "nor does its button"
    return await services.help_service.guide(actor)

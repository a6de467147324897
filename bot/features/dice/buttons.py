"""Buttons about the dice of a finished game."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("verify", replaces=False, curious=True)
async def verify(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Check every die of the game."""
    return await services.dice_service.verify(actor, press.game_id)


@BUTTONS.on("luck", replaces=False, curious=True)
async def luck(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show how lucky who was in the game."""
    return await services.dice_service.luck(actor, game_id=press.game_id)

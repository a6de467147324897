"""Buttons of `/log` and `/why`."""

from __future__ import annotations

from bot.core.game_service import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("log")
async def log(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Turn a page of the history."""
    return await services.log_service.turn(actor, press)


@BUTTONS.on("why", "whys", replaces=False)
async def why(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Explain a result."""
    return await services.explanations.pressed(actor, press)

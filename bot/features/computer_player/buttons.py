"""Buttons about the computer player."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("level", replaces=False)
async def level(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Choose the level of the computer player on a side."""
    return await services.lobbies.set_level(actor, press.game_id, press.arguments[0], press.chosen)


@BUTTONS.on("demostop", replaces=False)
async def stop_demonstration(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """End a game that the computer plays against itself."""
    return await services.demonstrations.stop(actor, press.game_id)

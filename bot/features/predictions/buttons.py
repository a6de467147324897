"""The buttons with which spectators predict a fight."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("guess")
async def guess(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Predict how a big fight will end."""
    return await services.predictions.guess(actor, press.game_id, press.stamp, press.arguments[0])

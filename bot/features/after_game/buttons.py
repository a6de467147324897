"""The button *What mattered* under the report of the end."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("mattered", replaces=False, curious=True)
async def what_mattered(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show the orders whose alternatives were most better."""
    return await services.what_mattered.page(actor, press.game_id)

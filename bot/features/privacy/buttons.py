"""Buttons of `/me data`."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("exportme")
async def export(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Give a user all their stored data."""
    return await services.privacy.export(actor)


@BUTTONS.on("forgetme")
async def forget(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Delete it, once they are sure."""
    return await services.privacy.delete(actor, sure=press.arguments == ("yes",))

"""The button with which a moderator confirms."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("ruling")
async def ruling(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Do what a marshal has asked for: they are sure."""
    return await services.moderation.sure(actor, press.game_id, press.stamp, parse_int(press.arguments[0]))

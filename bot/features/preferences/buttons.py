"""Menus of `/preferences`."""

from __future__ import annotations

from bot.core.game_access import Actor
from bot.features.preferences.model import USUAL
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("like")
async def like(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Prefer something, in a menu of /preferences; its button has everything as usual again."""
    picked = [word for word in press.picked if word != USUAL] or [USUAL]
    changes = {name: " ".join(picked) for name in press.arguments}
    return await services.preferences.show(actor, changes, reset=not changes)

"""Menus of `/me look`, and the offer of dark maps."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.features.preferences.model import USUAL
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("like")
async def like(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Prefer something, in a menu of /me look; its button has everything as usual again."""
    picked = [word for word in press.picked if word != USUAL] or [USUAL]
    changes = {name: " ".join(picked) for name in press.arguments}
    return await services.preferences.show(actor, changes, reset=not changes)


@BUTTONS.on("liketheme", replaces=False)
async def like_theme(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Prefer dark or light maps, as a map answer offers until the player has chosen."""
    return await services.preferences.show(actor, {"theme": "".join(press.arguments[:1])})

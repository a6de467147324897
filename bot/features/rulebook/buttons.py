"""Buttons and menus that show a rule."""

from __future__ import annotations

from bot.core.game_service import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("rule")
async def rule(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show a rule."""
    return await services.views.rule(actor, press.arguments[0])


@BUTTONS.on("read", replaces=False)
async def read(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show a rule, beside what one was reading."""
    return await services.views.rule(actor, press.arguments[0])

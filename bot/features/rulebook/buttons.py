"""Buttons and menus that show a rule."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.play_services import PlayServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[PlayServices] = ButtonSet()


@BUTTONS.on("rule", curious=True)
async def rule(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Show a rule."""
    return await services.views.rule(actor, press.arguments[0])


@BUTTONS.on("read", replaces=False, curious=True)
async def read(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Show a rule, beside what one was reading."""
    return await services.views.rule(actor, press.arguments[0])

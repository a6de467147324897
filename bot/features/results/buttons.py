"""Buttons under a list of results."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("results", curious=True)
async def results(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Turn the page, or get the list as a file."""
    scope, number, kind = press.arguments[0], parse_int(press.arguments[1]), press.arguments[2]
    return await services.result_list.page(actor, scope, number, kind)

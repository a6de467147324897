"""Buttons of a suggested order: give it, or show another."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("advise", curious=True)
async def advise(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Suggest another order."""
    return await services.advice.advise(actor, press.game_id, abs(parse_int(press.arguments[0])))


@BUTTONS.on("advdo")
async def do_it(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Give the order that was suggested."""
    number, seal = abs(parse_int(press.arguments[0])), press.arguments[1]
    return await services.advice.carry_out(actor, press.game_id, press.stamp, number, seal)

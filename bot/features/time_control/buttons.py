"""Buttons of clocks and substitutes."""

from __future__ import annotations

from bot.core.game_access import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("setclock")
async def set_clock(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Agree to another clock."""
    return await services.clocks.agree(actor, press.game_id, parse_int(press.arguments[0]))


@BUTTONS.on("relieve")
async def relieve(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Take over a side: requested once, confirmed by a second button."""
    return await services.clocks.relieve(
        actor, press.game_id, press.arguments[0], sure=press.arguments[1:] == ("yes",)
    )

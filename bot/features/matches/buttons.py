"""The menu under the post that tells two players of each other."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("match", replaces=False)
async def match(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Open the game of a pair with the battle that is chosen."""
    return await services.matches.open(actor, parse_int(press.arguments[0]), press.chosen)

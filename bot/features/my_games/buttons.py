"""Buttons of `/game list`."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("games", curious=True)
async def games(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Turn the page of the asker's games, or show the finished ones."""
    return await services.my_games.mine(
        actor, parse_int(press.arguments[1]), over=press.arguments[0] == "over"
    )

"""The button *Replay* beside a record."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("replay", replaces=False, curious=True)
async def replay(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Give the replay of the game as a file."""
    return await services.replays.page(actor, press.game_id)

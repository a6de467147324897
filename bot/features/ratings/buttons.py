"""Buttons and menus under ratings."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("rating", curious=True)
async def rating(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """The asker's own ratings."""
    return await services.ratings.show(actor, actor.user, actor.name)


@BUTTONS.on("ratingtable", curious=True)
async def table(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """The server's table, overall or of the rulebook that is chosen."""
    return await services.ratings.table(actor, press.chosen or press.arguments[0])

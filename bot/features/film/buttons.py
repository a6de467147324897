"""The button *Film* of a finished game."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.features.film.film_moments import WHOLE
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("film", replaces=False, curious=True)
async def film(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show the whole game as a film."""
    return await services.films.film(actor, WHOLE, game_id=press.game_id)

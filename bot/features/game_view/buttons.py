"""Buttons that show the map, the map in words and the status of the game."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.features.game_view.map_request import MapRequest
from bot.play_services import PlayServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Page

BUTTONS: ButtonSet[PlayServices] = ButtonSet()


@BUTTONS.on("map", replaces=False, curious=True)
async def show_map(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Show the map."""
    return await services.views.map(actor, MapRequest(area="whole"), press.game_id)


@BUTTONS.on("board", curious=True)
async def board(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Go to a section of the table in words."""
    part, near = (*press.arguments, "", "")[:2]
    first = parse_int(press.chosen) if press.chosen else 0
    return await services.views.board(
        actor, press.game_id, part=part.replace("all", ""), near=near, first=first
    )


@BUTTONS.on("status", replaces=False, curious=True)
async def status(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Show how the game stands."""
    return await services.views.status(actor, press.game_id)

"""Buttons of seasons."""

from __future__ import annotations

from bot.core.game_access import Actor
from bot.features.tournaments.seasons.page import SEE, VERB
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int, unknown_component
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on(SEE, curious=True)
async def see(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Show the table of a division."""
    season = await services.seasons.get(actor, parse_int(press.arguments[0]))
    division, at = (*press.arguments[1:], "0", "0")[:2]
    return await services.seasons.show(actor, season, parse_int(division), parse_int(at))


@BUTTONS.on(VERB)
async def press(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Do what a button of a season says."""
    season = await services.seasons.get(actor, parse_int(press.arguments[1]))
    match press.arguments[0]:
        case "leave" | "stay" as what:
            return await services.seasons.leave(actor, season, leaves=what == "leave")
        case "end":
            return await services.seasons.end(actor, season, sure=True)
        case "next":
            return await services.seasons.open_next(actor, season)
        case _:
            raise unknown_component()

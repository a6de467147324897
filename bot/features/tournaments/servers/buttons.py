"""Buttons about the servers of a tournament."""

from __future__ import annotations

from bot.core.game_access import Actor
from bot.features.tournaments.servers.page import VERB
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int, unknown_component
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on(VERB)
async def press(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Withdraw codes, let a server follow no more, look again for a server in common."""
    what = press.arguments[0]
    if what not in ("codes", "unfollow", "again"):
        raise unknown_component()
    event = await services.tournaments.get(actor, parse_int(press.arguments[1]))
    if what == "unfollow":
        guild = str(parse_int(press.arguments[2]))
        return await services.tournament_servers.unfollow(actor, event, guild, sure=True)
    if what == "codes":
        return await services.tournament_servers.withdraw_codes(actor, event)
    return await services.tournament_servers.try_again(actor, event)

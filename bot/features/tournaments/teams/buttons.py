"""Buttons and forms of teams."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.features.tournaments.teams import page as team_page
from bot.features.tournaments.teams.page import ENTER, VERB
from bot.game_services import GameServices
from bot.i18n.catalogue import catalogue_for
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int, unknown_component
from bot.ui.page import Form, Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()

ANSWERS = {"accept": True, "decline": False}
"""What an invited player can press, and whether they accept by it."""


@BUTTONS.on(ENTER, opens_form=True)
async def enter(services: GameServices, actor: Actor, press: ComponentPress) -> Page | Form:
    """Open the form in which a captain names a team."""
    event = await services.tournaments.get(actor, parse_int(press.arguments[0]))
    return team_page.enter_form(catalogue_for(actor.language), event)


@BUTTONS.on_form(ENTER)
async def entered(services: GameServices, actor: Actor, form: ComponentPress, text: str) -> Page:
    """Enter a team."""
    event = await services.tournaments.get(actor, parse_int(form.arguments[0]))
    return await services.tournaments.teams.enter(actor, event, text)


@BUTTONS.on(VERB)
async def answer(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Accept or decline an invitation to a team."""
    accepts = ANSWERS.get(press.arguments[0])
    if accepts is None:
        raise unknown_component()
    event = await services.tournaments.get(actor, parse_int(press.arguments[1]))
    return await services.tournaments.teams.answer(
        actor, event, parse_int(press.arguments[2]), accepts=accepts
    )

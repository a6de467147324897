"""The button *Record* of a finished game, and the one that plays an imported game on."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.features.record.import_service import PLAY_ON, PLAY_ON_FORM
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Form, Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("record", replaces=False, curious=True)
async def record(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Give the record of the game as a file."""
    return await services.records.export(actor, press.game_id)


@BUTTONS.on(PLAY_ON_FORM, replaces=False, opens_form=True)
async def play_on_form(services: GameServices, actor: Actor, press: ComponentPress) -> Page | Form:
    """Open the form in which the moment is named."""
    return await services.record_import.form(actor, press.game_id)


@BUTTONS.on_form(PLAY_ON)
async def play_on(services: GameServices, actor: Actor, form: ComponentPress, text: str) -> Page:
    """Open a lobby in which an imported game is played on from a moment."""
    return await services.record_import.play_on(actor, form.game_id, text)

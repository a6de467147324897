"""Buttons of clocks and substitutes."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Form, Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("setclock")
async def set_clock(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Agree to another clock."""
    return await services.clocks.agree(actor, press.game_id, parse_int(press.arguments[0]))


@BUTTONS.on("clockform", opens_form=True)
async def clock_form(services: GameServices, actor: Actor, press: ComponentPress) -> Page | Form:
    """Open the form in which a clock is chosen."""
    return await services.clocks.form(actor, press.game_id)


@BUTTONS.on_form("clock")
async def clock_chosen(services: GameServices, actor: Actor, form: ComponentPress, text: str) -> Page:
    """Set the clock that was chosen, or written, in the form; or propose it."""
    time = text.strip() or form.answers.get("time", "")
    return await services.clocks.clock(actor, time, form.answers.get("late", ""))


@BUTTONS.on("nodaily", replaces=False)
async def no_daily(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """End the daily reminders of the one who was reminded."""
    return await services.absences.no_daily(actor, parse_int(press.arguments[0]))


@BUTTONS.on("imback", replaces=False)
async def back(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Take your side back from the computer."""
    return await services.clocks.back(actor, press.game_id)


@BUTTONS.on("relieve")
async def relieve(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Take over a side: requested once, confirmed by a second button."""
    return await services.clocks.relieve(
        actor, press.game_id, press.arguments[0], sure=press.arguments[1:] == ("yes",)
    )

"""Buttons of batch orders."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.play_services import PlayServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Form, Page

BUTTONS: ButtonSet[PlayServices] = ButtonSet()


@BUTTONS.on("give")
async def give(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Give the orders of a draft."""
    return await services.batch_orders.give(actor, press.game_id, parse_int(press.arguments[0]), press.stamp)


@BUTTONS.on("write", opens_form=True)
async def write(services: PlayServices, actor: Actor, press: ComponentPress) -> Page | Form:
    """Open the form in which several orders are written."""
    return await services.batch_orders.form(actor, press.game_id)


@BUTTONS.on_form("orders")
async def written(services: PlayServices, actor: Actor, form: ComponentPress, text: str) -> Page:
    """Judge the orders written in the form."""
    return await services.batch_orders.written(actor, form.game_id, text)

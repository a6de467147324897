"""Buttons and menus for writing secret orders."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.play_services import PlayServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Form, Page

BUTTONS: ButtonSet[PlayServices] = ButtonSet()


@BUTTONS.on("orders")
async def show_orders(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Choose another order for a unit."""
    return await services.orders.panel(actor, press.game_id, unit=press.arguments[0])


@BUTTONS.on("orderform", opens_form=True)
async def order_form(services: PlayServices, actor: Actor, press: ComponentPress) -> Page | Form:
    """Open the form for one order."""
    return await services.secret_orders.form(actor, press.game_id)


@BUTTONS.on_form("secret")
async def filled_in(services: PlayServices, actor: Actor, form: ComponentPress, text: str) -> Page:
    """Write the order that was filled in."""
    return await services.secret_orders.filled_in(actor, form.game_id, form.answers, text)


@BUTTONS.on("kind")
async def kind(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Choose an order to be written for a unit."""
    return await services.secret_orders.kind(
        actor, press.game_id, press.stamp, press.arguments[0], press.chosen
    )


@BUTTONS.on("word", "put")
async def word(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Go on to the next word of a written order."""
    return await services.secret_orders.word(actor, press.game_id, press.stamp, press.arguments)


@BUTTONS.on("way")
async def way(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Choose the next hex of a path, or take the last one back."""
    return await services.secret_orders.way(actor, press.game_id, press.stamp, press.arguments)


@BUTTONS.on("aim")
async def aim(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Choose a target or a range."""
    return await services.secret_orders.aim(actor, press.game_id, press.stamp, press.arguments, press.chosen)


@BUTTONS.on("aims")
async def aims(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Turn the page of the menu of targets."""
    return await services.secret_orders.aims(actor, press.game_id, press.stamp, press.arguments)


@BUTTONS.on("strikeout")
async def strike_out(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Take a written order out of the envelope."""
    return await services.secret_orders.strike_out(actor, press.game_id, press.arguments[0], press.stamp)


@BUTTONS.on("lock")
async def lock(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Close the envelope."""
    return await services.secret_orders.lock(
        actor, press.game_id, press.stamp, sure=press.arguments == ("yes",)
    )


@BUTTONS.on("unlock")
async def unlock(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Open the envelope again."""
    return await services.secret_orders.unlock(actor, press.game_id, press.stamp)

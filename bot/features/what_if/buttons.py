"""Buttons that send a what-if or end it."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.i18n.catalogue import catalogue_for
from bot.play_services import PlayServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[PlayServices] = ButtonSet()


@BUTTONS.on("whatifsend", framed=False)
async def send(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Give the orders of a what-if to the game."""
    what_if = services.what_if
    return await what_if.send(actor) if what_if else Page(text=catalogue_for(actor.language)("old_button"))


@BUTTONS.on("whatifend", framed=False)
async def end(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Discard a what-if."""
    what_if = services.what_if
    return await what_if.end(actor) if what_if else Page(text=catalogue_for(actor.language)("old_button"))

"""Buttons of the gallery of battles."""

from __future__ import annotations

import scenarios
from bot.core.requests.actor import Actor
from bot.features.lobby.join_rules import FULL
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress, parse_int
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("battles", curious=True)
async def battles(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """A page of the gallery."""
    return await services.gallery.show(actor, parse_int(press.arguments[0] if press.arguments else "0"))


@BUTTONS.on("battle", curious=True)
async def battle(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """One battle of the gallery: chosen from the menu, or named by a button that leads back to it."""
    return await services.gallery.open(actor, press.arguments[0] if press.arguments else press.chosen)


@BUTTONS.on("background", curious=True)
async def background(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """The battle as it was."""
    return await services.gallery.background(actor, press.arguments[0])


@BUTTONS.on("playnow", replaces=False)
async def play_now(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Play a battle against the computer, at once: the first one where none is named."""
    chosen = press.arguments[0] if press.arguments else scenarios.FIRST
    return await services.lobbies.play_now(actor, await services.server_battles.find(actor, chosen))


@BUTTONS.on("playas", replaces=False)
async def play_as(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Play a battle against the computer, at once, on a chosen side and level."""
    battle = await services.server_battles.find(actor, press.arguments[0])
    side, level = (*press.chosen.split(" "), "", "")[:2]
    return await services.lobbies.play_now(actor, battle, level, side)


@BUTTONS.on("table", replaces=False)
async def table(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Open a table; one that starts by itself once every seat is taken, where the button says so."""
    start = FULL if press.arguments[1:] == ("full",) else ""
    chosen = await services.server_battles.find(actor, press.arguments[0])
    return await services.finder.new(actor, chosen, "", None, start)


@BUTTONS.on("trybattle", replaces=False)
async def try_battle(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Play a battle against the computer in a private thread."""
    return await services.try_out.open(actor, press.arguments[0])

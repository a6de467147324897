"""Buttons with which players agree on an undo, a draw or a pause."""

from __future__ import annotations

from bot.core.requests.actor import Actor
from bot.game_services import GameServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page

BUTTONS: ButtonSet[GameServices] = ButtonSet()


@BUTTONS.on("undoyes")
async def let_undo(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Agree to what the other side asks to take back."""
    return await services.undo_requests.answer(
        actor, press.game_id, press.arguments[0], press.stamp, agreed=True
    )


@BUTTONS.on("undono")
async def keep_all(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Refuse what the other side asks to take back."""
    return await services.undo_requests.answer(
        actor, press.game_id, press.arguments[0], press.stamp, agreed=False
    )


@BUTTONS.on("drawyes")
async def agree_draw(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Agree to the draw that the other side offers."""
    return await services.draw_offers.answer(
        actor, press.game_id, press.arguments[0], press.stamp, agreed=True
    )


@BUTTONS.on("drawno")
async def refuse_draw(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Play on."""
    return await services.draw_offers.answer(
        actor, press.game_id, press.arguments[0], press.stamp, agreed=False
    )


@BUTTONS.on("pauseyes")
async def agree_pause(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Agree to the pause that the other side proposes."""
    return await services.pause_offers.answer(
        actor, press.game_id, press.arguments[0], press.stamp, agreed=True
    )


@BUTTONS.on("pauseno")
async def refuse_pause(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Play on without a pause."""
    return await services.pause_offers.answer(
        actor, press.game_id, press.arguments[0], press.stamp, agreed=False
    )


@BUTTONS.on("resume", replaces=False)
async def resume(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """End a pause of the players."""
    return await services.pause_offers.resume(actor, press.game_id)


@BUTTONS.on("drawsure")
async def sure_draw(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """End a game that one plays with oneself in a draw."""
    return await services.draw_offers.sure(actor, press.game_id, press.arguments[0], press.stamp)

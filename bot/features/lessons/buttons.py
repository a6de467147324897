"""Buttons of lessons."""

from __future__ import annotations

from bot.core.lesson_games import course_of
from bot.core.requests.actor import Actor
from bot.features.lessons import courses
from bot.game_services import GameServices
from bot.play_services import PlayServices
from bot.ui.button_set import ButtonSet
from bot.ui.component_press import ComponentPress
from bot.ui.page import Page
from engine.errors import IllegalOrder

BUTTONS: ButtonSet[GameServices] = ButtonSet()
PLAY_BUTTONS: ButtonSet[PlayServices] = ButtonSet()


@BUTTONS.on("tutorial", replaces=False)
async def tutorial(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Start the tutorial here, or in a private thread if a game is running here."""
    try:
        return await services.lobbies.tutorial(actor)
    except IllegalOrder as refused:
        if refused.reason != "channel_taken":
            raise
        return await services.lessons.learn(actor, course_of(courses.first_battle()))


@BUTTONS.on("learn", replaces=False)
async def learn(services: GameServices, actor: Actor, press: ComponentPress) -> Page:
    """Learn a rulebook, or start over if the button names a game; without any, choose one."""
    return await services.lessons.learn(
        actor,
        press.arguments[0] if press.arguments else "",
        start_over=press.game_id if press.arguments[1:] == ("anew",) else None,
    )


@PLAY_BUTTONS.on("lesson")
async def lesson(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Do what the tutorial proposes."""
    return await services.open_lesson.follow(actor, press.game_id, press.stamp)


@PLAY_BUTTONS.on("skip")
async def skip(services: PlayServices, actor: Actor, press: ComponentPress) -> Page:
    """Pass the open page of the tutorial."""
    return await services.open_lesson.skip(actor, press.game_id, press.stamp)

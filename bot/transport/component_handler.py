"""Receives pressed buttons, menu choices and sent forms, and hands each to its feature.

The lesson of a player who is alone with the computer is one public message: presses edit it in place.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Protocol

import discord

from bot.transport import forms
from bot.transport.component_router import ComponentRouter
from bot.transport.interactions import InteractionHandler
from bot.ui.component_press import ComponentPress
from storage import DatabaseTrouble

Interaction = discord.Interaction[Any]


class Lessons(Protocol):
    """The lessons of players, as far as presses need them."""

    async def is_lesson(self, channel: int, message: int, game: int, user: int) -> bool:
        """Whether a message is a user's lesson, in a thread of their own."""


class ComponentHandler:
    """Answers components: in place of the message they were in, where only that person sees it, or where it
    is that person's lesson."""

    def __init__(self, interactions: InteractionHandler, router: ComponentRouter, lessons: Lessons) -> None:
        self._interactions = interactions
        self._router = router
        self._lessons = lessons

    async def pressed(self, interaction: Interaction, press: ComponentPress) -> None:
        """Answer a button or a menu."""
        handler = self._router.handlers.get(press.verb)
        work = partial(self._router.dispatch, press)
        if handler is not None and handler.opens_form:
            await self._interactions.ask(interaction, work, replacing=_private(interaction))
        else:
            replaces = handler is not None and handler.replaces
            shared = replaces and not _private(interaction) and await self._in_lesson(interaction, press)
            replacing = shared or (replaces and _private(interaction))
            curious = (handler is not None and handler.curious) or press.game_id < 0
            await self._interactions.serve(
                interaction, work, replacing=replacing, shared=shared, curious=curious
            )

    async def _in_lesson(self, interaction: Interaction, press: ComponentPress) -> bool:
        """Whether the pressed message is the lesson of the one who pressed. Without the database: no."""
        channel = interaction.channel_id or 0
        message = interaction.message.id if interaction.message is not None else 0
        try:
            async with asyncio.timeout(self._interactions.timeouts.lesson):
                return await self._lessons.is_lesson(channel, message, press.game_id, interaction.user.id)
        except (TimeoutError, DatabaseTrouble):
            return False

    async def submitted(self, interaction: Interaction) -> None:
        """Answer a form. Like buttons, forms are not remembered: their id says all."""
        form = forms.submitted(interaction)
        if form is None:
            await self._interactions.refuse(interaction, "old_button")
        else:
            work = partial(self._router.submit, *form)
            curious = form[0].game_id < 0
            await self._interactions.serve(
                interaction, work, replacing=_private(interaction), curious=curious
            )


def _private(interaction: Interaction) -> bool:
    """Whether it comes from a message that only this person sees."""
    if interaction.message is None or not interaction.message.flags.ephemeral:
        return False
    origin = interaction.message.interaction_metadata
    return origin is None or origin.user.id == interaction.user.id

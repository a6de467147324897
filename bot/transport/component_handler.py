"""Receives pressed buttons, menu choices and sent forms, and hands each to its feature."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.transport import forms
from bot.transport.component_router import ComponentRouter
from bot.transport.interactions import InteractionHandler
from bot.ui.component_press import ComponentPress

Interaction = discord.Interaction[Any]


class ComponentHandler:
    """Answers components: in place of the message they were in, where only that person sees it."""

    def __init__(self, interactions: InteractionHandler, router: ComponentRouter) -> None:
        self._interactions = interactions
        self._router = router

    async def pressed(self, interaction: Interaction, press: ComponentPress) -> None:
        """Answer a button or a menu."""
        handler = self._router.handlers.get(press.verb)
        work = partial(self._router.dispatch, press)
        if handler is not None and handler.opens_form:
            await self._interactions.ask(interaction, work, replacing=_private(interaction))
        else:
            replacing = handler is not None and handler.replaces and _private(interaction)
            await self._interactions.serve(interaction, work, replacing=replacing)

    async def submitted(self, interaction: Interaction) -> None:
        """Answer a form. Like buttons, forms are not remembered: their id says all."""
        form = forms.submitted(interaction)
        if form is None:
            await self._interactions.refuse(interaction, "old_button")
        else:
            work = partial(self._router.submit, *form)
            await self._interactions.serve(interaction, work, replacing=_private(interaction))


def _private(interaction: Interaction) -> bool:
    """Whether it comes from a message that only this person sees."""
    if interaction.message is None or not interaction.message.flags.ephemeral:
        return False
    origin = interaction.message.interaction_metadata
    return origin is None or origin.user.id == interaction.user.id

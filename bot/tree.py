"""The tree of slash commands: what is handed in is held against it, and whatever goes wrong is answered."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot import given

Interaction = discord.Interaction[Any]

MISREAD = (app_commands.CommandSignatureMismatch, app_commands.TransformerError)
"""Errors of the library about somebody or something that was named and is not here."""


class Tree(app_commands.CommandTree[Any]):
    """The slash commands. Whatever goes wrong is answered."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether it is to be answered, and its options are such as the command takes: the library runs it
        with any."""
        if not self.client.reception.taken(interaction):
            return False
        typing = interaction.type is discord.InteractionType.autocomplete
        found = given.fault(self, dict(interaction.data or {}), typing=typing)
        if found is None:
            return True
        await self.client.reception.refuse(interaction, found.key, **found.facts)
        return False

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer kindly, with a number by which the error is found in the log."""
        if isinstance(error, MISREAD):
            await self.client.reception.refuse(interaction, "given.nobody")
        elif isinstance(error, app_commands.CommandNotFound):
            await self.client.reception.refuse(interaction, "old_command")
        else:
            await self.client.reception.failed(interaction, error)

"""What is kept about whoever asks: /privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class PrivacyCog(
    commands.GroupCog, group_name="privacy", group_description="See, get or delete what is kept about you"
):
    """Everybody's own data, in all servers at once."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show in short what is kept about you."""
        await self.bot.reception.serve(interaction, self.bot.privacy.show)

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """Get all that is kept about you, as a file."""
        await self.bot.reception.serve(interaction, self.bot.privacy.export)

    @app_commands.command()
    async def delete(self, interaction: Interaction) -> None:
        """Delete all that is kept about you; you are asked once more."""
        await self.bot.reception.serve(interaction, self.bot.privacy.delete)

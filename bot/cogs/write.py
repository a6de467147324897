"""/orders: many orders at once, in a form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

if TYPE_CHECKING:
    from bot.client import Grognard


class WriteCog(commands.Cog):
    """Orders written down line by line."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    async def orders(self, interaction: discord.Interaction[Any]) -> None:
        """Write many orders at once, one a line; they are judged before you give them."""
        await self.bot.reception.ask(interaction, self.bot.secretary.form)

"""/predictions: who foresees big fights best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class PredictionsCog(commands.Cog):
    """What those who look on make of it."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    async def predictions(self, interaction: Interaction) -> None:
        """Show which spectators of this server foresee big fights best, and how you do."""
        await self.bot.reception.serve(interaction, self.bot.presses.wagers.board)

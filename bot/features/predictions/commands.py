"""`/me predictions`: who predicts big fights best."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.help.topics import in_topic
from bot.i18n.command_groups import in_group
from bot.services import Services

Interaction = discord.Interaction[Any]


class PredictionCommands(commands.Cog):
    """Predictions by spectators."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("teams", 2) | in_group("me"))
    async def predictions(self, interaction: Interaction) -> None:
        """Show this server's best predictors of big fights, and your own record."""
        await self.services.interactions.serve(interaction, self.services.predictions.board)

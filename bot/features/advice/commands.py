"""/game advise."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.i18n.command_groups import in_group
from bot.services import Services

Interaction = discord.Interaction[Any]


class AdviceCommands(commands.Cog):
    """Advice on the next order."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_group("game"))
    async def advise(self, interaction: Interaction) -> None:
        """Get an order suggested, with reasons; not in rated games."""
        await self.services.interactions.serve(interaction, self.services.advice.advise, curious=True)

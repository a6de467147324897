"""`/game list`: the games of a player."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.help.topics import in_topic
from bot.i18n.command_groups import in_group
from bot.services import Services

Interaction = discord.Interaction[Any]


class MyGamesCommands(commands.Cog):
    """The games of a player on all servers."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="list", extras=in_topic("start", 5) | in_group("game"))
    @app_commands.describe(finished="Show finished games instead")
    async def games(self, interaction: Interaction, finished: bool = False) -> None:
        """List your games on all servers, those waiting for you first."""
        mine = self.services.my_games.mine
        await self.services.interactions.serve(
            interaction, lambda actor: mine(actor, over=finished), curious=True
        )

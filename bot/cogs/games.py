"""The games of a person: /games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class GamesCog(commands.Cog):
    """What somebody plays, wherever it is."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(finished="Those that are over instead")
    async def games(self, interaction: Interaction, finished: bool = False) -> None:
        """List your games on all servers, first those that wait for you."""
        mine = self.bot.my_games.mine
        await self.bot.reception.serve(interaction, lambda by: mine(by, over=finished))

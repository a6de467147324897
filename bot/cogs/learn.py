"""/learn: the learning battles, in a thread of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.books import BATTLES
from bot.cogs.choices import named

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class LearnCog(commands.Cog):
    """Learning by doing."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(system="Which rules; without it I show what there is")
    @app_commands.choices(system=named("learn.book", BATTLES))
    async def learn(self, interaction: Interaction, system: str = "") -> None:
        """Learn a game step by step, in a private thread, against the sparring partner."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.learning.learn(by, system))

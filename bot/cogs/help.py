"""/help: what to do now, and every command by topic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import named
from bot.say.help import NOW, TOPICS

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class HelpCog(commands.Cog):
    """Where to begin."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(topic="What you want to know of; none: what to do here and now")
    @app_commands.choices(topic=named("help.topics", (NOW, *TOPICS)))
    async def help(self, interaction: Interaction, topic: str = "") -> None:
        """What to do here and now, and every command by topic."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.helping.page(by, topic))

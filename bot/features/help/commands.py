"""/help: what to do now, and every command by topic."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.help.page import NOW
from bot.features.help.topics import TOPICS, in_topic
from bot.services import Services
from bot.transport.autocomplete import localized_choices

Interaction = discord.Interaction[Any]


class HelpCommands(commands.Cog):
    """Where to begin."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("start", 1))
    @app_commands.describe(topic="What you want to know about; leave empty for what to do here and now")
    @app_commands.choices(topic=localized_choices("help.topics", (NOW, *TOPICS)))
    async def help(self, interaction: Interaction, topic: str = "") -> None:
        """See what to do here and now, and every command by topic."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.help_service.page(actor, topic)
        )

"""`/learn`: the learning battles, in a private thread."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.help.topics import in_topic
from bot.services import Services
from bot.transport.autocomplete import localized_choices
from scenarios.presentation import courses

Interaction = discord.Interaction[Any]


class LessonCommands(commands.Cog):
    """Learning by doing."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("start", 2))
    @app_commands.describe(system="Which rules; leave empty to see what there is")
    @app_commands.choices(system=localized_choices("learn.book", courses()))
    async def learn(self, interaction: Interaction, system: str = "") -> None:
        """Learn a game step by step in a private thread, against the computer player."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.lessons.learn(actor, system)
        )

"""Commands about dice: /verify and /luck, and /salt, which adds a word of the player."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.game_view.commands import THEMES
from bot.features.help.topics import in_topic
from bot.services import Services

Interaction = discord.Interaction[Any]


class DiceCommands(commands.Cog):
    """Dice that anybody can check."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("undo", 3))
    async def verify(self, interaction: Interaction) -> None:
        """Check every die of the game; before the game ends, those you know of."""
        await self.services.interactions.serve(interaction, self.services.dice_service.verify)

    @app_commands.command(extras=in_topic("undo", 4))
    @app_commands.describe(theme="Colours of the chart")
    @app_commands.choices(theme=THEMES)
    async def luck(self, interaction: Interaction, theme: str = "") -> None:
        """Show what each side rolled, and what was expected."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.dice_service.luck(actor, theme)
        )

    @app_commands.command(extras=in_topic("undo", 5))
    @app_commands.describe(word="Up to 32 letters and digits")
    async def salt(self, interaction: Interaction, word: str) -> None:
        """Mix a word of your own into all the dice of the game, before it starts."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.dice_service.salt(actor, word)
        )

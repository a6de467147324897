"""Questions about dice: /verify, /luck; and /salt, a word of one's own in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.look import THEMES

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class DiceCog(commands.Cog):
    """Dice that anybody can check."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    async def verify(self, interaction: Interaction) -> None:
        """Throw every die of the game again; before its end, those you know of."""
        await self.bot.reception.serve(interaction, self.bot.auditor.verify)

    @app_commands.command()
    @app_commands.describe(theme="Colours of the chart")
    @app_commands.choices(theme=THEMES)
    async def luck(self, interaction: Interaction, theme: str = "") -> None:
        """Show what the dice gave each side, and what was to be expected."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.auditor.luck(by, theme))

    @app_commands.command()
    @app_commands.describe(word="Letters and digits, up to 32")
    async def salt(self, interaction: Interaction, word: str) -> None:
        """Mix a word of yours into all dice of the game, before it begins."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.auditor.salt(by, word))

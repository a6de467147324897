"""/whatif: a private copy of the table, to try things out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class WhatIfCog(commands.GroupCog, group_name="whatif", group_description="Try things out on a private copy"):
    """What is done with a what-if; in it, all orders are those of the game."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    async def open(self, interaction: Interaction) -> None:
        """Copy the table as you know it, for you alone; your orders here then count there."""
        await self.bot.reception.serve(interaction, self.bot.whatifs.open)

    @app_commands.command()
    @app_commands.describe(faces="How the next dice are to fall, like: 6 1 4; none: as they like again")
    async def dice(self, interaction: Interaction, faces: str = "") -> None:
        """Choose how the next dice of your what-if fall."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.whatifs.lay(by, faces))

    @app_commands.command()
    async def send(self, interaction: Interaction) -> None:
        """Give the orders of your what-if to the game, one by one, as long as they are legal there."""
        await self.bot.reception.serve(interaction, self.bot.whatifs.send)

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """Throw your what-if away; nothing in it has touched the game."""
        await self.bot.reception.serve(interaction, self.bot.whatifs.end)

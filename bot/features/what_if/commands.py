"""/whatif: a private copy of the table, to try things out."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.help.topics import in_topic
from bot.services import Services

Interaction = discord.Interaction[Any]


class WhatIfCommands(
    commands.GroupCog,
    group_name="whatif",
    group_extras=in_topic("undo", 2),
    group_description="Try things out on a private copy",
):
    """What is done with a what-if; in it, all orders are those of the game."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    async def open(self, interaction: Interaction) -> None:
        """Copy the game as you know it, just for you; your orders here then count in the copy."""
        await self.services.interactions.serve(interaction, self.services.what_ifs.open)

    @app_commands.command()
    @app_commands.describe(faces="What the next dice will show, like: 6 1 4 (leave out for random dice)")
    async def dice(self, interaction: Interaction, faces: str = "") -> None:
        """Choose the next dice of your what-if."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.what_ifs.lay(actor, faces)
        )

    @app_commands.command()
    async def send(self, interaction: Interaction) -> None:
        """Give your what-if's orders in the game, one by one, as long as they are legal there."""
        await self.services.interactions.serve(interaction, self.services.what_ifs.send)

    @app_commands.command()
    async def end(self, interaction: Interaction) -> None:
        """Delete your what-if; the game is not affected."""
        await self.services.interactions.serve(interaction, self.services.what_ifs.end)

"""/me data: the stored data of the user."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.help.topics import in_topic
from bot.i18n.command_groups import in_group
from bot.services import Services

Interaction = discord.Interaction[Any]


class PrivacyCommands(
    commands.GroupCog,
    group_name="data",
    group_extras=in_topic("privacy", 2) | in_group("me"),
    group_description="See, download or delete what is stored about you",
):
    """Everybody's own data, in all servers at once."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show a summary of what is stored about you."""
        await self.services.interactions.serve(interaction, self.services.privacy.show)

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """Download everything stored about you, as a file."""
        await self.services.interactions.serve(interaction, self.services.privacy.export)

    @app_commands.command()
    async def delete(self, interaction: Interaction) -> None:
        """Delete everything stored about you, after confirmation."""
        await self.services.interactions.serve(interaction, self.services.privacy.delete)

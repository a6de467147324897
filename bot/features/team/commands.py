"""`/game team`: who commands which corps of a shared side."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.features.help.topics import in_topic
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import respond

Interaction = discord.Interaction[Any]


class TeamCommands(
    commands.GroupCog,
    group_name="team",
    group_extras=in_topic("teams", 1) | in_group("game"),
    group_description="Divide a side's corps among its players",
):
    """The commands of those who play a side together."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show who commands what on your side."""
        await self.services.interactions.serve(interaction, self.services.team.show)

    @app_commands.command()
    @app_commands.describe(
        player="Who will command it: a player on your side, or you",
        corps="A corps, or units, separated by commas",
    )
    async def assign(self, interaction: Interaction, player: discord.Member, corps: str) -> None:
        """Assign a corps to one player on your side."""
        mate, name = player.id, player.display_name
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.team.assign(actor, mate, name, corps)
        )

    @app_commands.command()
    @app_commands.describe(corps="A corps, or units (default: all that you command)")
    async def release(self, interaction: Interaction, corps: str = "") -> None:
        """Let everyone on your side command a corps again."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.team.release(actor, corps)
        )

    @assign.autocomplete("corps")
    async def complete_given(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Corps and units of the player's side."""
        return await respond(self.services.team.parts(actor_of(interaction), current))

    @release.autocomplete("corps")
    async def released(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Corps and units of the player's side."""
        return await respond(self.services.team.parts(actor_of(interaction), current))

"""/team: who commands which corps of a side that several people share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.choices import choices
from bot.reception import asker

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class TeamCog(
    commands.GroupCog, group_name="team", group_description="Share out a side's corps among its players"
):
    """The commands of those who play a side together."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    async def show(self, interaction: Interaction) -> None:
        """Show who commands what on your side."""
        await self.bot.reception.serve(interaction, self.bot.team.show)

    @app_commands.command()
    @app_commands.describe(
        player="Who shall command it: somebody on your side, or yourself",
        corps="A corps, or units; several with commas",
    )
    async def assign(self, interaction: Interaction, player: discord.Member, corps: str) -> None:
        """Let one player of your side command a corps alone."""
        mate, name = player.id, player.display_name
        await self.bot.reception.serve(interaction, lambda by: self.bot.team.assign(by, mate, name, corps))

    @app_commands.command()
    @app_commands.describe(corps="A corps, or units; all you command, unless you name any")
    async def release(self, interaction: Interaction, corps: str = "") -> None:
        """Let a corps be everybody's again on your side."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.team.release(by, corps))

    @assign.autocomplete("corps")
    async def given(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Corps and units of one's side."""
        return await choices(self.bot.team.parts(asker(interaction), current))

    @release.autocomplete("corps")
    async def released(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Corps and units of one's side."""
        return await choices(self.bot.team.parts(asker(interaction), current))

"""/lobby: open seats of this server, who looks for a game, invitations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.choices import choices
from bot.cogs.game import SIDES
from bot.desk import By
from bot.opening import Guest
from bot.page import Page
from bot.reception import asker
from bot.say.finding import LONGEST_NOTE
from engine.errors import IllegalOrder

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class LobbyCog(commands.GroupCog, group_name="lobby", group_description="Find a game in this server"):
    """The commands with which people find each other."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(system="Only games of this rule system")
    async def show(self, interaction: Interaction, system: str = "") -> None:
        """Show the open seats of this server, and who looks for a game."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.finding.show(by, system))

    @app_commands.command()
    @app_commands.describe(system="The rule system you want to play", note="A word about you or the game")
    async def seek(
        self, interaction: Interaction, system: str, note: app_commands.Range[str, 1, LONGEST_NOTE] = ""
    ) -> None:
        """Let others know that you look for a game."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.finding.seek(by, system, note))

    @app_commands.command()
    async def stop(self, interaction: Interaction) -> None:
        """Look for a game no more."""
        await self.bot.reception.serve(interaction, self.bot.finding.stop)

    @app_commands.command()
    @app_commands.describe(friend="Whom to call to the open game of this channel", side="To which side")
    @app_commands.choices(side=SIDES)
    async def invite(self, interaction: Interaction, friend: discord.Member, side: str = "") -> None:
        """Invite somebody to the open game of this channel."""

        async def work(by: By) -> Page:
            if friend.bot:
                raise IllegalOrder("", "opponent_is_bot")
            guest = Guest(user=friend.id, name=friend.display_name)
            return await self.bot.finding.invite(by, guest, side)

        await self.bot.reception.serve(interaction, work)

    @show.autocomplete("system")
    @seek.autocomplete("system")
    async def systems(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The rule systems."""
        return await choices(self.bot.finding.systems(asker(interaction), current))

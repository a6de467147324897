"""No commands: listens for what may give the referee back a right that he has lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

if TYPE_CHECKING:
    from bot.client import Grognard


class RightsCog(commands.Cog):
    """Whatever changes rights in a server."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Discord says with each what the referee may do there."""
        if interaction.channel_id is not None:
            self.bot.rights.look(interaction.channel_id, interaction.app_permissions)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Also rights in its threads."""
        self.bot.rights.look_everywhere()

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """One of the referee's, perhaps, or everybody's."""
        self.bot.rights.look_everywhere()

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The referee may have got a role, or lost one."""
        self.bot.rights.look_everywhere()

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """It may have been locked, or opened."""
        self.bot.rights.look(after.id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """It was opened again."""
        self.bot.rights.look(thread.id)

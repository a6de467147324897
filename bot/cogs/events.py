"""No commands: listens for servers that come, go, and are not to be had for a while."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot import mishap

if TYPE_CHECKING:
    from bot.client import Grognard


class EventsCog(commands.Cog):
    """What Discord tells of servers."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    async def cog_unload(self) -> None:
        """The bot stops."""
        await self.bot.servers.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Servers may have come and gone meanwhile."""
        unavailable = [guild.id for guild in self.bot.guilds if guild.unavailable]
        for server in unavailable:  # at once, before any clock is looked at
            self.bot.servers.unavailable(server)
        await self._sure(partial(self.bot.servers.start, unavailable))

    async def _sure(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do it, though the database may have trouble now."""
        await mishap.insist(work, self.bot.gauges, "servers", over=self.bot.is_closed)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on in one that takes the bot back."""
        await self._sure(partial(self.bot.servers.joined, guild.id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was sent away."""
        await self._sure(partial(self.bot.servers.left, guild.id))

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord has trouble with a server."""
        self.bot.servers.unavailable(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """And has none any more."""
        await self._sure(partial(self.bot.servers.available, guild.id))
        await self._sure(partial(self.bot.servers.joined, guild.id))

"""Listener for servers that join, leave or become unavailable. No commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any, Protocol

import discord
from discord.ext import commands

from bot.connection.lost_permissions import LostPermissions
from bot.runtime import errors
from bot.runtime.metrics import Metrics


class Membership(Protocol):
    """What keeps track of the servers the bot is in."""

    def unavailable(self, server: int) -> None:
        """Discord has trouble with a server."""

    async def start(self, unavailable: Collection[int]) -> None:
        """The bot has connected."""

    async def joined(self, server: int) -> None:
        """The bot is in a server."""

    async def left(self, server: int) -> None:
        """The bot was removed from a server."""

    async def available(self, server: int) -> None:
        """A server is there again."""

    async def close(self) -> None:
        """Stop."""


class EventsCog(commands.Cog):
    """What Discord tells of servers."""

    def __init__(self, client: discord.Client, membership: Membership, metrics: Metrics) -> None:
        self._client = client
        self._membership = membership
        self._metrics = metrics

    async def cog_unload(self) -> None:
        """The bot stops."""
        await self._membership.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Servers may have come and gone meanwhile."""
        unavailable = [guild.id for guild in self._client.guilds if guild.unavailable]
        for server in unavailable:  # at once, before any clock is looked at
            self._membership.unavailable(server)
        await self._sure(partial(self._membership.start, unavailable))

    async def _sure(self, work: Callable[[], Awaitable[object]]) -> None:
        """Do it, though the database may have trouble now."""
        await errors.retry_forever(work, self._metrics, "servers", over=self._client.is_closed)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on in one that takes the bot back."""
        await self._sure(partial(self._membership.joined, guild.id))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was sent away."""
        await self._sure(partial(self._membership.left, guild.id))

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord has trouble with a server."""
        self._membership.unavailable(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """And has none any more."""
        await self._sure(partial(self._membership.available, guild.id))
        await self._sure(partial(self._membership.joined, guild.id))


class PermissionEventsCog(commands.Cog):
    """Whatever changes rights in a server."""

    def __init__(self, lost_permissions: LostPermissions) -> None:
        self._lost_permissions = lost_permissions

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Discord says with each what the referee may do there."""
        if interaction.channel_id is not None:
            self._lost_permissions.look(interaction.channel_id, interaction.app_permissions)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Also rights in its threads."""
        self._lost_permissions.look_everywhere()

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """One of the referee's, perhaps, or everybody's."""
        self._lost_permissions.look_everywhere()

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The referee may have got a role, or lost one."""
        self._lost_permissions.look_everywhere()

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """It may have been locked, or opened."""
        self._lost_permissions.look(after.id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """It was opened again."""
        self._lost_permissions.look(thread.id)

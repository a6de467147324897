"""Welcome each server once, in the first channel where the bot may post."""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord

from storage import Store

log = logging.getLogger(__name__)

FIRST_CHANNELS = ("tutorial", "general")
WRITING = ("view_channel", "send_messages", "embed_links", "attach_files")


class Welcome:
    """Greets the servers of a client. `wake` is called when there is a letter to send."""

    def __init__(self, client: discord.Client, store: Store, wake: Callable[[], None]) -> None:
        self._client = client
        self._store = store
        self._wake = wake

    async def greet_all(self) -> None:
        """Greet the servers that have not been."""
        for guild in self._client.guilds:
            await self.greet(guild)

    async def greet(self, guild: discord.Guild) -> None:
        """Greet a server that has not been."""
        if guild.unavailable or await self._store.guilds.is_known(guild.id):
            return
        channel = first_channel(guild)
        if channel is None:
            log.info("server %s has no channel to post in", guild.id)
            return
        async with self._store.writing() as tx:
            if await tx.guilds.add(guild.id):
                place = {"channel": channel.id, "guild": guild.id}
                await tx.outbox.add(game=None, kind="welcome", body={}, **place)
        self._wake()


def first_channel(guild: discord.Guild) -> discord.TextChannel | None:
    """The text channel for the welcome: by its name, else the topmost; only where the bot may write."""
    able = [c for c in guild.text_channels if not missing(c, guild.me)]
    named = [c for name in FIRST_CHANNELS for c in able if c.name == name]
    return next(iter([*named, *able]), None)


def missing(channel: discord.abc.GuildChannel, me: discord.Member | None) -> list[str]:
    """The permissions that are missing to play in a channel."""
    if me is None:
        return []
    held = channel.permissions_for(me)
    return [name for name in WRITING if not getattr(held, name)]

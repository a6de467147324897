"""Servers of a session that another process has begun: Discord tells of them only once, so they are asked
for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import discord

log = logging.getLogger(__name__)

AT_ONCE = 5
"""Servers asked about at the same time."""


async def adopt_servers(client: discord.Client, mine: Callable[[int], bool]) -> None:
    """Make known to a client, whose session is resumed, its servers with their channels; then it is ready.
    Raises what Discord's REST interface raises."""
    places = asyncio.Semaphore(AT_ONCE)

    async def adopt(server: int) -> None:
        async with places:
            try:
                client._connection.parsers["GUILD_CREATE"](await _described(client, server))
            except discord.NotFound:
                log.info("server %s is gone", server)

    servers = [guild.id async for guild in client.fetch_guilds(limit=None, with_counts=False)]
    await asyncio.gather(*(adopt(server) for server in servers if mine(server)))
    client._connection.call_handlers("ready")
    client.dispatch("ready")


async def _described(client: discord.Client, server: int) -> Any:
    """A server as a new session is told of it."""
    http = client.http
    assert client.user is not None
    return {
        **(await http.get_guild(server)),
        "channels": await http.get_all_guild_channels(server),
        "threads": (await http.get_active_threads(server))["threads"],
        "members": [await http.get_member(server, client.user.id)],
        "unavailable": False,
    }

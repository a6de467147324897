"""Permissions in channels, and who can see them."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.connection.timeouts import CONNECTION_ERRORS
from bot.core.channels import PostTarget

log = logging.getLogger(__name__)

WRITING = ("view_channel", "embed_links", "attach_files")
"""The permissions needed to post, in addition to sending messages."""


class ChannelPermissions:
    """The channels a client knows."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._elsewhere: dict[int, discord.Guild] = {}

    def channel(self, number: int) -> discord.PartialMessageable:
        """A channel to write in."""
        return self._client.get_partial_messageable(number)

    def may_pin(self, number: int) -> bool:
        """Whether the referee may pin there; of a channel it does not know, perhaps."""
        channel = self._client.get_channel(number)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return True
        return channel.permissions_for(channel.guild.me).pin_messages

    def missing_in(self, number: int) -> tuple[str, ...] | None:
        """What the referee lacks to write in a channel; None of one it does not know: a thread put away."""
        channel = self._client.get_channel(number)
        if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            return None
        if isinstance(channel, discord.Thread) and channel.parent is None:
            return ("view_channel",)
        if isinstance(channel, discord.Thread) and channel.locked:
            return ("manage_threads",)
        return self.missing(number, channel.permissions_for(channel.guild.me))

    def missing(self, number: int, held: discord.Permissions) -> tuple[str, ...]:
        """Which of these rights do not suffice to write in a channel."""
        thread = isinstance(self._client.get_channel(number), discord.Thread)
        sending = "send_messages_in_threads" if thread else "send_messages"
        return tuple(name for name in (*WRITING, sending) if not getattr(held, name))

    def shows(self, board: int, channel: int) -> bool:
        """Whether everybody who sees the one channel may see the other: each role of the server."""
        if board == channel:
            return True
        here, there = self._client.get_channel(board), self._client.get_channel(channel)
        if isinstance(there, discord.Thread):
            if there.is_private() or there.parent is None:
                return False
            there = there.parent
        if not isinstance(there, discord.abc.GuildChannel):
            return False
        if isinstance(here, discord.Thread):
            here = here.parent
        if not isinstance(here, discord.abc.GuildChannel):
            return False
        return not any(_sees(here, role) and not _sees(there, role) for role in there.guild.roles)

    def server(self, number: int) -> str:
        """What a server is called; "" where it is not known."""
        guild = self.guild(number)
        return guild.name if guild is not None else ""

    def guild(self, number: int) -> discord.Guild | None:
        """A server that is known."""
        return self._client.get_guild(number) or self._elsewhere.get(number)

    async def learn(self, number: int) -> None:
        """Ask, once, what is to be known of a server of another shard."""
        if self.guild(number) is None:
            try:
                self._elsewhere[number] = await self._client.fetch_guild(number, with_counts=False)
            except (*CONNECTION_ERRORS, discord.HTTPException) as error:
                log.info("nothing is known of server %s: %s", number, type(error).__name__)


def _sees(channel: discord.abc.GuildChannel, role: discord.Role) -> bool:
    return channel.permissions_for(role).view_channel


Place = discord.TextChannel | discord.Thread
NEEDED = ("view_channel", "send_messages", "attach_files")
"""Permissions a member needs to post a picture; in a thread `send_messages_in_threads` is the second."""


def named(interaction: discord.Interaction[Any], channel: Any) -> PostTarget:
    """A channel the asker has named: they must be allowed to post pictures there themselves, and so must the
    bot.

    Discord tells with the command what they may do there.
    """
    thread = isinstance(channel, discord.Thread | discord.app_commands.AppCommandThread)
    held = getattr(channel, "permissions", None)
    asker = held if isinstance(held, discord.Permissions) else _held(channel, interaction.user)
    return PostTarget(
        channel=channel.id,
        asker_lacks=_missing(asker, thread),
        bot_lacks=_of_the_bot(interaction, channel.id, thread),
    )


def gallery(interaction: discord.Interaction[Any], number: int | None) -> PostTarget | None:
    """The server's channel for pictures, opened for all who see it; None where there is none any more."""
    guild = interaction.guild
    channel = guild.get_channel_or_thread(number) if guild is not None and number is not None else None
    if not isinstance(channel, discord.TextChannel | discord.Thread):
        return None
    sees = _held(channel, interaction.user).view_channel
    thread = isinstance(channel, discord.Thread)
    return PostTarget(
        channel=channel.id,
        asker_lacks=() if sees else ("view_channel",),
        bot_lacks=_of_the_bot(interaction, channel.id, thread),
    )


def _held(channel: Any, user: Any) -> discord.Permissions:
    """The permissions of a member in a channel; none if they cannot be determined."""
    if not isinstance(user, discord.Member) or not hasattr(channel, "permissions_for"):
        return discord.Permissions.none()
    try:
        permissions: discord.Permissions = channel.permissions_for(user)
    except discord.ClientException:  # a thread whose channel is not known
        return discord.Permissions.none()
    return permissions


def _of_the_bot(interaction: discord.Interaction[Any], number: int, thread: bool) -> tuple[str, ...]:
    """What the bot lacks there. Of a channel it does not know, it cannot be sure and tries."""
    guild = interaction.guild
    channel = guild.get_channel_or_thread(number) if guild is not None else None
    if guild is None or guild.me is None or channel is None:
        return ()
    return _missing(_held(channel, guild.me), thread)


def _missing(held: discord.Permissions, thread: bool) -> tuple[str, ...]:
    needed = [n if n != "send_messages" or not thread else "send_messages_in_threads" for n in NEEDED]
    return tuple(name for name in needed if not getattr(held, name))

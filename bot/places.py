"""Channels as boards need them: what may be done there, and who sees them."""

from __future__ import annotations

import discord

WRITING = ("view_channel", "embed_links", "attach_files")
"""What the referee needs to write, besides sending messages."""


class Places:
    """The channels a client knows."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def channel(self, number: int) -> discord.PartialMessageable:
        """A channel to write in."""
        return self._client.get_partial_messageable(number)

    def may_pin(self, number: int) -> bool:
        """Whether the referee may pin there; of a channel he does not know, perhaps."""
        found = self._client.get_channel(number)
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return True
        return found.permissions_for(found.guild.me).pin_messages

    def lacking(self, number: int) -> tuple[str, ...] | None:
        """What the referee lacks to write in a channel; None of one he does not know: a thread put away."""
        found = self._client.get_channel(number)
        if not isinstance(found, discord.abc.GuildChannel | discord.Thread):
            return None
        if isinstance(found, discord.Thread) and found.parent is None:
            return ("view_channel",)
        if isinstance(found, discord.Thread) and found.locked:
            return ("manage_threads",)
        return self.missing(number, found.permissions_for(found.guild.me))

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
        found = self._client.get_guild(number)
        return found.name if found is not None else ""


def _sees(channel: discord.abc.GuildChannel, role: discord.Role) -> bool:
    return channel.permissions_for(role).view_channel

"""Where somebody may have a picture posted: the permissions he has there, and those the bot has."""

from __future__ import annotations

from typing import Any

import discord

from bot.sharing import Spot

Place = discord.TextChannel | discord.Thread
NEEDED = ("view_channel", "send_messages", "attach_files")
"""What somebody needs to post a picture; in a thread `send_messages_in_threads` in place of the second."""


def named(interaction: discord.Interaction[Any], channel: Any) -> Spot:
    """A channel the asker has named: he must be allowed to post pictures there himself, and so must the bot.

    Discord tells with the command what he may do there.
    """
    thread = isinstance(channel, discord.Thread | discord.app_commands.AppCommandThread)
    held = getattr(channel, "permissions", None)
    asker = held if isinstance(held, discord.Permissions) else _held(channel, interaction.user)
    return Spot(
        channel=channel.id,
        asker_lacks=_lacking(asker, thread),
        bot_lacks=_of_the_bot(interaction, channel.id, thread),
    )


def gallery(interaction: discord.Interaction[Any], number: int | None) -> Spot | None:
    """The server's channel for pictures, opened for all who see it; None where there is none any more."""
    guild = interaction.guild
    found = guild.get_channel_or_thread(number) if guild is not None and number is not None else None
    if not isinstance(found, discord.TextChannel | discord.Thread):
        return None
    sees = _held(found, interaction.user).view_channel
    thread = isinstance(found, discord.Thread)
    return Spot(
        channel=found.id,
        asker_lacks=() if sees else ("view_channel",),
        bot_lacks=_of_the_bot(interaction, found.id, thread),
    )


def _held(channel: Any, user: Any) -> discord.Permissions:
    """What somebody may do in a channel; nothing where that cannot be found out."""
    if not isinstance(user, discord.Member) or not hasattr(channel, "permissions_for"):
        return discord.Permissions.none()
    try:
        found: discord.Permissions = channel.permissions_for(user)
    except discord.ClientException:  # a thread whose channel is not known
        return discord.Permissions.none()
    return found


def _of_the_bot(interaction: discord.Interaction[Any], number: int, thread: bool) -> tuple[str, ...]:
    """What the bot lacks there. Of a channel it does not know, it cannot be sure and tries."""
    guild = interaction.guild
    found = guild.get_channel_or_thread(number) if guild is not None else None
    if guild is None or guild.me is None or found is None:
        return ()
    return _lacking(_held(found, guild.me), thread)


def _lacking(held: discord.Permissions, thread: bool) -> tuple[str, ...]:
    needed = [n if n != "send_messages" or not thread else "send_messages_in_threads" for n in NEEDED]
    return tuple(name for name in needed if not getattr(held, name))

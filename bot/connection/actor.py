"""Who asks, as an interaction of Discord's tells it."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.core.requests.actor import Actor

Interaction = discord.Interaction[Any]

WORDY = "wordy"
"""The extra of an interaction of one who is known to want words in place of pictures."""


def actor_of(interaction: Interaction) -> Actor:
    """Who asks."""
    return Actor(
        user=interaction.user.id,
        name=interaction.user.display_name,
        interaction=interaction.id,
        guild=interaction.guild_id or 0,
        channel=interaction.channel_id or 0,
        language=str(interaction.locale),
        public=interaction.message is not None and not interaction.message.flags.ephemeral,
        at=interaction.extras.get("at", interaction.created_at),
        manages=interaction.permissions.manage_guild,
        roles=frozenset(role.id for role in getattr(interaction.user, "roles", ())),
        wordy=interaction.extras.get(WORDY, False),
        sees=partial(_sees, interaction),
        managing_roles=partial(_managing_roles, interaction),
    )


def _managing_roles(interaction: Interaction) -> tuple[int, ...]:
    """The roles of this server that people hold and that carry Manage Server, the highest first."""
    roles = interaction.guild.roles if interaction.guild is not None else ()
    managing = [
        role
        for role in roles
        if not role.managed
        and not role.is_default()
        and (role.permissions.manage_guild or role.permissions.administrator)
    ]
    return tuple(role.id for role in sorted(managing, reverse=True))


def _sees(interaction: Interaction, channel: int) -> bool:
    """Whether the user can see a channel of this server. The members of a private thread are
    unknown."""
    if channel == interaction.channel_id:
        return True
    target = interaction.guild.get_channel_or_thread(channel) if interaction.guild is not None else None
    if target is None or not isinstance(interaction.user, discord.Member):
        return False
    if isinstance(target, discord.Thread) and (target.is_private() or target.parent is None):
        return False
    return target.permissions_for(interaction.user).view_channel

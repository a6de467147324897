"""`/server`: the settings of a server."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.report_pictures import CHOICES
from bot.core.requests.actor import Actor
from bot.features.help.topics import in_topic
from bot.features.server_settings.service import (
    AUTHORS,
    BOARD,
    EVERYTHING,
    GALLERY,
    MODERATOR,
    NAMES,
    PICTURES,
    UPLOADS,
)
from bot.services import Services
from bot.transport.autocomplete import localized_choices
from bot.ui.page import Page

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class DiscordGuildInfo:
    """A server as discord.py knows it."""

    guild: discord.Guild

    def missing_in(self, channel: int, needed: Iterable[str]) -> tuple[str, ...] | None:
        """What of this the referee may not do in a channel; None when there is no such channel."""
        target = self.guild.get_channel(channel)
        if target is None:
            return None
        held = target.permissions_for(self.guild.me)
        return tuple(name for name in needed if not getattr(held, name))

    def has_role(self, role: int) -> bool:
        """Whether there is such a role."""
        return self.guild.get_role(role) is not None


class ServerCommands(commands.Cog):
    """What those who manage a server decide for it."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("server", 1))
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.describe(
        moderators="The role that may use /marshal",
        board="The channel for the list of all games",
        gallery="The channel for pictures from /game picture",
        uploads="Whether everyone may upload their own battles",
        authors="The role that may upload battles",
        pictures="Which pictures reports have, in games that are not set otherwise",
        reset="Which setting to clear",
    )
    @app_commands.choices(
        pictures=localized_choices("report_pictures", CHOICES),
        reset=localized_choices("server.reset", (*NAMES, EVERYTHING)),
    )
    async def server(
        self,
        interaction: Interaction,
        moderators: discord.Role | None = None,
        board: discord.TextChannel | None = None,
        gallery: discord.TextChannel | None = None,
        uploads: bool | None = None,
        authors: discord.Role | None = None,
        pictures: str = "",
        reset: str = "",
    ) -> None:
        """Show or change this server's settings: moderators, board, gallery, uploads, authors, pictures."""
        requested = {MODERATOR: moderators, BOARD: board, GALLERY: gallery, AUTHORS: authors}
        chosen = {name: thing.id for name, thing in requested.items() if thing is not None}
        chosen |= {UPLOADS: int(uploads)} if uploads is not None else {}
        chosen |= {PICTURES: CHOICES.index(pictures) + 1} if pictures in CHOICES else {}

        async def work(actor: Actor) -> Page:
            assert interaction.guild is not None
            return await self.services.server_settings.change(
                actor, DiscordGuildInfo(interaction.guild), chosen, reset
            )

        await self.services.interactions.serve(interaction, work)

"""/server: what a server settles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import named
from bot.desk import By
from bot.page import Page
from bot.steward import BOARD, EVERYTHING, GALLERY, MODERATOR, NAMES, UPLOADS

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class ServerGround:
    """A server as discord.py knows it."""

    guild: discord.Guild

    def lacking(self, channel: int, needed: Iterable[str]) -> tuple[str, ...] | None:
        """What of this the referee may not do in a channel; None when there is no such channel."""
        found = self.guild.get_channel(channel)
        if found is None:
            return None
        held = found.permissions_for(self.guild.me)
        return tuple(name for name in needed if not getattr(held, name))

    def has_role(self, role: int) -> bool:
        """Whether there is such a role."""
        return self.guild.get_role(role) is not None


class ServerCog(commands.Cog):
    """What those who manage a server decide for it."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.describe(
        moderators="The role whose holders may use /marshal",
        board="The channel for the list of all games",
        gallery="The channel for the picture cards of /share",
        uploads="Whether everybody may open battles of his own with /game new",
        reset="What to take back",
    )
    @app_commands.choices(reset=named("server.reset", (*NAMES, EVERYTHING)))
    async def server(
        self,
        interaction: Interaction,
        moderators: discord.Role | None = None,
        board: discord.TextChannel | None = None,
        gallery: discord.TextChannel | None = None,
        uploads: bool | None = None,
        reset: str = "",
    ) -> None:
        """Show or set what is agreed for this server: moderators, board, gallery, uploads."""
        wished = {MODERATOR: moderators, BOARD: board, GALLERY: gallery}
        chosen = {name: thing.id for name, thing in wished.items() if thing is not None}
        chosen |= {UPLOADS: int(uploads)} if uploads is not None else {}

        async def work(by: By) -> Page:
            assert interaction.guild is not None
            return await self.bot.steward.settle(by, ServerGround(interaction.guild), chosen, reset)

        await self.bot.reception.serve(interaction, work)

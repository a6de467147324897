"""Pictures for others: /share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot import posting
from bot.cogs.choices import named
from bot.desk import By
from bot.moments import WHAT
from bot.page import Page

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]
Channel = discord.TextChannel | discord.Thread


class ShareCog(commands.Cog):
    """What can be shown to others."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(
        what="What it shows; none: the last fight",
        channel="Where it is posted; none: the gallery of this server",
        caption="A word of yours above it",
    )
    @app_commands.choices(what=named("shared", WHAT))
    async def share(
        self,
        interaction: Interaction,
        what: str = WHAT[0],
        channel: Channel | None = None,
        caption: app_commands.Range[str, 0, 200] = "",
    ) -> None:
        """Post a picture of the game: the last fight, the last phase, the table."""

        async def work(by: By) -> Page:
            sharing = self.bot.sharing
            if channel is not None:
                spot: Any = posting.named(interaction, channel)
            else:
                spot = posting.gallery(interaction, await sharing.gallery(by.guild))
            return await sharing.share(by, what, spot, caption)

        await self.bot.reception.serve(interaction, work)

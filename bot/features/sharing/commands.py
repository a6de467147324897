"""`/game picture`: pictures for others."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.connection import permissions
from bot.core.requests.actor import Actor
from bot.features.help.topics import in_topic
from bot.features.sharing.public_moments import WHAT
from bot.i18n.catalogue import DEFAULT_LANGUAGE
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import localized_choices
from bot.ui.page import Page

Interaction = discord.Interaction[Any]
Channel = discord.TextChannel | discord.Thread


class ShareCommands(commands.Cog):
    """What can be shown to others."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="picture", extras=in_topic("looking", 7) | in_group("game"))
    @app_commands.describe(
        what="What to show (default: the last fight)",
        channel="Where to post it (default: this server's gallery, or here)",
        caption="Your own words above it",
    )
    @app_commands.choices(what=localized_choices("shared", WHAT))
    async def share(
        self,
        interaction: Interaction,
        what: str = WHAT[0],
        channel: Channel | None = None,
        caption: app_commands.Range[str, 0, 200] = "",
    ) -> None:
        """Post a picture of the game: a fight, a phase, the map, the score, a film, the standings."""

        async def work(actor: Actor) -> Page:
            sharing = self.services.sharing
            if channel is not None:
                spot: Any = permissions.named(interaction, channel)
            else:
                spot = permissions.gallery(interaction, await sharing.gallery(actor.guild))
                if spot is None and interaction.channel is not None:
                    spot = permissions.named(interaction, interaction.channel)
            language = str(interaction.guild_locale or DEFAULT_LANGUAGE)
            return await sharing.share(actor, what, spot, caption, language)

        await self.services.interactions.serve(interaction, work, curious=True)

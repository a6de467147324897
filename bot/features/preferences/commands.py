"""`/me look`: the preferences of a player."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.features.help.topics import in_topic
from bot.features.preferences.model import KINDS, USUAL
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import localized_choices, respond

Interaction = discord.Interaction[Any]

AS_USUAL = localized_choices("preferences", (USUAL,), "any")


class PreferenceCommands(commands.Cog):
    """Preferences for what a player sees alone."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="look", extras=in_topic("privacy", 1) | in_group("me"))
    @app_commands.describe(
        theme="Colours",
        symbols="Symbols on the counters",
        overlays="Overlays to show when you do not name any, one or several",
        numbers="Where the numbers of hexes stand",
        pictures="Pictures, or words instead: for screen readers and slow connections",
        reset="Reset everything to the defaults",
    )
    @app_commands.choices(
        theme=localized_choices("theme", KINDS["theme"]) + AS_USUAL,
        symbols=localized_choices("symbols", KINDS["symbols"]) + AS_USUAL,
        numbers=localized_choices("numbers", KINDS["numbers"]),
        pictures=localized_choices("pictures", KINDS["pictures"]),
    )
    async def preferences(
        self,
        interaction: Interaction,
        theme: str = "",
        symbols: str = "",
        overlays: str = "",
        numbers: str = "",
        pictures: str = "",
        reset: bool = False,
    ) -> None:
        """Show or set how maps and panels look to you, on every server."""
        changes = {"theme": theme, "symbols": symbols, "overlays": overlays}
        changes |= {"numbers": numbers, "pictures": pictures}
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.preferences.show(actor, changes, reset=reset)
        )

    @preferences.autocomplete("overlays")
    async def overlays(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """How the list of overlays can go on."""
        return await respond(self.services.order_autocomplete.overlays(actor_of(interaction), current))

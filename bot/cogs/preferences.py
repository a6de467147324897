"""What each player prefers: /preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.choices import choices, named
from bot.reception import asker
from bot.taste import KINDS, USUAL

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]

AS_USUAL = named("preferences", (USUAL,), "any")


class PreferencesCog(commands.Cog):
    """How somebody wants to see what is shown to him alone."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(
        theme="Colours",
        symbols="Symbols on the counters",
        overlays="What lies over the map when you name nothing, one or several",
        pictures="Pictures, or words in their place: for screen readers and slow lines",
        reset="Everything as usual again",
    )
    @app_commands.choices(
        theme=named("theme", KINDS["theme"]) + AS_USUAL,
        symbols=named("symbols", KINDS["symbols"]) + AS_USUAL,
        pictures=named("pictures", KINDS["pictures"]),
    )
    async def preferences(
        self,
        interaction: Interaction,
        theme: str = "",
        symbols: str = "",
        overlays: str = "",
        pictures: str = "",
        reset: bool = False,
    ) -> None:
        """Show or set how maps and panels look to you, in every server."""
        asked = {"theme": theme, "symbols": symbols, "overlays": overlays, "pictures": pictures}
        await self.bot.reception.serve(
            interaction, lambda by: self.bot.preferences.show(by, asked, reset=reset)
        )

    @preferences.autocomplete("overlays")
    async def overlays(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """How the list of overlays can go on."""
        return await choices(self.bot.completing.overlays(asker(interaction), current))

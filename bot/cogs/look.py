"""Questions: /map, /odds, /rule. They change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.choices import choices
from bot.reception import asker

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class LookCog(commands.Cog):
    """What can be looked at."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command(name="map")
    @app_commands.describe(
        unit="A unit whose reach is shown", whole="The whole map, not only what is near the unit"
    )
    async def show(self, interaction: Interaction, unit: str = "", whole: bool = False) -> None:
        """Show the map, to you alone."""
        await self.bot.reception.serve(
            interaction, lambda by: self.bot.lookup.map(by, unit=unit, whole=whole)
        )

    @app_commands.command()
    @app_commands.describe(unit="The unit that would attack or fire", target="The enemy")
    async def odds(self, interaction: Interaction, unit: str, target: str) -> None:
        """Work out an attack or a bombardment before you order it."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.lookup.odds(by, unit, target))

    @app_commands.command()
    @app_commands.describe(query="A rule's number, or words from it")
    async def rule(self, interaction: Interaction, query: str) -> None:
        """Read a rule of the rulebook."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.lookup.rule(by, query))

    @show.autocomplete("unit")
    @odds.autocomplete("unit")
    async def units(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units of the asker."""
        return await choices(self.bot.completing.units(asker(interaction), current, "any"))

    @odds.autocomplete("target")
    async def enemies(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Enemies in sight."""
        return await choices(self.bot.completing.targets(asker(interaction), "", current, "any"))

    @rule.autocomplete("query")
    async def rules(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Rules that may be meant."""
        return await choices(self.bot.completing.rules(asker(interaction), current))

"""Orders that are written down: /orders, many at once; /order, /sheet, /lock, /unlock, those in secret."""

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


class WriteCog(commands.Cog):
    """Orders written down."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    async def orders(self, interaction: Interaction) -> None:
        """Write many orders at once, one a line; they are judged before you give them."""
        await self.bot.reception.ask(interaction, lambda by: self.bot.at(by).secretary.form(by))

    @app_commands.command()
    @app_commands.describe(
        unit="Your unit; nothing else: choose the rest with buttons",
        order="What it is to do",
        path="Directions (NE NE E) or the hexes it enters (0704 0705)",
        target="The unit it is aimed at, or which it joins",
        facing="Which way it is to look",
        range="How far it may fire, in hexes",
    )
    async def order(
        self,
        interaction: Interaction,
        unit: str,
        order: str = "",
        path: str = "",
        target: str = "",
        facing: str = "",
        range: str = "",  # noqa: A002
    ) -> None:
        """Write the secret order of one unit."""
        words = (order, target, facing, path, range)
        await self.bot.play(interaction, lambda room, by: room.planner.write(by, unit, words))

    @app_commands.command()
    async def sheet(self, interaction: Interaction) -> None:
        """Show the orders your side has written, to you alone."""
        await self.bot.play(interaction, lambda room, by: room.planner.sheet(by))

    @app_commands.command()
    async def lock(self, interaction: Interaction) -> None:
        """Lock your side's orders; when both sides have, they are carried out."""
        await self.bot.play(interaction, lambda room, by: room.planner.lock(by))

    @app_commands.command()
    async def unlock(self, interaction: Interaction) -> None:
        """Open your side's orders again, as long as the other side has not locked."""
        await self.bot.play(interaction, lambda room, by: room.planner.unlock(by))

    @order.autocomplete("unit")
    async def units(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can be given an order, those without one first."""
        return await choices(self.bot.completing.writers(asker(interaction), current))

    @order.autocomplete("order")
    async def kinds(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The orders of the unit that can be written now."""
        return await self._words(interaction, "order", current)

    @order.autocomplete("path")
    async def paths(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """How the path can go on."""
        return await self._words(interaction, "path", current)

    @order.autocomplete("target")
    async def targets(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Whom the order could name."""
        return await self._words(interaction, "target", current)

    @order.autocomplete("facing")
    async def facings(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The directions."""
        return await self._words(interaction, "facing", current)

    @order.autocomplete("range")
    async def ranges(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """How far the unit can fire."""
        return await self._words(interaction, "range", current)

    async def _words(self, interaction: Interaction, asked: str, current: str) -> list[Choice[str]]:
        given = {
            name: str(getattr(interaction.namespace, name, "") or "")
            for name in ("unit", "order", "path", "target", "facing", "range")
        }
        return await choices(self.bot.completing.words(asker(interaction), asked, {**given, asked: current}))

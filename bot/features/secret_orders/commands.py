"""Written orders: `/orders` for many at once; `/plan` for secret ones."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.features.help.topics import in_topic
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import respond

Interaction = discord.Interaction[Any]


class SecretOrderCommands(commands.Cog):
    """Orders written down."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("orders", 9))
    async def orders(self, interaction: Interaction) -> None:
        """Write many orders at once, one per line; they are checked before you give them."""
        await self.services.interactions.ask(interaction, self.services.here(interaction).batch_orders.form)

    @app_commands.command(name="write", extras=in_topic("chiefs", 7) | in_group("plan"))
    @app_commands.describe(
        unit="Your unit (leave out the rest to choose it with buttons)",
        order="What it should do",
        path="Directions (NE NE E) or the hexes it enters (0704 0705)",
        target="The unit it aims at, or joins",
        facing="Which way it should face",
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
        await self.services.play(
            interaction, lambda services, actor: services.secret_orders.write(actor, unit, words)
        )

    @app_commands.command(name="show", extras=in_topic("chiefs", 8) | in_group("plan"))
    async def sheet(self, interaction: Interaction) -> None:
        """Show the orders your side has written; only you see them."""
        await self.services.play(interaction, lambda services, actor: services.secret_orders.sheet(actor))

    @app_commands.command(extras=in_topic("chiefs", 9) | in_group("plan"))
    async def lock(self, interaction: Interaction) -> None:
        """Lock your side's orders; when both sides have, they are carried out."""
        await self.services.play(interaction, lambda services, actor: services.secret_orders.lock(actor))

    @app_commands.command(extras=in_topic("chiefs", 10) | in_group("plan"))
    async def unlock(self, interaction: Interaction) -> None:
        """Unlock your side's orders, as long as the other side has not locked."""
        await self.services.play(interaction, lambda services, actor: services.secret_orders.unlock(actor))

    @order.autocomplete("unit")
    async def units(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can be given an order, those without one first."""
        return await respond(self.services.order_autocomplete.writers(actor_of(interaction), current))

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

    async def _words(self, interaction: Interaction, field: str, current: str) -> list[Choice[str]]:
        typed = {
            name: str(getattr(interaction.namespace, name, "") or "")
            for name in ("unit", "order", "path", "target", "facing", "range")
        }
        return await respond(
            self.services.order_autocomplete.words(actor_of(interaction), field, {**typed, field: current})
        )

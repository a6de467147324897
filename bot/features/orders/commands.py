"""Orders: /move, /unit back, /charge, /attack, /unit bombard, /rally, /done, /undo."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.features.help.topics import in_topic
from bot.features.orders.service import ReadText
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import respond
from engine.commands import Done
from notation import slash_orders

Interaction = discord.Interaction[Any]


class OrderCommands(commands.Cog):
    """The orders of a player-turn."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def _order(self, interaction: Interaction, parse: ReadText) -> None:
        here = self.services.here(interaction)
        order = partial(here.orders.typed, parse=parse)
        await self.services.interactions.serve(interaction, order, curious=here.curious, frame=here.frame)

    @app_commands.command(extras=in_topic("orders", 1))
    @app_commands.describe(
        unit="Your unit",
        path="Directions (NE NE E), hexes (0704 0705) or a destination (0812); leave out to go step by step",
    )
    async def move(self, interaction: Interaction, unit: str, path: str = "") -> None:
        """Move one of your units."""
        if path.strip():
            await self._order(interaction, partial(slash_orders.move, unit=unit, path=path))
        else:
            await self.services.play(
                interaction, lambda services, actor: services.selected_unit.select(actor, unit)
            )

    @app_commands.command(extras=in_topic("orders", 2) | in_group("unit"))
    async def back(self, interaction: Interaction) -> None:
        """Take back the last step of the selected unit, if the rulebook allows it."""
        await self._order(interaction, slash_orders.step_back)

    @app_commands.command(extras=in_topic("orders", 3))
    @app_commands.describe(unit="Your cavalry", target="The enemy it charges, two hexes straight ahead")
    async def charge(self, interaction: Interaction, unit: str, target: str) -> None:
        """Charge an enemy, if the rulebook has charges as separate orders."""
        await self._order(interaction, partial(slash_orders.charge, unit=unit, target=target))

    @app_commands.command(extras=in_topic("orders", 4))
    @app_commands.describe(unit="Your unit", target="The enemy to attack (leave out to compare every target)")
    async def attack(self, interaction: Interaction, unit: str, target: str = "") -> None:
        """Attack an enemy next to one of your units."""
        if target.strip():
            await self._order(interaction, partial(slash_orders.attack, unit=unit, target=target))
        else:
            await self.services.play(
                interaction, lambda services, actor: services.selected_unit.targets(actor, unit)
            )

    @app_commands.command(extras=in_topic("orders", 5) | in_group("unit"))
    @app_commands.describe(unit="Your artillery", target="The enemy to fire at")
    async def bombard(self, interaction: Interaction, unit: str, target: str) -> None:
        """Fire at an enemy from a distance."""
        await self._order(interaction, partial(slash_orders.bombard, unit=unit, target=target))

    @app_commands.command(extras=in_topic("orders", 7) | in_group("unit"))
    @app_commands.describe(unit="Your unit", hex="Which hex, inside your zone")
    async def place(self, interaction: Interaction, unit: str, hex: str) -> None:  # noqa: A002
        """Put a unit on the map during set-up."""
        await self._order(interaction, partial(slash_orders.place, unit=unit, hex_=hex))

    @app_commands.command(extras=in_topic("orders", 8) | in_group("unit"))
    @app_commands.describe(unit="Your unit")
    async def unplace(self, interaction: Interaction, unit: str) -> None:
        """Take a unit off the map again during set-up."""
        await self._order(interaction, partial(slash_orders.unplace, unit=unit))

    @app_commands.command(extras=in_topic("orders", 6))
    async def rally(self, interaction: Interaction) -> None:
        """Carry out the rally phase."""
        await self._order(interaction, slash_orders.rally)

    @app_commands.command(extras=in_topic("orders", 11))
    async def done(self, interaction: Interaction) -> None:
        """End the phase."""
        await self.services.play(
            interaction,
            lambda services, actor: services.orders.end(actor, None, Done(), "done", sure=False),
        )

    @app_commands.command(extras=in_topic("undo", 1))
    async def undo(self, interaction: Interaction) -> None:
        """Take back your last order; after dice or others' orders, ask the other side."""
        await self.services.play(interaction, lambda services, actor: services.orders.undo(actor, None))

    @move.autocomplete("unit")
    async def movers(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can move now."""
        return await respond(self.services.order_autocomplete.units(actor_of(interaction), current, "move"))

    @place.autocomplete("unit")
    async def waiting(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can be placed, those still off the map first."""
        return await respond(self.services.order_autocomplete.units(actor_of(interaction), current, "place"))

    @unplace.autocomplete("unit")
    async def placed(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can be taken up again."""
        return await respond(
            self.services.order_autocomplete.units(actor_of(interaction), current, "unplace")
        )

    @place.autocomplete("hex")
    async def places(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Where the unit can be placed."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await respond(self.services.order_autocomplete.paths(actor_of(interaction), unit, current))

    @attack.autocomplete("unit")
    async def attackers(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can attack now."""
        return await respond(self.services.order_autocomplete.units(actor_of(interaction), current, "attack"))

    @bombard.autocomplete("unit")
    async def guns(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can bombard now."""
        return await respond(
            self.services.order_autocomplete.units(actor_of(interaction), current, "bombard")
        )

    @charge.autocomplete("unit")
    async def riders(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can charge now."""
        return await respond(self.services.order_autocomplete.units(actor_of(interaction), current, "charge"))

    @charge.autocomplete("target")
    async def charged(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Whom the unit can charge."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await respond(
            self.services.order_autocomplete.targets(actor_of(interaction), unit, current, "charge")
        )

    @move.autocomplete("path")
    async def paths(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Where the unit can go."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await respond(self.services.order_autocomplete.paths(actor_of(interaction), unit, current))

    @attack.autocomplete("target")
    async def attacked(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Whom the unit can attack."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await respond(
            self.services.order_autocomplete.targets(actor_of(interaction), unit, current, "attack")
        )

    @bombard.autocomplete("target")
    async def bombarded(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Whom the unit can bombard."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await respond(
            self.services.order_autocomplete.targets(actor_of(interaction), unit, current, "bombard")
        )

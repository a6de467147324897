"""Orders: /move, /back, /charge, /attack, /bombard, /rally, /done, /undo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import typed
from bot.cogs.choices import choices
from bot.reception import asker
from bot.typed import Reader

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class PlayCog(commands.Cog):
    """The orders of a player-turn."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    async def _order(self, interaction: Interaction, read: Reader) -> None:
        await self.bot.play(interaction, lambda room, by: room.clerk.order(by, None, read))

    @app_commands.command()
    @app_commands.describe(
        unit="Your unit",
        path="Directions (NE NE E), hexes (0704 0705) or a destination (0812); none: step by step",
    )
    async def move(self, interaction: Interaction, unit: str, path: str = "") -> None:
        """Move one of your units."""
        await self.bot.play(interaction, lambda room, by: room.hand.move(by, unit, path))

    @app_commands.command()
    async def back(self, interaction: Interaction) -> None:
        """Take back the last step of the unit in hand, where the rulebook allows it."""
        await self._order(interaction, typed.back())

    @app_commands.command()
    @app_commands.describe(unit="Your cavalry", target="The enemy it charges, two hexes straight ahead")
    async def charge(self, interaction: Interaction, unit: str, target: str) -> None:
        """Charge an enemy, where the rulebook makes that an order of its own."""
        await self._order(interaction, typed.charge(unit, target))

    @app_commands.command()
    @app_commands.describe(unit="Your unit", target="The enemy it attacks; none: work out every target")
    async def attack(self, interaction: Interaction, unit: str, target: str = "") -> None:
        """Attack an enemy next to one of your units."""
        await self.bot.play(interaction, lambda room, by: room.hand.attack(by, unit, target))

    @app_commands.command()
    @app_commands.describe(unit="Your artillery", target="The enemy it fires at")
    async def bombard(self, interaction: Interaction, unit: str, target: str) -> None:
        """Fire at an enemy from afar."""
        await self._order(interaction, typed.bombard(unit, target))

    @app_commands.command()
    @app_commands.describe(unit="Your unit", hex="Where it is to stand, inside your zone")
    async def place(self, interaction: Interaction, unit: str, hex: str) -> None:  # noqa: A002
        """Put a unit on the map during set-up."""
        await self._order(interaction, typed.place(unit, hex))

    @app_commands.command()
    @app_commands.describe(unit="Your unit")
    async def unplace(self, interaction: Interaction, unit: str) -> None:
        """Take a unit off the map again during set-up."""
        await self._order(interaction, typed.unplace(unit))

    @app_commands.command()
    async def rally(self, interaction: Interaction) -> None:
        """Carry out the rally phase."""
        await self._order(interaction, typed.rally())

    @app_commands.command()
    async def done(self, interaction: Interaction) -> None:
        """End the phase."""
        await self.bot.play(
            interaction, lambda room, by: room.clerk.end(by, None, typed.done(), "done", sure=False)
        )

    @app_commands.command()
    async def undo(self, interaction: Interaction) -> None:
        """Take back your last order; after dice or others' orders, ask the other side."""
        await self.bot.play(interaction, lambda room, by: room.clerk.undo(by, None))

    @move.autocomplete("unit")
    async def movers(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can move now."""
        return await choices(self.bot.completing.units(asker(interaction), current, "move"))

    @place.autocomplete("unit")
    async def waiting(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can be placed, those still off the map first."""
        return await choices(self.bot.completing.units(asker(interaction), current, "place"))

    @unplace.autocomplete("unit")
    async def placed(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can be taken up again."""
        return await choices(self.bot.completing.units(asker(interaction), current, "unplace"))

    @place.autocomplete("hex")
    async def places(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Where the unit can be placed."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await choices(self.bot.completing.paths(asker(interaction), unit, current))

    @attack.autocomplete("unit")
    async def attackers(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can attack now."""
        return await choices(self.bot.completing.units(asker(interaction), current, "attack"))

    @bombard.autocomplete("unit")
    async def guns(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can bombard now."""
        return await choices(self.bot.completing.units(asker(interaction), current, "bombard"))

    @charge.autocomplete("unit")
    async def riders(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can charge now."""
        return await choices(self.bot.completing.units(asker(interaction), current, "charge"))

    @charge.autocomplete("target")
    async def charged(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Whom the unit can charge."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await choices(self.bot.completing.targets(asker(interaction), unit, current, "charge"))

    @move.autocomplete("path")
    async def paths(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Where the unit can go."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await choices(self.bot.completing.paths(asker(interaction), unit, current))

    @attack.autocomplete("target")
    async def attacked(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Whom the unit can attack."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await choices(self.bot.completing.targets(asker(interaction), unit, current, "attack"))

    @bombard.autocomplete("target")
    async def bombarded(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Whom the unit can bombard."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await choices(self.bot.completing.targets(asker(interaction), unit, current, "bombard"))

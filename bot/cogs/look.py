"""Questions: /map, /board, /odds, /rule. They change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import wish
from bot.cogs.choices import choices, named
from bot.reception import asker
from bot.say.muster import PARTS
from bot.wish import Wish

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]

AREAS, THEMES, SYMBOLS = (
    named("area", wish.AREAS),
    named("theme", wish.THEMES),
    named("symbols", wish.SYMBOLS),
)


class LookCog(commands.Cog):
    """What can be looked at."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command(name="map")
    @app_commands.describe(
        area="Which part of the map; none: what is going on",
        unit="A unit: where it is, where it can go",
        corps="A corps: where all its counters are",
        overlay="What lies over the map, one or several; none: everything",
        path="A path for the unit: what each step costs",
        theme="Colours",
        symbols="Symbols on the counters",
    )
    @app_commands.choices(area=AREAS, theme=THEMES, symbols=SYMBOLS)
    async def show(
        self,
        interaction: Interaction,
        area: str = "",
        unit: str = "",
        corps: str = "",
        overlay: str = "",
        path: str = "",
        theme: str = "",
        symbols: str = "",
    ) -> None:
        """Show the map, to you alone."""
        wish = Wish(
            area=area, unit=unit, corps=corps, overlay=overlay, path=path, theme=theme, symbols=symbols
        )
        await self.bot.play(interaction, lambda room, by: room.lookup.map(by, wish))

    @app_commands.command()
    @app_commands.describe(
        part="Which part of it; none: everything",
        near="A hex like 0507, a place or a unit: its ground, its neighbours, who is near",
    )
    @app_commands.choices(part=named("part", PARTS))
    async def board(self, interaction: Interaction, part: str = "", near: str = "") -> None:
        """The whole table in words, to you alone: for screen readers, and for searching."""
        await self.bot.play(interaction, lambda room, by: room.lookup.board(by, part=part, near=near))

    @app_commands.command()
    @app_commands.describe(unit="The unit that would attack or fire", target="The enemy")
    async def odds(self, interaction: Interaction, unit: str, target: str) -> None:
        """Work out an attack or a bombardment before you order it."""
        await self.bot.play(interaction, lambda room, by: room.lookup.odds(by, unit, target))

    @app_commands.command()
    @app_commands.describe(query="A rule's number, or words from it")
    async def rule(self, interaction: Interaction, query: str) -> None:
        """Read a rule of the rulebook."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.lookup.rule(by, query))

    @show.autocomplete("unit")
    async def shown(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units in sight, the asker's own first."""
        return await choices(self.bot.completing.seen(asker(interaction), current))

    @show.autocomplete("corps")
    async def corps(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Corps with counters in sight."""
        return await choices(self.bot.completing.corps(asker(interaction), current))

    @show.autocomplete("overlay")
    async def overlays(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """How the list of overlays can go on."""
        return await choices(self.bot.completing.overlays(asker(interaction), current))

    @board.autocomplete("near")
    async def near(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units in sight, the asker's own first."""
        return await choices(self.bot.completing.seen(asker(interaction), current))

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

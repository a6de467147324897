"""Questions about what happened: /log, /why."""

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


class HistoryCog(commands.Cog):
    """What happened, and why."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(
        unit="Only what concerns this unit", phase="Only this phase", turn="Only this game turn"
    )
    async def log(
        self,
        interaction: Interaction,
        unit: str = "",
        phase: str = "",
        turn: app_commands.Range[int, 0, 999] = 0,
    ) -> None:
        """The history of the game in words, to you alone, page by page."""
        await self.bot.play(
            interaction, lambda room, by: room.historian.log(by, unit=unit, phase=phase, turn=turn)
        )

    @app_commands.command()
    @app_commands.describe(about="A fight, a shot, a test ...; none: the last one")
    async def why(self, interaction: Interaction, about: str = "") -> None:
        """Why something came out as it did: the numbers, the dice, the rules."""
        await self.bot.play(interaction, lambda room, by: room.reasons.why(by, about))

    @log.autocomplete("unit")
    async def units(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units in sight, the asker's own first."""
        return await choices(self.bot.completing.seen(asker(interaction), current))

    @log.autocomplete("phase")
    async def phases(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Phases of the rulebook."""
        by = asker(interaction)
        return await choices(self.bot.at(by).historian.phases(by, current))

    @why.autocomplete("about")
    async def results(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Results, the newest first."""
        by = asker(interaction)
        return await choices(self.bot.at(by).reasons.results(by, current))

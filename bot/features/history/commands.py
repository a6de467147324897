"""`/log` and `/why`: commands about past events."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.features.help.topics import in_topic
from bot.services import Services
from bot.transport.autocomplete import respond
from bot.transport.interactions import actor_of

Interaction = discord.Interaction[Any]


class HistoryCommands(commands.Cog):
    """What happened, and why."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("looking", 5))
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
        """Read the history of the game, page by page; only you see it."""
        await self.services.play(
            interaction,
            lambda services, actor: services.log_service.log(actor, unit=unit, phase=phase, turn=turn),
        )

    @app_commands.command(extras=in_topic("looking", 6))
    @app_commands.describe(about="A fight, a shot, a test ...; leave empty for the last one")
    async def why(self, interaction: Interaction, about: str = "") -> None:
        """See why something came out as it did: numbers, dice and rules."""
        await self.services.play(interaction, lambda services, actor: services.explanations.why(actor, about))

    @log.autocomplete("unit")
    async def units(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units in sight, the asker's own first."""
        return await respond(self.services.order_autocomplete.visible_units(actor_of(interaction), current))

    @log.autocomplete("phase")
    async def phases(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Phases of the rulebook."""
        actor = actor_of(interaction)
        return await respond(self.services.here(interaction).log_service.phases(actor, current))

    @why.autocomplete("about")
    async def results(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Results, the newest first."""
        actor = actor_of(interaction)
        return await respond(self.services.here(interaction).explanations.results(actor, current))

"""`/log` and `/why`: commands about past events."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.features.help.topics import in_topic
from bot.features.history.past_games import GAME
from bot.services import Services
from bot.transport.autocomplete import respond
from bot.ui import page as ui_page

Interaction = discord.Interaction[Any]


class HistoryCommands(commands.Cog):
    """What happened, and why."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("looking", 5))
    @app_commands.describe(
        unit="Only what concerns this unit",
        phase="Only this phase",
        turn="Only this game turn",
        game=GAME,
    )
    async def log(
        self,
        interaction: Interaction,
        unit: str = "",
        phase: str = "",
        turn: app_commands.Range[int, 0, 999] = 0,
        game: str = "",
    ) -> None:
        """Read the history of the game, page by page; only you see it."""
        await self.services.look(
            interaction,
            game,
            lambda services, actor, game_id: services.log_service.log(
                actor, game_id, unit=unit, phase=phase, turn=turn
            ),
        )

    @app_commands.command(extras=in_topic("looking", 6))
    @app_commands.describe(about="A fight, a shot, a test ...; leave empty for the last one", game=GAME)
    async def why(self, interaction: Interaction, about: str = "", game: str = "") -> None:
        """See why something came out as it did: numbers, dice and rules."""
        await self.services.look(
            interaction,
            game,
            lambda services, actor, game_id: services.explanations.why(actor, about, game_id),
        )

    @log.autocomplete("unit")
    async def units(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units in sight, the asker's own first."""
        return await respond(self._units(interaction, current))

    async def _units(self, interaction: Interaction, current: str) -> list[ui_page.Choice]:
        actor = actor_of(interaction)
        game_id = await self._named(interaction)
        return await self.services.order_autocomplete.visible_units(actor, current, game_id)

    async def _named(self, interaction: Interaction) -> int | None:
        """The game that another option of the command names."""
        named = str(getattr(interaction.namespace, "game", "") or "")
        return await self.services.past_games.find(actor_of(interaction), named)

    @log.autocomplete("phase")
    async def phases(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Phases of the rulebook."""
        return await respond(self._phases(interaction, current))

    async def _phases(self, interaction: Interaction, current: str) -> list[ui_page.Choice]:
        game_id = await self._named(interaction)
        services = self.services.here(interaction) if game_id is None else self.services.of_games.play
        return await services.log_service.phases(actor_of(interaction), current, game_id)

    @why.autocomplete("about")
    async def results(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Results, the newest first."""
        return await respond(self._results(interaction, current))

    async def _results(self, interaction: Interaction, current: str) -> list[ui_page.Choice]:
        game_id = await self._named(interaction)
        services = self.services.here(interaction) if game_id is None else self.services.of_games.play
        return await services.explanations.results(actor_of(interaction), current, game_id)

    @log.autocomplete("game")
    @why.autocomplete("game")
    async def games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The games of the channel."""
        return await respond(self.services.past_games.choices(actor_of(interaction), current))

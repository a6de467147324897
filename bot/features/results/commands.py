"""`/game results`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.help.topics import in_topic
from bot.features.results.export import FORMATS
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import localized_choices, respond
from bot.ui.page import Page

Interaction = discord.Interaction[Any]


class ResultCommands(commands.Cog):
    """How games ended."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("looking", 9) | in_group("game"))
    @app_commands.describe(
        player="Whose results (default: everyone's on this server)",
        tournament="Of which tournament",
        file="As a file",
    )
    @app_commands.choices(file=localized_choices("results_file", FORMATS))
    async def results(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        tournament: str = "",
        file: str = "",
    ) -> None:
        """List how games ended, of this server or of a player; also as CSV or JSON."""

        async def work(actor: Actor) -> Page:
            if tournament:
                event = await self.services.tournaments.find(actor, tournament)
                return await self.services.result_list.of_event(actor, event.id, file)
            if player is None:
                return await self.services.result_list.of_server(actor, file)
            return await self.services.result_list.of_player(actor, player.id, file)

        await self.services.interactions.serve(interaction, work, curious=True)

    @results.autocomplete("tournament")
    async def tournaments(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The tournaments of the server."""
        return await respond(self.services.tournaments.choices(actor_of(interaction), current))

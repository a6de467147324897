"""/tournament season: announce a season, add its tournaments, see its table, end it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.help.topics import in_topic
from bot.features.tournaments.commands import TOURNAMENT
from bot.features.tournaments.seasons.service import LONGEST_NAME
from bot.features.tournaments.seasons.terms import MOST_MOVED
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import respond
from bot.ui.page import Page

Interaction = discord.Interaction[Any]
SEASON = "Which season (this channel's by default)"


class SeasonCommands(
    commands.GroupCog,
    group_name="season",
    group_extras=in_topic("tournaments", 2) | in_group("tournament"),
    group_description="Seasons of several tournaments, with divisions",
):
    """What organisers and players of seasons do."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(
        name="What the season is called, without its number",
        divisions="Divisions from the top, with their sizes, like: Gold 8, Silver 8, Bronze (one by default)",
        promoted="How many players move up and down between divisions after the season (none by default)",
        points="What places are worth, from the first (25, 18, 15, 12, 10, 8, 6, 4, 2, 1 by default)",
    )
    async def new(
        self,
        interaction: Interaction,
        name: Range[str, 1, LONGEST_NAME],
        divisions: str = "",
        promoted: Range[int, 0, MOST_MOVED] = 0,
        points: str = "",
    ) -> None:
        """Announce a season of several tournaments in this channel."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.seasons.new(actor, name, divisions, promoted, points)
        )

    @app_commands.command()
    @app_commands.describe(tournament=TOURNAMENT, division="For which division it counts", season=SEASON)
    async def add(
        self, interaction: Interaction, tournament: str = "", division: str = "", season: str = ""
    ) -> None:
        """As an organiser: let a tournament count for a season."""

        async def answer(actor: Actor) -> Page:
            event = await self.services.tournaments.find(actor, tournament)
            found = await self.services.seasons.find(actor, season)
            return await self.services.seasons.add(actor, found, event, division)

        await self.services.interactions.serve(interaction, answer)

    @app_commands.command()
    @app_commands.describe(tournament=TOURNAMENT)
    async def remove(self, interaction: Interaction, tournament: str = "") -> None:
        """As an organiser: let a tournament no longer count for its season."""

        async def answer(actor: Actor) -> Page:
            event = await self.services.tournaments.find(actor, tournament)
            return await self.services.seasons.remove(actor, event)

        await self.services.interactions.serve(interaction, answer)

    @app_commands.command()
    @app_commands.describe(division="Which division (the top one by default)", season=SEASON)
    async def table(self, interaction: Interaction, division: str = "", season: str = "") -> None:
        """Show the table of a season, with who moves up and down."""

        async def answer(actor: Actor) -> Page:
            found = await self.services.seasons.find(actor, season)
            number = found.terms.number(division) if division.strip() else 0
            return await self.services.seasons.show(actor, found, number)

        await self.services.interactions.serve(interaction, answer, curious=True)

    @app_commands.command()
    @app_commands.describe(back="Play in it after all", season=SEASON)
    async def leave(self, interaction: Interaction, back: bool = False, season: str = "") -> None:
        """Say that you do not play in the next season."""

        async def answer(actor: Actor) -> Page:
            found = await self.services.seasons.find(actor, season)
            return await self.services.seasons.leave(actor, found, leaves=not back)

        await self.services.interactions.serve(interaction, answer)

    @app_commands.command()
    @app_commands.describe(season=SEASON)
    async def end(self, interaction: Interaction, season: str = "") -> None:
        """As an organiser: end a season; the next one can open with its divisions."""

        async def answer(actor: Actor) -> Page:
            return await self.services.seasons.end(actor, await self.services.seasons.find(actor, season))

        await self.services.interactions.serve(interaction, answer)

    @add.autocomplete("season")
    @table.autocomplete("season")
    @leave.autocomplete("season")
    @end.autocomplete("season")
    async def seasons(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The seasons of the server."""
        return await respond(self.services.seasons.choices(actor_of(interaction), current))

    @add.autocomplete("division")
    @table.autocomplete("division")
    async def divisions(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The divisions of the season."""
        season = str(getattr(interaction.namespace, "season", "") or "")
        return await respond(self.services.seasons.divisions(actor_of(interaction), season, current))

    @add.autocomplete("tournament")
    @remove.autocomplete("tournament")
    async def tournaments(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The tournaments of the server."""
        return await respond(self.services.tournaments.choices(actor_of(interaction), current))

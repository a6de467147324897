"""/tournament server: let other servers follow a tournament, or follow one."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.features.help.topics import in_topic
from bot.features.tournaments.commands import TOURNAMENT, about
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import respond

Interaction = discord.Interaction[Any]
LONGEST_CODE = 40


class TournamentServerCommands(
    commands.GroupCog,
    group_name="server",
    group_extras=in_topic("tournaments", 4) | in_group("tournament"),
    group_description="Tournaments across servers: let another server follow, or follow one",
):
    """What organisers do about other servers, and moderators of those servers."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(tournament=TOURNAMENT)
    async def invite(self, interaction: Interaction, tournament: str = "") -> None:
        """As an organiser: get a code with which another server can follow the tournament."""
        await about(self.services, interaction, tournament, self.services.tournament_servers.invite)

    @app_commands.command()
    @app_commands.describe(code="The code that an organiser of the tournament has given you")
    async def follow(self, interaction: Interaction, code: Range[str, 1, LONGEST_CODE]) -> None:
        """As a moderator: let this server follow a tournament of another one, in this channel."""
        servers = self.services.tournament_servers
        await self.services.interactions.serve(interaction, lambda actor: servers.follow(actor, code))

    @app_commands.command()
    @app_commands.describe(
        tournament=TOURNAMENT, server="As an organiser: the server that is to follow no more"
    )
    async def unfollow(self, interaction: Interaction, tournament: str = "", server: str = "") -> None:
        """As a moderator: let this server follow a tournament no more."""
        servers = self.services.tournament_servers
        await about(
            self.services,
            interaction,
            tournament,
            lambda actor, event: servers.unfollow(actor, event, server),
        )

    @app_commands.command()
    @app_commands.describe(tournament=TOURNAMENT)
    async def show(self, interaction: Interaction, tournament: str = "") -> None:
        """Show the servers whose members play in a tournament."""
        await about(self.services, interaction, tournament, self.services.tournament_servers.show)

    @unfollow.autocomplete("server")
    async def servers(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The servers that follow the tournament, for its organisers."""
        tournament = str(getattr(interaction.namespace, "tournament", "") or "")
        servers = self.services.tournament_servers
        return await respond(servers.choices(actor_of(interaction), tournament, current))

    @invite.autocomplete("tournament")
    @unfollow.autocomplete("tournament")
    @show.autocomplete("tournament")
    async def tournaments(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The tournaments of the server, and those that it follows."""
        return await respond(self.services.tournaments.choices(actor_of(interaction), current))

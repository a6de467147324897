"""/tournament team: enter a team, invite players, order the boards."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.features.help.topics import in_topic
from bot.features.lobby.seating import Person
from bot.features.tournaments.commands import TOURNAMENT, about
from bot.features.tournaments.state.terms import MOST_BOARDS
from bot.features.tournaments.teams.page import LONGEST_NAME
from bot.features.tournaments.teams.service import RESERVES
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import respond

Interaction = discord.Interaction[Any]


class SquadCommands(
    commands.GroupCog,
    group_name="team",
    group_extras=in_topic("tournaments", 3) | in_group("tournament"),
    group_description="Teams of a tournament: enter one, invite players, order the boards",
):
    """What captains and players of teams do."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(name="What the team is called", tournament=TOURNAMENT)
    async def enter(
        self, interaction: Interaction, name: Range[str, 1, LONGEST_NAME], tournament: str = ""
    ) -> None:
        """Enter a team whose captain you are."""
        teams = self.services.tournaments.teams
        await about(
            self.services, interaction, tournament, lambda actor, event: teams.enter(actor, event, name)
        )

    @app_commands.command()
    @app_commands.describe(player="Whom you want in your team", tournament=TOURNAMENT)
    async def invite(self, interaction: Interaction, player: discord.Member, tournament: str = "") -> None:
        """As captain: invite a player to your team."""
        teams = self.services.tournaments.teams
        person = Person(user=None if player.bot else player.id, name=player.display_name)
        await about(
            self.services, interaction, tournament, lambda actor, event: teams.invite(actor, event, person)
        )

    @app_commands.command()
    @app_commands.describe(
        player="A member of your team",
        board="On which board they play from the next round on; after the last one they are in reserve",
        tournament=TOURNAMENT,
    )
    async def board(
        self,
        interaction: Interaction,
        player: discord.User,
        board: Range[int, 1, MOST_BOARDS + RESERVES],
        tournament: str = "",
    ) -> None:
        """As captain: order the boards of your team."""
        teams = self.services.tournaments.teams
        await about(
            self.services,
            interaction,
            tournament,
            lambda actor, event: teams.set_board(actor, event, player.id, board),
        )

    @app_commands.command()
    @app_commands.describe(player="A member of your team, or an invited player", tournament=TOURNAMENT)
    async def remove(self, interaction: Interaction, player: discord.User, tournament: str = "") -> None:
        """As captain: take a player out of your team, or take an invitation back."""
        teams = self.services.tournaments.teams
        await about(
            self.services, interaction, tournament, lambda actor, event: teams.remove(actor, event, player.id)
        )

    @app_commands.command()
    @app_commands.describe(player="The member who leads the team from now on", tournament=TOURNAMENT)
    async def captain(self, interaction: Interaction, player: discord.User, tournament: str = "") -> None:
        """As captain: hand your team over to another member."""
        teams = self.services.tournaments.teams
        await about(
            self.services,
            interaction,
            tournament,
            lambda actor, event: teams.hand_over(actor, event, player.id),
        )

    @app_commands.command()
    @app_commands.describe(team="Which team (yours by default)", tournament=TOURNAMENT)
    async def show(self, interaction: Interaction, team: str = "", tournament: str = "") -> None:
        """Show a team with its boards, or all teams."""
        teams = self.services.tournaments.teams
        await about(
            self.services, interaction, tournament, lambda actor, event: teams.show(actor, event, team)
        )

    @enter.autocomplete("tournament")
    @invite.autocomplete("tournament")
    @board.autocomplete("tournament")
    @remove.autocomplete("tournament")
    @captain.autocomplete("tournament")
    @show.autocomplete("tournament")
    async def tournaments(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The tournaments of the server."""
        return await respond(self.services.tournaments.choices(actor_of(interaction), current))

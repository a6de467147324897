"""/rating: how strong players are, on this server and against each other."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.help.topics import in_topic
from bot.services import Services
from bot.transport.autocomplete import respond
from bot.ui.page import Page
from engine.errors import IllegalOrder

Interaction = discord.Interaction[Any]


class RatingCommands(
    commands.GroupCog,
    group_name="rating",
    group_extras=in_topic("start", 6),
    group_description="Ratings of players, from the results of their games",
):
    """The commands about ratings."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(player="Whose ratings (yours by default)")
    async def show(self, interaction: Interaction, player: discord.Member | None = None) -> None:
        """Show ratings for each rulebook and overall, and the last games."""

        async def work(actor: Actor) -> Page:
            name = player.display_name if player is not None else actor.name
            return await self.services.ratings.show(actor, _user(player, actor), name)

        await self.services.interactions.serve(interaction, work, curious=True)

    @app_commands.command()
    @app_commands.describe(rulebook="Ratings of this rulebook only")
    async def table(self, interaction: Interaction, rulebook: str = "") -> None:
        """Show this server's players, the best first."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.ratings.table(actor, rulebook), curious=True
        )

    @app_commands.command()
    @app_commands.describe(player="One player", other="The other player (you by default)")
    async def versus(
        self, interaction: Interaction, player: discord.Member, other: discord.Member | None = None
    ) -> None:
        """Show the games of two players against each other."""

        async def work(actor: Actor) -> Page:
            one, two = _user(other, actor), _user(player, actor)
            if one == two:
                raise IllegalOrder("", "versus_themselves")
            return await self.services.ratings.versus(actor, one, two)

        await self.services.interactions.serve(interaction, work, curious=True)

    @table.autocomplete("rulebook")
    async def rulebooks(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The rulebooks, and all of them together."""
        return await respond(self.services.ratings.rulebooks(actor_of(interaction), current))


def _user(member: discord.Member | None, actor: Actor) -> int:
    """A player who was named, else the asker. Raises IllegalOrder for a bot."""
    if member is None:
        return actor.user
    if member.bot:
        raise IllegalOrder("", "bot_unrated")
    return member.id

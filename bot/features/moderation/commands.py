"""`/marshal`: moderation of the game of a channel."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.help.topics import in_topic
from bot.features.lobby.commands import SIDES
from bot.features.lobby.seating import COMPUTER, Person
from bot.features.moderation.rulings import LONGEST_REASON
from bot.services import Services
from bot.transport.autocomplete import respond
from bot.ui.page import Page
from engine.errors import IllegalOrder

Interaction = discord.Interaction[Any]
Reason = Range[str, 1, LONGEST_REASON]


class ModerationCommands(
    commands.GroupCog,
    group_name="marshal",
    group_extras=in_topic("server", 2),
    group_description="Moderate this channel's game",
):
    """What a server's marshals may do; every act is told to both sides, with its reason.

    Everybody sees these commands: who may use them is settled by /server and by Manage Server.
    """

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(
        unit="A unit by id or name, or the game itself",
        what="What is wrong: its place, a number, a mark, the turn",
        value="The correct value",
        reason="Why (both sides can read it)",
    )
    @app_commands.rename(value="to")
    async def correct(
        self, interaction: Interaction, unit: str, what: str, value: str, reason: Reason
    ) -> None:
        """Correct one thing in the game."""
        moderation = self.services.moderation
        await self.services.interactions.serve(
            interaction, lambda actor: moderation.correct(actor, unit, what, value, reason)
        )

    @app_commands.command()
    @app_commands.describe(reason="Why (both sides can read it)")
    async def pause(self, interaction: Interaction, reason: Reason) -> None:
        """Pause the game: no orders, no clock."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.moderation.pause(actor, reason)
        )

    @app_commands.command()
    @app_commands.describe(reason="Why (both sides can read it)")
    async def resume(self, interaction: Interaction, reason: Reason) -> None:
        """Resume a paused game."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.moderation.resume(actor, reason)
        )

    @app_commands.command()
    @app_commands.describe(phase="The phase to play again", reason="Why (both sides can read it)")
    async def rollback(self, interaction: Interaction, phase: str, reason: Reason) -> None:
        """Go back to the start of a phase, after confirmation."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.moderation.rollback(actor, phase, reason)
        )

    @app_commands.command()
    @app_commands.describe(
        side="Whose seat",
        player="The new player: a member, or this bot for the computer player",
        reason="Why (both sides can read it)",
        instead="Which player to replace, if several share the side",
    )
    @app_commands.rename(player="with", instead="of")
    @app_commands.choices(side=SIDES)
    async def replace(
        self,
        interaction: Interaction,
        side: str,
        player: discord.Member,
        reason: Reason,
        instead: discord.User | None = None,
    ) -> None:
        """Give a player's seat to someone else."""
        whom = instead.id if instead is not None else None

        async def work(actor: Actor) -> Page:
            guest = _guest(interaction, player)
            page: Page = await self.services.moderation.replace(actor, side, guest, whom, reason)
            return page

        await self.services.interactions.serve(interaction, work)

    @app_commands.command()
    @app_commands.describe(reason="Why (both sides can read it)")
    async def remove(self, interaction: Interaction, reason: Reason) -> None:
        """End the game without a result and free its channel, after confirmation."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.moderation.remove(actor, reason)
        )

    @app_commands.command()
    @app_commands.describe(
        result="The correct result, or that there is none",
        reason="Why (everyone can read it)",
        game="Which finished game of this channel (the last one by default)",
    )
    async def result(self, interaction: Interaction, result: str, reason: Reason, game: str = "") -> None:
        """Correct or annul the result of a finished game."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.finished_games.rule(actor, game, result, reason)
        )

    @result.autocomplete("result")
    async def results(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The results that the game can be given."""
        game = str(getattr(interaction.namespace, "game", "") or "")
        return await respond(self.services.finished_games.choices(actor_of(interaction), game, current))

    @result.autocomplete("game")
    async def finished(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The games of the channel."""
        return await respond(self.services.past_games.choices(actor_of(interaction), current))

    @app_commands.command()
    async def games(self, interaction: Interaction) -> None:
        """Show all games of this server, late ones first: nudge, extend, end, substitute."""
        await self.services.interactions.serve(interaction, self.services.event_games.overview, curious=True)

    @correct.autocomplete("unit")
    async def units(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The units that everybody sees, and the game."""
        return await respond(self.services.moderation_autocomplete.units(actor_of(interaction), current))

    @correct.autocomplete("what")
    async def kinds(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """What can be set right of it."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await respond(
            self.services.moderation_autocomplete.kinds(actor_of(interaction), unit, current)
        )

    @correct.autocomplete("value")
    async def values(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """What it can be set to."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        what = str(getattr(interaction.namespace, "what", "") or "")
        return await respond(
            self.services.moderation_autocomplete.values(actor_of(interaction), unit, what, current)
        )

    @rollback.autocomplete("phase")
    async def phases(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The phases that were played, the latest first."""
        return await respond(self.services.moderation_autocomplete.phases(actor_of(interaction), current))


def _guest(interaction: Interaction, player: discord.Member) -> Person:
    """The player to seat. Raises IllegalOrder for another bot."""
    me = interaction.client.user
    if player.bot and player.id != getattr(me, "id", 0):
        raise IllegalOrder("", "friend_is_bot")
    return COMPUTER if player.bot else Person(user=player.id, name=player.display_name)

"""/marshal: order in the game of a channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.cogs.choices import choices
from bot.cogs.game import SIDES
from bot.desk import By
from bot.marshal import LONGEST_REASON
from bot.opening import PARTNER, Guest
from bot.page import Page
from bot.reception import asker
from engine.errors import IllegalOrder

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]
Reason = Range[str, 1, LONGEST_REASON]


class MarshalCog(
    commands.GroupCog, group_name="marshal", group_description="Keep order in the game of this channel"
):
    """What a server's marshals may do; every act is told to both sides, with its reason.

    Everybody sees these commands: who may use them is settled by /server and by Manage Server.
    """

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(
        unit="A unit by id or name, or the game itself",
        what="What is wrong: its place, a number, a mark, the turn",
        value="What is right",
        reason="Why: both sides read it",
    )
    @app_commands.rename(value="to")
    async def correct(
        self, interaction: Interaction, unit: str, what: str, value: str, reason: Reason
    ) -> None:
        """Set one thing right on the table."""
        marshal = self.bot.marshal
        await self.bot.reception.serve(interaction, lambda by: marshal.correct(by, unit, what, value, reason))

    @app_commands.command()
    @app_commands.describe(reason="Why: both sides read it")
    async def pause(self, interaction: Interaction, reason: Reason) -> None:
        """Let the game stand still: no orders, no clock."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.marshal.pause(by, reason))

    @app_commands.command()
    @app_commands.describe(reason="Why: both sides read it")
    async def resume(self, interaction: Interaction, reason: Reason) -> None:
        """Let a paused game go on."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.marshal.resume(by, reason))

    @app_commands.command()
    @app_commands.describe(phase="The phase that is to be played again", reason="Why: both sides read it")
    async def rollback(self, interaction: Interaction, phase: str, reason: Reason) -> None:
        """Go back to the beginning of a phase; you are asked once more."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.marshal.rollback(by, phase, reason))

    @app_commands.command()
    @app_commands.describe(
        side="Whose seat",
        player="Who plays on: a member, or the referee itself for its sparring partner",
        reason="Why: both sides read it",
        instead="Whom, where several share the side",
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
        """Give somebody's seat to somebody else."""
        whom = instead.id if instead is not None else None

        async def work(by: By) -> Page:
            guest = _guest(interaction, player)
            page: Page = await self.bot.marshal.replace(by, side, guest, whom, reason)
            return page

        await self.bot.reception.serve(interaction, work)

    @app_commands.command()
    @app_commands.describe(reason="Why: both sides read it")
    async def remove(self, interaction: Interaction, reason: Reason) -> None:
        """End the game without a result, so that its channel is free; you are asked once more."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.marshal.remove(by, reason))

    @app_commands.command()
    async def export(self, interaction: Interaction) -> None:
        """Get the game as a file: what a spectator knows, all of it once it is over."""
        await self.bot.reception.serve(interaction, self.bot.marshal.export)

    @correct.autocomplete("unit")
    async def units(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The units that everybody sees, and the game."""
        return await choices(self.bot.rulings.units(asker(interaction), current))

    @correct.autocomplete("what")
    async def kinds(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """What can be set right of it."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await choices(self.bot.rulings.kinds(asker(interaction), unit, current))

    @correct.autocomplete("value")
    async def values(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """What it can be set to."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        what = str(getattr(interaction.namespace, "what", "") or "")
        return await choices(self.bot.rulings.values(asker(interaction), unit, what, current))

    @rollback.autocomplete("phase")
    async def phases(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The phases that were played, the latest first."""
        return await choices(self.bot.rulings.phases(asker(interaction), current))


def _guest(interaction: Interaction, player: discord.Member) -> Guest:
    """Who is to sit down. Raises IllegalOrder for another bot."""
    me = interaction.client.user
    if player.bot and player.id != getattr(me, "id", 0):
        raise IllegalOrder("", "friend_is_bot")
    return PARTNER if player.bot else Guest(user=player.id, name=player.display_name)

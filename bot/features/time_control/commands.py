"""`/time clock`, `/time hours`, `/time vacation`, `/time substitute`, `/time pause`, `/time resume`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.clock.terms import LATE
from bot.connection.actor import actor_of
from bot.features.help.topics import in_topic
from bot.features.lobby.commands import SIDES
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import localized_choices, respond

Interaction = discord.Interaction[Any]


class TimeCommands(commands.Cog):
    """How long a game may take, and when its players are away."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("time", 1) | in_group("time"))
    @app_commands.describe(
        time="3d per player-turn, daily 21:00, 10d+12h for the whole game plus extra per turn, or none",
        late="What happens at a deadline",
    )
    @app_commands.choices(late=localized_choices("late", LATE))
    async def clock(self, interaction: Interaction, time: str = "", late: str = "") -> None:
        """Show the deadlines; set a different clock, or propose it to the other side."""
        clocks = self.services.clocks
        await self.services.interactions.serve(interaction, lambda actor: clocks.clock(actor, time, late))

    @app_commands.command(extras=in_topic("time", 2) | in_group("time"))
    @app_commands.describe(
        zone="Your time zone, like Europe/Paris",
        quiet="When your clocks stop every day, like 22:30-7:00, or none",
        reminder="How long before a deadline to remind you, like 6h, or none",
        daily="Remind you once a day where a game without a clock waits for you (default: yes)",
        told_next="Tell you when the side before you has begun its turn (default: no)",
    )
    @app_commands.rename(told_next="next")
    async def hours(
        self,
        interaction: Interaction,
        zone: str = "",
        quiet: str = "",
        reminder: str = "",
        daily: bool | None = None,
        told_next: bool | None = None,
    ) -> None:
        """Show or set your time zone, your quiet hours and your reminders."""
        absences = self.services.absences
        await self.services.interactions.serve(
            interaction,
            lambda actor: absences.hours(actor, zone, quiet, reminder, daily=daily, told_next=told_next),
        )

    @app_commands.command(extras=in_topic("time", 3) | in_group("time"))
    @app_commands.describe(
        first="The first day, like 24.12. or 2027-07-14 (default: today)",
        last="The last day, like 2.1., or +6 for six days after the first",
        end="End your current vacation, or cancel the next one",
    )
    async def vacation(
        self, interaction: Interaction, first: str = "", last: str = "", end: bool = False
    ) -> None:
        """Announce days when your clocks stop; show or end them."""
        absences = self.services.absences
        await self.services.interactions.serve(
            interaction, lambda actor: absences.vacation(actor, first, last, end=end)
        )

    @app_commands.command(extras=in_topic("time", 4) | in_group("time"))
    @app_commands.describe(side="Which side, if you play several", withdraw="Stop looking for someone")
    @app_commands.choices(side=SIDES)
    async def substitute(self, interaction: Interaction, side: str = "", withdraw: bool = False) -> None:
        """Look for someone to take over your side in this channel's game."""
        clocks = self.services.clocks
        await self.services.interactions.serve(
            interaction, lambda actor: clocks.substitute(actor, side, withdraw=withdraw)
        )

    @app_commands.command(extras=in_topic("time", 5) | in_group("time"))
    async def pause(self, interaction: Interaction) -> None:
        """Propose a pause to the other side: no orders, no clock, no reminders."""
        await self.services.interactions.serve(interaction, self.services.pause_offers.offer)

    @app_commands.command(extras=in_topic("time", 6) | in_group("time"))
    async def resume(self, interaction: Interaction) -> None:
        """End the pause that you and the other side agreed on."""
        await self.services.interactions.serve(interaction, self.services.pause_offers.resume)

    @clock.autocomplete("time")
    async def times(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Clocks that people often agree on."""
        return await respond(self.services.absences.times(actor_of(interaction), current))

    @hours.autocomplete("zone")
    async def zones(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Time zones."""
        return await respond(self.services.absences.zones(actor_of(interaction), current))

    @vacation.autocomplete("first")
    async def first_days(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The next days."""
        return await respond(self.services.absences.days(actor_of(interaction), "", current))

    @vacation.autocomplete("last")
    async def last_days(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The days after the first one, and how many that makes."""
        first = str(getattr(interaction.namespace, "first", "") or "")
        return await respond(self.services.absences.days(actor_of(interaction), first or "today", current))

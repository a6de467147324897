"""Time: /clock, /hours, /vacation, /substitute."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.clock.terms import LATE
from bot.cogs.choices import choices, named
from bot.cogs.game import SIDES
from bot.reception import asker

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]


class TimeCog(commands.Cog):
    """How long a game may take, and when its players are away."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(
        time="3d for each player-turn, 10d+12h for the whole game and a bit more each turn, none",
        late="What happens at a deadline",
    )
    @app_commands.choices(late=named("late", LATE))
    async def clock(self, interaction: Interaction, time: str = "", late: str = "") -> None:
        """Show until when there is time; set another clock, or propose it to the other side."""
        timing = self.bot.timing
        await self.bot.reception.serve(interaction, lambda by: timing.clock(by, time, late))

    @app_commands.command()
    @app_commands.describe(
        zone="Your time zone, like Europe/Paris",
        quiet="When you rest every day, like 22:30-7:00: your clocks stand still; none",
        reminder="How long before a deadline you are reminded, like 6h; none",
    )
    async def hours(
        self, interaction: Interaction, zone: str = "", quiet: str = "", reminder: str = ""
    ) -> None:
        """Show or set your time zone, your quiet hours and your reminder."""
        absence = self.bot.absence
        await self.bot.reception.serve(interaction, lambda by: absence.hours(by, zone, quiet, reminder))

    @app_commands.command()
    @app_commands.describe(
        first="The first day, like 24.12. or 2027-07-14 (today, unless you say)",
        last="The last day, like 2.1., or +6 for six days after the first",
        end="End the vacation you are on, or take the next one back",
    )
    async def vacation(
        self, interaction: Interaction, first: str = "", last: str = "", end: bool = False
    ) -> None:
        """Announce days on which your clocks stand still; show or end them."""
        absence = self.bot.absence
        await self.bot.reception.serve(interaction, lambda by: absence.vacation(by, first, last, end=end))

    @app_commands.command()
    @app_commands.describe(side="Which side, if you play several", withdraw="Look for nobody any more")
    @app_commands.choices(side=SIDES)
    async def substitute(self, interaction: Interaction, side: str = "", withdraw: bool = False) -> None:
        """Look for somebody to take over your side of the game in this channel."""
        timing = self.bot.timing
        await self.bot.reception.serve(interaction, lambda by: timing.substitute(by, side, withdraw=withdraw))

    @clock.autocomplete("time")
    async def times(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Clocks that people often agree on."""
        return await choices(self.bot.absence.times(asker(interaction), current))

    @hours.autocomplete("zone")
    async def zones(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Time zones."""
        return await choices(self.bot.absence.zones(asker(interaction), current))

    @vacation.autocomplete("first")
    async def first_days(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The next days."""
        return await choices(self.bot.absence.days(asker(interaction), "", current))

    @vacation.autocomplete("last")
    async def last_days(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The days after the first one, and how many that makes."""
        first = str(getattr(interaction.namespace, "first", "") or "")
        return await choices(self.bot.absence.days(asker(interaction), first or "today", current))

"""Commands about the computer player, in the group /game."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.lobby.commands import LEVEL, check_writable
from bot.features.lobby.seating import DEFAULT_LEVEL
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import respond
from bot.ui.page import Page

Interaction = discord.Interaction[Any]


class ComputerPlayerCommands(commands.Cog):
    """A game of the computer against itself."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_group("game"))
    @app_commands.describe(
        battle="Which battle",
        first="How well the computer plays the side that is named first (normal by default)",
        second="How well it plays the other side (normal by default)",
    )
    @app_commands.choices(first=LEVEL, second=LEVEL)
    async def demo(
        self,
        interaction: Interaction,
        battle: str,
        first: str = DEFAULT_LEVEL,
        second: str = DEFAULT_LEVEL,
    ) -> None:
        """Watch the computer play both sides of a battle in this channel."""

        async def work(actor: Actor) -> Page:
            check_writable(interaction)
            chosen = await self.services.custom_battles.chosen(actor, battle, None)
            return await self.services.demonstrations.begin(actor, chosen, (first, second))

        await self.services.interactions.serve(interaction, work)

    @demo.autocomplete("battle")
    async def battles(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The battles there are."""
        return await respond(self.services.gallery.choices(actor_of(interaction), current))

"""`/game settings`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.core.report_pictures import CHOICES
from bot.features.game_settings.service import AS_SERVER
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import localized_choices

Interaction = discord.Interaction[Any]


class GameSettingsCommands(commands.Cog):
    """What a game can be set to while it goes on."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_group("game"))
    @app_commands.describe(pictures="Which pictures the reports have")
    @app_commands.choices(pictures=localized_choices("report_pictures", (*CHOICES, AS_SERVER)))
    async def settings(self, interaction: Interaction, pictures: str = "") -> None:
        """Show or change this game's settings: a map after each phase, or a film after each turn."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.game_settings.change(actor, pictures)
        )

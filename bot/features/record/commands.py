"""`/game export`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.custom_battles.service import Sent
from bot.features.help.topics import in_topic
from bot.features.history.past_games import GAME
from bot.features.lobby.commands import check_writable
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import localized_choices, respond
from bot.ui.page import Page
from engine.errors import IllegalOrder

Interaction = discord.Interaction[Any]
FORMS = ("text", "replay")


class RecordCommands(commands.Cog):
    """Records of games."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("looking", 11) | in_group("game"))
    @app_commands.describe(form="The text with all orders (default), or a replay for any browser", game=GAME)
    @app_commands.choices(form=localized_choices("export_form", FORMS))
    async def export(self, interaction: Interaction, form: str = FORMS[0], game: str = "") -> None:
        """Get the game as a file: what you know of it, or everything once it is over."""

        async def work(actor: Actor) -> Page:
            named = await self.services.past_games.find(actor, game)
            if form == FORMS[1]:
                return await self.services.replays.page(actor, named)
            return await self.services.records.export(actor, named)

        await self.services.interactions.serve(interaction, work, curious=True)

    @app_commands.command(name="import", extras=in_topic("looking", 12) | in_group("game"))
    @app_commands.describe(
        file="A record of a finished game, as /game export gives it",
        at="Play on from a moment: 45 (after that order), 7.combat or 7.blue (the end of that phase or turn)",
    )
    async def bring_in(self, interaction: Interaction, file: discord.Attachment, at: str = "") -> None:
        """Add a game that was played elsewhere, to read and watch, or to play on from a position of it."""

        async def work(actor: Actor) -> Page:
            if not isinstance(file, discord.Attachment):  # a number without a file
                raise IllegalOrder("", "file_lost")
            sent = Sent(name=file.filename, size=file.size, url=file.url)
            if at.strip():
                check_writable(interaction)
            return await self.services.record_import.bring_in(actor, sent, at.strip())

        await self.services.interactions.serve(interaction, work)

    @export.autocomplete("game")
    async def games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The games of the channel."""
        return await respond(self.services.past_games.choices(actor_of(interaction), current))

"""`/film`."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.film.film_moments import SPANS
from bot.features.game_view.commands import THEMES
from bot.features.help.topics import in_topic
from bot.features.history.past_games import GAME
from bot.services import Services
from bot.transport.autocomplete import localized_choices, respond
from bot.ui.page import Page

Interaction = discord.Interaction[Any]


class FilmCommands(commands.Cog):
    """Films of games."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("looking", 8))
    @app_commands.describe(what="Which part (default: the last player's turn)", theme="Colours", game=GAME)
    @app_commands.choices(what=localized_choices("film_span", SPANS), theme=THEMES)
    async def film(
        self, interaction: Interaction, what: str = SPANS[0], theme: str = "", game: str = ""
    ) -> None:
        """Watch a turn, or the whole game, as a film; only you see it."""

        async def work(actor: Actor) -> Page:
            found = await self.services.past_games.find(actor, game)
            return await self.services.films.film(actor, what, theme, found)

        await self.services.interactions.serve(interaction, work, curious=True)

    @film.autocomplete("game")
    async def games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The games of the channel."""
        return await respond(self.services.past_games.choices(actor_of(interaction), current))

"""Commands about dice: /dice verify and /dice luck, and /dice word, which adds a word of the player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.game_view.commands import THEMES
from bot.features.help.topics import in_topic
from bot.features.history.past_games import GAME
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import respond
from bot.ui.page import Page

Interaction = discord.Interaction[Any]


class DiceCommands(commands.Cog):
    """Dice that anybody can check."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_topic("undo", 3) | in_group("dice"))
    @app_commands.describe(game=GAME)
    async def verify(self, interaction: Interaction, game: str = "") -> None:
        """Check every die of the game; before the game ends, those you know of."""
        dice = self.services.dice_service
        await self.services.interactions.serve(
            interaction, lambda actor: self._of(actor, game, partial(dice.verify, actor)), curious=True
        )

    @app_commands.command(extras=in_topic("undo", 4) | in_group("dice"))
    @app_commands.describe(theme="Colours of the chart", game=GAME)
    @app_commands.choices(theme=THEMES)
    async def luck(self, interaction: Interaction, theme: str = "", game: str = "") -> None:
        """Show what each side rolled, and what was expected."""
        dice = self.services.dice_service
        await self.services.interactions.serve(
            interaction, lambda actor: self._of(actor, game, partial(dice.luck, actor, theme)), curious=True
        )

    async def _of(self, actor: Actor, game: str, question: Callable[[int | None], Awaitable[Page]]) -> Page:
        """The answer to a question about the named game."""
        return await question(await self.services.past_games.find(actor, game))

    @app_commands.command(extras=in_topic("undo", 5) | in_group("dice"))
    @app_commands.describe(
        word="Up to 32 letters and digits; once words are closed, the word you kept",
        sealed="Or the SHA-256 of a word you keep to yourself until words are closed",
    )
    async def word(self, interaction: Interaction, word: str = "", sealed: str = "") -> None:
        """Mix a word of your own, sealed until the start, into all the dice of the game."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.dice_service.word(actor, word, sealed)
        )

    @verify.autocomplete("game")
    @luck.autocomplete("game")
    async def games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The games of the channel."""
        return await respond(self.services.past_games.choices(actor_of(interaction), current))

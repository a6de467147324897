"""`/map`, `/game board`, `/odds`, `/rule`: commands that change nothing."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.features.game_view import map_request
from bot.features.game_view.map_request import MapRequest
from bot.features.help.topics import in_topic
from bot.features.history.past_games import GAME
from bot.i18n.command_groups import in_group
from bot.reports.text_map import PARTS
from bot.services import Services
from bot.transport.autocomplete import localized_choices, respond

Interaction = discord.Interaction[Any]

AREAS, THEMES, SYMBOLS = (
    localized_choices("area", map_request.AREAS),
    localized_choices("theme", map_request.THEMES),
    localized_choices("symbols", map_request.SYMBOL_SETS),
)


class ViewCommands(commands.Cog):
    """What can be looked at."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="map", extras=in_topic("looking", 1))
    @app_commands.describe(
        area="Which part of the map (default: the whole map with its key)",
        unit="A unit: where it is and where it can go",
        corps="A corps: where all its counters are",
        overlay="What to show on the map: one or several overlays (default: what matters now)",
        path="A path for the unit, to see what each step costs",
        theme="Colours",
        symbols="Symbols on the counters",
        game=GAME,
    )
    @app_commands.choices(area=AREAS, theme=THEMES, symbols=SYMBOLS)
    async def show(
        self,
        interaction: Interaction,
        area: str = "",
        unit: str = "",
        corps: str = "",
        overlay: str = "",
        path: str = "",
        theme: str = "",
        symbols: str = "",
        game: str = "",
    ) -> None:
        """Show the map; only you see it."""
        wish = MapRequest(
            area=area, unit=unit, corps=corps, overlay=overlay, path=path, theme=theme, symbols=symbols
        )
        await self.services.look(
            interaction, game, lambda services, actor, game_id: services.views.map(actor, wish, game_id)
        )

    @app_commands.command(extras=in_topic("looking", 2) | in_group("game"))
    @app_commands.describe(
        part="Which part (default: everything)",
        near="A hex like 0507, a place or a unit: its terrain, its neighbours, the units near it",
        game=GAME,
    )
    @app_commands.choices(part=localized_choices("part", PARTS))
    async def board(self, interaction: Interaction, part: str = "", near: str = "", game: str = "") -> None:
        """Describe the whole map in words, for screen readers and searching; only you see it."""
        await self.services.look(
            interaction,
            game,
            lambda services, actor, game_id: services.views.board(actor, game_id, part=part, near=near),
        )

    @app_commands.command(extras=in_topic("looking", 3))
    @app_commands.describe(unit="The unit that would attack or fire", target="The enemy")
    async def odds(self, interaction: Interaction, unit: str, target: str) -> None:
        """Calculate an attack or a bombardment before you order it."""
        await self.services.play(
            interaction, lambda services, actor: services.views.odds(actor, unit, target), curious=True
        )

    @app_commands.command(extras=in_topic("looking", 4))
    @app_commands.describe(query="A rule's number, or words from it")
    async def rule(self, interaction: Interaction, query: str) -> None:
        """Look up a rule in the rulebook."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.views.rule(actor, query), curious=True
        )

    @show.autocomplete("unit")
    async def complete_unit(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units in sight, the asker's own first."""
        return await respond(self.services.order_autocomplete.visible_units(actor_of(interaction), current))

    @show.autocomplete("corps")
    async def corps(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Corps with counters in sight."""
        return await respond(self.services.order_autocomplete.corps(actor_of(interaction), current))

    @show.autocomplete("overlay")
    async def overlays(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """How the list of overlays can go on."""
        return await respond(self.services.order_autocomplete.overlays(actor_of(interaction), current))

    @board.autocomplete("near")
    async def near(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units in sight, the asker's own first."""
        return await respond(self.services.order_autocomplete.visible_units(actor_of(interaction), current))

    @show.autocomplete("game")
    @board.autocomplete("game")
    async def games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The games of the channel."""
        return await respond(self.services.past_games.choices(actor_of(interaction), current))

    @odds.autocomplete("unit")
    async def units(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units of the asker."""
        return await respond(self.services.order_autocomplete.units(actor_of(interaction), current, "any"))

    @odds.autocomplete("target")
    async def enemies(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Enemies in sight."""
        return await respond(
            self.services.order_autocomplete.targets(actor_of(interaction), "", current, "any")
        )

    @rule.autocomplete("query")
    async def rules(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Rules that may be meant."""
        return await respond(self.services.order_autocomplete.rules(actor_of(interaction), current))

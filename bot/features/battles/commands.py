"""/battle: look at battles, upload your own, try them, retire them."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.custom_battles.attachment import sent
from bot.features.help.topics import in_topic
from bot.features.lobby.seating import sides
from bot.services import Services
from bot.transport.autocomplete import localized_choices, respond
from bot.ui.page import Page

Interaction = discord.Interaction[Any]

SIDES = localized_choices("side", sides(), "name")
BATTLE = "Which battle"


class BattleCommands(
    commands.GroupCog,
    group_name="battle",
    group_extras=in_topic("start", 7),
    group_description="The battles there are, and those of this server",
):
    """The commands around battles."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name="list")
    async def listed(self, interaction: Interaction) -> None:
        """Show all battles with their maps, those of this server last."""
        await self.services.interactions.serve(interaction, self.services.gallery.show, curious=True)

    @app_commands.command()
    @app_commands.describe(battle=BATTLE)
    async def show(self, interaction: Interaction, battle: str) -> None:
        """Show one battle: its map, its story, how to begin it."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.gallery.open(actor, battle), curious=True
        )

    @app_commands.command()
    @app_commands.describe(file="Its folder as a .zip, or everything in one .yaml")
    async def upload(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Check a battle of your own and keep it for this server; the same name again is a new version."""

        async def work(actor: Actor) -> Page:
            scenario, findings = await self.services.custom_battles.reviewed(actor, sent(file))
            kept = await self.services.server_battles.keep(actor, scenario)
            return await self.services.gallery.uploaded(actor, kept, findings)

        await self.services.interactions.serve(interaction, work)

    @app_commands.command(name="try")
    @app_commands.describe(battle=BATTLE, side="The side you play (the first by default)")
    @app_commands.choices(side=SIDES)
    async def try_out(self, interaction: Interaction, battle: str, side: str = "") -> None:
        """Play a battle against the computer, in a private thread."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.try_out.open(actor, battle, side)
        )

    @app_commands.command()
    @app_commands.describe(battle="Which battle of this server")
    async def retire(self, interaction: Interaction, battle: str) -> None:
        """Take a battle of yours out of the gallery; games of it go on."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.gallery.retire(actor, battle)
        )

    @show.autocomplete("battle")
    @try_out.autocomplete("battle")
    async def battles(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The battles there are."""
        return await respond(self.services.gallery.choices(actor_of(interaction), current))

    @retire.autocomplete("battle")
    async def own_battles(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The battles that the asker may retire."""
        return await respond(self.services.gallery.retirable(actor_of(interaction), current))

"""Orders of chiefs and of several units: /activate, /lead, /deal, /face, /form, /fire; and /standing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot import typed
from bot.cogs.choices import choices, named
from bot.reception import asker
from bot.typed import Reader

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]

FORMATIONS = named("formation", ("square", "line"))


class CommandCog(commands.Cog):
    """What rulebooks with chiefs, dice shared out and standing orders need."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    async def _order(self, interaction: Interaction, read: Reader) -> None:
        await self.bot.play(interaction, lambda room, by: room.clerk.order(by, None, read))

    @app_commands.command()
    @app_commands.describe(chief="Your chief")
    async def activate(self, interaction: Interaction, chief: str) -> None:
        """Activate a chief: he may move first, then commands units."""
        await self._order(interaction, typed.activate(chief))

    @app_commands.command()
    @app_commands.describe(
        chief="Your chief",
        units="The units he commands, apart by blanks or commas; none: choose them from a menu",
        dice="How many dice he rolls; none: as many as he may",
    )
    async def lead(self, interaction: Interaction, chief: str, units: str = "", dice: int = 0) -> None:
        """Let a chief command units within his reach."""
        await self.bot.play(interaction, lambda room, by: room.commander.lead(by, chief, units, dice))

    @app_commands.command()
    @app_commands.describe(dice="Who is given which dice, like: c1 7 3, c2 5; none: the best ways")
    async def deal(self, interaction: Interaction, dice: str = "") -> None:
        """Share the dice of a command out among its units."""
        await self.bot.play(interaction, lambda room, by: room.commander.share(by, dice))

    @app_commands.command()
    @app_commands.describe(unit="Your unit", facing="Which way, like: NNE; or base by base: left NNE right E")
    async def face(self, interaction: Interaction, unit: str, facing: str) -> None:
        """Turn a unit where it stands."""
        await self._order(interaction, typed.face(unit, facing))

    @app_commands.command()
    @app_commands.describe(
        unit="Your unit", formation="Into which formation", facing="Which way it is to look then"
    )
    @app_commands.choices(formation=FORMATIONS)
    async def form(self, interaction: Interaction, unit: str, formation: str, facing: str = "") -> None:
        """Form a square, or leave it."""
        await self._order(interaction, typed.form(unit, formation, facing))

    @app_commands.command()
    @app_commands.describe(
        target="The enemy",
        units="Who fires, like: c1 c2/left; none: choose from a menu",
    )
    async def fire(self, interaction: Interaction, target: str, units: str = "") -> None:
        """Fire at one enemy with all the units you name."""
        await self.bot.play(interaction, lambda room, by: room.commander.fire(by, target, units))

    @app_commands.command()
    @app_commands.describe(
        question="Which question; none: all your standing orders",
        answer="What you answer whenever it is asked; - takes the standing order back",
    )
    async def standing(self, interaction: Interaction, question: str = "", answer: str = "") -> None:
        """Answer questions before they are asked, unseen by the other side."""
        said = None if not answer.strip() else "" if answer.strip() == "-" else answer.strip()
        await self.bot.play(interaction, lambda room, by: room.commander.standing(by, question, said))

    @activate.autocomplete("chief")
    async def chiefs(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Chiefs who can be activated now."""
        return await choices(self.bot.completing.units(asker(interaction), current, "activate"))

    @lead.autocomplete("chief")
    async def leaders(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Chiefs who can command now."""
        return await choices(self.bot.completing.units(asker(interaction), current, "lead"))

    @lead.autocomplete("units")
    async def led(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """How the list of units can go on."""
        chief = str(getattr(interaction.namespace, "chief", "") or "")
        return await choices(self.bot.completing.led(asker(interaction), chief, current))

    @deal.autocomplete("dice")
    async def ways(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The best ways to share the dice out."""
        return await choices(self.bot.completing.shares(asker(interaction), current))

    @face.autocomplete("unit")
    async def turning(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can turn now."""
        return await choices(self.bot.completing.units(asker(interaction), current, "face"))

    @form.autocomplete("unit")
    async def forming(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can change their formation now."""
        return await choices(self.bot.completing.units(asker(interaction), current, "form"))

    @face.autocomplete("facing")
    async def facings(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The ways the unit can turn to."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await choices(self.bot.completing.facings(asker(interaction), unit, "", current))

    @form.autocomplete("facing")
    async def formed(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The ways the unit can look in that formation."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        formation = str(getattr(interaction.namespace, "formation", "") or "square")
        return await choices(self.bot.completing.facings(asker(interaction), unit, formation, current))

    @fire.autocomplete("target")
    async def aims(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Enemies that somebody can fire at now."""
        return await choices(self.bot.completing.aims(asker(interaction), current))

    @fire.autocomplete("units")
    async def shooters(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """How the list of those who fire can go on."""
        target = str(getattr(interaction.namespace, "target", "") or "")
        return await choices(self.bot.completing.shooters(asker(interaction), target, current))

    @standing.autocomplete("question")
    async def kinds(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The questions that can be answered beforehand."""
        return await choices(self.bot.completing.questions(asker(interaction), current))

    @standing.autocomplete("answer")
    async def answers(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The answers to that question."""
        kind = str(getattr(interaction.namespace, "question", "") or "")
        return await choices(self.bot.completing.answers(asker(interaction), kind, current))

"""Orders of chiefs and of several units: `/fire`, those of `/unit` for chiefs, and `/plan standing`."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.features.help.topics import in_topic
from bot.features.orders.service import ReadText
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import localized_choices, respond
from notation import slash_orders

Interaction = discord.Interaction[Any]

FORMATIONS = localized_choices("formation", ("square", "line"))


class LeaderCommands(commands.Cog):
    """What rulebooks with chiefs, dice shared out and standing orders need."""

    def __init__(self, services: Services) -> None:
        self.services = services

    async def _order(self, interaction: Interaction, parse: ReadText) -> None:
        here = self.services.here(interaction)
        order = partial(here.orders.typed, parse=parse)
        await self.services.interactions.serve(interaction, order, curious=here.curious, frame=here.frame)

    @app_commands.command(extras=in_topic("chiefs", 1) | in_group("unit"))
    @app_commands.describe(chief="Your chief")
    async def activate(self, interaction: Interaction, chief: str) -> None:
        """Activate a chief: he can move first, then command units."""
        await self._order(interaction, partial(slash_orders.activate, chief=chief))

    @app_commands.command(extras=in_topic("chiefs", 2) | in_group("unit"))
    @app_commands.describe(
        chief="Your chief",
        units="The units he commands, separated by spaces or commas; leave empty for a menu",
        dice="How many dice he rolls; leave empty for as many as possible",
    )
    async def lead(self, interaction: Interaction, chief: str, units: str = "", dice: int = 0) -> None:
        """Have a chief command units within his reach."""
        await self.services.play(
            interaction, lambda services, actor: services.leaders.lead(actor, chief, units, dice)
        )

    @app_commands.command(extras=in_topic("chiefs", 3) | in_group("unit"))
    @app_commands.describe(
        dice="Which units get which dice, like: c1 7 3, c2 5; leave empty to see the best splits"
    )
    async def deal(self, interaction: Interaction, dice: str = "") -> None:
        """Share out the dice of a command among its units."""
        await self.services.play(interaction, lambda services, actor: services.leaders.share(actor, dice))

    @app_commands.command(extras=in_topic("chiefs", 4) | in_group("unit"))
    @app_commands.describe(unit="Your unit", facing="Which way, like NNE; or base by base: left NNE right E")
    async def face(self, interaction: Interaction, unit: str, facing: str) -> None:
        """Turn a unit in place."""
        await self._order(interaction, partial(slash_orders.face, unit=unit, facing=facing))

    @app_commands.command(extras=in_topic("chiefs", 5) | in_group("unit"))
    @app_commands.describe(
        unit="Your unit", formation="Which formation", facing="Which way it faces afterwards"
    )
    @app_commands.choices(formation=FORMATIONS)
    async def form(self, interaction: Interaction, unit: str, formation: str, facing: str = "") -> None:
        """Form a square, or leave it."""
        parse = partial(slash_orders.form, unit=unit, formation=formation, facing=facing)
        await self._order(interaction, parse)

    @app_commands.command(extras=in_topic("chiefs", 6))
    @app_commands.describe(
        target="The enemy",
        units="Which units fire, like: c1 c2/left; empty for a menu where units fire together",
    )
    async def fire(self, interaction: Interaction, target: str, units: str = "") -> None:
        """Fire at one enemy with the units you name."""
        await self.services.play(
            interaction, lambda services, actor: services.leaders.fire(actor, target, units)
        )

    @app_commands.command(extras=in_topic("orders", 10) | in_group("plan"))
    @app_commands.describe(
        question="Which question; leave empty for all your standing orders",
        answer="Your answer whenever it is asked; - cancels the standing order",
    )
    async def standing(self, interaction: Interaction, question: str = "", answer: str = "") -> None:
        """Answer questions in advance, hidden from the other side."""
        value = None if not answer.strip() else "" if answer.strip() == "-" else answer.strip()
        await self.services.play(
            interaction, lambda services, actor: services.leaders.standing(actor, question, value)
        )

    @activate.autocomplete("chief")
    async def chiefs(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Chiefs who can be activated now."""
        return await respond(
            self.services.order_autocomplete.units(actor_of(interaction), current, "activate")
        )

    @lead.autocomplete("chief")
    async def leaders(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Chiefs who can command now."""
        return await respond(self.services.order_autocomplete.units(actor_of(interaction), current, "lead"))

    @lead.autocomplete("units")
    async def led(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """How the list of units can go on."""
        chief = str(getattr(interaction.namespace, "chief", "") or "")
        return await respond(self.services.order_autocomplete.led(actor_of(interaction), chief, current))

    @deal.autocomplete("dice")
    async def ways(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The best ways to share the dice out."""
        return await respond(self.services.order_autocomplete.shares(actor_of(interaction), current))

    @face.autocomplete("unit")
    async def turning(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can turn now."""
        return await respond(self.services.order_autocomplete.units(actor_of(interaction), current, "face"))

    @form.autocomplete("unit")
    async def forming(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Units that can change their formation now."""
        return await respond(self.services.order_autocomplete.units(actor_of(interaction), current, "form"))

    @face.autocomplete("facing")
    async def facings(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The ways the unit can turn to."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        return await respond(
            self.services.order_autocomplete.facings(actor_of(interaction), unit, "", current)
        )

    @form.autocomplete("facing")
    async def formed(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The ways the unit can look in that formation."""
        unit = str(getattr(interaction.namespace, "unit", "") or "")
        formation = str(getattr(interaction.namespace, "formation", "") or "square")
        return await respond(
            self.services.order_autocomplete.facings(actor_of(interaction), unit, formation, current)
        )

    @fire.autocomplete("target")
    async def aims(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """Enemies that can be fired at now."""
        return await respond(self.services.order_autocomplete.aims(actor_of(interaction), current))

    @fire.autocomplete("units")
    async def shooters(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """How the list of those who fire can go on."""
        target = str(getattr(interaction.namespace, "target", "") or "")
        return await respond(
            self.services.order_autocomplete.shooters(actor_of(interaction), target, current)
        )

    @standing.autocomplete("question")
    async def kinds(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The questions that can be answered beforehand."""
        return await respond(self.services.order_autocomplete.questions(actor_of(interaction), current))

    @standing.autocomplete("answer")
    async def answers(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The answers to that question."""
        kind = str(getattr(interaction.namespace, "question", "") or "")
        return await respond(self.services.order_autocomplete.answers(actor_of(interaction), kind, current))

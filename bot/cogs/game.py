"""/game: open, join, start, look at and give up a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.choices import choices, named
from bot.desk import By
from bot.opening import BOTH, PARTNER, Guest, sides
from bot.page import Page
from bot.reception import asker
from bot.uploads import Sent
from engine.errors import IllegalOrder

if TYPE_CHECKING:
    from bot.client import Grognard

Interaction = discord.Interaction[Any]

SIDES = named("side", sides(), "name")
SEATS = [*SIDES, *named("seat", (BOTH,))]


class GameCog(commands.GroupCog, group_name="game", group_description="Open, join, start and leave games"):
    """The commands around a game."""

    def __init__(self, bot: Grognard) -> None:
        self.bot = bot

    @app_commands.command()
    @app_commands.describe(
        scenario="Which battle",
        file="A battle of your own, instead: its folder as .zip, or all of it in one .yaml",
        side="The side you play (the first, unless you choose)",
        opponent="Who plays the other side",
        partner="Let the sparring partner play the other side",
        options="Level, switches and optional rules, like line_of_sight=yes",
        reliability="Per cent of deadlines that who sits down must have kept; newcomers are let in",
    )
    @app_commands.choices(side=SEATS)
    async def new(
        self,
        interaction: Interaction,
        scenario: str = "",
        file: discord.Attachment | None = None,
        side: str = "",
        opponent: discord.Member | None = None,
        partner: bool = False,
        options: str = "",
        reliability: app_commands.Range[int, 0, 100] = 0,
    ) -> None:
        """Open a game in this channel."""

        async def work(by: By) -> Page:
            _check_writable(interaction)
            other = _other(interaction, opponent, partner)
            battle = await self.bot.uploads.wanted(by, scenario, _sent(file))
            return await self.bot.finding.new(by, battle, side, other, options, reliability)

        await self.bot.reception.serve(interaction, work)

    @app_commands.command()
    @app_commands.describe(side="Which side you take (the free one, unless you choose)")
    @app_commands.choices(side=SIDES)
    async def join(self, interaction: Interaction, side: str = "") -> None:
        """Take a side in the game of this channel."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.clerk.join(by, None, side))

    @app_commands.command()
    @app_commands.describe(
        friend="Who shall play your side with you, seeing all you see", side="Which side, if you hold several"
    )
    @app_commands.rename(friend="with")
    @app_commands.choices(side=SIDES)
    async def share(self, interaction: Interaction, friend: discord.Member, side: str = "") -> None:
        """Seat a friend beside you: you play your side together."""

        async def work(by: By) -> Page:
            if friend.bot:
                raise IllegalOrder("", "friend_is_bot")
            guest = Guest(user=friend.id, name=friend.display_name)
            return await self.bot.clerk.share(by, side, guest)

        await self.bot.reception.serve(interaction, work)

    @app_commands.command()
    async def leave(self, interaction: Interaction) -> None:
        """Get up: from a lobby, or from a side that others go on playing."""
        await self.bot.reception.serve(interaction, self.bot.clerk.leave)

    @app_commands.command()
    async def start(self, interaction: Interaction) -> None:
        """Begin the game, when every side has a player."""
        await self.bot.reception.serve(interaction, lambda by: self.bot.clerk.start(by, None))

    @app_commands.command()
    async def status(self, interaction: Interaction) -> None:
        """Show how the game of this channel stands."""
        await self.bot.reception.serve(interaction, self.bot.lookup.status)

    @app_commands.command()
    async def resign(self, interaction: Interaction) -> None:
        """Give up the game; before it begins, leave it (its owner closes it)."""
        await self.bot.reception.serve(interaction, self.bot.clerk.resign)

    @app_commands.command()
    async def draw(self, interaction: Interaction) -> None:
        """Offer the other side a draw; agree to the one it offers."""
        await self.bot.reception.serve(interaction, self.bot.draws.offer)

    @app_commands.command()
    async def rematch(self, interaction: Interaction) -> None:
        """Play the battle of this channel again, with sides swapped."""

        async def work(by: By) -> Page:
            _check_writable(interaction)
            return await self.bot.finding.rematch(by)

        await self.bot.reception.serve(interaction, work)

    @new.autocomplete("scenario")
    async def scenarios(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The battles there are."""
        return await choices(self.bot.completing.scenarios(asker(interaction), current))

    @new.autocomplete("options")
    async def switches(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The switches and optional rules of the battle's rulebook."""
        scenario = str(getattr(interaction.namespace, "scenario", "") or "")
        return await choices(self.bot.completing.options(asker(interaction), scenario, current))


def _sent(file: discord.Attachment | None) -> Sent | None:
    """A file as Discord describes it. Raises IllegalOrder where it describes none under that number."""
    if file is None:
        return None
    if not isinstance(file, discord.Attachment):
        raise IllegalOrder("", "file_lost")
    return Sent(name=file.filename, size=file.size, url=file.url)


def _other(interaction: Interaction, opponent: discord.Member | None, partner: bool) -> Guest | None:
    """Who sits on the other side. Raises IllegalOrder for another bot."""
    me = interaction.client.user
    if opponent is not None and opponent.bot and opponent.id != getattr(me, "id", 0):
        raise IllegalOrder("", "opponent_is_bot")
    if partner or (opponent is not None and opponent.bot):
        return PARTNER
    return None if opponent is None else Guest(user=opponent.id, name=opponent.display_name)


def _check_writable(interaction: Interaction) -> None:
    """Raises IllegalOrder when the bot could not post the game here."""
    held = interaction.app_permissions
    threads = isinstance(interaction.channel, discord.Thread)
    needed = (
        "view_channel",
        "send_messages_in_threads" if threads else "send_messages",
        "embed_links",
        "attach_files",
    )
    if lacking := tuple(name for name in needed if not getattr(held, name)):
        raise IllegalOrder("", "cannot_write", missing=lacking)

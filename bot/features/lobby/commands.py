"""/game: open, join, start, look at and give up a game. /lobby: find one, and people to play with."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.computer_player.seats import computer_player
from bot.features.custom_battles.attachment import sent
from bot.features.help.topics import in_topic
from bot.features.history.past_games import GAME
from bot.features.lobby.create import DEFAULT_DICE, PUBLIC, SEALED
from bot.features.lobby.finder_page import LONGEST_NOTE
from bot.features.lobby.seating import BOTH, DEFAULT_LEVEL, Person, sides
from bot.i18n.command_groups import in_group
from bot.services import Services
from bot.transport.autocomplete import localized_choices, respond
from bot.ui.autocomplete import MORE
from bot.ui.page import Page
from engine.errors import IllegalOrder
from opponent.levels import LEVELS

Interaction = discord.Interaction[Any]

LONGEST_CLOCK = 60
SIDES = localized_choices("side", sides(), "name")
DICE = localized_choices("dice_choice", (SEALED, PUBLIC))
LEVEL = localized_choices("computer_level", tuple(LEVELS))
SEATS = [*SIDES, *localized_choices("seat", (BOTH,))]


class GameCommands(commands.Cog):
    """The commands around a game."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(extras=in_group("game"))
    @app_commands.describe(
        battle="Which battle",
        file="Or your own battle: its folder as a .zip, or everything in one .yaml",
        side="The side you play (the first by default)",
        opponent="Who plays the other side",
        player="Who plays your side in your place: you open the game for two others",
        thread="Open the game in a thread of its own",
        partner="Let the computer player take the other side",
        level="How well the computer player plays the other side (normal by default)",
        options="Level, switches and optional rules, like line_of_sight=yes",
        dice="Where the dice come from (sealed by default)",
        rated="Whether the result counts for ratings (yes by default)",
        reliability="Percentage of deadlines a player must have met to join; newcomers may always join",
    )
    @app_commands.choices(side=SEATS, dice=DICE, level=LEVEL)
    async def new(
        self,
        interaction: Interaction,
        battle: str = "",
        file: discord.Attachment | None = None,
        side: str = "",
        opponent: discord.Member | None = None,
        partner: bool = False,
        options: str = "",
        reliability: app_commands.Range[int, 0, 100] = 0,
        dice: str = DEFAULT_DICE,
        player: discord.Member | None = None,
        thread: bool = False,
        rated: bool = True,
        level: str = "",
    ) -> None:
        """Open a game in this channel; alone, it shows the battles to choose from."""

        async def work(actor: Actor) -> Page:
            if battle in ("", MORE) and file is None:
                return await self.services.gallery.show(actor)
            _check_thread(interaction) if thread else check_writable(interaction)
            other = _other(interaction, opponent, partner, level)
            first = _player(player)
            chosen = await self.services.custom_battles.chosen(actor, battle, sent(file))
            return await self.services.finder.new(
                actor,
                chosen,
                side,
                other,
                options,
                reliability,
                player=first,
                public_dice=dice == PUBLIC,
                rated=rated,
                thread=thread,
            )

        await self.services.interactions.serve(interaction, work)

    @app_commands.command(extras=in_group("game"))
    @app_commands.describe(side="The side you take (the free one by default)")
    @app_commands.choices(side=SIDES)
    async def join(self, interaction: Interaction, side: str = "") -> None:
        """Take a side in this channel's game."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.lobbies.join(actor, None, side)
        )

    @app_commands.command(extras=in_group("game"))
    @app_commands.describe(
        friend="Who plays your side with you, and sees all you see", side="Which side, if you play several"
    )
    @app_commands.rename(friend="with")
    @app_commands.choices(side=SIDES)
    async def share(self, interaction: Interaction, friend: discord.Member, side: str = "") -> None:
        """Add a friend to your side: you play it together."""

        async def work(actor: Actor) -> Page:
            if friend.bot:
                raise IllegalOrder("", "friend_is_bot")
            guest = Person(user=friend.id, name=friend.display_name)
            return await self.services.lobbies.share(actor, side, guest)

        await self.services.interactions.serve(interaction, work)

    @app_commands.command(extras=in_group("game"))
    async def leave(self, interaction: Interaction) -> None:
        """Leave a lobby, or a side that others go on playing."""
        await self.services.interactions.serve(interaction, self.services.lobbies.leave)

    @app_commands.command(extras=in_group("game"))
    async def start(self, interaction: Interaction) -> None:
        """Start the game once every side has a player."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.lobbies.start(actor, None)
        )

    @app_commands.command(extras=in_group("game"))
    @app_commands.describe(game=GAME)
    async def status(self, interaction: Interaction, game: str = "") -> None:
        """Show the current position in this channel's game."""

        async def work(actor: Actor) -> Page:
            named = await self.services.past_games.find(actor, game)
            return await self.services.views.status(actor, named)

        await self.services.interactions.serve(interaction, work, curious=True)

    @app_commands.command(extras=in_group("game"))
    async def resign(self, interaction: Interaction) -> None:
        """Give up the game; before it starts, leave it (the host closes it)."""
        await self.services.interactions.serve(interaction, self.services.lobbies.resign)

    @app_commands.command(extras=in_group("game"))
    async def draw(self, interaction: Interaction) -> None:
        """Offer the other side a draw, or agree to theirs."""
        await self.services.interactions.serve(interaction, self.services.draw_offers.offer)

    @app_commands.command(extras=in_group("game"))
    @app_commands.describe(game=GAME)
    async def rematch(self, interaction: Interaction, game: str = "") -> None:
        """Play this channel's battle again with sides swapped."""

        async def work(actor: Actor) -> Page:
            check_writable(interaction)
            named = await self.services.past_games.find(actor, game)
            return await self.services.finder.rematch(actor, named)

        await self.services.interactions.serve(interaction, work)

    @rematch.autocomplete("game")
    @status.autocomplete("game")
    async def games(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The games of the channel."""
        return await respond(self.services.past_games.choices(actor_of(interaction), current))

    @new.autocomplete("battle")
    async def battles(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The battles there are."""
        return await respond(self.services.gallery.choices(actor_of(interaction), current))

    @new.autocomplete("options")
    async def switches(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The switches and optional rules of the battle's rulebook."""
        battle = str(getattr(interaction.namespace, "battle", "") or "")
        return await respond(self.services.order_autocomplete.options(actor_of(interaction), battle, current))


class FinderCommands(
    commands.GroupCog,
    group_name="lobby",
    group_extras=in_topic("start", 3),
    group_description="Find a game on this server",
):
    """The commands with which people find each other."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(system="Only games of this rule system")
    async def show(self, interaction: Interaction, system: str = "") -> None:
        """Show this server's open seats, and who is looking for a game."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.finder.show(actor, system)
        )

    @app_commands.command()
    @app_commands.describe(
        system="The rule system you want to play",
        note="A few words about you or the game",
        clock="The clock you want, like 3d, 7d or none; * for any",
    )
    async def seek(
        self,
        interaction: Interaction,
        system: str,
        note: app_commands.Range[str, 1, LONGEST_NOTE] = "",
        clock: app_commands.Range[str, 1, LONGEST_CLOCK] = "",
    ) -> None:
        """Let others know you are looking for a game."""
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.finder.seek(actor, system, note, clock)
        )

    @app_commands.command()
    async def stop(self, interaction: Interaction) -> None:
        """Stop looking for a game."""
        await self.services.interactions.serve(interaction, self.services.finder.stop)

    @app_commands.command()
    @app_commands.describe(friend="Who to invite to this channel's open game", side="For which side")
    @app_commands.choices(side=SIDES)
    async def invite(self, interaction: Interaction, friend: discord.Member, side: str = "") -> None:
        """Invite a player to this channel's open game."""

        async def work(actor: Actor) -> Page:
            if friend.bot:
                raise IllegalOrder("", "opponent_is_bot")
            guest = Person(user=friend.id, name=friend.display_name)
            return await self.services.finder.invite(actor, guest, side)

        await self.services.interactions.serve(interaction, work)

    @show.autocomplete("system")
    @seek.autocomplete("system")
    async def systems(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The rule systems."""
        return await respond(self.services.finder.systems(actor_of(interaction), current))


def _other(
    interaction: Interaction, opponent: discord.Member | None, partner: bool, level: str
) -> Person | None:
    """Who sits on the other side: a level without a person is that of the computer player. Raises
    IllegalOrder for another bot, and for a person with a level."""
    me = interaction.client.user
    if opponent is not None and opponent.bot and opponent.id != getattr(me, "id", 0):
        raise IllegalOrder("", "opponent_is_bot")
    if opponent is not None and not opponent.bot and level and not partner:
        raise IllegalOrder("", "level_of_person")
    if partner or level or (opponent is not None and opponent.bot):
        return computer_player(level or DEFAULT_LEVEL)
    return None if opponent is None else Person(user=opponent.id, name=opponent.display_name)


def _player(player: discord.Member | None) -> Person | None:
    """Who plays in the asker's place. Raises IllegalOrder for a bot."""
    if player is None:
        return None
    if player.bot:
        raise IllegalOrder("", "player_is_bot")
    return Person(user=player.id, name=player.display_name)


def _check_thread(interaction: Interaction) -> None:
    """Raises IllegalOrder when the asker may not open threads here; the bot opens none for them then."""
    if not interaction.permissions.create_public_threads:
        raise IllegalOrder("", "thread_forbidden", missing=("create_public_threads",))


def check_writable(interaction: Interaction) -> None:
    """Raises IllegalOrder when the bot could not post the game here."""
    held = interaction.app_permissions
    threads = isinstance(interaction.channel, discord.Thread)
    needed = (
        "view_channel",
        "send_messages_in_threads" if threads else "send_messages",
        "embed_links",
        "attach_files",
    )
    if missing := tuple(name for name in needed if not getattr(held, name)):
        raise IllegalOrder("", "cannot_write", missing=missing)

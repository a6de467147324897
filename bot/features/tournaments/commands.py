"""/tournament: announce, join, run and follow a tournament."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.connection.actor import actor_of
from bot.core.requests.actor import Actor
from bot.features.help.topics import in_topic
from bot.features.lobby.create import PUBLIC, SEALED
from bot.features.tournaments.decisions import LONGEST_REASON, REPORTED, RULINGS
from bot.features.tournaments.service import Announcement
from bot.features.tournaments.state.event import Event
from bot.features.tournaments.state.terms import (
    FORMATS,
    MOST_BOARDS,
    MOST_ENTRANTS,
    MOST_ROUNDS,
    VERDICTS,
    Format,
    Verdict,
)
from bot.features.tournaments.words import LONGEST_TITLE
from bot.i18n.command_groups import GROUPS
from bot.services import Services
from bot.transport.autocomplete import localized_choices, respond
from bot.ui.page import Page

Interaction = discord.Interaction[Any]

FORMAT = localized_choices("tournament_format", FORMATS)
VERDICT = localized_choices("tournament_verdict", VERDICTS)
SIDES = localized_choices("tournament_sides", ("balanced", "bid"))
DICE = localized_choices("dice_choice", (PUBLIC, SEALED))
REPORT = localized_choices("tournament_ruling", REPORTED)
RULING = localized_choices("tournament_ruling", RULINGS)
TOURNAMENT = "Which tournament (this channel's by default)"
MOST_DAYS, MOST_HOURS, MOST_BIDDING_HOURS = 60, 24 * 60, 24 * 14


async def about(
    services: Services,
    interaction: Interaction,
    tournament: str,
    work: Callable[[Actor, Event], Awaitable[Page]],
    *,
    curious: bool = False,
) -> None:
    """Do something about the tournament that is named, or that of the channel; for all its commands."""

    async def answer(actor: Actor) -> Page:
        return await work(actor, await services.tournaments.find(actor, tournament))

    await services.interactions.serve(interaction, answer, curious=curious)


class TournamentCommands(
    commands.GroupCog,
    group_name="tournament",
    group_extras=in_topic("tournaments", 1),
    group_description=GROUPS["tournament"],
):
    """What organisers and players of tournaments do."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(
        name="What the tournament is called",
        battle="The battle of all its games",
        format="How players are paired (Swiss by default)",
        rounds="Rounds of a Swiss tournament (as many as it takes to have one winner by default)",
        clock="The clock of each game, like 3d or 10d+12h",
        options="Switches and optional rules of the games, like line_of_sight=yes",
        places="Most players; others wait for a place",
        sign_up="Hours until the sign-up closes (until the start by default)",
        check_in="Players have to confirm shortly before the start",
        days="Days a round lasts (as long as it takes by default)",
        verdict="How games are decided that are not over in time (by the score by default)",
        late="The last round into which a late player can come (round 2 by default, 0 for none)",
        duplicate="Each pairing plays two games, with the sides swapped",
        dice="Where the dice come from (public by default)",
        by_itself="Pair the next round as soon as the last result is in",
        sides="How sides are given: balanced over the rounds, or bid for by points (balanced by default)",
        bidding="Hours in which players can bid for sides (24 by default)",
        rated="Whether its games count for ratings (yes by default)",
        tie_breaks="What separates players of the same score, in this order, like: wins, buchholz",
        boards="Teams play, on so many boards (players by default)",
    )
    @app_commands.choices(format=FORMAT, verdict=VERDICT, dice=DICE, sides=SIDES)
    @app_commands.rename(by_itself="automatic")
    async def new(
        self,
        interaction: Interaction,
        name: Range[str, 1, LONGEST_TITLE],
        battle: str,
        format: str = "swiss",  # noqa: A002
        rounds: Range[int, 0, MOST_ROUNDS] = 0,
        clock: str = "",
        options: str = "",
        places: Range[int, 0, MOST_ENTRANTS] = 0,
        sign_up: Range[int, 0, MOST_HOURS] = 0,
        check_in: bool = False,
        days: Range[int, 0, MOST_DAYS] = 0,
        verdict: str = "score",
        late: Range[int, 0, MOST_ROUNDS] = 2,
        duplicate: bool = False,
        dice: str = PUBLIC,
        by_itself: bool = False,
        rated: bool = True,
        tie_breaks: str = "",
        sides: str = "balanced",
        bidding: Range[int, 1, MOST_BIDDING_HOURS] = 24,
        boards: Range[int, 2, MOST_BOARDS] | None = None,
    ) -> None:
        """Announce a tournament in this channel."""
        kind: Format = next((each for each in FORMATS if each == format), "swiss")
        decides: Verdict = next((each for each in VERDICTS if each == verdict), "score")
        asked = Announcement(
            name=name,
            battle=battle,
            format=kind,
            rounds=rounds,
            options=options,
            clock=clock,
            cap=places,
            sign_up_hours=sign_up,
            check_in=check_in,
            round_hours=24 * days,
            verdict=decides,
            late=late,
            duplicate=duplicate,
            public_dice=dice == PUBLIC,
            by_itself=by_itself,
            rated=rated,
            tie_breaks=tie_breaks,
            sides=sides,
            bid_hours=bidding,
            boards=boards or 0,
        )
        await self.services.interactions.serve(
            interaction, lambda actor: self.services.tournaments.new(actor, asked)
        )

    @app_commands.command()
    @app_commands.describe(tournament=TOURNAMENT)
    async def join(self, interaction: Interaction, tournament: str = "") -> None:
        """Enter a tournament."""
        await about(self.services, interaction, tournament, self.services.tournaments.join)

    @app_commands.command(name="check-in")
    @app_commands.describe(tournament=TOURNAMENT)
    async def check_in(self, interaction: Interaction, tournament: str = "") -> None:
        """Confirm that you will play."""
        await about(self.services, interaction, tournament, self.services.tournaments.check_in)

    @app_commands.command()
    @app_commands.describe(tournament=TOURNAMENT)
    async def withdraw(self, interaction: Interaction, tournament: str = "") -> None:
        """Leave a tournament; once it has begun, you are asked first."""
        await about(self.services, interaction, tournament, self.services.tournaments.withdraw)

    @app_commands.command()
    @app_commands.describe(tournament=TOURNAMENT)
    async def start(self, interaction: Interaction, tournament: str = "") -> None:
        """As an organiser: start a tournament."""
        await about(self.services, interaction, tournament, self.services.tournaments.start)

    @app_commands.command()
    @app_commands.describe(tournament=TOURNAMENT)
    async def pair(self, interaction: Interaction, tournament: str = "") -> None:
        """As an organiser: pair the next round."""
        await about(self.services, interaction, tournament, self.services.tournaments.pair)

    @app_commands.command()
    @app_commands.describe(number="Which round (the newest by default)", tournament=TOURNAMENT)
    @app_commands.rename(number="round")
    async def pairings(
        self, interaction: Interaction, number: Range[int, 1, 400] | None = None, tournament: str = ""
    ) -> None:
        """Show who meets whom, with results and games."""
        await about(
            self.services,
            interaction,
            tournament,
            lambda actor, event: self.services.tournaments.pairings(actor, event, number or 0),
            curious=True,
        )

    @app_commands.command()
    @app_commands.describe(tournament=TOURNAMENT)
    async def standings(self, interaction: Interaction, tournament: str = "") -> None:
        """Show the standings, with tie-breaks."""
        await about(self.services, interaction, tournament, self.services.tournaments.standings, curious=True)

    @app_commands.command()
    @app_commands.describe(result="How your game ended for you", tournament=TOURNAMENT)
    @app_commands.choices(result=REPORT)
    async def report(self, interaction: Interaction, result: str, tournament: str = "") -> None:
        """Report a game that the bot did not referee; your opponent reports it as well."""
        await about(
            self.services,
            interaction,
            tournament,
            lambda actor, event: self.services.tournament_decisions.report(actor, event, result),
        )

    @app_commands.command()
    @app_commands.describe(
        player="Which player",
        ruling="How their game counts, or what else becomes of them",
        reason="Why (everyone can read it)",
        number="Of which round (the newest by default)",
        tournament=TOURNAMENT,
    )
    @app_commands.choices(ruling=RULING)
    @app_commands.rename(number="round")
    async def rule(
        self,
        interaction: Interaction,
        player: discord.User,
        ruling: str,
        reason: Range[str, 1, LONGEST_REASON],
        number: Range[int, 1, 400] | None = None,
        tournament: str = "",
    ) -> None:
        """As an organiser: decide a game, let a player sit out, or take them out."""
        await about(
            self.services,
            interaction,
            tournament,
            lambda actor, event: self.services.tournament_decisions.rule(
                actor, event, player.id, ruling, reason, number or 0
            ),
        )

    @app_commands.command()
    @app_commands.describe(
        time="How much longer the round lasts, like 2d or 12h",
        reason="Why (everyone can read it)",
        tournament=TOURNAMENT,
    )
    async def extend(
        self, interaction: Interaction, time: str, reason: Range[str, 1, LONGEST_REASON], tournament: str = ""
    ) -> None:
        """As an organiser: give the round more time."""
        await about(
            self.services,
            interaction,
            tournament,
            lambda actor, event: self.services.tournament_decisions.extend(
                actor, event, event.round, time, reason
            ),
        )

    @app_commands.command()
    @app_commands.describe(
        helper="Who may start, pair and rule as well", remove="Take that right back", tournament=TOURNAMENT
    )
    async def organiser(
        self, interaction: Interaction, helper: discord.User, remove: bool = False, tournament: str = ""
    ) -> None:
        """As an organiser: let someone help you."""
        await about(
            self.services,
            interaction,
            tournament,
            lambda actor, event: self.services.tournaments.help(actor, event, helper.id, helps=not remove),
        )

    @app_commands.command()
    @app_commands.describe(tournament=TOURNAMENT)
    async def cancel(self, interaction: Interaction, tournament: str = "") -> None:
        """As an organiser: end a tournament for good."""
        await about(self.services, interaction, tournament, self.services.tournaments.cancel)

    @report.autocomplete("tournament")
    @extend.autocomplete("tournament")
    @rule.autocomplete("tournament")
    @organiser.autocomplete("tournament")
    @cancel.autocomplete("tournament")
    @join.autocomplete("tournament")
    @check_in.autocomplete("tournament")
    @withdraw.autocomplete("tournament")
    @start.autocomplete("tournament")
    @pair.autocomplete("tournament")
    @pairings.autocomplete("tournament")
    @standings.autocomplete("tournament")
    async def tournaments(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The tournaments of the server."""
        return await respond(self.services.tournaments.choices(actor_of(interaction), current))

    @new.autocomplete("battle")
    async def battles(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The battles there are."""
        return await respond(self.services.order_autocomplete.scenarios(actor_of(interaction), current))

    @new.autocomplete("tie_breaks")
    async def orders_of_tie_breaks(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """What is typed, with one more."""
        choices = self.services.tournaments.tie_break_choices(actor_of(interaction), current)
        return [Choice(name=each.label, value=each.value) for each in choices]

    @new.autocomplete("options")
    async def switches(self, interaction: Interaction, current: str) -> list[Choice[str]]:
        """The switches and optional rules of the battle's rulebook."""
        battle = str(getattr(interaction.namespace, "battle", "") or "")
        return await respond(self.services.order_autocomplete.options(actor_of(interaction), battle, current))

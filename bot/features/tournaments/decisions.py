"""Results that do not come from the engine: rulings of organisers, reports of both players. No Discord."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, get_args

from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.tournaments import answers
from bot.features.tournaments.running import game_decisions
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.state import results
from bot.features.tournaments.state.decide import SWAPPED
from bot.features.tournaments.state.event import Event, OpenGame, log_entry
from bot.i18n.catalogue import catalogue_for
from bot.ui.page import Form, Page
from engine.errors import IllegalOrder, NotYours
from league.model import ByeKind, Result
from storage import EntrantRecord, departed

Ruling = Literal[
    "wins", "loses", "draw", "forfeits", "both_forfeit", "score", "out", "sits_out", "sits_out_half"
]
RULINGS: tuple[Ruling, ...] = get_args(Ruling)
REPORTED: Mapping[str, Result] = {
    "wins": Result.FIRST_WINS,
    "loses": Result.SECOND_WINS,
    "draw": Result.DRAW,
}
"""What a player can report, as seen by the one with the first side."""
RULED: Mapping[str, Result | None] = {
    **REPORTED,
    "forfeits": Result.FIRST_FORFEITS,
    "both_forfeit": Result.BOTH_FORFEIT,
    "score": None,
}
LONGEST_REASON = 200


class Decisions:
    """Rulings and reports."""

    def __init__(self, tournaments: TournamentService) -> None:
        self._tournaments = tournaments

    # --- organisers ----------------------------------------------------------------------------------------

    async def rule(
        self, actor: Actor, event: Event, user: int, ruling: str, reason: str, round_: int = 0
    ) -> Page:
        """Decide a game of a player, or let them sit out or leave. Raises Refused."""
        await self._tournaments.check_organiser(actor, event)
        entrant = event.entrant_of(user)
        if entrant is None or departed(user):
            raise IllegalOrder("", "not_an_entrant")
        why = " ".join(reason.split())[:LONGEST_REASON]
        if not why:
            raise IllegalOrder("", "ruling_reason")
        if ruling == "out":
            await self._strike(actor, event, entrant, user, why)
        elif event.status != "playing" or entrant.number is None:
            raise IllegalOrder("", "tournament_over" if event.round else "tournament_not_started")
        elif ruling in ("sits_out", "sits_out_half"):
            await self._sit_out(actor, event, entrant.number, ruling, why)
        elif ruling in RULED:
            played = round_ or event.round
            await self._decide(actor, event, user, entrant.number, RULED[ruling], why, played)
        else:
            raise IllegalOrder("", "no_such_ruling")
        words = catalogue_for(actor.language)
        return answers.ruled(words, await self._tournaments.events.get(event.id), round_, actor.guild)

    async def _strike(self, actor: Actor, event: Event, entrant: EntrantRecord, user: int, why: str) -> None:
        """Take a player out; of a team the captain stands for all of it, a member for themselves."""
        if event.terms.boards and entrant.user != user:
            await self._tournaments.teams.remove(actor, event, user, ruled=why)
        else:
            await self._tournaments.strike(event.id, entrant.place, (actor.user, why))

    async def _sit_out(self, actor: Actor, event: Event, number: int, ruling: str, why: str) -> None:
        if event.terms.format != "swiss":
            raise IllegalOrder("", "no_sitting_out")
        if event.round >= event.planned_rounds:
            raise IllegalOrder("", "no_more_rounds")
        kind = ByeKind.HALF if ruling == "sits_out_half" else ByeKind.ZERO
        async with self._tournaments.events.locked(event.id):
            now = await self._tournaments.events.get(event.id)
            following = now.round + 1
            decision = log_entry(now, actor.user, ruling, why, self._tournaments.games.clock(), str(number))
            async with self._tournaments.games.store.writing() as tx:
                await tx.tournaments.set_bye(event.id, following, number, kind)
                await tx.tournaments.add_decision(event.id, decision)
                await tx.tournaments.touch(event.id)
                await tx.receipts.add(receipt(actor, None, tournament=event.id))
        self._tournaments.events.notify(event.id)

    async def _decide(
        self,
        actor: Actor,
        event: Event,
        user: int,
        number: int,
        result: Result | None,
        why: str,
        round_: int,
    ) -> None:
        if round_ != event.round and event.terms.bracket:
            raise IllegalOrder("", "bracket_moved_on")
        game = self._game(event, number, round_, user)
        if game.players[0] != number and result is not None:
            result = SWAPPED.get(result, result)
        decide = game_decisions.ruled(result, why, actor.user)
        await self._tournaments.game_decisions.rule(event.id, game, decide, why, actor)

    def _game(self, event: Event, number: int, round_: int, user: int) -> OpenGame:
        """The game of an entrant in a round: an open one, else the last; of a team that of the member who is
        named, or of the one on the first board for a captain who does not play. Raises IllegalOrder."""
        mine = [game for game in games_of(event, round_) if number in game.players]
        mine = [game for game in mine if event.plays(user, game)] or mine[:1]
        if not mine:
            raise IllegalOrder("", "no_game_there", round=round_)
        return next((game for game in mine if not game.game.result), mine[-1])

    async def extend(self, actor: Actor, event: Event, number: int, time: str, reason: str) -> Page:
        """Give round `number` more time. Raises Refused."""
        await self._tournaments.check_organiser(actor, event)
        after = await self._tournaments.deadlines.extend(actor, event.id, number, time, reason)
        return answers.extended(catalogue_for(actor.language), after)

    async def extension_form(self, actor: Actor, event: Event) -> Form:
        """The form that asks how much more time a round gets, and why. Raises Refused."""
        await self._tournaments.check_organiser(actor, event)
        if event.status != "playing" or event.round_over:
            raise IllegalOrder("", "round_moved_on", round=event.round)
        return answers.extension_form(catalogue_for(actor.language), event)

    # --- players -------------------------------------------------------------------------------------------

    async def report(self, actor: Actor, event: Event, reported: str) -> Page:
        """Report how a game ended that the bot does not know of; it counts once the opponent reports the
        same. Raises Refused."""
        words = catalogue_for(actor.language)
        entrant = event.entrant_of(actor.user)
        if entrant is None or entrant.number is None:
            raise IllegalOrder("", "not_entered")
        if reported not in REPORTED:
            raise IllegalOrder("", "no_such_ruling")
        async with self._tournaments.events.locked(event.id):
            event = await self._tournaments.events.get(event.id)
            mine_open = event.open_games_of(entrant.number)
            open_ = next((game for game in mine_open if event.plays(actor.user, game)), None)
            if event.status != "playing" or open_ is None:
                raise IllegalOrder("", "nothing_to_report")
            await self._check_lost(open_)
            mine = REPORTED[reported]
            seen = mine if open_.players[0] == entrant.number else SWAPPED.get(mine, mine)
            agreed = open_.game.claim == seen and open_.game.claimed_by not in (None, entrant.number)
            async with self._tournaments.games.store.writing() as tx:
                claimed = replace(open_.game, claim=seen, claimed_by=entrant.number)
                if agreed:
                    points = results.at_least_one(seen, 0) if seen is not Result.DRAW else 0
                    claimed = replace(
                        claimed, result=seen, margin=points, how=results.AGREED, claim="", claimed_by=None
                    )
                await tx.tournaments.save_game(event.id, open_.round, open_.pairing.board, claimed)
                await tx.tournaments.touch(event.id)
                await tx.receipts.add(receipt(actor, None, tournament=event.id))
        self._tournaments.events.notify(event.id)
        return Page(text=words("tournament.report_agreed" if agreed else "tournament.reported"))

    async def _check_lost(self, open_: OpenGame) -> None:
        """Raises NotYours while the bot referees the game itself."""
        if open_.game.game is None:
            if open_.game.opened is None and open_.game.apart is None:
                raise NotYours("", "game_opens_soon")
            return
        game = await self._tournaments.games.game(open_.game.game)
        if game.record.status != "over":
            raise NotYours("", "engine_reports")


def games_of(event: Event, round_: int) -> list[OpenGame]:
    """The games of a round, with or without a result."""
    return [
        OpenGame(round=r.number, pairing=pairing, game=game)
        for r in event.rounds
        if r.number == round_
        for pairing in r.pairings
        for game in pairing.games
    ]

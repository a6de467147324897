"""What a tournament does by itself: opens paired games, takes over results, ends rounds at their deadline.

All of it follows from what is stored, so that a bot that was stopped anywhere goes on from there, and doing
it again changes nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from bot.core.channels import Threads
from bot.core.game import Game
from bot.core.game_service import GameService
from bot.features.lobby.start import begin
from bot.features.tournaments.events import Events
from bot.features.tournaments.running import game_decisions, opening
from bot.features.tournaments.running.bids import Bids
from bot.features.tournaments.running.following import Following
from bot.features.tournaments.running.game_decisions import GameDecisions
from bot.features.tournaments.running.rounds import Rounds
from bot.features.tournaments.state import bids, pairing, results
from bot.features.tournaments.state.decide import RESIGNED
from bot.features.tournaments.state.event import Event, OpenGame
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import plain
from engine.errors import IllegalOrder, NotOnTable
from storage import TournamentGame

log = logging.getLogger(__name__)

LOOKED_AGAIN = timedelta(minutes=15)
"""How soon it looks again whether players have a server in common."""

NOT_NOW = "no_thread_now"
"""Why Discord opens no thread where it will do so later."""

WordsIn = Callable[[int, int], Catalogue]
"""The words of a channel, given its number and its server's."""


class Progress:
    """Carries tournaments on."""

    def __init__(
        self, events: Events, rounds: Rounds, game_decisions: GameDecisions, threads: Threads
    ) -> None:
        self._events = events
        self._rounds = rounds
        self._game_decisions = game_decisions
        self._threads = threads
        self._bids = Bids(events)
        self._following = Following(events)

    @property
    def _games(self) -> GameService:
        return self._events.games

    async def settle(self, tournament: int, words_in: WordsIn) -> datetime | None:
        """Do all that is due; when something is due next, None for nothing that has a time."""
        try:
            event = await self._events.get(tournament)
        except NotOnTable:
            return None
        now = self._games.clock()
        if event.status in ("signup", "playing"):
            event = await self._following.drop_lost(event)
        if event.status == "playing":
            words = words_in(event.stored.record.channel, event.home)
            await self._take_results(tournament)
            await self._forfeit(tournament, words)
            await self._bids.settle(tournament)
            await self._open_games(await self._events.get(tournament), words_in)
            await self._end_round(tournament, words, now)
            await self._rounds.go_on(tournament)
        return self._next_moment(await self._events.get(tournament), now)

    def _next_moment(self, event: Event, now: datetime) -> datetime | None:
        """When something happens by the clock alone: also to what the card says."""
        terms = event.terms
        moments = [event.deadline, bids.closing(event)] if event.status == "playing" else []
        if event.status == "playing" and any(g.game.apart for g in event.open_games()):
            moments.append(now + LOOKED_AGAIN)
        if event.status == "signup" and terms.closes is not None:
            moments += [terms.closes, terms.check_in_opens if terms.check_in else None]
        return min((at for at in moments if at is not None and at > now), default=None)

    # --- results -------------------------------------------------------------------------------------------

    async def _take_results(self, tournament: int) -> None:
        """Take over how games of the newest round have ended, and reopen what a moderator has reopened."""
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            changed: list[tuple[OpenGame, TournamentGame]] = []
            for each in _of_newest_round(event):
                if each.game.game is not None and (now := await self._seen(each.game)) != each.game:
                    changed.append((each, now))
            if not changed:
                return
            async with self._games.store.writing() as tx:
                for each, now in changed:
                    await tx.tournaments.save_game(tournament, each.round, each.pairing.board, now)
                await tx.tournaments.touch(tournament)
        self._events.notify(tournament)

    async def _seen(self, game: TournamentGame) -> TournamentGame:
        """A game with the result that its log gives it."""
        assert game.game is not None
        if game.result and game.how not in (results.ENGINE, RESIGNED):
            return game
        played = await self._games.game(game.game)
        end = results.of_end(played, game.handicap or 0) if played.record.status == "over" else None
        if end is None:
            return replace(game, result="", margin=0, how="") if game.result else game
        result, margin, how = end
        return replace(game, result=result, margin=margin, how=how, claim="", claimed_by=None)

    async def _forfeit(self, tournament: int, words: Catalogue) -> None:
        """Decide the open games of players who have withdrawn."""
        event = await self._events.get(tournament)
        for open_ in list(event.open_games()):
            absent = event.absent(open_)
            if any(absent):
                decide = partial(_forfeited, absent)
                await self._game_decisions.by_itself(tournament, open_, decide, words("tournament.has_left"))

    # --- games ---------------------------------------------------------------------------------------------

    async def _open_games(self, event: Event, words_in: WordsIn) -> None:
        """Open what is paired and not opened, begin what is opened and not begun."""
        trouble, places = "", opening.Places(self._threads)
        done: list[OpenGame] = []
        for open_ in list(event.open_games()):
            if open_ in done or not bids.settled(event, open_.pairing):
                continue
            if open_.game.opened is None:
                done += (together := opening.together_with(event, open_))
                trouble = await self._open(event, together, places, words_in) or trouble
            elif open_.game.game is not None:
                game = await self._games.game(open_.game.game)
                if game.record.status == "lobby":
                    await begin.begin_full(self._games, game.record.id)
        await self._note_trouble(event, trouble)

    async def _open(
        self, event: Event, together: tuple[OpenGame, ...], places: opening.Places, words_in: WordsIn
    ) -> str:
        """Open a game, or a duplicate pair, on the first server on which that is possible; what keeps it from
        being opened on the first of them, for the card: the reason, where it is on a following server its
        number, and which permissions are missing."""
        trouble, apart = "", True
        try:
            async for guild in places.servers_for(event, together[0]):
                apart = False
                words = words_in(event.channels[guild], guild)
                named = {each: thread_name(event, each, words) for each in together}
                try:
                    await opening.open_games(self._games, self._threads, event, guild, named)
                except IllegalOrder as refused:
                    if refused.reason == NOT_NOW:
                        raise
                    trouble = trouble or _trouble(event, guild, refused)
                    continue
                self._events.notify(event.id)
                return ""
        except IllegalOrder as refused:
            raise TimeoutError from refused  # tried again in a while
        if apart:
            await self._following.note_apart(event, together)
        return trouble

    async def _note_trouble(self, event: Event, trouble: str) -> None:
        """Write down why games cannot be opened, for the card; "": all are open."""
        if trouble != event.stored.record.trouble:
            log.warning("tournament %s: games cannot be opened: %s", event.id, trouble or "now they can")
            async with self._games.store.writing() as tx:
                await tx.tournaments.touch(event.id, trouble=trouble)
            self._events.notify(event.id)

    # --- rounds --------------------------------------------------------------------------------------------

    async def _end_round(self, tournament: int, words: Catalogue, now: datetime) -> None:
        """Decide the games that are still open at the deadline, where no organiser is to do that."""
        event = await self._events.get(tournament)

        def due(event: Event) -> bool:
            return event.deadline is not None and now >= event.deadline

        if event.terms.verdict == "organiser" or not due(event):
            return
        by_computer = event.terms.verdict == "computer"
        why = words("tournament.time_up_computer" if by_computer else "tournament.time_up")
        decide = game_decisions.by_computer(words) if by_computer else game_decisions.at_deadline
        for open_ in list(event.open_games()):
            await self._game_decisions.by_itself(tournament, open_, decide, why, due)


def _trouble(event: Event, guild: int, refused: IllegalOrder) -> str:
    """Why no game can be opened on a server, for the card."""
    missing = refused.facts.get("missing")
    where = f"{refused.reason}:{guild}" if guild != event.home else refused.reason
    return " ".join([where, *(missing if isinstance(missing, tuple) else ())])


def _forfeited(absent: tuple[bool, bool], open_: OpenGame, game: Game | None) -> TournamentGame | None:
    """A game as those who are absent forfeit it."""
    return pairing.forfeit(open_, absent)


def thread_name(event: Event, open_: OpenGame, words: Catalogue) -> str:
    """What the thread of a game is called."""
    first, second = (plain(person.name) if person is not None else "" for person in event.people(open_))
    return words("tournament.thread", round=open_.round, first=first[:36], second=second[:36])


def _of_newest_round(event: Event) -> list[OpenGame]:
    """The games of the newest round, decided or not."""
    return [
        OpenGame(round=round_.number, pairing=pairing_, game=game)
        for round_ in event.rounds[-1:]
        for pairing_ in round_.pairings
        for game in pairing_.games
    ]

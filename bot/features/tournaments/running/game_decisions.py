"""Decide a game of a tournament without its end: by a ruling, by the score, by a withdrawal. No Discord.

The game ends in the same transaction that writes its result.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.moderation import page as moderation_page
from bot.features.moderation.page import ADJUDICATED, FORFEITED
from bot.features.moderation.rulings import RULING
from bot.features.tournaments.events import Events
from bot.features.tournaments.running import evaluation
from bot.features.tournaments.state import results
from bot.features.tournaments.state.event import Event, OpenGame
from bot.i18n.catalogue import Catalogue
from bot.i18n.names import Names
from bot.runtime.worker_threads import in_thread
from engine.errors import IllegalOrder, Refused
from engine.events import Ended, Noted
from league.model import Result
from storage import Entry, TournamentGame, WriteTransaction

Decide = Callable[[OpenGame, Game | None], TournamentGame | None]
"""What becomes of a game of a tournament, given the game as it is on the table; None: nothing."""


def at_deadline(open_: OpenGame, game: Game | None) -> TournamentGame | None:
    """A game decided by its score, because its round is over."""
    if game is None or not game.entries:
        return None  # there is nothing to judge by: an organiser has to
    result, margin = results.of_score(game, open_.game.handicap or 0)
    return replace(open_.game, result=result, margin=margin, how=results.SCORE, claim="", claimed_by=None)


def by_computer(words: Catalogue) -> Decide:
    """A game decided by the computer player's evaluation, because its round is over; with why, in words."""

    def decide(open_: OpenGame, game: Game | None) -> TournamentGame | None:
        if game is None or not game.entries:
            return None
        if results.absent(game) is not None:
            return at_deadline(open_, game)
        result, margin, leads = results.of_evaluation(game, open_.game.handicap or 0)
        why = evaluation.reason(Names(words, game), result, leads)
        decided = replace(open_.game, result=result, margin=margin, how=results.COMPUTER, reason=why)
        return replace(decided, claim="", claimed_by=None)

    return decide


def ruled(result: Result | None, reason: str, user: int | None, how: str = results.ORGANISER) -> Decide:
    """A game decided by an organiser, as the one with the first side sees it; None: by its score."""

    def decide(open_: OpenGame, game: Game | None) -> TournamentGame | None:
        if result is None:
            decided = at_deadline(open_, game)
        else:
            points = results.margin(game) if game is not None and game.entries else 0
            decided = replace(open_.game, result=result, margin=_margin(result, points))
        if decided is None:
            raise IllegalOrder("", "nothing_to_judge_by")
        return replace(decided, how=how, by=user, reason=reason, claim="", claimed_by=None)

    return decide


def _margin(result: Result, points: int) -> int:
    if result in (Result.FIRST_WINS, Result.SECOND_WINS):
        return results.at_least_one(result, points)
    return 0


class GameDecisions:
    """Decides games."""

    def __init__(self, events: Events) -> None:
        self._events = events

    @property
    def _games(self) -> GameService:
        return self._events.games

    async def by_itself(
        self,
        tournament: int,
        open_: OpenGame,
        decide: Decide,
        why: str,
        due: Callable[[Event], bool] = lambda event: True,
    ) -> None:
        """Decide a game without being asked, if that is `due` once its turn has come; where it waits for
        its dice, later."""
        try:
            await self.rule(tournament, open_, decide, why, None, due)
        except Refused:
            return

    async def rule(
        self,
        tournament: int,
        open_: OpenGame,
        decide: Decide,
        why: str,
        actor: Actor | None,
        due: Callable[[Event], bool] = lambda event: True,
    ) -> None:
        """Decide a game, and end it if it goes on. A game that has a result already gets another one.

        Raises what `decide` raises, and DiceAwaited while an order of the game waits for its dice.
        """
        async with self._events.locked(tournament):
            event = await self._events.get(tournament)
            current = find(event, open_)
            if current is None or (actor is None and current.game.result) or not due(event):
                return
            number = current.game.game
            if number is None:
                await self._write(event, current, decide, None, actor)
            else:
                async with self._games.locked(number):
                    await self._end(event, current, decide, await self._games.game(number), why, actor)
        self._events.notify(tournament)

    async def _write(
        self, event: Event, open_: OpenGame, decide: Decide, game: Game | None, actor: Actor | None
    ) -> None:
        """Decide a game that is over, or that never was."""
        if (decided := await in_thread(decide, open_, game)) is not None:
            save = self._save(event, open_, decided, actor)
            async with self._games.store.writing() as tx:
                await save(tx)

    async def _close_lobby(
        self, event: Event, open_: OpenGame, decide: Decide, game: Game, actor: Actor | None
    ) -> None:
        """Decide a game that waits in its lobby, perhaps for a word of the dice: the lobby goes."""
        without = replace(open_, game=replace(open_.game, game=None))
        decided = await in_thread(decide, without, game)
        if decided is None:
            return
        save = self._save(event, without, decided, actor)
        async with self._games.store.writing() as tx:
            await tx.games.delete_lobby(game.record.id)
            await save(tx)
        self._games.forget(game.record.id)
        self._games.notify(None)

    async def _end(
        self, event: Event, open_: OpenGame, decide: Decide, game: Game, why: str, actor: Actor | None
    ) -> None:
        """Decide a game that may still go on."""
        record = game.record
        if record.status == "lobby":
            await self._close_lobby(event, open_, decide, game, actor)
            return
        if not game.playing:
            await self._write(event, open_, decide, game, actor)
            return
        decided = await in_thread(decide, open_, game)
        if decided is None:
            return
        save = self._save(event, open_, decided, actor)
        why = decided.reason if decided.how == results.COMPUTER else why
        who = actor.user if actor is not None else None
        entry = Entry(kind=RULING, who=who, events=_events(game, decided, why), at=self._games.clock())

        async def also(tx: WriteTransaction) -> None:
            await save(tx)
            await tx.pauses.delete(record.id)
            body = {"seq": game.last + 1}
            await tx.outbox.add(game=record.id, channel=record.channel, kind=RULING, body=body)

        await self._games.write(game, entry, None, also)
        self._games.forget(record.id)
        self._games.notify(record.id)

    def _save(
        self, event: Event, open_: OpenGame, decided: TournamentGame, actor: Actor | None
    ) -> Callable[[WriteTransaction], Awaitable[None]]:
        """What writes the decision."""

        async def save(tx: WriteTransaction) -> None:
            now = decided if decided.opened else replace(decided, opened=self._games.clock())
            await tx.tournaments.save_game(event.id, open_.round, open_.pairing.board, now)
            await tx.tournaments.touch(event.id)
            if actor is not None:
                await tx.receipts.add(receipt(actor, None, tournament=event.id))

        return save


def _events(game: Game, decided: TournamentGame, why: str) -> tuple[Noted, Ended]:
    """What ends a game on the table as it was decided."""
    first, second = game.scenario.side_ids[:2]
    result = Result(decided.result)
    losers = {
        Result.FIRST_FORFEITS: (first,),
        Result.SECOND_FORFEITS: (second,),
        Result.BOTH_FORFEIT: (first, second),
    }.get(result, ())
    if losers:
        winner = "" if len(losers) > 1 else game.scenario.enemy(losers[0])
        facts = moderation_page.facts(FORFEITED, why, sides=losers)
        ended = Ended(winner=winner, level=results.FORFEIT, reason=results.FORFEIT)
    else:
        winner = {Result.FIRST_WINS: first, Result.SECOND_WINS: second}.get(result, "")
        by_score = int(decided.how == results.SCORE)
        by_computer = int(decided.how == results.COMPUTER)
        facts = moderation_page.facts(
            ADJUDICATED, why, winner=winner, by_score=by_score, by_computer=by_computer
        )
        level = results.ADJUDICATED if winner else "draw"
        ended = Ended(winner=winner, level=level, reason=results.ADJUDICATED)
    return Noted(kind=RULING, facts=facts), ended


def find(event: Event, open_: OpenGame) -> OpenGame | None:
    """The same game as it is stored now."""
    for round_ in event.rounds:
        for pairing in round_.pairings:
            for game in pairing.games:
                if (round_.number, pairing.board, game.leg) == (
                    open_.round,
                    open_.pairing.board,
                    open_.game.leg,
                ):
                    return OpenGame(round=round_.number, pairing=pairing, game=game)
    return None

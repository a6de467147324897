"""Predictions of big fights by spectators: stored, revealed after the fight, counted. No Discord."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bot.core.game import Game
from bot.core.game_service import GameService
from bot.core.report_segments import newest_first
from bot.core.requests.actor import Actor
from bot.core.requests.receipts import receipt
from bot.features.lobby import seating
from bot.features.predictions import big_fights
from bot.features.predictions import page as predictions_page
from bot.features.predictions.big_fights import OUTCOMES, Fight
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.names import Names, plain
from bot.runtime.worker_threads import in_thread
from bot.ui.page import Page
from engine.errors import IllegalOrder, NotOnTable, NotYours
from storage import OutboxMessage, Prediction

MOST_KEPT = 500
"""Games whose fights are remembered as they ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A player's record: finished predictions, how many of them right, open ones."""

    user: int
    name: str
    settled: int = 0
    right: int = 0
    open: int = 0


class Predictions:
    """Takes predictions and counts them."""

    def __init__(self, games: GameService) -> None:
        self.games = games
        self._ended: dict[int, tuple[int, Mapping[int, str | None]]] = {}

    async def guess(self, actor: Actor, game_id: int, after: int, guess: str) -> Page:
        """Store a prediction of the fight that was announced after this many public entries.

        Raises Refused: players_know for present and former players, no_such_fight, fight_begun.
        """
        async with self.games.locked(game_id):
            game = await self.games.game(game_id)
            if game.sides_of(actor.user) or await seating.sides_left(self.games, game, actor.user):
                raise NotYours("", "players_know")
            fight, open_ = await in_thread(_standing, game, after)
            if fight is None or guess not in OUTCOMES:
                raise NotOnTable("", "no_such_fight")
            if not await self.games.store.receipts.get(actor.interaction):
                if not open_:
                    raise IllegalOrder("", "fight_begun", unit=fight.unit)
                prediction = Prediction(
                    game=game_id, after=after, user=actor.user, name=actor.name, guess=guess
                )
                async with self.games.store.writing() as tx:
                    await tx.predictions.save(prediction)
                    await tx.receipts.add(receipt(actor, game_id, game=game_id))
        return predictions_page.noted(Names.to(actor.language, actor.user, game), fight, guess)

    async def board(self, actor: Actor) -> Page:
        """Who predicts best in a server, and how the asker does."""
        every = await self.games.store.predictions.in_guild(actor.guild)
        games: dict[int, list[Prediction]] = {}
        for prediction in every:
            games.setdefault(prediction.game, []).append(prediction)
        records: dict[int, Record] = {}
        for game_id, guesses in games.items():
            _count(records, guesses, await self._outcomes(game_id, {g.after for g in guesses}))
        return predictions_page.board(catalogue_for(actor.language), list(records.values()), actor.user)

    async def _outcomes(self, game_id: int, fights: Iterable[int]) -> Mapping[int, str | None]:
        """How fights of a game ended: "" while they are open, None of one that was undone or is not told."""
        game = await self.games.game(game_id)
        last, before = self._ended.get(game_id, (0, {}))
        known = dict(before) if last == game.last else {}
        missing = [after for after in fights if after not in known]
        if missing:
            known |= await in_thread(_outcomes, game, missing)
        self._ended.pop(game_id, None)
        self._ended[game_id] = (game.last, known)
        while len(self._ended) > MOST_KEPT:
            self._ended.pop(next(iter(self._ended)))
        return known


def _standing(game: Game, after: int) -> tuple[Fight | None, bool]:
    """The fight that impended then, and whether it has not begun yet."""
    entry = big_fights.entry_of(game, after)
    fight = big_fights.impending(game.at(entry.seq)) if entry is not None else None
    if entry is None or fight is None:
        return None, False
    return fight, game.playing and not big_fights.begun(game, fight, entry.seq)


def _outcomes(game: Game, fights: Sequence[int]) -> dict[int, str | None]:
    outcomes: dict[int, str | None] = {}
    for after in fights:
        entry = big_fights.entry_of(game, after)
        fight = big_fights.impending(game.at(entry.seq)) if entry is not None else None
        if entry is None or fight is None:
            outcomes[after] = None
            continue
        ended = big_fights.outcome(game, fight, entry.seq)
        over = big_fights.end(game, fight, entry.seq) is not None
        outcomes[after] = ended or (None if over else "")
    return outcomes


def _count(
    records: dict[int, Record], guesses: Iterable[Prediction], ended: Mapping[int, str | None]
) -> None:
    """Add the guesses of one game to what each has done elsewhere."""
    for prediction in guesses:
        outcome = ended[prediction.after]
        if outcome is None:
            continue
        before = records.get(prediction.user, Record(user=prediction.user, name=prediction.name))
        records[prediction.user] = Record(
            user=prediction.user,
            name=prediction.name,
            settled=before.settled + bool(outcome),
            right=before.right + (outcome == prediction.guess),
            open=before.open + (not outcome),
        )


# --- in reports -----------------------------------------------------------------------------------------


async def settled(games: GameService, words: Catalogue, game: Game, post: OutboxMessage) -> list[str]:
    """The results of fights not yet announced, with the correct predictors: for the report of a message."""
    predictions = await games.store.predictions.of_game(game.record.id)
    if not predictions:
        return []
    reports = await games.store.outbox.of_game(game.record.id, "report")
    untold = frozenset(int(r.body["last"]) for r in reports if r.failed and not r.body.get("part"))
    return await in_thread(_settled, words, game, int(post.body["last"]), untold, predictions)


def _settled(
    words: Catalogue, game: Game, last: int, untold: frozenset[int], predictions: Sequence[Prediction]
) -> list[str]:
    then, lines = game.at(last), []
    for n, chapter in enumerate(newest_first(then)):
        if n and chapter.last not in untold:
            break
        lines += _ended_at(words, then.at(chapter.last), predictions)
    return lines


def _ended_at(words: Catalogue, game: Game, predictions: Sequence[Prediction]) -> list[str]:
    """The predicted fights that ended with the newest entry of a game, a line each."""
    lines = []
    for since in big_fights.ended_with(game):
        before = game.at(since)
        fight = big_fights.impending(before)
        mine = [guess for guess in predictions if guess.after == len(before.known_to(""))]
        outcome = big_fights.outcome(game, fight, since) if fight is not None and mine else ""
        if fight is not None and outcome:
            right = [plain(guess.name) for guess in mine if guess.guess == outcome]
            lines.append(predictions_page.ended(Names(words, game), fight, outcome, right, len(mine)))
    return lines


def with_question(names: Names, game: Game, page: Page) -> Page:
    """The report with the question about the big fight that impends at its end; `game` is the referee's."""
    fight = big_fights.impending(game)
    return page if fight is None else predictions_page.with_question(names, fight, page)

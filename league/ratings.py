"""Ratings for each rulebook and overall, by OpenSkill (Plackett-Luce), with their history.

A rating is a belief about a player's strength: `mean` and `deviation`, shown on a scale on which newcomers
start at 1500. A side may have several players; each of them is rated for the result of the side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

OVERALL = ""
"""The pool of all rulebooks together; the others are named for their rulebook."""
START, SCALE = 1500, 40
PROVISIONAL_GAMES = 8
"""A rating is provisional until the player has so many rated games in its pool."""
MIN_TURNS = 2
"""A game that ended before this turn is not rated."""


class Unrated(StrEnum):
    """Why a game is not rated."""

    AGREED = "agreed"
    """The game was opened as unrated."""
    LESSON = "lesson"
    COMPUTER = "computer"
    """The computer plays one of the sides."""
    ABANDONED = "abandoned"
    """It ended without a result."""
    TOO_SHORT = "too-short"
    """It ended before turn `MIN_TURNS`, as walkovers do."""
    SAME_PLAYER = "same-player"
    """A player was on both sides."""
    NO_OPPONENT = "no-opponent"
    """A side had no player, or there were not two sides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedGame:
    """What ratings know of a game. `sides` are the players of each side; `winner` is an index into them.

    `winner` None is a draw, unless the game was abandoned. `turns` is the number of the last turn.
    """

    game: int
    rulebook: str
    sides: tuple[tuple[int, ...], ...]
    winner: int | None = None
    turns: int = MIN_TURNS
    rated: bool = True
    lesson: bool = False
    computer: bool = False
    abandoned: bool = False


def why_unrated(game: FinishedGame) -> Unrated | None:
    """The first reason not to rate a game; None if it is rated. By agreement is the last: such a game was
    played to an end between people."""
    players = [player for side in game.sides for player in side]
    reasons = {
        Unrated.ABANDONED: game.abandoned,
        Unrated.LESSON: game.lesson,
        Unrated.COMPUTER: game.computer,
        Unrated.NO_OPPONENT: len(game.sides) != 2 or not all(game.sides),
        Unrated.SAME_PLAYER: len(set(players)) < len(players),
        Unrated.TOO_SHORT: game.turns < MIN_TURNS,
        Unrated.AGREED: not game.rated,
    }
    return next((reason for reason, applies in reasons.items() if applies), None)


def counted_players(orders: Mapping[int, int]) -> tuple[int, ...]:
    """The players of a side for whom its result counts, by how many orders each gave for it.

    A player counts who gave at least half of an equal share. So neither one who leaves a lost position to a
    substitute escapes its result, nor is the substitute punished for helping out.

    >>> counted_players({1: 30, 2: 3}), counted_players({1: 20, 2: 10}), counted_players({1: 0})
    ((1,), (1, 2), (1,))
    """
    total = sum(orders.values())
    return tuple(player for player, given in orders.items() if 2 * len(orders) * given >= total)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A player's rating in one pool.

    `mean` and `deviation` are on OpenSkill's scale, where newcomers have 25 and 8.33.
    """

    mean: float = 25.0
    deviation: float = 25.0 / 3
    games: int = 0

    @property
    def shown(self) -> int:
        """On the scale that players see."""
        return round(START + SCALE * (self.mean - 25))

    @property
    def margin(self) -> int:
        """The deviation on the scale that players see."""
        return round(SCALE * self.deviation)

    @property
    def provisional(self) -> bool:
        return self.games < PROVISIONAL_GAMES


NEWCOMER = Rating()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One entry of a player's history in a pool: the game, and the rating after it."""

    game: int
    rating: Rating


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """All histories, by player and pool, oldest entry first."""

    histories: Mapping[tuple[int, str], tuple[Step, ...]] = field(default_factory=dict)

    def of(self, player: int, pool: str = OVERALL) -> Rating:
        history = self.histories.get((player, pool), ())
        return history[-1].rating if history else Rating()

    def history(self, player: int, pool: str = OVERALL) -> tuple[Step, ...]:
        return self.histories.get((player, pool), ())

    def ranking(self, pool: str = OVERALL) -> list[tuple[int, Rating]]:
        """Players with a rating that is not provisional, the best first; equal ones by number."""
        rated = [
            (player, history[-1].rating)
            for (player, where), history in self.histories.items()
            if where == pool
        ]
        return sorted(
            ((player, rating) for player, rating in rated if not rating.provisional),
            key=lambda row: (-row[1].mean, row[0]),
        )

    def after(self, game: FinishedGame) -> Ratings:
        """Ratings with one more game; unchanged if it is not rated."""
        if why_unrated(game) is not None:
            return self
        histories = dict(self.histories)
        for pool in (OVERALL, game.rulebook):
            before = {player: self.of(player, pool) for side in game.sides for player in side}
            for player, rating in rate(game, before).items():
                histories[player, pool] = (*self.history(player, pool), Step(game=game.game, rating=rating))
        return Ratings(histories=histories)


def rate_all(games: Iterable[FinishedGame]) -> Ratings:
    """Ratings after these games, in the order in which they ended."""
    ratings = Ratings()
    for game in games:
        ratings = ratings.after(game)
    return ratings


_DECIMALS = 6


@cache
def _model() -> PlackettLuce:
    """The model, loaded at its first use: most bots rate no one."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rate(game: FinishedGame, before: Mapping[int, Rating]) -> dict[int, Rating]:
    """The ratings of a rated game's players after it; `before` are those they had (missing ones are new).

    Means and deviations are rounded to six decimals, so that they can be stored exactly.
    """
    olds = [[before.get(player, NEWCOMER) for player in side] for side in game.sides]
    teams = [[_model().rating(mu=old.mean, sigma=old.deviation) for old in side] for side in olds]
    ranks = [1.0 if game.winner in (None, index) else 2.0 for index in range(len(teams))]
    after = _model().rate(teams, ranks=ranks)
    return {
        player: Rating(
            mean=round(new.mu, _DECIMALS), deviation=round(new.sigma, _DECIMALS), games=old.games + 1
        )
        for players, were, are in zip(game.sides, olds, after, strict=True)
        for player, old, new in zip(players, were, are, strict=True)
    }


def chance(one: Rating, two: Rating) -> float:
    """The chance that the first of two players beats the second, from 0 to 1; draws count half."""
    teams = [[_model().rating(mu=rating.mean, sigma=rating.deviation)] for rating in (one, two)]
    return _model().predict_win(teams)[0]

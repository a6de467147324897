"""Ratings and intervals of the ladder, from pairs of games.

In many battles one side wins every game, and a single game says nothing of the players. So what counts
is a pair: the same battle played twice with the sides exchanged and the same seed. It is won by the player
whose two margins of score come to more than nothing together; where they come to nothing it is halved.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log10

from bench.ladder.games import Game
from engine.scenario import wilson

ROUNDS, RESAMPLES = 200, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two games of a battle between two players, with the sides exchanged."""

    games: tuple[Game, Game]

    @property
    def system(self) -> str:
        """The rulebook."""
        return self.games[0].system

    @property
    def players(self) -> frozenset[str]:
        """The two players."""
        return frozenset(self.games[0].players.values())

    def margin(self, player: str) -> int:
        """By how many points of score a player was ahead in both games together."""
        return sum(
            score if game.players[side] == player else -score
            for game in self.games
            for side, score in game.scores.items()
        )

    def points(self, player: str) -> float:
        """1 for the player who was ahead, 0 for the other, 0.5 where none was."""
        margin = self.margin(player)
        return 0.5 + (margin > 0) / 2 - (margin < 0) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """The share of points that a player won from another, with its 95 % interval, all from 0 to 1; `number`
    of the pairs or single games that are counted."""

    number: int
    share: float
    low: float
    high: float


def pairs_of(games: Iterable[Game]) -> list[Pair]:
    """The pairs that are whole: a game whose other half has not been played is in none."""
    waiting: dict[tuple[str, str, str, str], Game] = {}
    pairs = []
    for game in games:
        one, two = game.players.values()
        other = waiting.pop((game.battle, game.seed, two, one), None) if one != two else None
        if other is None:
            waiting[game.battle, game.seed, one, two] = game
        else:
            pairs.append(Pair(games=(other, game)))
    return pairs


def share_of_pairs(pairs: Iterable[Pair], player: str, other: str) -> Share:
    """What a player won by pairs with another. Raises ValueError without any."""
    return _share([pair.points(player) for pair in pairs if pair.players == {player, other}], player, other)


def share_of_games(games: Iterable[Game], player: str, other: str) -> Share:
    """What a player won in single games with another. Raises ValueError without any."""
    won = [
        next(game.points[side] for side, name in game.players.items() if name == player)
        for game in games
        if {*game.players.values()} == {player, other}
    ]
    return _share(won, player, other)


def _share(won: Sequence[float], player: str, other: str) -> Share:
    """The mean of these points, with Wilson's interval."""
    number = len(won)
    if not number:
        raise ValueError(f"nothing was played between {player} and {other}")
    share = sum(won) / number
    low, high = wilson(share, number)
    return Share(number=number, share=share, low=low, high=high)


def ratings(pairs: Sequence[Pair], players: Sequence[str]) -> dict[str, tuple[float, float, float]]:
    """Rating by player, with a 95 % interval by resampling the pairs; the first of the players has 0, and who
    played no pair has none.

    On Elo's scale by the Bradley-Terry model. A drawn pair of each with each is added, so that a player who
    wins all pairs has a rating too.
    """
    rated = [player for player in players if any(player in pair.players for pair in pairs)]
    if not rated:
        return {}
    counted = [pair for pair in pairs if pair.players <= {*rated}]
    chance = random.Random(len(counted))
    found = _fit(counted, rated)
    again = [_fit(chance.choices(counted, k=len(counted)), rated) for _ in range(RESAMPLES)]
    result = {}
    for player in rated:
        sample = sorted(fit[player] for fit in again)
        low, high = sample[int(0.025 * RESAMPLES)], sample[int(0.975 * RESAMPLES) - 1]
        result[player] = (found[player], low, high)
    return result


def _fit(pairs: Sequence[Pair], players: Sequence[str]) -> dict[str, float]:
    won = {player: 0.5 * (len(players) - 1) for player in players}
    met: dict[tuple[str, str], float] = {(a, b): 1.0 for a in players for b in players if a != b}
    for pair in pairs:
        one, two = pair.players
        for player, other in ((one, two), (two, one)):
            won[player] += pair.points(player)
            met[player, other] += 1
    strength = dict.fromkeys(players, 1.0)
    for _ in range(ROUNDS):
        strength = {player: _improved(strength, won, met, player) for player in players}
    first = strength[players[0]]
    return {player: 400 * log10(strength[player] / first) for player in players}


def _improved(
    strength: Mapping[str, float],
    won: Mapping[str, float],
    met: Mapping[tuple[str, str], float],
    player: str,
) -> float:
    others = (other for other in strength if other != player)
    return won[player] / sum(met[player, o] / (strength[player] + strength[o]) for o in others)

"""Ratings and intervals of the ladder, from the points of its games."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

from bench.ladder.games import Game
from engine.scenario import wilson

ROUNDS, RESAMPLES = 200, 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """The share of points that a player won from another, with its 95 % interval; all from 0 to 1."""

    games: int
    share: float
    low: float
    high: float


def share_of_points(games: Sequence[Game], player: str, other: str) -> Share:
    """What a player won in its games with another; Wilson's interval. Raises ValueError without games."""
    won = [points(g, player) for g in games if {*g.players.values()} == {player, other}]
    n = len(won)
    if not n:
        raise ValueError(f"no game between {player} and {other}")
    share = sum(won) / n
    low, high = wilson(share, n)
    return Share(games=n, share=share, low=low, high=high)


def points(game: Game, player: str) -> float:
    """The points of a player in a game of two different players."""
    return next(game.points[side] for side, name in game.players.items() if name == player)


def ratings(games: Sequence[Game], players: Sequence[str]) -> dict[str, tuple[float, float, float]]:
    """Rating by player, with a 95 % interval by resampling the games; the first player has 0.

    On Elo's scale by the Bradley-Terry model. A drawn game of each with each is added, so that a player who
    wins all games has a rating too.
    """
    chance = random.Random(len(games))
    found = _fit(games, players)
    again = [_fit(chance.choices(games, k=len(games)), players) for _ in range(RESAMPLES)]
    result = {}
    for player in players:
        sample = sorted(fit[player] for fit in again)
        low, high = sample[int(0.025 * RESAMPLES)], sample[int(0.975 * RESAMPLES) - 1]
        result[player] = (found[player], low, high)
    return result


def _fit(games: Sequence[Game], players: Sequence[str]) -> dict[str, float]:
    won = {player: 0.5 * (len(players) - 1) for player in players}
    met: dict[tuple[str, str], float] = {(a, b): 1.0 for a in players for b in players if a != b}
    for game in games:
        one, two = game.players.values()
        for player, other in ((one, two), (two, one)):
            won[player] += points(game, player)
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

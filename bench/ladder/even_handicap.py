"""The smallest handicap with which games that were played would have come out even."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bench.ladder.games import Game
from engine.scenario import FAIR, Handicap, Scenario
from opponent.judging.losses_decide import LossesDecide
from opponent.rulebooks import rulebook
from scenarios.handicaps import read

MOST = 30
"""Points that are tried."""


def even_handicap(scenario: Scenario, games: Sequence[Game], giver: str) -> Handicap | None:
    """What a side must give for 45 to 55 % of the points in these games, the draw counting as half a point;
    None where nothing does."""
    for given in _candidates(giver):
        share = sum(points_with(scenario, game, given) for game in games) / len(games)
        if FAIR[0] <= share <= FAIR[1]:
            return given
    return None


def _candidates(giver: str) -> Iterator[Handicap]:
    yield Handicap(gives=giver, draw=True)
    for points in range(1, MOST):
        yield Handicap(gives=giver, points=points)
        yield Handicap(gives=giver, points=points, draw=True)


def handicap_shares(games: Sequence[Game], fewest: int) -> dict[Handicap, float]:
    """The share of the points that the side that gives took in games of one battle with each handicap."""
    by_text: dict[str, list[Game]] = {}
    for game in games:
        by_text.setdefault(game.handicap, []).append(game)
    known = {read(text): some for text, some in by_text.items() if len(some) >= fewest}
    return {
        given: sum(g.points[given.gives] for g in some) / len(some) for given, some in known.items() if given
    }


def played_handicap(games: Sequence[Game], fewest: int) -> Handicap | None:
    """The handicap with which games of one battle came out most even; None where none came inside 45 to
    55 %."""
    shares = handicap_shares(games, fewest)
    inside = [given for given, share in shares.items() if FAIR[0] <= share <= FAIR[1]]
    return min(inside, key=lambda given: abs(shares[given] - sum(FAIR) / 2), default=None)


def next_to_try(given: Handicap, shares: Mapping[Handicap, float]) -> Handicap | None:
    """The next larger handicap where this one is too small, the next smaller one where it is too large; None
    where it makes the battle even, and where the other one was tried."""
    every = list(_candidates(given.gives))
    share, place = shares[given], every.index(given)
    if FAIR[0] <= share <= FAIR[1]:
        return None
    place += 1 if share > FAIR[1] else -1
    other = every[place] if 0 <= place < len(every) else None
    return None if other in shares else other


def points_with(scenario: Scenario, game: Game, given: Handicap) -> float:
    """What the game would have been worth to the side that gives: 1, 0.5 or 0."""
    losses = rulebook(scenario.system).losses_decide
    gap = _by_score(scenario, game, given) if losses is None else _by_losses(scenario, game, given, losses)
    return 1.0 if gap > 0 else 0.0 if gap < 0 or given.draw else 0.5


def _by_score(scenario: Scenario, game: Game, given: Handicap) -> int:
    return game.scores[given.gives] - game.scores[scenario.enemy(given.gives)] - given.points


def _by_losses(scenario: Scenario, game: Game, given: Handicap, losses: LossesDecide) -> int:
    """1 for a game won, -1 for one lost, 0 for a draw, by the losses of one side as they count then. A game
    that ended early without such losses was lost by other means, and stays so."""
    side, enemy = losses.side, scenario.enemy(losses.side)
    lost = game.scores[enemy]
    won_below, lost_from = losses.units(scenario, losses.won_below), losses.units(scenario, losses.lost_from)
    if game.points[enemy] == 1 and lost < lost_from:
        won = enemy
    else:
        counted = lost + (given.points if given.gives == side else -given.points)
        held = game.scores[side] >= len(scenario.objectives)
        won = enemy if counted >= lost_from else side if counted < won_below and held else ""
    return 0 if not won else 1 if won == given.gives else -1

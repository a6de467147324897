"""The result of a game as the engine gives it, and by the score where time is up. No Discord."""

from __future__ import annotations

from bot.core.game import Game
from bot.features.tournaments.state.decide import RESIGNED
from league.bids import handicapped
from league.model import Result
from opponent import Leads, public_leads

ENGINE, SCORE, AGREED, ORGANISER, COMPUTER = "engine", "score", "agreed", "organiser", "computer"
"""How a game was decided: by its end, by its score at the deadline, by both players, by an organiser, by the
computer player's evaluation at the deadline."""
LEAST_CHANCE = 0.6
"""The chance that the computer player must give a side for it to win at the deadline."""

ADJUDICATED, FORFEIT = "adjudicated", "forfeit"
"""Reasons that end a game without its rulebook."""


def margin(game: Game) -> int:
    """The points of the first side minus those of the second."""
    first, second = game.scenario.side_ids[:2]
    scores = game.system.display.scores(game.scenario, game.state)
    return int(scores.get(first, 0)) - int(scores.get(second, 0))


def of_end(game: Game, handicap: int = 0) -> tuple[Result, int, str] | None:
    """The result of a finished game, its margin, and how it ended; None when it has none.

    A side that wins with no more points than the other wins by one point. If the first side gives a
    `handicap` (below 0 the second), the points less that decide a game that its rulebook has ended.
    """
    ended = game.state.result
    if ended is None:
        return None
    first = game.scenario.side_ids[0]
    if ended.reason == FORFEIT:
        lost = Result.SECOND_FORFEITS if ended.winner == first else Result.FIRST_FORFEITS
        return lost if ended.winner else Result.BOTH_FORFEIT, 0, ORGANISER
    ruled = ended.reason == ADJUDICATED
    if handicap and not ruled and ended.reason not in ("resigned", "agreed"):
        level = {first: Result.FIRST_WINS, "": Result.DRAW}.get(ended.winner, Result.SECOND_WINS)
        points = margin(game) if level is Result.DRAW else at_least_one(level, margin(game))
        return *by_points(handicapped(points, handicap)), ENGINE
    if not ended.winner:
        return Result.DRAW, 0, ORGANISER if ruled else ENGINE
    won = Result.FIRST_WINS if ended.winner == first else Result.SECOND_WINS
    how = ORGANISER if ruled else RESIGNED if ended.reason == "resigned" else ENGINE
    return won, at_least_one(won, margin(game)), how


def at_least_one(result: Result, points: int) -> int:
    """The margin of a game that was won: at least one point."""
    return max(1, points) if result is Result.FIRST_WINS else min(-1, points)


def by_points(points: int) -> tuple[Result, int]:
    """The result that a difference of points makes, with that difference."""
    if not points:
        return Result.DRAW, 0
    return (Result.FIRST_WINS if points > 0 else Result.SECOND_WINS), points


def of_score(game: Game, handicap: int = 0) -> tuple[Result, int]:
    """The result of an unfinished game when its time is up.

    A side that never gave an order although the game waited for it forfeits; otherwise the points decide,
    less the handicap that the first side gives.
    """
    forfeited = absent(game)
    return (forfeited, 0) if forfeited else by_points(handicapped(margin(game), handicap))


def absent(game: Game) -> Result | None:
    """The forfeit of sides that never gave an order although the game waits for them; None without any."""
    first, second = game.scenario.side_ids[:2]
    gave = {entry.side for entry in game.active_entries if entry.kind == "order" and entry.who is not None}
    missing = {side for side in (first, second) if side not in gave and side in game.owing}
    if missing == {first, second}:
        return Result.BOTH_FORFEIT
    if missing:
        return Result.FIRST_FORFEITS if first in missing else Result.SECOND_FORFEITS
    return None


def of_evaluation(game: Game, handicap: int = 0) -> tuple[Result, int, Leads]:
    """The result that the computer player's evaluation gives an unfinished game, its margin in points, and
    by how much the first side is ahead. It sees only what both sides see; the handicap that the first side
    gives is taken off its score."""
    first = game.scenario.side_ids[0]
    leads = public_leads(game.system, game.scenario, game.state, first, handicap)
    points = handicapped(margin(game), handicap)
    if leads.chance >= LEAST_CHANCE:
        return Result.FIRST_WINS, at_least_one(Result.FIRST_WINS, points), leads
    if leads.chance <= 1 - LEAST_CHANCE:
        return Result.SECOND_WINS, at_least_one(Result.SECOND_WINS, points), leads
    return Result.DRAW, 0, leads

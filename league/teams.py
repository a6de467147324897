"""Team matches: as many games as boards, and the sum of the boards decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.model import BadTournament, Pairing, Result, Scoring, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team entrant and its players by board, the first board first. Players are numbers of their own."""

    entrant: int
    players: tuple[int, ...]


def boards(match: Pairing, first: Team, second: Team) -> tuple[Pairing, ...]:
    """The games of a match, by players.

    The team paired on the first side has it on odd boards, not on even ones.
    """
    where = f"{match.first} against {match.second}"
    if (first.entrant, second.entrant) != (match.first, match.second):
        raise BadTournament(where, f"teams {first.entrant} and {second.entrant}")
    if len(first.players) != len(second.players) or not first.players:
        raise BadTournament(where, f"{len(first.players)} boards against {len(second.players)}")
    pairs = zip(first.players, second.players, strict=True)
    return tuple(
        Pairing(first=one, second=two) if board % 2 == 0 else Pairing(first=two, second=one)
        for board, (one, two) in enumerate(pairs)
    )


def combine(match: Pairing, games: Sequence[Pairing], scoring: Scoring | None = None) -> Pairing:
    """The match with its result: more points over all boards win.

    `margin` is their difference in half points, `boards` are the points themselves.

    `games` are those of `boards`, in that order, with results. A match in which every game was forfeited by
    the same team, or by both, counts as not played.
    """
    scoring = scoring or Scoring()
    points = {Side.FIRST: 0, Side.SECOND: 0}
    for board, game in enumerate(games):
        if game.result is None:
            raise BadTournament(f"{match.first} against {match.second}", f"board {board + 1} has no result")
        for side in Side:
            points[side] += scoring.game(game.result, side if board % 2 == 0 else side.other)
    margin = points[Side.FIRST] - points[Side.SECOND]
    match = replace(match, boards=(points[Side.FIRST], points[Side.SECOND]))
    if not any(game.result and game.result.played for game in games):
        forfeit = Result.SECOND_FORFEITS if margin > 0 else Result.FIRST_FORFEITS
        return replace(match, result=forfeit if margin else Result.BOTH_FORFEIT, margin=0)
    won = Result.FIRST_WINS if margin > 0 else Result.SECOND_WINS
    return replace(match, result=won if margin else Result.DRAW, margin=margin)

"""Standings: score first, then tie-breaks in the order that the organiser chooses; ties are shared.

Tie-breaks that use the scores of opponents need a rule for rounds without a game:

- An opponent's requested byes, absences and losses by forfeit count as draws in that opponent's score.
- A round that an entrant did not play counts as a game against an opponent who ended with the entrant's own
score.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.model import ByeKind, Line, Result, Tournament


class TieBreak(StrEnum):
    """What separates entrants with the same score."""

    BUCHHOLZ = "buchholz"
    """The scores of all opponents, added up; half points."""
    BUCHHOLZ_CUT_1 = "buchholz-cut-1"
    """The same without the lowest of them."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """The scores of opponents beaten, and half of those drawn with; quarter points."""
    HEAD_TO_HEAD = "head-to-head"
    """Half points from games among those still tied, if each of them has met all others."""
    WINS = "wins"
    """Games won, not by forfeit."""
    SCORE_DIFFERENCE = "score-difference"
    """Points of the game for, minus points against, over all games."""
    BOARD_POINTS = "board-points"
    """Half points won on all boards of team matches."""


DEFAULT_ORDER = (
    TieBreak.HEAD_TO_HEAD,
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.SCORE_DIFFERENCE,
)

TEAM_ORDER = (TieBreak.BOARD_POINTS, *DEFAULT_ORDER[:-1])
"""For teams: the points of the match first, then those of the boards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of the standings.

    `score` is in half points. `values` are the tie-breaks in the order asked for; None where one was not
    needed or could not be applied. Equal entrants have the same `rank`, and the next rank is left free.
    """

    rank: int
    entrant: int
    score: int
    values: tuple[int | None, ...]


def standings(tournament: Tournament, order: Sequence[TieBreak] = DEFAULT_ORDER) -> tuple[Standing, ...]:
    """All entrants, best first; equal ones by seed."""
    numbers = sorted(tournament.by_number)
    values: dict[int, list[int | None]] = {number: [] for number in numbers}
    groups = _split([numbers], {number: tournament.score(number) for number in numbers})
    for tie_break in order:
        if tie_break is TieBreak.HEAD_TO_HEAD:
            keys = {
                n: k
                for group in groups
                if len(group) > 1
                for n, k in _head_to_head(tournament, group).items()
            }
        else:
            keys = {number: MEASURES[tie_break](tournament, number) for number in numbers}
        for number in numbers:
            values[number].append(keys.get(number))
        groups = _split(groups, keys)
    rows = []
    rank = 1
    for group in groups:
        rows += [
            Standing(rank=rank, entrant=n, score=tournament.score(n), values=tuple(values[n])) for n in group
        ]
        rank += len(group)
    return tuple(rows)


def _split(groups: list[list[int]], keys: dict[int, int]) -> list[list[int]]:
    """Each group in groups of equal keys, the highest first. Without keys a group stays as it is."""
    result = []
    for group in groups:
        values = sorted({keys.get(number, 0) for number in group}, reverse=True)
        result += [[number for number in group if keys.get(number, 0) == value] for value in values]
    return result


def virtual_score(tournament: Tournament, number: int) -> int:
    """An entrant's score as it counts for its opponents' tie-breaks: absences count as draws."""
    return sum(_counted(tournament, line) for line in tournament.records[number])


def _counted(tournament: Tournament, line: Line) -> int:
    if line.played or line.forfeit_win or line.bye is ByeKind.ALLOCATED:
        return line.score
    if line.opponent is not None and line.result is None:
        return 0  # not over yet
    return tournament.scoring.draw


def _games(tournament: Tournament, number: int) -> list[tuple[int, Line]]:
    """For each finished round the opponent's score, virtual opponents included, and the round."""
    own = tournament.score(number)
    return [
        (virtual_score(tournament, line.opponent) if line.played and line.opponent is not None else own, line)
        for line in tournament.records[number]
        if line.opponent is None or line.result is not None
    ]


def buchholz(tournament: Tournament, number: int) -> int:
    return sum(score for score, _ in _games(tournament, number))


def buchholz_cut_1(tournament: Tournament, number: int) -> int:
    scores = [score for score, _ in _games(tournament, number)]
    return sum(scores) - min(scores, default=0)


def sonneborn_berger(tournament: Tournament, number: int) -> int:
    scoring = tournament.scoring
    total = 0
    for score, line in _games(tournament, number):
        won = line.won or (not line.played and line.score >= scoring.win)
        drawn = line.result is Result.DRAW or (not line.played and scoring.loss < line.score < scoring.win)
        total += score * (2 * won + drawn)
    return total


def wins(tournament: Tournament, number: int) -> int:
    return sum(line.won for line in tournament.records[number])


def score_difference(tournament: Tournament, number: int) -> int:
    return sum(line.margin for line in tournament.records[number])


def board_points(tournament: Tournament, number: int) -> int:
    return sum(line.boards for line in tournament.records[number])


MEASURES: dict[TieBreak, Callable[[Tournament, int], int]] = {
    TieBreak.BUCHHOLZ: buchholz,
    TieBreak.BUCHHOLZ_CUT_1: buchholz_cut_1,
    TieBreak.SONNEBORN_BERGER: sonneborn_berger,
    TieBreak.WINS: wins,
    TieBreak.SCORE_DIFFERENCE: score_difference,
    TieBreak.BOARD_POINTS: board_points,
}


def _head_to_head(tournament: Tournament, group: Sequence[int]) -> dict[int, int]:
    """Half points of each from games among the group; empty unless each has met all others."""
    among = set(group)
    points = {}
    for number in group:
        lines = [
            line for line in tournament.records[number] if line.opponent in among and line.result is not None
        ]
        if {line.opponent for line in lines} != among - {number}:
            return {}
        points[number] = sum(line.score for line in lines)
    return points

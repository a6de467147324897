from __future__ import annotations

from dataclasses import replace

import pytest

from league.model import BadTournament, Pairing, Result
from league.teams import Team, boards, combine

MATCH = Pairing(first=1, second=2)
GAMES = boards(MATCH, Team(entrant=1, players=(11, 12, 13)), Team(entrant=2, players=(21, 22, 23)))


def results(*of: Result) -> list[Pairing]:
    return [replace(game, result=result) for game, result in zip(GAMES, of, strict=True)]


def test_sides_alternate_over_the_boards() -> None:
    assert [(game.first, game.second) for game in GAMES] == [(11, 21), (22, 12), (13, 23)]


@pytest.mark.parametrize(
    ("of", "result", "margin"),
    [
        ((Result.FIRST_WINS, Result.SECOND_WINS, Result.DRAW), Result.FIRST_WINS, 4),
        ((Result.FIRST_WINS, Result.FIRST_WINS, Result.DRAW), Result.DRAW, 0),
        ((Result.SECOND_WINS, Result.DRAW, Result.DRAW), Result.SECOND_WINS, -2),
        ((Result.FIRST_FORFEITS, Result.DRAW, Result.FIRST_WINS), Result.DRAW, 0),
        ((Result.SECOND_FORFEITS, Result.FIRST_FORFEITS, Result.SECOND_FORFEITS), Result.SECOND_FORFEITS, 0),
        ((Result.BOTH_FORFEIT, Result.BOTH_FORFEIT, Result.BOTH_FORFEIT), Result.BOTH_FORFEIT, 0),
    ],
)
def test_the_sum_of_the_boards_decides(of: tuple[Result, ...], result: Result, margin: int) -> None:
    match = combine(MATCH, results(*of))

    assert (match.result, match.margin) == (result, margin)


def test_other_teams_or_numbers_of_boards_are_refused() -> None:
    with pytest.raises(BadTournament, match="boards against"):
        boards(MATCH, Team(entrant=1, players=(11,)), Team(entrant=2, players=()))
    with pytest.raises(BadTournament, match="teams 2 and 1"):
        boards(MATCH, Team(entrant=2, players=(1,)), Team(entrant=1, players=(2,)))
    with pytest.raises(BadTournament, match="board 1 has no result"):
        combine(MATCH, GAMES)

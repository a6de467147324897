from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from league.model import BadTournament
from league.round_robin import schedule

BERGER_6 = [
    [(1, 6), (2, 5), (3, 4)],
    [(6, 4), (5, 3), (1, 2)],
    [(2, 6), (3, 1), (4, 5)],
    [(6, 5), (1, 4), (2, 3)],
    [(3, 6), (4, 2), (5, 1)],
]
"""As published by FIDE for five or six players."""


def games(entrants: int, *, double: bool = False) -> list[list[tuple[int, int]]]:
    return [
        [(game.first, game.second) for game in round_.pairings]
        for round_ in schedule(entrants, double=double)
    ]


def sides(entrant: int, rounds: list[list[tuple[int, int]]]) -> list[int]:
    return [1 if game[0] == entrant else -1 for round_ in rounds for game in round_ if entrant in game]


def test_six_players_meet_as_published() -> None:
    assert games(6) == BERGER_6


@pytest.mark.parametrize("entrants", range(2, 31))
def test_everyone_meets_everyone_once(entrants: int) -> None:
    rounds = games(entrants)
    pairs = [tuple(sorted(game)) for round_ in rounds for game in round_]

    assert sorted(pairs) == list(combinations(range(1, entrants + 1), 2))
    assert len(rounds) == entrants - 1 + entrants % 2


@pytest.mark.parametrize("entrants", range(2, 31))
def test_sides_are_balanced(entrants: int) -> None:
    for entrant in range(1, entrants + 1):
        assert abs(sum(sides(entrant, games(entrants)))) == 1 - entrants % 2
        assert sum(sides(entrant, games(entrants, double=True))) == 0


@pytest.mark.parametrize("entrants", range(3, 31))
def test_one_has_no_game_in_each_round_of_an_odd_number(entrants: int) -> None:
    without = [bye.entrant for round_ in schedule(entrants) for bye in round_.byes]

    assert sorted(without) == (list(range(1, entrants + 1)) if entrants % 2 else [])


@pytest.mark.parametrize("entrants", range(4, 31))
def test_a_double_round_robin_never_gives_a_side_three_times_in_a_row(entrants: int) -> None:
    rounds = games(entrants, double=True)
    pairs = sorted(game for round_ in rounds for game in round_)

    assert pairs == sorted((a, b) for a in range(1, entrants + 1) for b in range(1, entrants + 1) if a != b)
    for entrant in range(1, entrants + 1):
        repeats = [a == b for a, b in pairwise(sides(entrant, rounds))]
        assert (True, True) not in set(pairwise(repeats))


def test_one_player_is_no_round_robin() -> None:
    with pytest.raises(BadTournament):
        schedule(1)

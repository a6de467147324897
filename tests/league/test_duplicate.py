from __future__ import annotations

from dataclasses import replace

import pytest

from league.duplicate import combine, games
from league.model import BadTournament, Pairing, Result

PAIRING = Pairing(first=3, second=5)


def played(margins: tuple[int, int]) -> tuple[Pairing, Pairing]:
    one, two = games(PAIRING)
    return replace(one, result=Result.DRAW, margin=margins[0]), replace(
        two, result=Result.DRAW, margin=margins[1]
    )


def test_both_games_have_the_sides_swapped() -> None:
    assert [(game.first, game.second) for game in games(PAIRING)] == [(3, 5), (5, 3)]


@pytest.mark.parametrize(
    ("margins", "result", "margin"),
    [
        ((10, 4), Result.FIRST_WINS, 6),
        ((4, 10), Result.SECOND_WINS, -6),
        ((7, 7), Result.DRAW, 0),
        ((-3, -8), Result.FIRST_WINS, 5),
    ],
)
def test_the_difference_of_both_games_decides(margins: tuple[int, int], result: Result, margin: int) -> None:
    combined = combine(PAIRING, *played(margins))

    assert (combined.result, combined.margin) == (result, margin)
    assert (combined.first, combined.second) == (3, 5)


def test_a_forfeit_of_one_game_forfeits_both() -> None:
    one, two = played((10, 4))

    assert combine(PAIRING, one, replace(two, result=Result.SECOND_FORFEITS)).result is Result.FIRST_FORFEITS
    assert combine(PAIRING, replace(one, result=Result.SECOND_FORFEITS), two).result is Result.SECOND_FORFEITS
    assert combine(PAIRING, one, replace(two, result=Result.BOTH_FORFEIT)).result is Result.BOTH_FORFEIT


def test_other_games_are_refused() -> None:
    one, two = played((1, 1))

    with pytest.raises(BadTournament, match="sides swapped"):
        combine(PAIRING, two, one)
    with pytest.raises(BadTournament, match="without a result"):
        combine(PAIRING, one, replace(two, result=None))

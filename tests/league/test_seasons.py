from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.model import BadTournament
from league.seasons import Division, next_season

THREE = (
    Division(name="A", size=4, players=(1, 2, 3, 4)),
    Division(name="B", size=4, players=(5, 6, 7, 8)),
    Division(name="C", size=4, players=(9, 10, 11, 12)),
)


def players(divisions: tuple[Division, ...]) -> list[tuple[int, ...]]:
    return [division.players for division in divisions]


def test_the_last_change_places_with_the_first_of_the_division_below() -> None:
    assert players(next_season(THREE, promoted=1)) == [(1, 2, 3, 5), (4, 6, 7, 9), (8, 10, 11, 12)]


def test_a_player_who_leaves_frees_a_place_for_the_next_best() -> None:
    after = next_season(THREE, promoted=1, leaving=frozenset({2}), newcomers=(13,))

    assert players(after) == [(1, 3, 5, 6), (4, 7, 9, 10), (8, 11, 12, 13)]


def test_a_player_due_for_relegation_who_leaves_saves_no_one() -> None:
    assert players(next_season(THREE, promoted=1, leaving=frozenset({4})))[0] == (1, 2, 3, 5)


@settings(max_examples=60)
@given(promoted=st.integers(0, 2), leaving=st.frozensets(st.integers(1, 12)), new=st.integers(0, 5))
def test_no_one_is_lost_or_doubled_and_upper_divisions_are_full(
    promoted: int, leaving: frozenset[int], new: int
) -> None:
    newcomers = tuple(range(13, 13 + new))
    after = next_season(THREE, promoted=promoted, leaving=leaving, newcomers=newcomers)
    everyone = [player for division in after for player in division.players]

    assert sorted(everyone) == sorted(({*range(1, 13)} - leaving) | {*newcomers})
    assert all(len(division.players) <= 4 for division in after[:-1])
    for upper, player in ((k, p) for k, division in enumerate(after) for p in division.players):
        before = next((k for k, division in enumerate(THREE) if player in division.players), 2)
        assert upper <= before + 1


@pytest.mark.parametrize(
    ("divisions", "promoted", "leaving", "newcomers", "what"),
    [
        (THREE, 3, frozenset(), (), "too few to move 3"),
        (THREE, 1, frozenset({99}), (), "99 leaves"),
        (THREE, 1, frozenset(), (1,), "1 is there twice"),
        ((), 1, frozenset(), (), "0 divisions"),
    ],
)
def test_seasons_that_cannot_be_are_refused(
    divisions: tuple[Division, ...],
    promoted: int,
    leaving: frozenset[int],
    newcomers: tuple[int, ...],
    what: str,
) -> None:
    with pytest.raises(BadTournament, match=what):
        next_season(divisions, promoted=promoted, leaving=leaving, newcomers=newcomers)

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.model import Bye, ByeKind, Entrant, Pairing, Result, Round, Tournament
from league.standings import TieBreak, buchholz, buchholz_cut_1, sonneborn_berger, standings
from tests.league.swiss.simulate import rounds_of


def tournament(*rounds: Round, size: int = 4) -> Tournament:
    return Tournament(
        entrants=tuple(Entrant(number=n) for n in range(1, size + 1)),
        planned_rounds=len(rounds),
        rounds=rounds,
    )


def round_(*games: tuple[int, int, Result, int], byes: tuple[Bye, ...] = ()) -> Round:
    return Round(
        pairings=tuple(
            Pairing(first=a, second=b, result=result, margin=margin) for a, b, result, margin in games
        ),
        byes=byes,
    )


FIRST, SECOND, DRAW = Result.FIRST_WINS, Result.SECOND_WINS, Result.DRAW
THREE = tournament(
    round_((1, 3, FIRST, 5), (4, 2, SECOND, -2)),
    round_((2, 1, DRAW, 0), (3, 4, FIRST, 9)),
    round_((1, 4, FIRST, 1), (2, 3, FIRST, 4)),
)
"""Scores in half points: 1 and 2 have 5, 3 has 2, 4 has 0."""


def test_tie_breaks_of_a_full_tournament() -> None:
    assert [THREE.score(n) for n in range(1, 5)] == [5, 5, 2, 0]
    assert buchholz(THREE, 1) == 2 + 5 + 0
    assert buchholz_cut_1(THREE, 1) == 2 + 5
    assert sonneborn_berger(THREE, 1) == 2 * 2 + 5 + 2 * 0


def test_ties_are_shared_and_leave_the_next_rank_free() -> None:
    rows = standings(THREE, (TieBreak.HEAD_TO_HEAD, TieBreak.BUCHHOLZ, TieBreak.WINS))

    assert [(row.rank, row.entrant) for row in rows] == [(1, 1), (1, 2), (3, 3), (4, 4)]
    assert rows[0].values == (1, 7, 2)
    assert rows[2].values == (None, 10, 1)


def test_the_order_of_tie_breaks_is_the_organisers() -> None:
    rows = standings(THREE, (TieBreak.SCORE_DIFFERENCE,))

    assert [(row.rank, row.entrant, row.values) for row in rows[:2]] == [(1, 1, (6,)), (1, 2, (6,))]


def test_head_to_head_decides_only_if_all_have_met() -> None:
    met = tournament(round_((1, 2, SECOND, -1), (3, 4, FIRST, 1)), round_((1, 4, FIRST, 1), (3, 2, DRAW, 0)))
    rows = standings(met, (TieBreak.HEAD_TO_HEAD,))

    assert [(row.rank, row.entrant) for row in rows] == [(1, 2), (1, 3), (3, 1), (4, 4)]
    apart = tournament(round_((1, 2, FIRST, 1), (3, 4, FIRST, 1)))
    assert [row.values for row in standings(apart, (TieBreak.HEAD_TO_HEAD,))] == [(None,)] * 4


def test_rounds_without_a_game_count_as_stated() -> None:
    rounds = (
        round_((1, 2, FIRST, 1), byes=(Bye(entrant=3, kind=ByeKind.ALLOCATED),)),
        round_((1, 3, FIRST, 1), byes=(Bye(entrant=2, kind=ByeKind.ZERO),)),
    )
    played = tournament(*rounds, size=3)

    assert (
        buchholz(played, 1) == 1 + 2
    )  # entrant 2 lost, and its zero bye counts as a draw; entrant 3 had a bye
    assert buchholz(played, 3) == 2 + 4  # the bye counts as a game against its own score
    assert sonneborn_berger(played, 3) == 2 * 2
    assert sonneborn_berger(played, 2) == 0


def test_an_unfinished_round_counts_nothing_yet() -> None:
    game = Round(pairings=(Pairing(first=1, second=2), Pairing(first=3, second=4)))

    assert {row.rank for row in standings(tournament(game))} == {1}


@settings(max_examples=25)
@given(seed=st.integers(0, 9999), order=st.lists(st.sampled_from(list(TieBreak)), unique=True))
def test_standings_are_sorted_by_score_and_name_everyone_once(seed: int, order: list[TieBreak]) -> None:
    *_, (played, _, _) = rounds_of(seed, size=9, rounds=4)
    rows = standings(played, order)

    assert sorted(row.entrant for row in rows) == list(range(1, 10))
    assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)
    assert [row.rank for row in rows] == [1 + sum(o.rank < row.rank for o in rows) for row in rows]


@pytest.mark.parametrize("tie_break", list(TieBreak))
def test_every_tie_break_gives_a_value(tie_break: TieBreak) -> None:
    assert all(len(row.values) == 1 for row in standings(THREE, (tie_break,)))

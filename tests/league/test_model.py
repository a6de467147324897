from __future__ import annotations

from dataclasses import replace

import pytest

from league.model import (
    BadTournament,
    Bye,
    ByeKind,
    Entrant,
    Pairing,
    Result,
    Round,
    Scoring,
    Side,
    Tournament,
)

FOUR = tuple(Entrant(number=number) for number in range(1, 5))
PLAYED = Round(
    pairings=(
        Pairing(first=1, second=3, result=Result.FIRST_WINS, margin=7),
        Pairing(first=4, second=2, result=Result.FIRST_FORFEITS),
    )
)


def tournament(*rounds: Round, entrants: tuple[Entrant, ...] = FOUR, planned: int = 3) -> Tournament:
    return Tournament(entrants=entrants, planned_rounds=planned, rounds=rounds)


@pytest.mark.parametrize(
    ("result", "first", "second"),
    [
        (Result.FIRST_WINS, 2, 0),
        (Result.SECOND_WINS, 0, 2),
        (Result.DRAW, 1, 1),
        (Result.FIRST_FORFEITS, 0, 2),
        (Result.SECOND_FORFEITS, 2, 0),
        (Result.BOTH_FORFEIT, 0, 0),
    ],
)
def test_a_result_scores_for_both_sides(result: Result, first: int, second: int) -> None:
    scoring = Scoring()

    assert (scoring.game(result, Side.FIRST), scoring.game(result, Side.SECOND)) == (first, second)


def test_a_record_says_what_each_entrant_did() -> None:
    one, two, three, four = (tournament(PLAYED).records[n][0] for n in range(1, 5))

    assert (one.opponent, one.side, one.score, one.margin, one.won) == (3, Side.FIRST, 2, 7, True)
    assert (three.score, three.margin, three.won) == (0, -7, False)
    assert (two.score, two.played, two.won, two.forfeit_win) == (2, False, False, True)
    assert (four.score, four.played, four.forfeit_win) == (0, False, False)


def test_byes_and_absences_score_what_the_scoring_says() -> None:
    entrants = (*FOUR[:3], Entrant(number=4, joined=2))
    byes = tuple(
        Bye(entrant=n, kind=kind)
        for n, kind in ((1, ByeKind.ALLOCATED), (2, ByeKind.HALF), (3, ByeKind.ZERO))
    )

    played = tournament(Round(byes=byes), entrants=entrants)

    assert [played.score(n) for n in range(1, 5)] == [2, 1, 0, 0]


@pytest.mark.parametrize(
    ("bad", "where", "what"),
    [
        (Round(pairings=(Pairing(first=1, second=9),)), "round 1", "no entrant 9"),
        (Round(pairings=(Pairing(first=1, second=1),)), "round 1", "1 is there twice"),
        (Round(pairings=(Pairing(first=1, second=2),)), "round 1", "for 3, 4"),
        (
            Round(byes=tuple(Bye(entrant=n, kind=ByeKind.ALLOCATED) for n in range(1, 5))),
            "round 1",
            "one allocated",
        ),
    ],
)
def test_a_round_that_cannot_be_is_refused(bad: Round, where: str, what: str) -> None:
    with pytest.raises(BadTournament, match=what) as refusal:
        tournament(bad)

    assert refusal.value.where == where


def test_a_round_after_an_unfinished_one_is_refused() -> None:
    open_round = replace(PLAYED, pairings=tuple(replace(p, result=None) for p in PLAYED.pairings))

    assert tournament(open_round).score(1) == 0
    with pytest.raises(BadTournament, match="round 1: a game without a result"):
        tournament(open_round, PLAYED)


@pytest.mark.parametrize(
    "entrants",
    [
        (Entrant(number=1), Entrant(number=3)),
        (Entrant(number=1), Entrant(number=1)),
        (Entrant(number=1, joined=0),),
        (Entrant(number=1, joined=3, left=2),),
    ],
)
def test_entrants_that_cannot_be_are_refused(entrants: tuple[Entrant, ...]) -> None:
    with pytest.raises(BadTournament, match="entrant"):
        tournament(entrants=entrants)


def test_more_rounds_than_planned_are_refused() -> None:
    with pytest.raises(BadTournament, match="1 of 0 planned"):
        tournament(PLAYED, planned=0)


def test_someone_who_has_left_is_not_in_a_round() -> None:
    gone = (*FOUR[:3], Entrant(number=4, left=1))

    with pytest.raises(BadTournament, match="entrant 4 does not take part"):
        tournament(PLAYED, entrants=gone)

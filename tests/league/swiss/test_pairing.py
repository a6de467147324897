from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from league.model import (
    BadTournament,
    Bye,
    ByeKind,
    Entrant,
    NoPairing,
    Pairing,
    Result,
    Round,
    Side,
    Tournament,
)
from league.swiss import pair_round
from league.swiss.bracket import best_pairs
from league.swiss.criteria import Bracket
from league.swiss.players import Float, Player, Strength, players_of, preference
from league.swiss.quick import perfect_pairs
from league.swiss.sides import by_side
from tests.league.swiss.simulate import rounds_of


def fresh(size: int, rounds: int = 5) -> Tournament:
    return Tournament(entrants=tuple(Entrant(number=n) for n in range(1, size + 1)), planned_rounds=rounds)


def pairs(round_: Round) -> list[tuple[int, int]]:
    return [(pairing.first, pairing.second) for pairing in round_.pairings]


def test_the_first_round_pairs_the_upper_half_with_the_lower_half() -> None:
    paired = pair_round(fresh(7))

    assert pairs(paired) == [(1, 4), (5, 2), (3, 6)]
    assert paired.byes == (Bye(entrant=7, kind=ByeKind.ALLOCATED),)


def test_the_initial_side_is_that_of_the_top_seed() -> None:
    assert pairs(pair_round(replace(fresh(4), initial_side=Side.SECOND))) == [(3, 1), (2, 4)]


def test_byes_asked_for_are_given_and_leave_an_even_number() -> None:
    paired = pair_round(fresh(7), {2: ByeKind.HALF})

    assert pairs(paired) == [(1, 5), (3, 6), (7, 4)]
    assert paired.byes == (Bye(entrant=2, kind=ByeKind.HALF),)


def test_two_who_have_met_cannot_be_paired_again() -> None:
    played = Round(pairings=(Pairing(first=1, second=2, result=Result.DRAW),))

    with pytest.raises(NoPairing, match="round 2"):
        pair_round(replace(fresh(2), rounds=(played,)))


@pytest.mark.parametrize(
    ("rounds", "planned", "requested", "what"),
    [
        ((), 0, {}, "only 0 are planned"),
        ((Round(pairings=(Pairing(first=1, second=2),)),), 5, {}, "round 1: a game without a result"),
        ((), 5, {7: ByeKind.HALF}, "entrant 7 asks for a bye but does not take part"),
        ((), 5, {1: ByeKind.ALLOCATED}, "entrant 1 asks for an allocated bye"),
    ],
)
def test_there_has_to_be_a_round_to_pair(
    rounds: tuple[Round, ...], planned: int, requested: dict[int, ByeKind], what: str
) -> None:
    with pytest.raises(BadTournament, match=what):
        pair_round(replace(fresh(2, planned), rounds=rounds), requested)


def test_a_game_that_was_forfeited_can_be_paired_again() -> None:
    forfeited = Round(pairings=(Pairing(first=1, second=2, result=Result.BOTH_FORFEIT),))

    assert pairs(pair_round(replace(fresh(2), rounds=(forfeited,)))) == [(1, 2)]


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((), (0, Strength.NONE)),
        ((1,), (-1, Strength.STRONG)),
        ((1, -1), (1, Strength.MILD)),
        ((1, -1, 1, 1), (-1, Strength.ABSOLUTE)),
        ((1, 1, -1, -1), (1, Strength.ABSOLUTE)),
        ((-1, 1, -1), (1, Strength.STRONG)),
    ],
)
def test_the_preferred_side_follows_from_the_sides_played(
    sides: tuple[int, ...], expected: tuple[int, Strength]
) -> None:
    assert preference(sides) == expected


def known(number: int, sides: tuple[int, ...] = ()) -> Player:
    """A player of whom only the sides played so far matter."""
    side, strength = preference(sides)
    return Player(
        number=number, score=0, opponents=frozenset(), sides=sides, side=side, strength=strength,
        last_float=Float.NONE, float_before=Float.NONE, no_bye=False, topscorer=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("one", "two", "first"), [((1, -1, 1, -1), (-1, 1, 1, -1), 1), ((-1, 1, 1, -1), (1, -1, 1, -1), 2)]
)
def test_who_wish_for_the_same_side_change_those_of_the_last_round_in_which_they_differed(
    one: tuple[int, ...], two: tuple[int, ...], first: int
) -> None:
    assert preference(one) == preference(two) == (1, Strength.MILD)
    assert by_side(known(1, one), known(2, two), Side.FIRST)[0] == first


def test_who_has_won_by_forfeit_is_allocated_no_bye() -> None:
    forfeited = Round(pairings=(Pairing(first=1, second=2, result=Result.SECOND_FORFEITS),))

    assert [p.no_bye for p in players_of(replace(fresh(2), rounds=(forfeited,)), frozenset())] == [
        True,
        False,
    ]


@pytest.mark.parametrize(("planned", "expected"), [(2, [True, False]), (3, [False, False])])
def test_there_are_topscorers_in_the_last_round_alone(planned: int, expected: list[bool]) -> None:
    played = Round(pairings=(Pairing(first=1, second=2, result=Result.FIRST_WINS),))
    players = players_of(replace(fresh(2, planned), rounds=(played,)), frozenset())

    assert [player.topscorer for player in players] == expected


@pytest.mark.long
def test_the_quick_walk_finds_what_the_matchings_find(monkeypatch: pytest.MonkeyPatch) -> None:
    """Round by round the same pairs with and without it, and it finds most of them."""
    quick: list[bool] = []

    def watched(bracket: Bracket, *rest: object) -> object:
        walk = perfect_pairs(bracket, *rest)  # type: ignore[arg-type]
        quick.append(walk is not None)
        monkeypatch.setattr("league.swiss.bracket.perfect_pairs", lambda *_: None)
        slow = best_pairs(bracket)
        monkeypatch.setattr("league.swiss.bracket.perfect_pairs", watched)
        assert walk is None or walk == slow
        return walk

    monkeypatch.setattr("league.swiss.bracket.perfect_pairs", watched)
    for seed in range(4):
        for _ in rounds_of(seed, size=Random(seed).randint(10, 26), rounds=6):
            pass

    assert sum(quick) > len(quick) / 4


def test_players_are_ranked_by_score_and_seed() -> None:
    played = Round(
        pairings=(
            Pairing(first=1, second=3, result=Result.SECOND_WINS),
            Pairing(first=4, second=2, result=Result.SECOND_WINS),
        )
    )
    tournament = replace(fresh(4), rounds=(played,))

    assert [player.number for player in players_of(tournament, frozenset({4}))] == [2, 3, 1]

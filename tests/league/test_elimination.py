from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.elimination import BYE, Match, double, places, play, seeding, single
from league.model import BadTournament


def play_out(
    matches: tuple[Match, ...], random: Random, withdraw: frozenset[int] = frozenset()
) -> dict[str, int]:
    """Play every match that is ready, at random; the results."""
    winners: dict[str, int] = {}
    while ready := [name for name, match in play(matches, winners, withdraw).items() if match.ready]:
        match = play(matches, winners, withdraw)[random.choice(ready)]
        assert match.one is not None
        assert match.two is not None
        winners[match.match.name] = random.choice((match.one, match.two))
    return winners


def better_seed(matches: tuple[Match, ...]) -> dict[str, int]:
    winners: dict[str, int] = {}
    while ready := [match for match in play(matches, winners).values() if match.ready]:
        winners |= {m.match.name: min(m.one, m.two) for m in ready if m.one and m.two}
    return winners


def test_the_bracket_of_eight_is_the_usual_one() -> None:
    assert seeding(8) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("entrants", range(2, 40))
def test_seeds_one_and_two_meet_in_the_final(entrants: int) -> None:
    matches = single(entrants)
    final = play(matches, better_seed(matches))[matches[-1].name]

    assert {final.one, final.two} == {1, 2}
    assert final.winner == 1


@pytest.mark.parametrize("entrants", range(2, 40))
def test_byes_fall_to_the_highest_seeds(entrants: int) -> None:
    first = [match for name, match in play(single(entrants), {}).items() if name.startswith("w1-")]
    byes = {match.winner for match in first if match.winner}

    assert byes == set(range(1, len(byes) + 1))
    assert len(byes) == 2 * len(first) - entrants


@settings(max_examples=30)
@given(entrants=st.integers(2, 33), seed=st.integers(0, 9999))
def test_in_a_single_elimination_everyone_but_the_winner_loses_once(entrants: int, seed: int) -> None:
    matches = single(entrants)
    state = play(matches, play_out(matches, Random(seed)))
    losers = [match.loser for match in state.values() if match.loser]

    assert sorted([*losers, places(state)[0][0]]) == list(range(1, entrants + 1))
    assert sorted(n for group in places(state) for n in group) == list(range(1, entrants + 1))


@pytest.mark.long
@settings(max_examples=30)
@given(entrants=st.integers(2, 33), seed=st.integers(0, 9999))
def test_in_a_double_elimination_everyone_but_the_winner_loses_twice(entrants: int, seed: int) -> None:
    matches = double(entrants)
    state = play(matches, play_out(matches, Random(seed)))
    losers = [m.loser for m in state.values() if m.loser and m.one and m.two]
    champion = places(state)[0][0]

    assert {n: losers.count(n) for n in range(1, entrants + 1) if n != champion} == {
        n: 2 for n in range(1, entrants + 1) if n != champion
    }
    assert losers.count(champion) <= 1
    assert sorted(n for group in places(state) for n in group) == list(range(1, entrants + 1))


def test_the_reset_is_played_only_if_the_winners_bracket_loses_the_final() -> None:
    matches = double(4)
    winners = better_seed(matches)

    assert "reset" not in winners
    assert places(play(matches, winners)) == [[1], [2], [3], [4]]
    upset = play(matches, winners | {"final": 2})
    assert upset["reset"].ready
    assert {upset["reset"].one, upset["reset"].two} == {1, 2}
    assert places(play(matches, winners | {"final": 2, "reset": 2}))[:2] == [[2], [1]]


def test_a_reset_that_is_not_played_takes_no_result() -> None:
    matches = double(4)

    with pytest.raises(BadTournament, match="reset"):
        play(matches, better_seed(matches) | {"reset": 2})


def test_a_late_withdrawal_is_a_walkover_and_keeps_what_was_played() -> None:
    matches = single(4)
    state = play(matches, {"w1-1": 1}, frozenset({1}))

    assert state["w1-1"].winner == 1
    assert state["w2-1"].winner is None
    later = play(matches, {"w1-1": 1, "w1-2": 3}, frozenset({1}))["w2-1"]
    assert (later.winner, later.walkover) == (3, True)


@pytest.mark.parametrize("make", [single, double])
def test_where_both_players_have_left_neither_goes_on(make: Callable[[int], tuple[Match, ...]]) -> None:
    state = play(make(4), {"w1-2": 2}, frozenset({1, 4}))

    assert (state["w1-1"].winner, state["w1-1"].loser) == (BYE, BYE)
    assert state["w2-1"].winner == 2
    assert not state["w2-1"].walkover


def test_who_falls_into_the_losers_bracket_does_not_meet_at_once_who_was_beaten_before() -> None:
    matches = double(8)
    state = play(matches, better_seed(matches))

    assert [{state[name].one, state[name].two} for name in ("w1-2", "w1-4")] == [{4, 5}, {3, 6}]
    assert [{state[name].one, state[name].two} for name in ("l2-1", "l2-2")] == [{5, 3}, {6, 4}]


@pytest.mark.parametrize("forfeited", ["w1-2", "w2-1", "w3-1", "l1-1", "final"])
def test_both_who_forfeit_a_match_of_a_double_elimination_have_a_place(forfeited: str) -> None:
    matches, winners, gone = double(8), dict[str, int](), frozenset[int]()
    while ready := [match for match in play(matches, winners, gone).values() if match.ready]:
        both = (ready[0].one or 0, ready[0].two or 0)
        if ready[0].match.name == forfeited:
            gone |= {*both}
        else:
            winners[ready[0].match.name] = min(both)

    groups = places(play(matches, winners, gone))

    assert sorted(n for group in groups for n in group) == [*range(1, 9)]


@settings(max_examples=30)
@given(entrants=st.integers(2, 20), seed=st.integers(0, 999))
def test_brackets_end_whoever_withdraws(entrants: int, seed: int) -> None:
    random = Random(seed)
    gone = frozenset(random.sample(range(1, entrants + 1), random.randint(0, entrants)))
    for matches in (single(entrants), double(entrants)):
        state = play(matches, play_out(matches, random, gone), gone)

        assert all(match.winner is not None for match in state.values())


@pytest.mark.parametrize(
    ("winners", "what"), [({"w1-1": 3}, "3 does not play"), ({"w9-9": 1}, "no such match")]
)
def test_a_result_that_cannot_be_is_refused(winners: dict[str, int], what: str) -> None:
    with pytest.raises(BadTournament, match=what):
        play(single(4), winners)

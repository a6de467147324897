from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.ratings import (
    OVERALL,
    PROVISIONAL_GAMES,
    FinishedGame,
    Rating,
    Ratings,
    Unrated,
    chance,
    counted_players,
    rate_all,
    why_unrated,
)

GAME = FinishedGame(game=1, rulebook="skirmish", sides=((1,), (2,)), winner=0)


def game(**changes: object) -> FinishedGame:
    return FinishedGame(**{"game": 1, "rulebook": "skirmish", "sides": ((1,), (2,)), "winner": 0} | changes)  # type: ignore[arg-type]


def test_winning_raises_and_losing_lowers_both_ratings_as_much() -> None:
    ratings = rate_all([GAME])

    assert ratings.of(1).shown > 1500 > ratings.of(2).shown
    assert ratings.of(1).shown - 1500 == 1500 - ratings.of(2).shown
    assert ratings.of(1).deviation < Rating().deviation


def test_a_game_counts_for_its_rulebook_and_overall() -> None:
    ratings = rate_all([GAME])

    assert ratings.of(1, "skirmish") == ratings.of(1, OVERALL)
    assert ratings.of(1, "another") == Rating()


def test_a_draw_pulls_ratings_together() -> None:
    apart = rate_all([GAME])
    after = apart.after(game(game=2, winner=None))

    assert apart.of(2).shown < after.of(2).shown <= after.of(1).shown < apart.of(1).shown


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({}, None),
        ({"rated": False}, Unrated.AGREED),
        ({"lesson": True}, Unrated.LESSON),
        ({"computer": True}, Unrated.COMPUTER),
        ({"abandoned": True, "winner": None}, Unrated.ABANDONED),
        ({"turns": 1}, Unrated.TOO_SHORT),
        ({"sides": ((1,), ())}, Unrated.NO_OPPONENT),
        ({"sides": ((1,),)}, Unrated.NO_OPPONENT),
        ({"sides": ((1,), (1,))}, Unrated.SAME_PLAYER),
        ({"sides": ((1, 3), (2, 3))}, Unrated.SAME_PLAYER),
    ],
)
def test_some_games_are_not_rated(changes: dict[str, object], reason: Unrated | None) -> None:
    assert why_unrated(game(**changes)) is reason
    assert (Ratings().after(game(**changes)) == Ratings()) is (reason is not None)


@pytest.mark.parametrize(
    ("orders", "counted"),
    [
        ({1: 0}, (1,)),
        ({1: 40}, (1,)),
        ({1: 20, 2: 21}, (1, 2)),
        ({1: 30, 2: 10}, (1, 2)),
        ({1: 31, 2: 10}, (1,)),
        ({1: 5, 2: 0, 3: 1}, (1, 3)),
        ({}, ()),
    ],
)
def test_a_result_counts_for_those_who_gave_half_of_an_equal_share_of_the_orders(
    orders: dict[int, int], counted: tuple[int, ...]
) -> None:
    assert counted_players(orders) == counted


def test_a_rating_is_provisional_for_a_stated_number_of_games() -> None:
    games = [game(game=n, winner=n % 2) for n in range(PROVISIONAL_GAMES)]
    before, after = rate_all(games[:-1]), rate_all(games)

    assert before.of(1).provisional
    assert before.ranking() == []
    assert not after.of(1).provisional
    assert [player for player, _ in after.ranking("skirmish")] == [2, 1]


def test_a_history_has_one_entry_for_each_rated_game() -> None:
    ratings = rate_all([GAME, game(game=2, computer=True), game(game=3, sides=((1,), (4,)))])

    assert [step.game for step in ratings.history(1)] == [1, 3]
    assert [step.rating.games for step in ratings.history(1)] == [1, 2]
    assert ratings.history(9) == ()


def test_every_player_of_a_side_is_rated() -> None:
    ratings = rate_all([game(sides=((1, 3), (2, 4)))])

    assert ratings.of(1) == ratings.of(3)
    assert ratings.of(2).shown < 1500 < ratings.of(3).shown


def test_who_wins_more_gets_the_higher_rating_and_the_better_chance() -> None:
    ratings = rate_all(game(game=n, winner=int(n % 5 == 2)) for n in range(60))

    assert ratings.of(1).shown > ratings.of(2).shown + 100
    assert chance(ratings.of(1), ratings.of(2)) > 0.6
    assert chance(Rating(), Rating()) == pytest.approx(0.5)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 5), st.sampled_from([None, 0, 1])), max_size=12))
def test_ratings_depend_on_nothing_but_the_games(played: list[tuple[int, int, int | None]]) -> None:
    games = [game(game=n, sides=((a,), (b,)), winner=w) for n, (a, b, w) in enumerate(played)]
    rated = [g for g in games if why_unrated(g) is None]
    ratings = rate_all(games)

    assert ratings == rate_all(rated)
    assert sum(len(ratings.history(player)) for player in range(1, 6)) == 2 * len(rated)

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.model import BadTournament
from league.season_table import POINTS, Finish, table, worth


def event(*places: tuple[int, int], gone: frozenset[int] = frozenset()) -> list[Finish]:
    return [Finish(player=player, place=place, scores=player not in gone) for player, place in places]


def ranking(*events: list[Finish], scheme: tuple[int, ...] = POINTS) -> list[tuple[int, int, int]]:
    return [(row.rank, row.player, row.points) for row in table(events, scheme)]


def test_points_by_place_are_added_up() -> None:
    first, second = event((1, 1), (2, 2), (3, 3)), event((3, 1), (2, 2))

    assert ranking(first, second) == [(1, 3, 40), (2, 2, 36), (3, 1, 25)]


def test_equal_points_go_to_the_better_best_place() -> None:
    first, second = event((1, 1), (2, 2), (3, 3)), event((3, 1), (2, 2), (1, 3))

    assert ranking(first, second, scheme=(4, 3, 2)) == [(1, 3, 6), (2, 1, 6), (3, 2, 6)]


def test_players_below_all_points_still_have_an_order() -> None:
    everyone = event(*((player, player) for player in range(1, 14)))

    assert [row.player for row in table([everyone])] == list(range(1, 14))
    assert [row.rank for row in table([everyone])] == list(range(1, 14))


def test_those_who_share_a_place_have_its_points_and_share_the_rank() -> None:
    assert ranking(event((1, 1), (2, 2), (3, 2), (4, 4))) == [(1, 1, 25), (2, 2, 18), (2, 3, 18), (4, 4, 12)]


def test_who_withdraws_has_no_points_and_is_below_those_who_played_on() -> None:
    gone = event((1, 1), (2, 2), (3, 3), gone=frozenset({1}))

    assert ranking(gone, scheme=(1,)) == [(1, 2, 0), (2, 3, 0), (3, 1, 0)]


@pytest.mark.parametrize(("events", "what"), [([(1, 1), (1, 2)], "finishes twice"), ([(1, 0)], "place 0")])
def test_places_that_cannot_be_are_refused(events: list[tuple[int, int]], what: str) -> None:
    with pytest.raises(BadTournament, match=what):
        table([event(*events)])


@pytest.mark.long
@given(st.lists(st.permutations(range(1, 9)), min_size=1, max_size=4))
def test_every_player_is_ranked_once_and_points_never_rise_down_the_table(orders: list[list[int]]) -> None:
    events = [event(*((player, place) for place, player in enumerate(o, start=1))) for o in orders]
    rows = table(events)

    assert sorted(row.player for row in rows) == list(range(1, 9))
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert sum(row.points for row in rows) == sum(worth(f) for each in events for f in each)

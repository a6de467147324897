from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from league.matchmaking import (
    NARROWEST,
    UNLIMITED_AFTER,
    WIDER_AN_HOUR,
    Match,
    Seeker,
    matches,
    suits,
    window,
)
from league.ratings import PROVISIONAL_GAMES, SCALE, START, Rating


def rated(shown: int, *, games: int = PROVISIONAL_GAMES) -> Rating:
    return Rating(mean=25 + (shown - START) / SCALE, deviation=5, games=games)


def seeker(player: int, shown: int = 1500, waited: float = 0, **more: object) -> Seeker:
    return Seeker(player=player, rating=rated(shown), waited=waited, **more)  # type: ignore[arg-type]


def pairs(*seekers: Seeker) -> list[tuple[int, int]]:
    return [(match.one, match.two) for match in matches(seekers)]


def test_the_window_widens_with_the_time_waited() -> None:
    assert window(seeker(1)) == NARROWEST
    assert window(seeker(1, waited=2)) == NARROWEST + 2 * WIDER_AN_HOUR
    assert window(seeker(1, waited=UNLIMITED_AFTER)) == float("inf")


def test_a_provisional_rating_widens_the_window() -> None:
    assert window(Seeker(player=1, rating=rated(1500, games=1))) == NARROWEST + 5 * SCALE


def test_both_windows_have_to_reach() -> None:
    assert not suits(seeker(1, 1500, waited=UNLIMITED_AFTER), seeker(2, 1900))
    assert suits(seeker(1, 1500, waited=10), seeker(2, 1900, waited=10))


def test_who_has_waited_longest_gets_the_closest_opponent() -> None:
    assert pairs(seeker(1, 1500, 1), seeker(2, 1520, 5), seeker(3, 1600, 2), seeker(4, 1490)) == [
        (2, 1),
        (3, 4),
    ]


def test_rulebooks_and_players_to_avoid_are_respected() -> None:
    one = seeker(1, rulebooks=frozenset({"a", "b"}))
    two = seeker(2, rulebooks=frozenset({"b"}))

    assert matches([one, two]) == (Match(one=1, two=2, rulebooks=frozenset({"b"})),)
    assert matches([one, seeker(3)]) == (Match(one=1, two=3, rulebooks=frozenset({"a", "b"})),)
    assert matches([one, seeker(4, rulebooks=frozenset({"c"}))]) == ()
    assert matches([one, seeker(5, avoids=frozenset({1}))]) == ()


def test_clocks_that_differ_do_not_suit_unless_one_will_do_with_any() -> None:
    assert suits(seeker(1, clock="3d"), seeker(2, clock="3d"))
    assert suits(seeker(1, clock="3d"), seeker(2))
    assert not suits(seeker(1, clock="3d"), seeker(2, clock="7d"))


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1000, 2000), st.integers(0, 90)), max_size=9))
def test_no_one_is_matched_twice_and_every_match_suits(drawn: list[tuple[int, int, int]]) -> None:
    seekers = {player: seeker(player, shown, waited) for player, shown, waited in drawn}
    made = matches(seekers.values())
    players = [player for match in made for player in (match.one, match.two)]
    left = [s for player, s in seekers.items() if player not in players]

    assert len(players) == len(set(players))
    assert all(suits(seekers[match.one], seekers[match.two]) for match in made)
    assert not any(suits(one, two) for one in left for two in left)

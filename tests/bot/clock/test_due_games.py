"""The games that are due are those that a look at all of them would find, no look takes longer with more
games, and of those that are not due soon only the first is kept."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock.due_games import LEAST_OUTDATED, DueGames

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
MINUTES = st.one_of(st.none(), st.integers(0, 8))
STEPS = st.one_of(
    st.tuples(st.just("set"), st.integers(1, 6), MINUTES),
    st.tuples(st.just("forget"), st.integers(1, 6), st.none()),
    st.tuples(st.just("due"), st.integers(0, 8), st.none()),
    st.tuples(st.just("extend"), st.integers(0, 8), st.none()),
    st.tuples(st.just("note"), st.integers(1, 6), st.none()),
)


def at(minutes: int | None) -> datetime | None:
    return None if minutes is None else NOON + timedelta(minutes=minutes)


@pytest.mark.long
@given(st.lists(STEPS, max_size=40))
def test_it_finds_what_a_look_at_all_games_would_find(steps: list[tuple[str, int, int | None]]) -> None:
    """`stored` is what a database would have of the games whose moments were noted."""
    games, plain = DueGames(), dict[int, datetime | None]()
    stored = dict[int, datetime | None]()
    horizon: datetime | None = None
    for step, number, minutes in steps:
        if step == "set":
            games.set(number, at(minutes))
            plain[number] = at(minutes)
        elif step == "forget":
            games.forget(number)
            plain.pop(number, None)
            stored.pop(number, None)
        elif step == "note":
            if number in plain:
                stored[number] = plain[number]
                games.noted({number: plain[number]})
        elif step == "extend":
            horizon = NOON + timedelta(minutes=number)
            known = {
                game: when for game, when in stored.items() if when is not None and plain.get(game) == when
            }
            soon = {game: when for game, when in known.items() if when < horizon}
            later = min((when for when in known.values() if when >= horizon), default=None)
            games.extend(horizon, soon, later)
        else:
            now = NOON + timedelta(minutes=number)
            if games.must_extend(now + timedelta(microseconds=1)):
                continue
            due = sorted((when, game) for game, when in plain.items() if when is not None and when <= now)
            assert [*games.due(now)] == [game for _, game in due]
            plain = {game: when for game, when in plain.items() if (when, game) not in due}
            stored = {game: when for game, when in stored.items() if game in plain}
        first = min((when for when in plain.values() if when is not None), default=None)
        assert first is None or games.any
        assert first is None or games.next() == first or games.must_extend(first + timedelta(microseconds=1))
        kept = {game for game, when in plain.items() if stored.get(game, NOON - timedelta(1)) != when}
        assert all(games.get(game) == plain[game] for game in kept)


def test_moments_that_are_noted_and_not_soon_are_not_kept() -> None:
    games = DueGames()
    games.extend(NOON + timedelta(minutes=5), {}, None)
    for number in range(1000):
        games.set(number, at(number))
    games.noted({number: at(number) for number in range(1000) if number != 500})
    assert len(games) == 6
    assert [*games.due(NOON + timedelta(minutes=999))] == [0, 1, 2, 3, 4, 500]
    assert games.must_extend(NOON + timedelta(minutes=6))
    assert not games.must_extend(NOON + timedelta(minutes=5))
    games.noted({7: None})
    games.extend(NOON + timedelta(minutes=9), {5: NOON + timedelta(minutes=5)}, None)
    assert games.next() == NOON + timedelta(minutes=5)


def test_a_moment_that_was_put_off_is_not_due_before() -> None:
    games = DueGames()
    games.set(1, at(2))
    games.set(1, at(5))
    assert [*games.due(NOON + timedelta(minutes=4))] == []
    assert [*games.due(NOON + timedelta(minutes=5))] == [1]


def test_outdated_moments_are_not_kept_for_ever() -> None:
    games = DueGames()
    for minute in range(10_000):
        games.set(minute % 10, at(minute))
    assert len(games._heap) <= 2 * 10 + LEAST_OUTDATED

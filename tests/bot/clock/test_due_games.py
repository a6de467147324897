"""The games that are due are those that a look at all of them would find, and no look takes longer with more
games."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.clock.due_games import LEAST_OUTDATED, DueGames

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
MINUTES = st.one_of(st.none(), st.integers(0, 8))
STEPS = st.one_of(
    st.tuples(st.just("set"), st.integers(1, 6), MINUTES),
    st.tuples(st.just("forget"), st.integers(1, 6), st.none()),
    st.tuples(st.just("due"), st.integers(0, 8), st.none()),
    st.tuples(st.just("keep"), st.integers(1, 6), MINUTES),
)


def at(minutes: int | None) -> datetime | None:
    return None if minutes is None else NOON + timedelta(minutes=minutes)


@given(st.lists(STEPS, max_size=40))
def test_it_finds_what_a_look_at_all_games_would_find(steps: list[tuple[str, int, int | None]]) -> None:
    games, plain = DueGames(), dict[int, datetime | None]()
    for step, number, minutes in steps:
        if step == "set":
            games.set(number, at(minutes))
            plain[number] = at(minutes)
        elif step == "forget":
            games.forget(number)
            plain.pop(number, None)
        elif step == "keep":
            noted = {} if (moment := at(minutes)) is None else {number: moment, 7: moment}
            games.keep(range(1, 4), noted)
            plain = {game: when for game, when in {**noted, **plain}.items() if game in range(1, 4)}
        else:
            now = NOON + timedelta(minutes=number)
            found = sorted((when, game) for game, when in plain.items() if when is not None and when <= now)
            assert [*games.due(now)] == [game for _, game in found]
            plain = {game: when for game, when in plain.items() if (when, game) not in found}
        assert games.next() == min((when for when in plain.values() if when is not None), default=None)
        assert {game: games.get(game) for game in plain} == plain
        assert len(games) == len(plain)


def test_outdated_moments_are_not_kept_for_ever() -> None:
    games = DueGames()
    for minute in range(10_000):
        games.set(minute % 10, at(minute))
    assert len(games._heap) <= 2 * 10 + LEAST_OUTDATED

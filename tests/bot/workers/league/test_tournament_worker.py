"""When the worker looks at a tournament again: by one timer each, within the hour."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.core.game_service import GameService
from bot.workers.league.tournaments import LONGEST_SLEEP, TournamentWorker
from storage import DatabaseTrouble
from storage.processes.leases import Share
from tests.bot.features.lobby.test_seating_rights import begun
from tests.bot.features.tournaments.running.test_opening import GUEST, HOME, NOON, paired
from tests.patience import PATIENCE

HOUR = timedelta(hours=1)


class Due:
    """In place of what settles tournaments: says when something is due, and how often it was asked."""

    def __init__(self) -> None:
        self.at: datetime | None = None
        self.asked: list[int] = []

    async def settle(self, tournament: int, words_in: Any) -> datetime | None:
        self.asked.append(tournament)
        return self.at


class Looks:
    def __init__(self, games: GameService) -> None:
        self.due, self.now = Due(), games.clock()
        games.clock = lambda: self.now
        self.worker = TournamentWorker(games, self.due, lambda channel, guild: "en")  # type: ignore[arg-type]

    async def done(self) -> list[int]:
        """The tournaments that were looked at, once nothing is under way."""
        async with asyncio.timeout(PATIENCE):
            while not self.worker.idle:
                await asyncio.sleep(0)
        return self.due.asked

    async def look(self, after: timedelta | None) -> asyncio.TimerHandle | None:
        """Settle tournament 1, in which something is due after so long; the timer that stands then."""
        self.due.at = None if after is None else self.now + after
        self.worker.wake(1)
        await self.done()
        return self.worker._timers.get(1)


@pytest.fixture
async def looks(games: GameService) -> AsyncIterator[Looks]:
    looks = Looks(games)
    await looks.worker.start()
    yield looks
    await looks.worker.close()


async def test_each_tournament_has_one_timer(looks: Looks) -> None:
    first = await looks.look(HOUR / 2)
    second = await looks.look(HOUR / 4)
    none = await looks.look(None)

    assert first is not None
    assert second is not None
    assert (first.cancelled(), second.cancelled(), none) == (True, True, None)
    assert looks.due.asked == [1, 1, 1]


@pytest.mark.parametrize(
    ("after", "seconds"),
    [(-HOUR, 1.0), (HOUR / 2, 1800.0), (timedelta(days=9), LONGEST_SLEEP.total_seconds())],
)
async def test_it_looks_again_when_something_is_due_within_the_hour(
    looks: Looks, after: timedelta, seconds: float
) -> None:
    before = asyncio.get_running_loop().time()
    timer = await looks.look(after)

    assert timer is not None
    assert before + seconds <= timer.when() <= asyncio.get_running_loop().time() + seconds


async def test_nothing_is_looked_at_once_it_is_closed(looks: Looks) -> None:
    timer = await looks.look(HOUR)
    await looks.worker.close()
    looks.worker.wake_soon()
    looks.worker.wake_game(1)

    assert timer is not None
    assert timer.cancelled()
    assert looks.worker.idle


async def test_at_its_start_and_when_a_channel_can_be_used_again_it_looks_at_all_that_are_not_over(
    games: GameService,
) -> None:
    open_, over = await paired(games), await paired(games)
    async with games.store.writing() as tx:
        await tx.tournaments.touch(over.id, status="over")
    looks = Looks(games)
    await looks.worker.start()
    at_start = list(await looks.done())
    await looks.worker.wake_channel(1)
    looks_again = list(await looks.done())
    looks.worker.wake_soon()
    and_again = list(await looks.done())
    await looks.worker.close()

    assert (at_start, looks_again, and_again) == ([open_.id], [open_.id] * 2, [open_.id] * 3)


async def test_a_game_wakes_its_tournament_unless_it_is_known_to_go_on(
    games: GameService, looks: Looks
) -> None:
    event = await paired(games)
    under_way = await begun(games)
    (open_,) = event.open_games()
    async with games.store.writing() as tx:
        game = replace(open_.game, game=under_way, opened=NOON)
        await tx.tournaments.save_game(event.id, 1, 1, game)
    await games.game(under_way)

    looks.worker.wake_game(under_way)
    looks.worker.wake_game(under_way + 1)
    looks.worker.wake_game(None)
    known_to_go_on = list(await looks.done())
    games.forget(under_way)
    looks.worker.wake_game(under_way)

    assert known_to_go_on == []
    assert await looks.done() == [event.id]


async def test_a_tournament_is_looked_at_by_the_process_that_has_the_shard_of_its_server(
    games: GameService, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = await paired(games)
    for share in (Share((GUEST >> 22) % 2, 2), Share((HOME >> 22) % 2, 2)):
        monkeypatch.setattr(type(games.store), "share", share)
        looks.worker.wake(event.id)
        asked = list(await looks.done())
        assert asked == ([event.id] if share.holds(HOME) else [])


async def test_what_could_not_be_read_is_read_again(
    games: GameService, looks: Looks, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, read, failures = await paired(games), games.store.tournaments.unfinished_ids, iter([1])

    async def once_lost() -> list[int]:
        if next(failures, None):
            raise DatabaseTrouble("lost", path="x")
        return await read()

    monkeypatch.setattr(games.store.tournaments, "unfinished_ids", once_lost)
    looks.worker.wake_soon()

    assert await looks.done() == [event.id]

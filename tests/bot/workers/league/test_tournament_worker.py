"""When the worker looks at a tournament again: by one timer each, within the hour."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from bot.core.game_service import GameService
from bot.workers.league.tournaments import LONGEST_SLEEP, TournamentWorker
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

    async def look(self, after: timedelta | None) -> asyncio.TimerHandle | None:
        """Settle tournament 1, in which something is due after so long; the timer that stands then."""
        self.due.at = None if after is None else self.now + after
        self.worker.wake(1)
        async with asyncio.timeout(PATIENCE):
            while not self.worker.idle:
                await asyncio.sleep(0)
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

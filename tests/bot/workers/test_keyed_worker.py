"""Work that is tried again: how often, and after how long. Without Discord and without a database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.connection.rest_guard import Paused
from bot.connection.wake_signal import WakeSignal
from bot.workers.keyed_worker import MOST_STUMBLES, SLOWEST, KeyedWorker
from tests.patience import PATIENCE


class NoWaits(WakeSignal):
    """Waits for nothing, and writes down for how long it was to wait."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        await asyncio.sleep(0)


class Work:
    """Fails as often as there are errors, then succeeds; `done` are all tries, by key."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.done: list[int] = []
        self.meanwhile: Callable[[], None] = lambda: None

    async def __call__(self, key: int) -> None:
        self.done.append(key)
        self.meanwhile()
        if self.failures and key == 1:
            raise self.failures.pop(0)


async def worked(work: Work, *keys: int) -> tuple[KeyedWorker[int], NoWaits]:
    """The worker once it has come to rest."""
    waits = NoWaits()
    worker = KeyedWorker("test", work, retry=1.0, wake_signal=waits)
    worker.start()
    await again(worker, *keys)
    return worker, waits


async def again(worker: KeyedWorker[int], *keys: int) -> None:
    for key in keys:
        worker.schedule(key)
    async with asyncio.timeout(PATIENCE):
        while not worker.idle:
            await asyncio.sleep(0)


def refused(status: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    kind = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kind(response, {"code": 0, "message": ""})


async def test_errors_of_ours_are_tried_so_often_and_no_more_until_it_is_wanted_again() -> None:
    work = Work(*(RuntimeError() for _ in range(MOST_STUMBLES + 1)))
    worker, waits = await worked(work, 1, 2)

    assert (work.done.count(1), work.done.count(2)) == (MOST_STUMBLES, 1)
    assert waits.asked == [2.0, 4.0]
    await again(worker, 1)
    assert work.done.count(1) == MOST_STUMBLES + 2


async def test_trouble_with_discord_is_tried_for_ever_after_waits_that_grow_to_a_minute() -> None:
    work = Work(*(refused(503) for _ in range(9)))
    _, waits = await worked(work, 1)

    assert len(work.done) == 10
    assert waits.asked == [1, 2, 4, 8, 16, 32, SLOWEST, SLOWEST, SLOWEST]


async def test_nothing_is_tried_again_before_discord_allows_it() -> None:
    _, waits = await worked(Work(Paused(200.0), Paused(0.5)), 1)

    assert waits.asked == [200.0, 2.0]


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_what_discord_refuses_is_not_tried_again(status: int) -> None:
    work = Work(refused(status))
    _, waits = await worked(work, 1)

    assert (work.done, waits.asked) == ([1], [])


async def test_what_changes_while_it_is_worked_at_is_worked_at_once_more() -> None:
    work = Work()
    worker: KeyedWorker[int] = KeyedWorker("test", work)
    work.meanwhile = lambda: worker.schedule(1) if len(work.done) == 1 else None
    worker.start()
    await again(worker, 1)

    assert work.done == [1, 1]

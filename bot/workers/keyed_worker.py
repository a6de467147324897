"""Worker with one task per key, run again whenever its key has changed.

Nothing is remembered of it but that it is wanted: the work looks at what is committed, and does nothing when
all is well.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

import discord

from bot.connection.rest_guard import passing, wait
from bot.connection.timeouts import CONNECTION_ERRORS, Garbled
from bot.connection.wake_signal import WakeSignal
from bot.runtime import errors
from bot.runtime.fair_queue import Kind, Requester, work_for
from bot.runtime.metrics import Metrics
from storage import DatabaseTrouble

log = logging.getLogger(__name__)

SLOWEST = 60.0
"""Seconds between two tries, at most, unless Discord asks for more."""
EXPECTED = (*CONNECTION_ERRORS, DatabaseTrouble, discord.HTTPException)
MOST_STUMBLES = 3
"""Tries of work that meets an error of ours, or an answer that cannot be read; then it is left alone until it
is wanted again."""

K = TypeVar("K", bound=Hashable)


class KeyedWorker(Generic[K]):
    """Does `work` for every key that is wanted, `pause` seconds after it was: what comes meanwhile is done
    with it. After a failure it is tried again; `retry` is the first wait."""

    def __init__(
        self,
        name: str,
        work: Callable[[K], Awaitable[None]],
        pause: float = 0.0,
        retry: float = 1.0,
        metrics: Metrics | None = None,
        wake_signal: WakeSignal | None = None,
    ) -> None:
        self._name = name
        self._work = work
        self._pause = pause
        self._retry = retry
        self._gauges = metrics or Metrics()
        self._bell = wake_signal or WakeSignal()
        self._scheduled: set[K] = set()
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._open = False

    def start(self) -> None:
        """Begin to work. Twice does no harm."""
        self._open = True
        for key in self._scheduled - self._tasks.keys():
            self._go(key)

    def schedule(self, key: K) -> None:
        """Something about it may have changed."""
        self._scheduled.add(key)
        if self._open and key not in self._tasks:
            self._go(key)

    async def room(self, most: int, within: float = 5.0) -> None:
        """Wait until less than so many keys are worked at, for so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within):
                while self._open and len(self._tasks) >= most:
                    await asyncio.wait(self._tasks.values(), return_when=asyncio.FIRST_COMPLETED)

    def busy(self, key: K) -> bool:
        """Whether there is something to do about a key."""
        return key in self._scheduled or key in self._tasks

    @property
    def idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._tasks

    async def close(self, within: float = 5.0) -> None:
        """Finish what is under way, for so many seconds at most."""
        self._open = False
        tasks = list(self._tasks.values())
        if tasks:
            await asyncio.wait(tasks, timeout=within)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _go(self, key: K) -> None:
        self._tasks[key] = asyncio.create_task(self._round(key), name=f"{self._name} {key}")

    async def _round(self, key: K) -> None:
        work_for(Requester(kind=Kind.REPORT, place=hash(key)))
        failures = stumbles = 0
        try:
            while key in self._scheduled and self._open:
                await asyncio.sleep(self._pause)
                self._scheduled.discard(key)
                try:
                    await self._work(key)
                    failures = stumbles = 0
                    continue
                except Exception as error:  # one game that cannot be shown holds up no other
                    if isinstance(error, discord.HTTPException) and not passing(error):
                        log.warning("%s %s: refused: %s %s", self._name, key, error.status, error.code)
                        continue
                    if isinstance(error, EXPECTED) and not isinstance(error, Garbled):
                        failures += 1
                        pause = wait(error, min(SLOWEST, self._retry * 2 ** min(failures - 1, 10)))
                        kind = type(error).__name__
                        level = errors.level_of(error, logging.WARNING)
                        log.log(level, "%s %s: %s; again in %.1f s", self._name, key, kind, pause)
                        await self._sleep(key, pause)
                        continue
                    stumbles += 1
                    if isinstance(error, Garbled):
                        log.warning("%s %s: the responses cannot be read", self._name, key)
                    else:
                        errors.log_failure(self._gauges, self._name, error, key)
                    if stumbles == MOST_STUMBLES:
                        break
                    await self._sleep(key, self._retry * 2**stumbles)
        finally:
            del self._tasks[key]
        if self._open and key in self._scheduled:
            self._go(key)

    async def _sleep(self, key: K, pause: float) -> None:
        """Wait before it is tried again."""
        self._scheduled.add(key)
        if self._open:
            await self._bell.sleep(pause)

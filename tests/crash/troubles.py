"""Troubles for several processes over one PostgreSQL: one is killed again and again, the server is restarted,
the network of one is cut."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.cut_line import CutLine
from tests.storage.postgres_server import Postgres

CUT = 0
"""The process whose network is cut."""


@dataclass(frozen=True, kw_only=True)
class Form:
    """How long it goes on: so many orders over so many games in so many processes. One is killed every few
    seconds, but not before so many orders more; the server is restarted and the network cut so often,
    each cut for so many seconds."""

    orders: int
    games: int
    processes: int
    kill_every: float
    between: int
    restarts: int
    cuts: int
    cut: float


class Crew:
    """Processes by number, each started again whenever it has ended. `start` begins one, for as long as its
    block lasts; `attend` listens to it."""

    def __init__(
        self,
        start: Callable[[int], AbstractAsyncContextManager[Any]],
        attend: Callable[[Any], Awaitable[None]] | None = None,
    ) -> None:
        self._start = start
        self._attend = attend
        self.living: dict[int, Any] = {}
        self.ends: Counter[int] = Counter()
        """How often which exit code was seen."""
        self._tasks: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def at_work(self, number: int) -> AsyncIterator[Crew]:
        """So many processes, until the block ends."""
        self._tasks = [asyncio.create_task(self._keep(n)) for n in range(number)]
        try:
            yield self
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def check(self) -> None:
        """Raises what has ended one for good."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def _keep(self, number: int) -> None:
        while True:
            async with self._start(number) as process:
                self.living[number] = process
                try:
                    if self._attend is not None:
                        await self._attend(process)
                    self.ends[await process.wait()] += 1
                finally:
                    del self.living[number]


class Troubles:
    """What happens to a crew while it works; `done` counts confirmed orders, `lines` are those of the
    process `CUT`."""

    def __init__(
        self, form: Form, server: Postgres, lines: Sequence[CutLine], crew: Crew, done: Callable[[], int]
    ) -> None:
        self._form = form
        self._server = server
        self._lines = lines
        self._crew = crew
        self._done = done
        self.kills = self.restarts = self.cuts = 0
        self._cutting: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Whether all has happened that was to happen."""
        enough = (self.restarts, self.cuts) == (self._form.restarts, self._form.cuts)
        return enough and not self._cut and self._done() >= self._form.orders

    @property
    def _cut(self) -> bool:
        return self._cutting is not None and not self._cutting.done()

    async def run(self) -> None:
        """Make trouble until it is over. Raises what has ended a process for good."""
        form = self._form
        try:
            while not self.over:
                await self._work_goes_on()
                if self._due(form.cuts, self.cuts, 0.5):
                    self.cuts += 1
                    self._cutting = asyncio.create_task(self._cut_off())
                if self._due(form.restarts, self.restarts, 1.0):
                    self.restarts += 1
                    await asyncio.to_thread(self._server.stop, signal.SIGQUIT)
                    await asyncio.sleep(0.3)
                    await asyncio.to_thread(self._server.start)
                self._kill()
        finally:
            if self._cutting is not None:
                self._cutting.cancel()
                await asyncio.gather(self._cutting, return_exceptions=True)

    def _due(self, number: int, happened: int, first: float) -> bool:
        """Whether the next of so many is to happen: they are spread over the orders."""
        return happened < number and self._done() > self._form.orders * (happened + first) / (number + 1)

    def _kill(self) -> None:
        """Kill one, but not the one that is cut off."""
        living = sorted(n for n in self._crew.living if not (self._cut and n == CUT))
        if living:
            self._crew.living[living[self.kills % len(living)]].kill()
            self.kills += 1

    async def _cut_off(self) -> None:
        for line in self._lines:
            line.cut()
        try:
            await asyncio.sleep(self._form.cut)
        finally:
            for line in self._lines:
                line.mend()

    async def _work_goes_on(self) -> None:
        """A while, in which some orders are confirmed however slow the machine is."""
        enough = self._done() + self._form.between
        await asyncio.sleep(self._form.kill_every)
        while self._done() < enough or not self._crew.living:
            self._crew.check()
            await asyncio.sleep(0.05)

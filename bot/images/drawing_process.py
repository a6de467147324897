"""Draw pictures in a separate process, so that drawing never delays an answer. Knows no Discord.

The process dies with its parent, is stopped when a picture takes too long, and restarted when it has ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from itertools import count, islice
from pathlib import Path
from typing import ParamSpec, TypeVar

from bot.images.drawn_elsewhere import DrawnElsewhere
from bot.images.painting import begin, begin_film, film_step, paint, sketch
from bot.images.view_transfer import Parcel, Sender
from bot.runtime.allocator import resident
from bot.runtime.fair_queue import FairQueue, Kind, Requester
from bot.runtime.job_process import CallFailed, JobProcess, ProcessEnded
from bot.ui.page import ChartImage, FilmImage, Picture

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds a picture may take."""
TRIES = 2
FREE_ENDS = 2
"""How often in a row a process may end with nothing done before the next one waits."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds before such a process is replaced: twice as many each time."""
ROOM = 100_000_000
"""Bytes of memory that the process may take beside what it keeps for later pictures."""
FEWEST = 500
"""Pictures that a process draws at least before it is replaced because it has grown."""
P = ParamSpec("P")
T = TypeVar("T")


class DrawingFailed(Exception):
    """The picture could not be drawn; the game goes on without it."""


def pause_after(ends: int) -> float:
    """Seconds to wait before another process, when so many in a row have ended with nothing done."""
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (ends - FREE_ENDS - 1)) if ends > FREE_ENDS else 0.0


class DrawingProcess:
    """One drawing process. `patience` is in seconds; `cache` is a folder for what is printed, or None;
    `memory` are the bytes that it may keep for later pictures (None: `caches.BUDGET`). What is drawn
    `elsewhere` in time, or was drawn there before, is not drawn here.

    Pictures are drawn one at a time, in the fair turns of `queue`; films one after another, each in many
    turns. A picture that has been begun is drawn to its end even when no one waits for it any more: the
    process must not lose a map that counts as sent. A process that has grown too large is replaced between
    two pictures: what thousands of them leave behind in its memory goes with it.
    """

    def __init__(
        self,
        patience: float = PATIENCE,
        job: Callable[[Parcel], bytes] = paint,
        *,
        cache: Path | None = None,
        memory: int | None = None,
        elsewhere: DrawnElsewhere | None = None,
    ) -> None:
        self.queue = FairQueue(1)
        self._films = FairQueue(1)
        self._numbers = count()
        self._patience = patience
        self._cache = cache
        self._memory = memory
        self._elsewhere = elsewhere
        self._sender = Sender()
        self._job = job
        self._process: JobProcess | None = None
        self._pid = 0
        self._ends = 0
        self._drawn = self._budget = 0
        self._next: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    @property
    def queues(self) -> tuple[FairQueue, ...]:
        """The turns of what is drawn here, and of what other processes are asked for."""
        elsewhere = (self._elsewhere.queue,) if self._elsewhere is not None else ()
        return (self.queue, self._films, *elsewhere)

    async def draw(self, picture: Picture | ChartImage | FilmImage) -> bytes:
        """The PNG of a picture. Raises DrawingFailed when it cannot be drawn."""
        if self._elsewhere is None or self._closing.is_set():
            return await self.draw_here(picture)
        key = await self._elsewhere.key(picture)
        data = await self._elsewhere.draw(key, picture)
        if data is None:
            data = await self.draw_here(picture)
            await self._elsewhere.keep(key, data)
        return data

    async def draw_here(self, picture: Picture | ChartImage | FilmImage) -> bytes:
        """The same, drawn by this process whatever there is elsewhere."""
        if isinstance(picture, FilmImage):
            return await self._films.run(lambda: self._draw_film(picture))
        return await self.queue.run(lambda: self._tries(lambda: self._draw(picture)))

    def hasten(self, waiting: Requester, requester: Requester) -> None:
        """Another requester wants the picture that one is waiting for: it comes in the turn of the one who is
        sooner."""
        self.queue.hasten(waiting, requester)
        if self._elsewhere is not None:
            self._elsewhere.queue.hasten(waiting, requester)

    async def _draw_film(self, film: FilmImage) -> bytes:
        """The GIF of a film, drawn in many short turns: other pictures are drawn between them."""

        async def first() -> None:
            await self._ready()
            await self._run(begin_film, number, self._sender.wrap_film(film))

        for number in islice(self._numbers, TRIES):
            await self.queue.run(lambda: self._tries(first))
            while (data := await self.work(film_step, number)) is None:
                pass
            if data:
                return data
        raise DrawingFailed

    async def work(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function of a module returns, called in the drawing process as one picture is drawn: it may
        take as long. Raises DrawingFailed when it fails."""
        return await self.queue.run(lambda: self._tries(lambda: self._run(job, *args, **kwargs)))

    async def _tries(self, attempt: Callable[[], Awaitable[T]]) -> T:
        for _ in range(TRIES):
            if self._closing.is_set():
                break
            try:
                return await attempt()
            except ProcessEnded:
                log.warning("the drawing process has ended; starting another one")
                self._drop()
            except TimeoutError:
                log.warning("a picture took more than %s s; stopping the drawing process", self._patience)
                self._drop()
            except Exception as error:
                self._sender.forget()
                log.exception("a picture could not be drawn")
                raise DrawingFailed from error
        raise DrawingFailed

    async def _draw(self, picture: Picture | ChartImage) -> bytes:
        await self._ready()
        if isinstance(picture, ChartImage):
            return await self._run(sketch, picture)
        data = await self._run(self._job, self._sender.wrap(picture))
        self._drawn += 1
        if self._is_too_large():
            await self._replace()
        return data

    def _is_too_large(self) -> bool:
        """Whether the process is to be replaced; not while a film is being drawn, which it has in memory."""
        most = self._budget + ROOM
        return self._drawn >= FEWEST and not self._films.busy and resident(self._pid) > most

    async def _replace(self) -> None:
        """End the process, and begin another one when no one waits for a picture."""
        process, self._process, self._pid = self._process, None, 0
        if process is not None:
            await self._finish(process)
            self._next = asyncio.create_task(self.warm_up(), name="another drawing process")

    @property
    def busy(self) -> bool:
        """Whether a picture is being drawn, or waited for."""
        return self.queue.busy

    @property
    def closed(self) -> bool:
        """Whether no picture is drawn any more."""
        return self._closing.is_set()

    async def warm_up(self) -> None:
        """Start the process, so that the first picture does not wait for it."""
        await self.queue.run(self._start, Requester(kind=Kind.SPARE))

    async def _start(self) -> None:
        try:
            await self._run(os.getpid)
        except (ProcessEnded, TimeoutError):
            self._drop()

    async def _ready(self) -> JobProcess:
        """The process, ready to work. Raises ProcessEnded when it was ended meanwhile."""
        if self._process is not None:
            return self._process
        await self._pause()
        if self._closing.is_set():
            raise ProcessEnded
        self._process = process = JobProcess()
        self._sender.forget()
        try:
            self._budget = await self._result(process.call(begin, os.getpid(), self._cache, self._memory))
        except CallFailed as failure:
            log.exception("the drawing process could not begin")
            raise ProcessEnded from failure
        if self._process is not process:
            raise ProcessEnded
        self._pid, self._drawn = process.pid, 0
        return process

    async def _pause(self) -> None:
        """Wait where one process after the other has ended: longer each time, and until the bot stops."""
        if seconds := pause_after(self._ends):
            log.warning("the drawing process has ended %s times; waiting %s s", self._ends, seconds)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._closing.wait()

    async def _run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        process = await self._ready()
        result = await self._result(process.call(job, *args, **kwargs))
        self._ends = 0
        return result

    async def _result(self, job: Future[T]) -> T:
        """What the process returns. Raises TimeoutError; ProcessEnded when the process was ended."""
        # Not wait_for: that of Python 3.11 loses a cancellation that comes together with the result.
        done = asyncio.wrap_future(job)
        try:
            async with asyncio.timeout(self._patience):
                await asyncio.wait([done])
            return done.result()
        finally:
            done.cancel()

    def _drop(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process, self._pid = self._process, None, 0
        if process is not None:
            self._ends += 1
            process.kill()

    async def close(self) -> None:
        """End the process: after what it is drawing, or when that takes too long."""
        self._closing.set()
        process, self._process = self._process, None
        if process is not None:
            await self._finish(process)
        if self._next is not None:
            await self._next

    async def _finish(self, process: JobProcess) -> None:
        """Wait until a process has ended after what it is drawing, or end it when that takes too long."""
        process.finish()
        ended = asyncio.wrap_future(process.ended)
        if not (await asyncio.wait([ended], timeout=self._patience))[0]:
            log.warning("the drawing process does not end; it is stopped")
            process.kill()
        await ended

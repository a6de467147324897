"""Draw pictures in a separate process, so that drawing never delays an answer. Knows no Discord.

The process dies with its parent, is stopped when a picture takes too long, and restarted when it has ended.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import ParamSpec, TypeVar

from bot.images.painting import begin, film, paint, sketch
from bot.images.view_transfer import Parcel, Sender
from bot.runtime.fair_queue import FairQueue, Kind, Requester
from bot.ui.page import ChartImage, FilmImage, Picture

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds a picture may take."""
TRIES = 2
P = ParamSpec("P")
T = TypeVar("T")


class DrawingFailed(Exception):
    """The picture could not be drawn; the game goes on without it."""


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """A process begun within it is deaf to Ctrl-C from its first moment."""
    if os.name == "nt":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class DrawingProcess:
    """One drawing process. `patience` is in seconds; `cache` is a folder for what is printed, or None;
    `memory` are the bytes that it may keep for later pictures (None: `caches.BUDGET`).

    Pictures are drawn one at a time, in the fair turns of `queue`. A picture that has been begun is drawn to
    its end even when no one waits for it any more: the process must not lose a map that counts as sent.
    """

    def __init__(
        self,
        patience: float = PATIENCE,
        job: Callable[[Parcel], bytes] = paint,
        *,
        cache: Path | None = None,
        memory: int | None = None,
    ) -> None:
        self.queue = FairQueue(1)
        self._patience = patience
        self._cache = cache
        self._memory = memory
        self._sender = Sender()
        self._job = job
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._closed = False

    async def draw(self, picture: Picture | ChartImage | FilmImage) -> bytes:
        """The PNG of a picture. Raises DrawingFailed when it cannot be drawn."""
        return await self.queue.run(lambda: self._tries(lambda: self._draw(picture)))

    async def work(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function of a module returns, called in the drawing process as one picture is drawn: it may
        take as long. Raises DrawingFailed when it fails."""
        return await self.queue.run(lambda: self._tries(lambda: self._run(job, *args, **kwargs)))

    async def _tries(self, attempt: Callable[[], Awaitable[T]]) -> T:
        for _ in range(TRIES):
            if self._closed:
                break
            try:
                return await attempt()
            except BrokenProcessPool:
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

    async def _draw(self, picture: Picture | ChartImage | FilmImage) -> bytes:
        await self._ready()
        if isinstance(picture, ChartImage):
            return await self._run(sketch, picture)
        if isinstance(picture, FilmImage):
            return await self._run(film, self._sender.wrap_film(picture))
        return await self._run(self._job, self._sender.wrap(picture))

    @property
    def busy(self) -> bool:
        """Whether a picture is being drawn, or waited for."""
        return self.queue.busy

    async def warm_up(self) -> None:
        """Start the process, so that the first picture does not wait for it."""
        await self.queue.run(self._start, Requester(kind=Kind.SPARE))

    async def _start(self) -> None:
        try:
            await self._run(os.getpid)
        except (BrokenProcessPool, TimeoutError):
            self._drop()

    async def _ready(self) -> ProcessPoolExecutor:
        """The pool, its process begun. Raises BrokenProcessPool when it was ended meanwhile."""
        if self._pool is not None:
            return self._pool
        spawn = multiprocessing.get_context("spawn")
        words = (os.getpid(), self._cache, self._memory)
        self._pool = pool = ProcessPoolExecutor(1, spawn, initializer=begin, initargs=words)
        self._sender.forget()
        with _no_interrupt():
            first = pool.submit(os.getpid)
        pid = await self._result(first)
        if self._pool is not pool:
            raise BrokenProcessPool
        self._pid = pid
        return pool

    async def _run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        pool = await self._ready()
        return await self._result(pool.submit(job, *args, **kwargs))

    async def _result(self, job: Future[T]) -> T:
        """What the process returns. Raises TimeoutError; BrokenProcessPool when the process was ended."""
        # Not wait_for: that of Python 3.11 loses a cancellation that comes together with the result.
        done = asyncio.wrap_future(job)
        try:
            async with asyncio.timeout(self._patience):
                await asyncio.wait([done])
            if done.cancelled():
                raise BrokenProcessPool
            return done.result()
        finally:
            done.cancel()

    def _drop(self) -> None:
        """End the process, whatever it is doing."""
        pool, self._pool, self._pid = self._pool, None, 0
        if pool is not None:
            _kill(pool)
            pool.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the process: after what it is drawing, or when that takes too long."""
        self._closed = True
        pool, self._pool = self._pool, None
        if pool is not None:
            ending = asyncio.ensure_future(asyncio.to_thread(pool.shutdown, True, cancel_futures=True))
            if not (await asyncio.wait([ending], timeout=self._patience))[0]:
                log.warning("the drawing process does not end; it is stopped")
                _kill(pool)
            await ending


def _kill(pool: ProcessPoolExecutor) -> None:
    """End the process of a pool, even one that has not begun to work yet."""
    for process in list((pool._processes or {}).values()):
        process.kill()

"""Doing the jobs of one kind, for other processes."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import Any, Protocol

from pgqueuer.core.qm import QueueManager
from pgqueuer.domain.models import Job

from storage.errors import DatabaseTrouble
from storage.jobs import tables
from storage.jobs.line import a_line

log = logging.getLogger(__name__)

AT_ONCE = 2
"""Jobs that a worker has taken: one is done while the next one is unpacked."""
DEAD = 2.0
"""Seconds without a sign of life after which another worker takes the job of one that has died. With LOOK it
has to be less than who asks for a picture waits (`bot/images/drawn_elsewhere.py`)."""
BEAT = 2.0
"""Seconds between two signs of life of a worker."""
LOOK = 1.0
"""Seconds after which it looks for a job that it has not heard of."""
AGAIN = 2.0
"""Seconds until a lost connection is tried again."""
FINISH_WITHIN = 5.0
"""Seconds for what it has begun when it is stopped."""

Work = Callable[[bytes], Awaitable[bytes | None]]
"""The result of a payload; None where there is none."""


class Told(Protocol):
    """What is told of a job."""

    def __call__(self, seconds: float, *, done: bool) -> None:
        """It took so long, and was done or not."""


def _nothing(seconds: float, *, done: bool) -> None:
    pass


class JobWorker:
    """Does jobs of a kind with `work` until it is stopped. What has waited `late` seconds is not done any
    more: no one waits for it."""

    def __init__(self, url: str, kind: str, work: Work, late: float) -> None:
        self._url = url
        self.kind = kind
        self._work = work
        self._late = timedelta(seconds=late)
        self._me = f"{socket.gethostname()[:40]} {os.getpid()} {secrets.token_hex(4)}"
        self.told: Told = _nothing
        """Is told of each job: the seconds it took, and whether it was done."""
        self.is_up = False
        """Whether it can be given jobs."""

    async def run(self, stop: asyncio.Event) -> None:
        """Work until `stop` is set; what fails is tried again."""
        while not stop.is_set():
            try:
                async with a_line(self._url) as line:
                    await self._serve(line, stop)
            except Exception as error:  # whatever it is, another connection is tried
                reason = error.reason if isinstance(error, DatabaseTrouble) else type(error).__name__
                log.warning("the queue of jobs is not there: %s", reason)
            self.is_up = False
            await _pause(stop, AGAIN)

    async def _serve(self, line: Any, stop: asyncio.Event) -> None:
        while not await tables.are_there(line):
            log.info("waiting for a bot that makes the queue (GROGNARD_JOBS=on)")
            if await _pause(stop, LOOK):
                return
        queries = tables.queries(line)
        manager = QueueManager(queries, channel=tables.SETTINGS.channel)
        manager.entrypoint(self.kind)(partial(self._do, queries.driver))
        running = asyncio.create_task(
            manager.run(
                dequeue_timeout=timedelta(seconds=LOOK),
                batch_size=1,
                max_concurrent_tasks=AT_ONCE,
                shutdown_on_listener_failure=True,
                heartbeat_timeout=timedelta(seconds=DEAD),
            )
        )
        beating = asyncio.create_task(self._beat(queries.driver))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait([running, beating, stopping], return_when=asyncio.FIRST_COMPLETED)
            if stopping.done() and not running.done() and not beating.done():
                await queries.driver.execute(tables.LEAVE, self._me)
            manager.shutdown.set()
            await asyncio.wait([running], timeout=FINISH_WITHIN)
            if running.done():
                running.result()
            if beating.done():
                beating.result()
        finally:
            for task in (running, beating, stopping):
                task.cancel()
            await asyncio.gather(running, beating, stopping, return_exceptions=True)

    async def _beat(self, driver: Any) -> None:
        """Tell again and again that it is there."""
        while True:
            await driver.execute(tables.BEAT, self._me, self.kind)
            self.is_up = True
            await asyncio.sleep(BEAT)

    async def _do(self, driver: Any, job: Job) -> None:
        """Do a job, unless that was done before its worker died, and tell who asked."""
        key = str((job.headers or {}).get("key", ""))
        if not key or job.payload is None or job.heartbeat - job.created > self._late:
            await driver.fetch(tables.TELL, key, tables.FAILED)
            return
        (known,) = await driver.fetch(tables.HAS_RESULT, key)
        if not known["exists"]:
            began = time.monotonic()
            try:
                body = await self._result(job.payload)
            except asyncio.CancelledError:  # it is being stopped: who asked does it
                await asyncio.shield(driver.fetch(tables.TELL, key, tables.FAILED))
                raise
            self.told(time.monotonic() - began, done=body is not None)
            if body is not None:
                await driver.fetch(tables.PUT, key, body)
                return
        await driver.fetch(tables.TELL, key, tables.READY if known["exists"] else tables.FAILED)

    async def _result(self, payload: bytes) -> bytes | None:
        try:
            return await self._work(payload)
        except (
            Exception
        ) as error:  # its text may tell what is secret, and the queue's log keeps what is raised
            log.error("a job of kind %s cannot be done: %s", self.kind, type(error).__name__)
            return None


async def _pause(stop: asyncio.Event, seconds: float) -> bool:
    """Wait; whether `stop` was set meanwhile."""
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return False
    return True

"""Asking other processes for the results of jobs.

A job is a kind, a key, which is the hash of what is asked, and a payload. What came of it lies in the
database under its key: who asks next finds it there. Whatever goes wrong, there is no result, and who
asked does it without the others.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from pgqueuer.adapters.persistence.queries import Queries

from storage.errors import DatabaseTrouble
from storage.jobs import tables
from storage.jobs.line import a_line
from storage.postgres.game_locks import driver_errors

log = logging.getLogger(__name__)

LOOK = 5.0
"""Seconds between two times that is counted what waits, and deleted what has had its time."""
AGAIN = 2.0
"""Seconds until a lost connection is tried again."""
POLL = 1.0
"""Seconds after which a result is looked for that was not heard of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is asked. `kind` is what its workers are called by; of two jobs, the one of higher `priority` is
    first. `payload` is called where a worker has to be told; `once`: the result is for who asks, and is
    deleted with the answer."""

    kind: str
    key: str
    payload: Callable[[], Awaitable[bytes]]
    priority: int = 0
    once: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """By kind: jobs that wait or are being done, and the workers there are."""

    jobs: Mapping[str, int]
    workers: Mapping[str, int]


class JobQueue:
    """The queue in the database of an address. `counted` is told every few seconds what there is."""

    def __init__(self, url: str, counted: Callable[[Counts], None] = lambda counts: None) -> None:
        self._url = url
        self._counted = counted
        self._line: Any = None
        self._queries: Queries | None = None
        self._turn = asyncio.Lock()
        self._awaited: dict[str, set[asyncio.Future[bool]]] = {}
        self._keeping: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()

    async def start(self) -> None:
        """Connect; what fails is tried again and again."""
        self._keeping = asyncio.create_task(self._keep(), name="jobs")
        await self._tried.wait()

    @property
    def is_up(self) -> bool:
        """Whether it can be asked."""
        return self._line is not None and not self._line.is_closed()

    async def ask(self, job: Job, patience: float) -> bytes | None:
        """The result of a job: what is known of it, or what a worker makes of it within so many seconds. None
        when there is no worker, when it fails or is late, when the database is not there."""
        if not self.is_up:
            return None
        heard: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._awaited.setdefault(job.key, set()).add(heard)
        try:
            async with asyncio.timeout(patience):
                return await self._asked(job, heard)
        except TimeoutError:
            log.warning("no worker has done a job of kind %s within %s s", job.kind, patience)
        except DatabaseTrouble as trouble:
            log.warning("the queue of jobs fails: %s", trouble.reason)
        finally:
            waiting = self._awaited[job.key]
            waiting.discard(heard)
            if not waiting:
                del self._awaited[job.key]
        return None

    async def keep(self, key: str, body: bytes) -> None:
        """Let others find a result that was made here."""
        if not self.is_up:
            return
        try:
            async with self._statement() as line:
                await line.execute(tables.PUT, key, body)
        except DatabaseTrouble as trouble:
            log.warning("a result is not kept: %s", trouble.reason)

    async def close(self) -> None:
        """Ask nothing more."""
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)

    # --- asking --------------------------------------------------------------------------------------------

    async def _asked(self, job: Job, heard: asyncio.Future[bool]) -> bytes | None:
        body, there = await self._look_up(job)
        if body is not None or not there:
            return body
        await self._enqueue(job, await job.payload())
        while True:
            await asyncio.wait([heard], timeout=POLL)
            if heard.done() and not heard.result():
                return None
            body, there = await self._look_up(job)
            if body is not None or not there or heard.done():
                return body

    async def _look_up(self, job: Job) -> tuple[bytes | None, bool]:
        """The result of a job, and whether there is a worker for it."""
        async with self._statement() as line:
            row = await line.fetchrow(tables.LOOK_UP, job.key, job.kind)
            if job.once and row["body"] is not None:
                await line.execute(tables.TAKE, job.key)
        return row["body"], row["there"]

    async def _enqueue(self, job: Job, payload: bytes) -> None:
        """Hand a job over. One that waits already goes on waiting, with the higher priority."""
        async with self._statement():
            assert self._queries is not None
            await self._queries.enqueue(
                job.kind,
                payload,
                job.priority,
                dedupe_key=job.key,
                headers={"key": job.key},
                on_conflict="update_priority",
            )

    @asynccontextmanager
    async def _statement(self) -> AsyncIterator[Any]:
        """The connection, for statements of one task. Raises DatabaseTrouble."""
        async with self._turn:
            if not self.is_up:
                raise DatabaseTrouble("lost", path=tables.SCHEMA)
            with driver_errors(tables.SCHEMA):
                yield self._line

    # --- the connection ------------------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Stay connected, and hear of results."""
        while True:
            try:
                async with a_line(self._url) as line:
                    await self._use(line)
            except Exception as error:  # whatever it is, everything goes on without it
                reason = error.reason if isinstance(error, DatabaseTrouble) else type(error).__name__
                log.warning("the queue of jobs is not there: %s", reason)
            self._tried.set()
            await asyncio.sleep(AGAIN)

    async def _use(self, line: Any) -> None:
        await tables.make(line)
        await line.add_listener(tables.CHANNEL, self._heard)
        self._line, self._queries = line, tables.queries(line)
        self._tried.set()
        try:
            while not line.is_closed():
                async with self._statement():
                    await line.execute(tables.TIDY)
                    rows = await line.fetch(tables.COUNT)
                self._counted(_counts(rows))
                await asyncio.sleep(LOOK)
        finally:
            self._line = self._queries = None
            for key in list(self._awaited):
                self._tell(key, ready=False)

    def _heard(self, _line: Any, _pid: int, _channel: str, text: str) -> None:
        key, _, word = text.rpartition(" ")
        self._tell(key, ready=word == tables.READY)

    def _tell(self, key: str, *, ready: bool) -> None:
        for waiting in self._awaited.get(key, ()):
            if not waiting.done():
                waiting.set_result(ready)


def _counts(rows: list[Any]) -> Counts:
    return Counts(
        {row["kind"]: row["jobs"] for row in rows if row["jobs"]},
        {row["kind"]: row["workers"] for row in rows if row["workers"]},
    )

"""The connections that write, and the games that a task holds while it decides about them.

A transaction of a task that holds a game runs on the connection whose session holds it: where that session
was lost, another process may have the game, and nothing more is written.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from storage.address import Database
from storage.drivers.connection import Connection
from storage.errors import DatabaseTrouble
from storage.processes.idle_connections import IdleConnections
from storage.shielded import shielded

log = logging.getLogger(__name__)

WAIT = 30.0
"""Seconds after which who still waits for a connection is told that there is none: as long as a statement may
take, so that what stops all of them for a while is outlived."""
LONG = 5.0
"""A wait of more seconds is told in the log, one of several in LONG."""


@dataclass(slots=True)
class Held:
    """What a task holds: the games by their keys, in one session of one connection."""

    connection: Connection
    session: object = None
    keys: list[int] = field(default_factory=list)


class Writers:
    """The connections of a database that write; each is used by one task at a time. Who finds none free
    waits: who came first has the next one. `steady` counts seconds."""

    def __init__(self, database: Database, steady: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._steady = steady
        self._waiting: dict[object, float] = {}
        self._told = -LONG
        self._idle = IdleConnections()
        self._made = 0
        self._closed = False
        self._free = asyncio.Semaphore(database.writers)
        self._held: dict[asyncio.Task[Any] | None, Held] = {}
        self._busy: set[asyncio.Task[Any] | None] = set()
        self.shared = database.writers > 1
        """Whether other processes may write, too."""

    async def open(self) -> None:
        """Make one connection: the first one at once, so that what is wrong is said now."""
        self._idle.free.append(connection := self._database.writer())
        await shielded(connection.ready())
        self._made = 1

    @property
    def busy(self) -> bool:
        """Whether a transaction runs."""
        return bool(self._busy)

    @property
    def waiting(self) -> tuple[int, float]:
        """How many wait for a connection, and for how many seconds the first of them has."""
        since = min(self._waiting.values(), default=None)
        return len(self._waiting), 0.0 if since is None else self._steady() - since

    def held(self) -> Held | None:
        """What this task holds."""
        return self._held.get(asyncio.current_task())

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[Connection]:
        """The connection for a transaction of this task. Raises RuntimeError within another one, and
        DatabaseTrouble where other processes write, too: crowded."""
        task, held = asyncio.current_task(), self.held()
        if task is not None and task in self._busy:
            raise RuntimeError("a transaction within a transaction")
        if held is None:
            async with self._turn(), self._one() as connection:
                self._busy.add(task)
                try:
                    yield connection
                finally:
                    self._busy.discard(task)
            return
        self._busy.add(task)
        try:
            yield held.connection
        finally:
            self._busy.discard(task)

    def check_held(self) -> None:
        """Raises DatabaseTrouble where the session that holds this task's games was lost."""
        held = self.held()
        if held is not None and not self._database.is_session(held.connection, held.session):
            raise DatabaseTrouble("lost", path=self._database.name, detail="the game is no longer held")

    @asynccontextmanager
    async def holding(self, key: int) -> AsyncIterator[None]:
        """Keep all other processes from a game. Does nothing where there are none. Raises DatabaseTrouble."""
        task, held = asyncio.current_task(), self.held()
        if not self.shared:
            yield
        elif held is not None:
            self.check_held()
            async with self._with(held, key):
                yield
        else:
            if task in self._busy:
                raise RuntimeError("a game is held before a transaction begins, not within it")
            async with self._turn(), self._one() as connection:
                self._held[task] = held = Held(connection)
                try:
                    async with self._with(held, key):
                        yield
                finally:
                    del self._held[task]

    async def close(self) -> None:
        """Wait for all transactions, then close the connections."""
        for _ in range(self._database.writers):
            await self._free.acquire()
        self._closed = True
        try:
            for connection in self._idle.free:
                await connection.close()
            self._idle.free.clear()
        finally:
            for _ in range(self._database.writers):
                self._free.release()

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """One of the connections is free for this task. Raises DatabaseTrouble: crowded."""
        who, began = object(), self._steady()
        self._waiting[who] = began
        try:
            async with asyncio.timeout(WAIT if self.shared else None):
                await self._free.acquire()
        except TimeoutError:
            raise self._crowded() from None
        finally:
            del self._waiting[who]
            self._tell(began)
        try:
            yield
        finally:
            self._free.release()

    def _tell(self, began: float) -> None:
        """Say that something has waited for long."""
        now = self._steady()
        if now - began > LONG < now - self._told:
            self._told = now
            text = "%s: what is to be written has waited %.0f s for one of %d connections; %d more wait"
            log.warning(text, self._database.name, now - began, self._database.writers, len(self._waiting))

    @asynccontextmanager
    async def _one(self) -> AsyncIterator[Connection]:
        if self._closed:
            raise RuntimeError("the store is closed")
        connection = self._idle.free.pop() if self._idle.free else await self._another()
        try:
            yield connection
        finally:
            self._idle.give_back(connection)

    async def _another(self) -> Connection:
        """A new connection. Where the server gives none, but gave some before, the next of those that is
        free. Raises DatabaseTrouble."""
        connection = self._database.writer()
        try:
            await shielded(connection.ready())
        except DatabaseTrouble as trouble:
            if not self._made:
                raise
            log.warning("%s: no more than %d connections: %s", self._database.name, self._made, trouble)
        else:
            self._made += 1
            return connection
        if self._idle.free:
            return self._idle.free.pop()
        try:
            return await self._idle.next(WAIT)
        except TimeoutError:
            raise self._crowded() from None

    def _crowded(self) -> DatabaseTrouble:
        detail = f"no connection is free, {len(self._waiting) + self._idle.waiting} wait"
        return DatabaseTrouble("crowded", path=self._database.name, detail=detail)

    @asynccontextmanager
    async def _with(self, held: Held, key: int) -> AsyncIterator[None]:
        session = await shielded(self._database.hold(held.connection, key))
        held.session = session
        held.keys.append(key)
        try:
            yield
        finally:
            held.keys.remove(key)
            releasing = self._database.let_go(held.connection, key, session, last=not held.keys)
            with suppress(DatabaseTrouble):  # the session is gone, and what it held with it
                await shielded(releasing)

"""The connections of a database that read while another writes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from storage.address import Database
from storage.drivers.connection import Connection
from storage.errors import DatabaseTrouble
from storage.processes.idle_connections import IdleConnections
from storage.processes.repeated import Repeated

log = logging.getLogger(__name__)

READERS = 2
WAIT = 5.0
"""Seconds for which one that stands is waited for where the server gives no other."""


class Readers:
    """A few connections; each is used by one task at a time. They are connected when they are needed. Where
    the server gives no more of them, those that stand are shared."""

    def __init__(self, database: Database) -> None:
        self._idle = IdleConnections(database.reader() for _ in range(READERS))
        self._free = asyncio.Semaphore(READERS)
        self._refused = Repeated(log)
        self._name = database.name
        self._closed = False

    async def open(self) -> None:
        """Connect one, so that there is one to be shared. Raises DatabaseTrouble."""
        async with self.taken():
            pass

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[Connection]:
        """A connection. Raises DatabaseTrouble, RuntimeError when they are closed."""
        async with self._free:
            self._check_open()
            connection = await self._connected()
            try:
                yield connection
            finally:
                self._idle.give_back(connection)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """The place of one, for what reads on a connection of its own."""
        async with self._free:
            self._check_open()
            yield

    async def close(self) -> None:
        """Wait for those who read, then close the connections."""
        for _ in range(READERS):
            await self._free.acquire()
        self._closed = True
        for connection in self._idle.free:
            await connection.close()
        for _ in range(READERS):
            self._free.release()

    async def _connected(self) -> Connection:
        """One that stands. Where the server gives none, the next of the others. Raises DatabaseTrouble."""
        try:
            return await self._ready(self._standing() or self._idle.free.pop())
        except DatabaseTrouble as trouble:
            connection = self._standing()
            if connection is None and len(self._idle.free) == READERS:
                raise
            self._refused("%s: one connection reads where %d would: %s", self._name, READERS, str(trouble))
            try:
                return await self._ready(connection or await self._idle.next(WAIT))
            except TimeoutError:
                raise trouble from None

    def _standing(self) -> Connection | None:
        """One that no one uses, and that need not be connected."""
        for connection in self._idle.free:
            if not connection.is_broken:
                self._idle.free.remove(connection)
                return connection
        return None

    async def _ready(self, connection: Connection) -> Connection:
        try:
            await connection.ready()
        except BaseException:
            self._idle.free.append(connection)
            raise
        return connection

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")

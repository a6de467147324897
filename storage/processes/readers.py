"""The connections of a database that read while another writes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from storage.address import Database
from storage.drivers.connection import Connection

READERS = 2


class Readers:
    """A few connections; each is used by one task at a time. They are connected when they are needed."""

    def __init__(self, database: Database) -> None:
        self._idle = [database.reader() for _ in range(READERS)]
        self._free = asyncio.Semaphore(READERS)
        self._closed = False

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[Connection]:
        """A connection. Raises DatabaseTrouble, RuntimeError when they are closed."""
        async with self._free:
            self._check_open()
            connection = self._idle.pop()
            try:
                await connection.ready()
                yield connection
            finally:
                self._idle.append(connection)

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
        for connection in self._idle:
            await connection.close()
        for _ in range(READERS):
            self._free.release()

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")

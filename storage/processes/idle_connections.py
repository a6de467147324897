"""Connections that no one uses at the moment, and those who wait for the next one."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

from storage.drivers.connection import Connection


class IdleConnections:
    """Who came first gets the next one that is given back."""

    def __init__(self, connections: Iterable[Connection] = ()) -> None:
        self.free = list(connections)
        """Those that no one uses."""
        self._wanting: deque[asyncio.Future[Connection]] = deque()

    @property
    def waiting(self) -> int:
        """How many wait for one."""
        return len(self._wanting)

    async def next(self, seconds: float) -> Connection:
        """The next one that is given back. Raises TimeoutError where that takes longer."""
        wanted: asyncio.Future[Connection] = asyncio.get_running_loop().create_future()
        self._wanting.append(wanted)
        try:
            async with asyncio.timeout(seconds):
                return await wanted
        except BaseException:
            if wanted.done() and not wanted.cancelled():  # it came at the same moment
                self.give_back(wanted.result())
            raise

    def give_back(self, connection: Connection) -> None:
        """No one uses this one any more."""
        while self._wanting:
            wanted = self._wanting.popleft()
            if not wanted.done():
                wanted.set_result(connection)
                return
        self.free.append(connection)

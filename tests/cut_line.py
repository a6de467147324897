"""A line over TCP to any address that a test can cut: nothing comes and goes, though it stands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class CutLine:
    """Listens on a port of this machine and carries what comes to the far end. What is under way when it is
    cut is lost when it is mended, with the connections it came on, as where packets are dropped for longer
    than the sender repeats them."""

    def __init__(self, far: Callable[[], Awaitable[Ends]]) -> None:
        self._far = far
        self._whole = asyncio.Event()
        self._whole.set()
        self._carrying: set[asyncio.Task[None]] = set()
        self.port = 0

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[CutLine]:
        """Carry, until the block ends."""
        server = await asyncio.start_server(self._join, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            self._end()
            await asyncio.gather(*self._carrying, return_exceptions=True)

    def cut(self) -> None:
        """Carry nothing from now on, and answer no one."""
        self._whole.clear()

    def mend(self) -> None:
        """Carry again: what comes on new connections."""
        self._end()
        self._whole.set()

    def _end(self) -> None:
        for task in self._carrying:
            task.cancel()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        ends = [writer]
        try:
            await self._whole.wait()
            far_reader, far_writer = await self._far()
            ends.append(far_writer)
            both = (self._carry(reader, far_writer), self._carry(far_reader, writer))
            carrying = [asyncio.ensure_future(each) for each in both]
            try:
                await asyncio.wait(carrying, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in carrying:
                    each.cancel()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            self._carrying.discard(task)
            for end in ends:
                end.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()

"""Games on disk: an append-only log for each, an inbox, an outbox. All SQL is in this package.

One connection writes, one transaction at a time; a few others only read. What `writing` has left
without an error is on the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.errors import ChannelTaken, DatabaseTrouble, StaleTable, troubles
from storage.opening import utc_now
from storage.places import READERS, Place, Where, place
from storage.reading import Reading
from storage.records import Draft, Entry, Game, Kept, Letter, Receipt
from storage.server import WAITS, Waits
from storage.unbroken import unbroken
from storage.writing import Writing

__all__ = ["ChannelTaken", "DatabaseTrouble", "StaleTable", "Store", "Writing"]

T = TypeVar("T")


class Store:
    """The database of one bot. Open it with `await Store.open(path)`, close it with `await store.close()`.

    `committed` is told how many seconds each transaction took to reach the disk.
    """

    def __init__(self, at: Place, clock: Callable[[], datetime]) -> None:
        self.where = at.where
        self._place = at
        self._clock = clock
        self._pen: AsyncConnection | None = None
        self._turn = asyncio.Lock()
        self._holder: asyncio.Task[object] | None = None
        self._readers = asyncio.Semaphore(READERS)
        self._closed = False
        self.committed: Callable[[float], object] = lambda seconds: None

    @classmethod
    async def open(
        cls, where: Where, *, clock: Callable[[], datetime] = utc_now, waits: Waits = WAITS
    ) -> Store:
        """The store in that file or at that address, made or upgraded if need be. `clock` dates games.

        Raises DatabaseTrouble when it cannot be used.
        """
        opening = asyncio.ensure_future(cls._open(place(where, waits), clock))
        try:
            return await unbroken(opening)
        except asyncio.CancelledError:
            if not opening.cancelled() and opening.exception() is None:
                await unbroken(opening.result().close())
            raise

    @classmethod
    async def _open(cls, at: Place, clock: Callable[[], datetime]) -> Store:
        await asyncio.to_thread(at.prepare, clock)
        store = cls(at, clock)
        try:
            with troubles(at.where):
                store._pen = await at.writer.connect()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Let running reads and the running transaction end, then let go of the file. Twice does no harm."""
        if not self._closed:
            self._closed = True
            await unbroken(self._close())

    async def _close(self) -> None:
        async with self._turn:
            for _ in range(READERS):
                await self._readers.acquire()
            try:
                await (
                    self._place.reader.dispose()
                )  # first: the last to close tidies up, and only the writer may
                if self._pen is not None:
                    await self._pen.close()
                await self._place.writer.dispose()
            finally:
                self._place.leave()
                for _ in range(READERS):
                    self._readers.release()

    async def game(self, id: int) -> Game | None:  # noqa: A002
        """The game of that number."""
        return await self._read(lambda reading: reading.game(id))

    async def game_in(self, channel: int) -> Game | None:
        """The unfinished game of a channel, else the last finished one."""
        return await self._read(lambda reading: reading.game_in(channel))

    async def number_in(self, channel: int) -> int | None:
        """The number of the unfinished game of a channel, else of the last finished one."""
        return await self._read(lambda reading: reading.number_in(channel))

    async def kept(self, id: int) -> Kept | None:  # noqa: A002
        """A game with its log, and the newest snapshot of its table that can be used.

        Commands and events are read when they are asked for: Unreadable is raised then.
        """
        return await self._read(lambda reading: reading.kept(id))

    async def games(self, status: str | None = None, user: int | None = None) -> list[Game]:
        """The games, oldest first; of one status; in which that user sits."""
        return await self._read(lambda reading: reading.games(status, user))

    async def entries(self, game: int, after: int = 0) -> list[Entry]:
        """The log after entry `after`, in order, struck entries included.

        Raises Unreadable when a newer program wrote into it.
        """
        return await self._read(lambda reading: reading.entries(game, after))

    async def receipt(self, interaction: int) -> Receipt | None:
        """What was answered to that interaction."""
        return await self._read(lambda reading: reading.receipt(interaction))

    async def letters(self, limit: int = 100, channel: int | None = None) -> list[Letter]:
        """What is neither posted nor given up, oldest first; of one channel, if it is named."""
        return await self._read(lambda reading: reading.letters(limit, channel))

    async def letter_for(self, game: int, kind: str) -> Letter | None:
        """The newest posted letter of that kind."""
        return await self._read(lambda reading: reading.letter_for(game, kind))

    async def letters_of(self, game: int, kind: str) -> list[Letter]:
        """Every letter of that kind about a game, oldest first, posted or not."""
        return await self._read(lambda reading: reading.letters_of(game, kind))

    async def draft(self, game: int, user: int) -> Draft | None:
        """The last draft of that user in that game, empty once it is given; None when he wrote none."""
        return await self._read(lambda reading: reading.draft(game, user))

    async def guild_known(self, guild: int) -> bool:
        """Whether that guild has been greeted."""
        return await self._read(lambda reading: reading.guild_known(guild))

    async def ask(self, question: Callable[[Reading], Awaitable[T]]) -> T:
        """The answer to a question, or to several about the same moment."""
        return await self._read(question)

    async def _read(self, ask: Callable[[Reading], Awaitable[T]]) -> T:
        async with self._readers:
            self._assert_open()
            return await unbroken(self._ask(ask))

    async def _ask(self, ask: Callable[[Reading], Awaitable[T]]) -> T:
        with troubles(self.where):
            async with self._place.reader.begin() as connection:  # one snapshot for all that is asked
                return await ask(Reading(connection))

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Writing]:
        """One transaction: on the disk when it is left, undone when an exception leaves it.

        Others wait meanwhile, so nothing slow belongs in it. Cancelled while it is being committed, it
        ends as it would have, and the cancellation is raised after. Questions to the store see what was
        committed before; questions to what this yields see what it has written.
        """
        me = asyncio.current_task()
        if self._holder is not None and self._holder is me:
            raise RuntimeError("a transaction within a transaction")
        async with self._turn:
            self._assert_open()
            self._holder = me
            try:
                with troubles(self.where):
                    async with self._transaction() as writing:
                        yield writing
            finally:
                self._holder = None

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Writing]:
        pen = self._pen
        assert pen is not None
        writing = Writing(pen, self._clock)
        try:
            if pen.get_transaction() is not None:  # every task of the loop was cancelled, even a rollback
                await unbroken(pen.rollback())
            await unbroken(self._place.revive(pen))
            await pen.begin().start()
            yield writing
            writing.end()
            began = time.perf_counter()
            await unbroken(self._commit(pen))
            self.committed(time.perf_counter() - began)
        finally:
            writing.end()
            if pen.get_transaction() is not None:
                await unbroken(pen.rollback())

    async def _commit(self, pen: AsyncConnection) -> None:
        number = await self._place.number(pen)
        try:
            await pen.commit()
        except DBAPIError as error:
            # Lost on the way, it may have been committed all the same: nobody is to be told otherwise.
            lost = error.connection_invalidated and number is not None
            if not (lost and await self._place.ended_well(pen, number or "")):
                raise

    async def backup(self, to: Path | str) -> None:
        """Write a copy of everything committed so far to a file, while the game goes on.

        Raises DatabaseTrouble when there is no room for it.
        """
        async with self._readers:
            self._assert_open()
            await unbroken(asyncio.to_thread(self._place.copy, Path(to)))

    def _assert_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")

"""The store of one bot: all games in one database.

One connection writes, one transaction at a time; a few others only read. What a write transaction has
committed without an error is on the disk.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from sqlalchemy import Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.address import READERS, Address, Database, database_at
from storage.chain import Answered, Head, Heads
from storage.errors import database_errors
from storage.postgres.database import TIMEOUTS, Timeouts
from storage.queries.base import About, QueryMemory, Session, Write
from storage.shielded import shielded
from storage.transactions import (
    ConnectionSession,
    Queries,
    ReadTransaction,
    TransactionSession,
    WriteSession,
    WriteTransaction,
)

T = TypeVar("T")


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)


class Store(Queries):
    """The database of one bot. Open it with `await Store.open(path)`, close it with `await store.close()`.

    One query: `await store.games.get(7)`. Several of the same moment: `async with store.reading() as tx`.
    Changes: `async with store.writing() as tx`.
    """

    def __init__(self, database: Database, clock: Callable[[], datetime]) -> None:
        self._heads = Heads()
        super().__init__(_SnapshotPerQuery(self, database.writer.dialect.name, clock))
        self.name = database.name
        self._database = database
        self._clock = clock
        self._writer: AsyncConnection | None = None
        self._write_lock = asyncio.Lock()
        self._write_lock_holder: asyncio.Task[object] | None = None
        self._readers = asyncio.Semaphore(READERS)
        self._closed = False
        self._memory = QueryMemory()
        self._on_commit: list[Callable[[float], object]] = []

    @classmethod
    async def open(
        cls, address: Address, *, clock: Callable[[], datetime] = utc_now, timeouts: Timeouts = TIMEOUTS
    ) -> Store:
        """Open the database at that path or URL; create or upgrade it if necessary. `clock` dates rows.

        Raises DatabaseTrouble when it cannot be used.
        """
        opening = asyncio.ensure_future(cls._open(database_at(address, timeouts), clock))
        try:
            return await shielded(opening)
        except asyncio.CancelledError:
            if not opening.cancelled() and opening.exception() is None:
                await shielded(opening.result().close())
            raise

    @classmethod
    async def _open(cls, database: Database, clock: Callable[[], datetime]) -> Store:
        await asyncio.to_thread(database.prepare, clock)
        store = cls(database, clock)
        try:
            with database_errors(database.name):
                store._writer = await database.writer.connect()
        except BaseException:
            await store.close()
            raise
        return store

    def subscribe(self, listener: Callable[[float], object]) -> None:
        """Tell this of every commit: the seconds it took to reach the disk."""
        self._on_commit.append(listener)

    async def close(self) -> None:
        """Wait for open transactions to end, then release the database. Closing twice does no harm."""
        if not self._closed:
            self._closed = True
            await shielded(self._close())

    async def _close(self) -> None:
        async with self._write_lock:
            for _ in range(READERS):
                await self._readers.acquire()
            try:
                # Readers first: the last connection to close tidies up, which only the writer may do.
                await self._database.reader.dispose()
                if self._writer is not None:
                    await self._writer.close()
                await self._database.writer.dispose()
            finally:
                self._database.release()
                for _ in range(READERS):
                    self._readers.release()

    # --- read ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[ReadTransaction]:
        """One snapshot of what is committed, for several queries."""
        async with self._readers:
            self._check_open()
            connection = self._database.reader.connect()
            try:
                with database_errors(self.name):
                    await shielded(_start(connection))
                    session = TransactionSession(connection, self._clock, self._heads)
                    yield ReadTransaction(session)
                    session.end()
                    await shielded(connection.commit())
            finally:
                if connection.sync_connection is not None:
                    await shielded(connection.close())

    async def _query(self, run: Callable[[Session], Awaitable[T]]) -> T:
        """Run a named query in its own snapshot."""
        async with self._readers:
            self._check_open()
            return await shielded(self._run_query(run))

    async def _run_query(self, run: Callable[[Session], Awaitable[T]]) -> T:
        with database_errors(self.name):
            async with self._database.reader.begin() as connection:
                return await run(ConnectionSession(connection, self._clock, self._heads))

    # --- write ---------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[WriteTransaction]:
        """One transaction: on the disk when the block ends, rolled back when an exception leaves it.

        Other writers wait meanwhile, so nothing slow belongs in it. Cancelled during the commit, it ends as
        it would have, and the cancellation is raised afterwards. Queries on the store see what was
        committed before; queries on this transaction see what it has written.
        """
        task = asyncio.current_task()
        if task is not None and self._write_lock_holder is task:
            raise RuntimeError("a transaction within a transaction")
        async with self._write_lock:
            self._check_open()
            self._write_lock_holder = task
            try:
                with database_errors(self.name):
                    async with self._transaction() as transaction:
                        yield transaction
            finally:
                self._write_lock_holder = None

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[WriteTransaction]:
        connection = self._writer
        assert connection is not None
        session = WriteSession(connection, self._clock, self._heads, partial(self._begin, connection))
        try:
            if connection.get_transaction() is not None:  # left by a cancellation that hit even the rollback
                await shielded(connection.rollback())
            yield WriteTransaction(session)
            began = time.perf_counter()
            self._database.confirm(session.written, session.answered)
            if not await self._written_at_once(connection, session):
                await session.run_deferred()
                session.end()
                await shielded(self._commit(connection))
            self._heads.update(session.written)
            for listener in self._on_commit:
                listener(time.perf_counter() - began)
        finally:
            session.end()
            self._memory.forget(session.changed)
            if connection.get_transaction() is not None:
                await shielded(connection.rollback())

    async def _begin(self, connection: AsyncConnection) -> None:
        await shielded(self._database.reconnect(connection))
        await connection.begin().start()

    async def _written_at_once(self, connection: AsyncConnection, session: WriteSession) -> bool:
        """Whether all that the transaction writes was waiting, and is now committed. Otherwise it is run one
        by one, which says what is wrong with it."""
        if connection.get_transaction() is not None:
            return False
        return await self._database.write_at_once(connection, session.deferred)

    async def _commit(self, connection: AsyncConnection) -> None:
        transaction_id = await self._database.transaction_id(connection)
        try:
            await connection.commit()
        except DBAPIError as error:
            # A broken connection may hide a successful commit, which must not be reported as an error.
            if not error.connection_invalidated or transaction_id is None:
                raise
            if not await self._database.was_committed(connection, transaction_id):
                raise

    async def backup(self, to: Path | str) -> None:
        """Write a copy of everything committed so far to a file, while games go on.

        Raises DatabaseTrouble when there is no room for it.
        """
        async with self._readers:
            self._check_open()
            await shielded(asyncio.to_thread(self._database.copy, Path(to)))

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")


async def _start(connection: AsyncConnection) -> None:
    await connection.start()
    await connection.begin()


class _SnapshotPerQuery:
    """The `Session` of a store: each named query runs in its own snapshot."""

    def __init__(self, store: Store, dialect: str, clock: Callable[[], datetime]) -> None:
        self._store = store
        self.dialect = dialect
        self.now = clock
        self.heads = store._heads
        self.written: dict[int, Head] = {}
        self.answered: list[Answered] = []

    async def execute(self, statement: Executable, parameters: Any = None) -> NoReturn:
        """Never called: only named queries run on a store."""
        raise NotImplementedError

    def defer(self, write: Write) -> None:
        """Never called: only transactions write."""
        raise NotImplementedError

    async def query(self, run: Callable[[Session], Awaitable[T]], about: About | None = None) -> T:
        """Run a named query in its own snapshot, unless its answer is remembered."""
        if about is None:
            return await self._store._query(run)
        self._store._check_open()
        return await self._store._memory.answer(about, lambda: self._store._query(run))

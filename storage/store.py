"""The store of one bot: all games in one database.

In a file one connection writes, one transaction at a time; on a server several do, of this process and of
others, kept apart by locks. A few others only read. What a write transaction has committed without an error
is on the disk.
"""

from __future__ import annotations

import asyncio
import copy
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from sqlalchemy import Executable

from storage.address import Address, Database, database_at
from storage.drivers.connection import Connection, Runner
from storage.errors import DatabaseTrouble
from storage.log_chain import Answered, Head, Heads
from storage.postgres.database import TIMEOUTS, Timeouts
from storage.processes.changes import ANYTHING, Change
from storage.processes.lease_line import LeaseLine
from storage.processes.leases import WHOLE, Lease, Share
from storage.processes.readers import Readers
from storage.processes.writers import Writers
from storage.queries.base import About, QueryMemory, Session, Write
from storage.shielded import shielded
from storage.transactions import (
    Queries,
    ReadTransaction,
    SnapshotSession,
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
        super().__init__(_SnapshotPerQuery(self, database.dialect, clock))
        self.name = database.name
        self._database = database
        self._clock = clock
        self._writers = Writers(database)
        self._readers = Readers(database)
        self._closed = False
        self.shared = self._writers.shared
        """Whether other processes may write the database, too."""
        self._memory = QueryMemory(trusted=not self.shared)
        self._on_commit: list[Callable[[float], object]] = []
        self._on_foreign: list[tuple[str, Callable[[Change], object]]] = []
        self._lease: Lease | None = None
        self._following: asyncio.Task[None] | None = None

    @classmethod
    async def open(
        cls,
        address: Address,
        *,
        clock: Callable[[], datetime] = utc_now,
        timeouts: Timeouts = TIMEOUTS,
        shared: bool = False,
        copies: Path | None = None,
    ) -> Store:
        """Open the database at that path or URL; create or upgrade it if necessary. `clock` dates rows. On a
        server it may be `shared` with other processes that open it so, and is copied to a file in the folder
        `copies` before it is upgraded; one in a file is copied beside it.

        Raises DatabaseTrouble when it cannot be used.
        """
        database = database_at(address, timeouts, shared=shared, copies=copies)
        opening = asyncio.ensure_future(cls._open(database, clock))
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
            await store._writers.open()
            if store.shared:
                await store._readers.open()
        except BaseException:
            await store.close()
            raise
        if store.shared:
            follow = database.follow(store._heard, store._in_touch)
            store._following = asyncio.create_task(follow, name="other processes")
        return store

    def subscribe(self, listener: Callable[[float], object]) -> None:
        """Tell this of every commit: the seconds it took to reach the disk."""
        self._on_commit.append(listener)

    def subscribe_foreign(self, listener: Callable[[Change], object]) -> None:
        """Tell this of what other processes write; of everything, where that could not be heard for a
        while."""
        self._on_foreign.append((self._part, listener))

    # --- shares of the work --------------------------------------------------------------------------------

    @property
    def share(self) -> Share:
        """The servers whose work is done with this store."""
        return self._lease.share if self._lease is not None else WHOLE

    @property
    def _part(self) -> str:
        """Which part of this process writes with it."""
        return f"{self.share.shard} {self._lease.epoch}" if self._lease is not None else ""

    def leased(self, lease: Lease) -> Store:
        """The same database for the work of one shard: nothing is written once another process has the
        lease. Raises DatabaseTrouble then: not_ours. It is left with `let_go`, not closed."""
        part = copy.copy(self)
        part._lease = lease
        return part

    def lease_line(self) -> LeaseLine:
        """A connection that keeps leases, for any event loop; it is closed by who has asked for it."""
        return LeaseLine(self._database, self._clock)

    def let_go(self) -> None:
        """Tell those who listen here nothing any more."""
        self._on_foreign[:] = [each for each in self._on_foreign if each[0] != self._part]

    @property
    def in_touch(self) -> bool:
        """Whether all is heard that other processes write. Where not, nothing remembered may be believed."""
        return self._memory.trusted

    def _heard(self, part: str | None, change: Change) -> None:
        if part is None:  # what this process writes it forgets by itself
            self._memory.forget(change.tables)
        for own, listener in list(self._on_foreign):
            if own != part:
                listener(change)

    def _in_touch(self, whether: bool) -> None:
        self._memory.trusted = whether
        self._heard(None, ANYTHING)

    async def close(self) -> None:
        """Wait for open transactions to end, then release the database. Closing twice does no harm."""
        if not self._closed:
            self._closed = True
            await shielded(self._close())

    async def _close(self) -> None:
        if self._following is not None:
            self._following.cancel()
            await asyncio.gather(self._following, return_exceptions=True)
        # Readers first: the last connection to close tidies up, which only a writer may do.
        await self._readers.close()
        try:
            await self._writers.close()
        finally:
            self._database.release()

    # --- read ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[ReadTransaction]:
        """One snapshot of what is committed, for several queries."""
        async with self._readers.taken() as connection:
            session = TransactionSession(connection, self._clock, self._heads)
            try:
                await shielded(connection.begin())
                yield ReadTransaction(session)
                await shielded(connection.commit())
            finally:
                session.end()
                await shielded(connection.rollback())

    async def _query(self, run: Callable[[Session], Coroutine[Any, Any, T]], name: str) -> T:
        """Run a named query in its own snapshot."""

        def query(runner: Runner) -> Coroutine[Any, Any, T]:
            return run(SnapshotSession(runner, self._clock, self._heads))

        async with self._readers.taken() as connection:
            return await connection.answer(query, name)

    # --- write ---------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> tuple[int, float]:
        """How many transactions, and games to be held, wait for a connection; the seconds of the first."""
        return self._writers.waiting

    def holding(self, key: int) -> AbstractAsyncContextManager[None]:
        """Keep all other processes from a game, or from what else has that number, while this task decides
        about it; its transactions then run beside those of others. Where this process is the only one there
        is nothing to do. Raises DatabaseTrouble."""
        return self._writers.holding(key)

    @asynccontextmanager
    async def writing(self, *, apart: bool = False) -> AsyncIterator[WriteTransaction]:
        """One transaction: on the disk when the block ends, rolled back when an exception leaves it.

        Other writers wait meanwhile, so nothing slow belongs in it. Cancelled during the commit, it ends as
        it would have, and the cancellation is raised afterwards. Queries on the store see what was
        committed before; queries on this transaction see what it has written.

        Where several processes write, only those wait that hold the same game. One `apart` waits for none:
        it does not rely on what it reads of rows that another may write at the same time.
        """
        async with self._writers.taken() as connection:
            self._check_open()
            async with self._transaction(connection, apart or self._writers.held() is not None) as tx:
                yield tx

    @asynccontextmanager
    async def _transaction(self, connection: Connection, apart: bool) -> AsyncIterator[WriteTransaction]:
        begin = partial(self._begin, connection, apart)
        session = WriteSession(connection, self._clock, self._heads, begin)
        try:
            if connection.in_transaction:  # left by a cancellation that hit even the rollback
                await shielded(connection.rollback())
            yield WriteTransaction(session)
            began = time.perf_counter()
            session.defer_last()
            self._database.confirm(session.written, session.answered)
            if not await self._written_at_once(connection, session):
                await session.run_deferred()
                session.end()
                await shielded(self._commit(connection, session))
            self._heads.update(session.written)
            for listener in self._on_commit:
                listener(time.perf_counter() - began)
        finally:
            session.end()
            self._memory.forget(session.changed)
            if connection.in_transaction:
                await shielded(connection.rollback())

    async def _begin(self, connection: Connection, apart: bool) -> None:
        if self._writers.held() is None:
            await shielded(connection.ready())
        else:
            self._writers.check_held()
        await shielded(self._database.begin(connection, apart=apart))
        if self._lease is not None:
            await self._check_lease(connection, self._lease)

    async def _check_lease(self, connection: Connection, lease: Lease) -> None:
        """Raises DatabaseTrouble: not_ours. What another process may have taken is waited for before."""
        if (await shielded(connection.run(lease.mine))).first() is None:
            lease.lost = True
            raise DatabaseTrouble("not_ours", path=self.name)

    async def _written_at_once(self, connection: Connection, session: WriteSession) -> bool:
        """Whether all that the transaction writes was waiting, and is now committed. Otherwise it is run one
        by one, which says what is wrong with it."""
        if connection.in_transaction:
            return False
        return await self._database.write_at_once(connection, session.deferred)

    async def _commit(self, connection: Connection, session: WriteSession) -> None:
        transaction_id: str | None = None
        try:
            if session.changed != frozenset():
                change = Change.of(session.changed, {*session.written, *session.touched})
                transaction_id = await self._database.before_commit(connection, change, self._part)
            await connection.commit()
        except DatabaseTrouble:
            # A broken connection may hide a successful commit, which must not be reported as an error.
            if not connection.is_broken or transaction_id is None:
                raise
            if not await self._database.was_committed(connection, transaction_id):
                raise

    async def backup(self, to: Path | str) -> None:
        """Write a copy of everything committed so far to a file, while games go on.

        Raises DatabaseTrouble when there is no room for it.
        """
        async with self._readers.one():
            await shielded(asyncio.to_thread(self._database.copy, Path(to)))

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")


class _SnapshotPerQuery:
    """The `Session` of a store: each named query runs in its own snapshot."""

    def __init__(self, store: Store, dialect: str, clock: Callable[[], datetime]) -> None:
        self._store = store
        self.dialect = dialect
        self.now = clock
        self.heads = store._heads
        self.written: dict[int, Head] = {}
        self.answered: list[Answered] = []
        self.touched: set[int] = set()

    async def execute(self, statement: Executable, parameters: Any = None) -> NoReturn:
        """Never called: only named queries run on a store."""
        raise NotImplementedError

    def defer(self, write: Write) -> None:
        """Never called: only transactions write."""
        raise NotImplementedError

    async def query(
        self, run: Callable[[Session], Coroutine[Any, Any, T]], about: About | None = None, name: str = ""
    ) -> T:
        """Run a named query in its own snapshot, unless its answer is remembered."""
        if about is None:
            return await self._store._query(run, name)
        self._store._check_open()
        if self._store._writers.held() is not None:  # it decides about a game: what is so now counts
            return await self._store._query(run, name)
        return await self._store._memory.answer(about, lambda: self._store._query(run, name))

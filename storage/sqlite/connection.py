"""A connection to SQLite that visits its thread once per statement, where the driver goes four times.

The driver creates a cursor, executes, fetches and closes in one visit each, and a visit costs more than most
statements. A transaction begins in the visit of its first statement; a query that is a snapshot of its own
is one visit, however many statements it has.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import aiosqlite
from sqlalchemy import Executable
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite

from storage.drivers import compiled
from storage.drivers.compiled import Call
from storage.drivers.connection import Runner
from storage.drivers.rows import Rows
from storage.errors import database_errors
from storage.shielded import shielded
from storage.sqlite.files import PRAGMAS

T = TypeVar("T")

DIALECT = SQLiteDialect_aiosqlite(dbapi=SQLiteDialect_aiosqlite.import_dbapi())


class ExpectedWrite(NamedTuple):
    """What is to be written, and the number of rows that it must change; None for any."""

    call: Call
    rows: int | None


class SqliteConnection:
    """A `storage.drivers.connection.Connection` to a file, with a thread of its own. A `read_only` one need
    not wait for its commits; another calls `committed` in that thread after each."""

    dialect = DIALECT.name
    is_broken = False

    def __init__(self, path: Path, *, read_only: bool, committed: Callable[[], None] = lambda: None) -> None:
        self._path = path
        self._read_only = read_only
        self._committed = committed
        self._begin = "BEGIN" if read_only else "BEGIN IMMEDIATE"
        self.driver: aiosqlite.Connection | None = None
        self._pending = False
        """Whether the transaction is to begin in the next visit."""
        self._begun = False

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open, or begins with the next statement."""
        return self._pending or self._begun

    async def ready(self) -> None:
        """Open the file, for the first time: a connection to a file does not break."""
        if self.driver is None:
            driver = aiosqlite.Connection(self._open, iter_chunk_size=64)
            driver._thread.daemon = True  # a connection left open does not delay the exit
            with database_errors(str(self._path)):
                self.driver = await driver

    def _open(self) -> sqlite3.Connection:
        # Without an isolation level, or the driver would begin transactions when it thinks fit.
        connection = sqlite3.connect(self._path, isolation_level=None)
        for pragma in (*PRAGMAS, *(["query_only = ON"] if self._read_only else [])):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    async def begin(self) -> None:
        """Begin a transaction, with the next statement."""
        self._pending = True

    async def run(self, statement: Executable, parameters: Any = None) -> Rows:
        """Run a statement and read its rows, in one visit."""
        call = compiled.call(statement, parameters, DIALECT)
        begin, self._pending = self._begin if self._pending else "", False
        self._begun = self._begun or bool(begin)
        with database_errors(str(self._path)):
            return await self.visit(_run, begin, call)

    async def answer(self, query: Callable[[Runner], Coroutine[Any, Any, T]], name: str = "") -> T:
        """What a query says in a snapshot of its own, in one visit."""
        return await shielded(self.visit(_answer, str(self._path), query))

    async def write_at_once(self, writes: Sequence[ExpectedWrite]) -> bool:
        """Begin, write and commit in one visit. False, with nothing written, where a constraint was violated
        or another number of rows changed."""
        with database_errors(str(self._path)):
            return await shielded(self.visit(_write_at_once, writes, self._committed))

    async def commit(self) -> None:
        """Commit the open transaction, in one visit."""
        self._pending = False
        if self._read_only:
            if self._begun:  # what could go wrong with it matters to no one
                self._begun = False
                self.visit(sqlite3.Connection.commit)
            return
        with database_errors(str(self._path)):
            await self.visit(_commit, self._committed)
        self._begun = False

    async def rollback(self) -> None:
        """Roll back the open transaction; no visit when none has begun."""
        begun, self._begun, self._pending = self._begun, False, False
        if begun:
            with database_errors(str(self._path)):
                await self.visit(sqlite3.Connection.rollback)

    async def close(self) -> None:
        """Close it, and end its thread."""
        driver, self.driver = self.driver, None
        self._begun = self._pending = False
        if driver is not None:
            with database_errors(str(self._path)):
                await driver.close()

    def visit(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Call a function with SQLite's connection in its thread; its result."""
        assert self.driver is not None
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.driver._tx.put_nowait((done, partial(function, self.driver._conn, *arguments)))
        return done


# In the connection's thread.


class _Here:
    """Runs statements at once, where it is called."""

    dialect = DIALECT.name

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def run(self, statement: Executable, parameters: Any = None) -> Rows:
        return _run(self._connection, "", compiled.call(statement, parameters, DIALECT))


def _answer(
    connection: sqlite3.Connection, name: str, query: Callable[[Runner], Coroutine[Any, Any, T]]
) -> T:
    with database_errors(name):
        connection.execute("BEGIN")
        try:
            query(_Here(connection)).send(None)
        except StopIteration as ended:
            value: T = ended.value
            return value
        finally:
            connection.rollback()
    raise RuntimeError("a query awaits nothing but its statements")


def _run(connection: sqlite3.Connection, begin: str, call: Call) -> Rows:
    if begin:
        connection.execute(begin)
    cursor = (connection.executemany if call.many else connection.execute)(call.sql, call.values)
    description = cursor.description
    if description is None:
        return call.statement.rows((), (), cursor.rowcount)
    found = cursor.fetchall()
    return call.statement.rows(found, [column[0] for column in description], len(found))


def _commit(connection: sqlite3.Connection, committed: Callable[[], None]) -> None:
    connection.commit()
    committed()


def _write_at_once(
    connection: sqlite3.Connection, writes: Sequence[ExpectedWrite], committed: Callable[[], None]
) -> bool:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for (_, sql, values, _), rows in writes:
            if connection.execute(sql, values).rowcount != rows and rows is not None:
                connection.rollback()
                return False
        connection.commit()
    except sqlite3.IntegrityError:
        connection.rollback()
        return False
    except BaseException:
        connection.rollback()
        raise
    committed()
    return True

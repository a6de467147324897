"""A connection to SQLite that visits its thread once per statement, where the driver goes four times.

The driver creates a cursor, executes, fetches and closes in one visit each, and a visit costs more than most
statements. A transaction begins in the visit of its first statement.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Self

import aiosqlite

BEGIN_STATEMENTS = ("BEGIN", "BEGIN IMMEDIATE")


async def connect(
    path: Path, *, read_only: bool, committed: Callable[[], None] = lambda: None
) -> aiosqlite.Connection:
    """A connection to that file with its own thread. A read-only one need not wait for its commits; another
    calls `committed` in that thread after each."""
    connection = _Connection(partial(sqlite3.connect, path), iter_chunk_size=64)
    connection.read_only, connection.committed = read_only, committed
    connection._thread.daemon = True  # as in SQLAlchemy: a connection left open does not delay the exit
    return await connection


class _Connection(aiosqlite.Connection):
    """The driver's connection with cursors that make one visit.

    `pending_begin`: the BEGIN to run first in the next visit; `begun`: a transaction is open.
    """

    pending_begin = ""
    begun = False
    read_only = False
    committed: Callable[[], None]

    def cursor(self) -> Any:
        """A cursor, made without a visit to the thread."""
        return _Cursor(self)

    async def commit(self) -> None:
        """Commit the open transaction, in one visit."""
        begin, begun = self.pending_begin, self.begun
        self.pending_begin, self.begun = "", False
        if not self.read_only:
            await self.visit(_commit, self._conn, begin, self.committed)
        elif begun:  # what could go wrong with it matters to no one
            self._tx.put_nowait((None, self._conn.commit))

    async def rollback(self) -> None:
        """Roll back the open transaction; no visit when there is none."""
        begun = self.begun
        self.pending_begin, self.begun = "", False
        if begun:
            await self.visit(self._conn.rollback)

    def write_at_once(self, writes: Sequence[DriverWrite]) -> asyncio.Future[bool]:
        """Begin, write and commit in one visit. False, with nothing written, where a constraint was violated
        or another number of rows changed."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((done, partial(_write_at_once, self._conn, writes, self.committed)))
        return done

    async def visit(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function in the connection's thread; its result."""
        return await self._execute(function, *arguments)  # type: ignore[no-untyped-call]


class DriverWrite(NamedTuple):
    """SQL, its parameters, and the number of rows that it must change; None for any."""

    sql: str
    parameters: tuple[Any, ...]
    rows: int | None


class _Cursor:
    """The result of a statement: all its rows, its description, its counts."""

    arraysize = 1

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection
        self._rows: Sequence[Any] = ()
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> Self:
        """Run a statement and fetch its rows."""
        if sql in BEGIN_STATEMENTS:
            self._connection.pending_begin = sql
            return self
        return await self._visit(_run, sql, parameters)

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Self:
        """Run a statement for each set of parameters."""
        return await self._visit(_run_many, sql, parameters)

    async def _visit(self, run: Callable[..., Any], sql: str, parameters: Any) -> Self:
        connection = self._connection
        begin, connection.pending_begin = connection.pending_begin, ""
        connection.begun = connection.begun or bool(begin)
        result = await connection.visit(run, connection._conn, begin, sql, parameters)
        self.description, self.rowcount, self.lastrowid, self._rows = result
        return self

    async def fetchall(self) -> Sequence[Any]:
        """The rows, which were fetched with the statement."""
        rows, self._rows = self._rows, ()
        return rows

    async def close(self) -> None:
        """Drop the rows."""
        self._rows = ()


# In the connection's thread.


def _commit(connection: sqlite3.Connection, begin: str, committed: Callable[[], None]) -> None:
    if begin:  # no statement ran in between, yet a database that cannot be written must say so
        connection.execute(begin)
    connection.commit()
    committed()


def _write_at_once(
    connection: sqlite3.Connection, writes: Sequence[DriverWrite], committed: Callable[[], None]
) -> bool:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for sql, parameters, rows in writes:
            if connection.execute(sql, parameters).rowcount != rows and rows is not None:
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


def _run(connection: sqlite3.Connection, begin: str, sql: str, parameters: Any) -> tuple[Any, ...]:
    if begin:
        connection.execute(begin)
    return _fetched(connection.execute(sql, parameters))


def _run_many(connection: sqlite3.Connection, begin: str, sql: str, parameters: Any) -> tuple[Any, ...]:
    if begin:
        connection.execute(begin)
    return _fetched(connection.executemany(sql, parameters))


def _fetched(cursor: sqlite3.Cursor) -> tuple[Any, ...]:
    description = cursor.description
    rows = cursor.fetchall() if description else ()
    result = (description, cursor.rowcount, cursor.lastrowid, rows)
    cursor.close()
    return result

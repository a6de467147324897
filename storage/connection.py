"""A connection to SQLite that goes to its thread once a statement, where the driver goes four times.

The driver makes a cursor, executes, fetches and closes in one visit each, and a visit costs more than most
statements. A transaction begins in the visit of its first statement.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self

import aiosqlite

BEGINNINGS = ("BEGIN", "BEGIN IMMEDIATE")


async def connect(path: Path, reads: bool) -> aiosqlite.Connection:
    """A connection to that file, in a thread of its own. One that only `reads` need not wait for a commit."""
    connection = _Connection(partial(sqlite3.connect, path), iter_chunk_size=64)
    connection.reads = reads
    connection._thread.daemon = True  # as SQLAlchemy has it: a connection left open holds up no exit
    return await connection


class _Connection(aiosqlite.Connection):
    """The driver's connection with cursors that make one visit.

    `beginning`: what the next visit says first; `begun`: it has been said, and not yet ended.
    """

    beginning = ""
    begun = False
    reads = False

    def cursor(self) -> Any:
        """A cursor; nothing is asked of the thread for it."""
        return _Cursor(self)

    async def commit(self) -> None:
        """Commit what was begun; one visit."""
        beginning, begun = self.beginning, self.begun
        self.beginning, self.begun = "", False
        if not self.reads:
            await self.visit(_commit, self._conn, beginning)
        elif begun:  # nothing can go wrong with it that anybody would have to know
            self._tx.put_nowait((None, self._conn.commit))

    async def rollback(self) -> None:
        """Undo what was begun; no visit when nothing was."""
        begun = self.begun
        self.beginning, self.begun = "", False
        if begun:
            await self.visit(self._conn.rollback)

    async def visit(self, work: Callable[..., Any], *about: Any) -> Any:
        """What some work in the connection's thread leads to."""
        return await self._execute(work, *about)  # type: ignore[no-untyped-call]


class _Cursor:
    """What a statement led to: all its rows, its description, its counts."""

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
        """Run a statement and bring its rows."""
        if sql in BEGINNINGS:
            self._connection.beginning = sql
            return self
        return await self._visit(_run, sql, parameters)

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> Self:
        """Run a statement for each set of parameters."""
        return await self._visit(_run_many, sql, parameters)

    async def _visit(self, run: Callable[..., Any], sql: str, parameters: Any) -> Self:
        at = self._connection
        beginning, at.beginning = at.beginning, ""
        at.begun = at.begun or bool(beginning)
        found = await at.visit(run, at._conn, beginning, sql, parameters)
        self.description, self.rowcount, self.lastrowid, self._rows = found
        return self

    async def fetchall(self) -> Sequence[Any]:
        """The rows, which are here already."""
        rows, self._rows = self._rows, ()
        return rows

    async def close(self) -> None:
        """Let go of the rows."""
        self._rows = ()


# In the connection's thread.


def _commit(connection: sqlite3.Connection, beginning: str) -> None:
    if beginning:  # nothing was asked in between, yet a database that cannot be written must say so
        connection.execute(beginning)
    connection.commit()


def _run(connection: sqlite3.Connection, beginning: str, sql: str, parameters: Any) -> tuple[Any, ...]:
    if beginning:
        connection.execute(beginning)
    return _brought(connection.execute(sql, parameters))


def _run_many(connection: sqlite3.Connection, beginning: str, sql: str, parameters: Any) -> tuple[Any, ...]:
    if beginning:
        connection.execute(beginning)
    return _brought(connection.executemany(sql, parameters))


def _brought(cursor: sqlite3.Cursor) -> tuple[Any, ...]:
    description = cursor.description
    rows = cursor.fetchall() if description else ()
    found = (description, cursor.rowcount, cursor.lastrowid, rows)
    cursor.close()
    return found

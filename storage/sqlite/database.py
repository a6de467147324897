"""A database in a SQLite file, with a write-ahead log."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage.compiled import compiled
from storage.errors import file_errors
from storage.log_chain import Answered, Head
from storage.processes.changes import Change
from storage.queries.base import Write
from storage.shielded import shielded
from storage.sqlite.confirmed import ConfirmedRecord
from storage.sqlite.connection import DriverWrite, connect
from storage.sqlite.files import configure, write_copy
from storage.sqlite.opening import prepare

log = logging.getLogger(__name__)


class SqliteDatabase:
    """A `storage.address.Database` in a file."""

    writers = 1

    def __init__(self, path: Path, readers: int) -> None:
        self.name = str(path)
        self._path = path
        self._lock: int | None = None
        self._confirmed: ConfirmedRecord | None = None
        self.writer = _engine(path, "BEGIN IMMEDIATE", 1, committed=self._committed)
        self.reader = _engine(path, "BEGIN", readers, "query_only = ON")

    def prepare(self, clock: Callable[[], datetime]) -> None:
        """Lock, check, copy and upgrade it."""
        self._lock = prepare(self._path, clock)
        try:
            self._confirmed = ConfirmedRecord(self._path)
        except OSError as error:  # a full disk: what is there can still be read
            log.error("%s: what is confirmed cannot be recorded outside of it: %s", self._path, error)

    def release(self) -> None:
        """Unlock it. What was confirmed need not be recorded once all of it is in the file."""
        if self._confirmed is not None:
            self._confirmed.close(delete=not self._path.with_name(self._path.name + "-wal").exists())
            self._confirmed = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def reconnect(self, connection: AsyncConnection) -> None:
        """Do nothing: the connection to a file does not break."""

    async def write_at_once(self, connection: AsyncConnection, writes: Sequence[Write]) -> bool:
        """Have the driver write and commit them in one visit; False where one was refused."""
        assert connection.sync_connection is not None
        driver: Any = connection.sync_connection.connection.driver_connection
        return await shielded(driver.write_at_once([self._compiled(write) for write in writes]))

    def _compiled(self, write: Write) -> DriverWrite:
        statement = compiled(write.statement, frozenset(write.parameters), self.writer.dialect)
        return DriverWrite(statement.sql, statement.values(write.parameters), write.rows)

    def confirm(self, written: Mapping[int, Head], answered: Sequence[Answered]) -> None:
        """Record them beside the file after the next commit."""
        if self._confirmed is not None:
            self._confirmed.pending = (written, answered)

    def _committed(self) -> None:
        if self._confirmed is not None:
            self._confirmed.write()

    async def begin(self, connection: AsyncConnection, *, apart: bool | None) -> None:
        """Begin a transaction: the only one."""
        await connection.begin().start()

    async def hold(self, connection: AsyncConnection, key: int) -> object:
        """Never called, since no other process writes."""
        raise NotImplementedError

    async def let_go(self, connection: AsyncConnection, key: int, session: object, *, last: bool) -> None:
        """Never called."""
        raise NotImplementedError

    async def is_session(self, connection: AsyncConnection, session: object) -> bool:
        """Never called."""
        raise NotImplementedError

    async def follow(
        self, heard: Callable[[str | None, Change], None], in_touch: Callable[[bool], None]
    ) -> None:
        """Never called: there is no one to hear."""
        raise NotImplementedError

    def cut(self, connection: Connection) -> None:
        """Do nothing: a file answers."""

    async def before_commit(self, connection: AsyncConnection, change: Change, part: str) -> str | None:
        """None: the end of a transaction in a file is always known."""
        return None

    async def was_committed(self, connection: AsyncConnection, transaction_id: str) -> bool:
        """Never called, since no transaction here has an id."""
        raise NotImplementedError

    def copy(self, to: Path) -> None:
        """Write a copy."""
        with file_errors(to), closing(sqlite3.connect(self._path, isolation_level=None)) as database:
            database.execute("PRAGMA busy_timeout = 5000")
            write_copy(database, to)


def _engine(
    path: Path, begin: str, connections: int, *pragmas: str, committed: Callable[[], None] = lambda: None
) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        async_creator=partial(connect, path, read_only=begin == "BEGIN", committed=committed),
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,  # seeds, orders
    )
    configure(engine.sync_engine, begin, *pragmas)
    return engine

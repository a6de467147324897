"""A database in a SQLite file, with a write-ahead log."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import cast

from storage.drivers import compiled
from storage.drivers.connection import Connection
from storage.errors import file_errors
from storage.log_chain import Answered, Head
from storage.processes.changes import Change
from storage.queries.base import Write
from storage.sqlite.confirmed import ConfirmedRecord
from storage.sqlite.connection import DIALECT, ExpectedWrite, SqliteConnection
from storage.sqlite.files import write_copy
from storage.sqlite.opening import prepare

log = logging.getLogger(__name__)


class SqliteDatabase:
    """A `storage.address.Database` in a file."""

    writers = 1
    dialect = DIALECT.name

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        self._lock: int | None = None
        self._confirmed: ConfirmedRecord | None = None

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

    def writer(self) -> SqliteConnection:
        """A connection that writes."""
        return SqliteConnection(self._path, read_only=False, committed=self._committed)

    def keeper(self) -> SqliteConnection:
        """One that writes: a file's only process keeps no leases."""
        return self.writer()

    def reader(self) -> SqliteConnection:
        """A connection that reads."""
        return SqliteConnection(self._path, read_only=True)

    async def write_at_once(self, connection: Connection, writes: Sequence[Write]) -> bool:
        """Have the driver write and commit them in one visit; False where one was refused."""
        calls = [
            ExpectedWrite(compiled.call(write.statement, write.parameters, DIALECT), write.rows)
            for write in writes
        ]
        await connection.ready()
        return await cast("SqliteConnection", connection).write_at_once(calls)

    def confirm(self, written: Mapping[int, Head], answered: Sequence[Answered]) -> None:
        """Record them beside the file after the next commit."""
        if self._confirmed is not None:
            self._confirmed.pending = (written, answered)

    def _committed(self) -> None:
        if self._confirmed is not None:
            self._confirmed.write()

    async def begin(self, connection: Connection, *, apart: bool) -> None:
        """Begin a transaction: the only one."""
        await connection.begin()

    async def hold(self, connection: Connection, key: int) -> object:
        """Never called, since no other process writes."""
        raise NotImplementedError

    async def let_go(self, connection: Connection, key: int, session: object, *, last: bool) -> None:
        """Never called."""
        raise NotImplementedError

    def is_session(self, connection: Connection, session: object) -> bool:
        """Never called."""
        raise NotImplementedError

    async def follow(
        self, heard: Callable[[str | None, Change], None], in_touch: Callable[[bool], None]
    ) -> None:
        """Never called: there is no one to hear."""
        raise NotImplementedError

    async def before_commit(self, connection: Connection, change: Change, part: str) -> str | None:
        """None: the end of a transaction in a file is always known."""
        return None

    async def was_committed(self, connection: Connection, transaction_id: str) -> bool:
        """Never called, since no transaction here has an id."""
        raise NotImplementedError

    def copy(self, to: Path) -> None:
        """Write a copy."""
        with file_errors(to), closing(sqlite3.connect(self._path, isolation_level=None)) as database:
            database.execute("PRAGMA busy_timeout = 5000")
            write_copy(database, to)

"""Games in a file of their own: SQLite with a write-ahead log."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from storage.connection import connect
from storage.opening import back_up, begin_with, clearly, prepare


class File:
    """A database in a file."""

    def __init__(self, path: Path, readers: int) -> None:
        self.where = str(path)
        self._path = path
        self._lock: int | None = None
        self.writer = _engine(path, "BEGIN IMMEDIATE", 1)
        self.reader = _engine(path, "BEGIN", readers, "query_only = ON")

    def prepare(self, clock: Callable[[], datetime]) -> None:
        """Lock, check, back up and upgrade it."""
        self._lock = prepare(self._path, clock)

    def leave(self) -> None:
        """Unlock it."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    async def revive(self, pen: AsyncConnection) -> None:
        """A file is not lost."""

    async def number(self, pen: AsyncConnection) -> str | None:
        """The end of a transaction is always heard of."""
        return None

    async def ended_well(self, pen: AsyncConnection, number: str) -> bool:
        """Nobody has to ask."""
        raise NotImplementedError

    def copy(self, to: Path) -> None:
        """Write a copy."""
        with clearly(to), closing(sqlite3.connect(self._path, isolation_level=None)) as database:
            database.execute("PRAGMA busy_timeout = 5000")
            back_up(database, to)


def _engine(path: Path, begin: str, connections: int, *pragmas: str) -> AsyncEngine:
    engine = create_async_engine(
        URL.create("sqlite+aiosqlite", database=str(path)),
        async_creator=partial(connect, path, begin == "BEGIN"),
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,  # seeds, orders
    )
    begin_with(engine.sync_engine, begin, *pragmas)
    return engine

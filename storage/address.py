"""The address of a database: the path of a SQLite file, or the URL of a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.chain import Answered, Head
from storage.errors import DatabaseTrouble
from storage.postgres.connection import SCHEMES, is_url
from storage.postgres.database import TIMEOUTS, PostgresDatabase, Timeouts
from storage.queries.base import Write
from storage.sqlite.database import SqliteDatabase

READERS = 2  # connections that read while another writes

Address = Path | str


class Database(Protocol):
    """A database. `name` is its address without a password; `writer` has one connection, `reader` a few."""

    name: str
    writer: AsyncEngine
    reader: AsyncEngine

    def prepare(self, clock: Callable[[], datetime]) -> None:
        """Make it ready for this program. Blocks. Raises DatabaseTrouble, and leaves it as it was."""

    def release(self) -> None:
        """Let other processes use it. Blocks for a moment."""

    async def reconnect(self, connection: AsyncConnection) -> None:
        """Replace a connection that is known to be broken. Raises DatabaseTrouble."""

    async def write_at_once(self, connection: AsyncConnection, writes: Sequence[Write]) -> bool:
        """Begin, write and commit in one visit to the driver. False, with nothing written, where they are to
        be run one by one: because one was refused, or because this database has no such way."""

    def confirm(self, written: Mapping[int, Head], answered: Sequence[Answered]) -> None:
        """Note the new links of logs and the receipts that the next commit confirms, for a record of its
        own."""

    async def transaction_id(self, connection: AsyncConnection) -> str | None:
        """The id by which to ask about the running transaction if its commit gets no answer; None when a
        commit always gets one."""

    async def was_committed(self, connection: AsyncConnection, transaction_id: str) -> bool:
        """Whether the transaction of that id was committed. Raises DatabaseTrouble."""

    def copy(self, to: Path) -> None:
        """Write what is committed into a file, even while it is in use. Blocks. Raises DatabaseTrouble."""


def database_at(address: Address, timeouts: Timeouts = TIMEOUTS) -> Database:
    """The database at that path or URL. Raises DatabaseTrouble."""
    if is_url(address) and not str(address).startswith(SCHEMES):
        raise DatabaseTrouble("bad_address", path="GROGNARD_DATABASE")  # may hold a password: not shown
    if is_url(address):
        return PostgresDatabase(str(address), READERS, timeouts)
    return SqliteDatabase(Path(address).resolve(), READERS)

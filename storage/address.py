"""The address of a database: the path of a SQLite file, or the URL of a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

from storage.drivers.connection import Connection
from storage.errors import DatabaseTrouble
from storage.log_chain import Answered, Head
from storage.postgres.connection import SCHEMES, is_url
from storage.postgres.database import TIMEOUTS, PostgresDatabase, Timeouts
from storage.processes.changes import Change
from storage.queries.base import Write
from storage.sqlite.database import SqliteDatabase

Address = Path | str


class Database(Protocol):
    """A database. `name` is its address without a password, `dialect` its kind. So many transactions write
    at once as `writers` says; where it is 1, no other process writes it."""

    name: str
    dialect: str
    writers: int

    def prepare(self, clock: Callable[[], datetime]) -> None:
        """Make it ready for this program. Blocks. Raises DatabaseTrouble, and leaves it as it was."""

    def release(self) -> None:
        """Let other processes use it. Blocks for a moment."""

    def writer(self) -> Connection:
        """A connection that writes; it is not connected yet."""

    def keeper(self) -> Connection:
        """A connection that keeps leases, which end when it is late; it is not connected yet."""

    def reader(self) -> Connection:
        """A connection that reads, whose transactions are snapshots; it is not connected yet."""

    async def write_at_once(self, connection: Connection, writes: Sequence[Write]) -> bool:
        """Begin, write and commit in one visit to the driver. False, with nothing written, where they are to
        be run one by one: because one was refused, or because this database has no such way."""

    def confirm(self, written: Mapping[int, Head], answered: Sequence[Answered]) -> None:
        """Note the new links of logs and the receipts that the next commit confirms, for a record of its
        own."""

    async def begin(self, connection: Connection, *, apart: bool) -> None:
        """Begin a transaction: beside others that are `apart`, too, or alone."""

    async def hold(self, connection: Connection, key: int) -> object:
        """Wait until no other process holds a game, and hold it; the session that does. Raises
        DatabaseTrouble."""

    async def let_go(self, connection: Connection, key: int, session: object, *, last: bool) -> None:
        """Release a game that a session holds, the `last` one. Raises DatabaseTrouble."""

    def is_session(self, connection: Connection, session: object) -> bool:
        """Whether that session, with what it holds, still is the connection's."""

    async def follow(
        self, heard: Callable[[str | None, Change], None], in_touch: Callable[[bool], None]
    ) -> None:
        """Tell what is written (by which part of this process, None: by another one), and whether all of it
        is heard, until cancelled."""

    async def before_commit(self, connection: Connection, change: Change, part: str) -> str | None:
        """Have others told of a change once it is committed, by this part of the process; the id by which to
        ask about the running transaction if its commit gets no answer, None when a commit always gets one."""

    async def was_committed(self, connection: Connection, transaction_id: str) -> bool:
        """Whether the transaction of that id was committed. Raises DatabaseTrouble."""

    def copy(self, to: Path) -> None:
        """Write what is committed into a file, even while it is in use. Blocks. Raises DatabaseTrouble."""


def database_at(
    address: Address,
    timeouts: Timeouts = TIMEOUTS,
    *,
    shared: bool = False,
    copies: Path | None = None,
) -> Database:
    """The database at that path or URL; `shared` with other processes, if it is on a server, and copied to a
    file in the folder `copies` before it is upgraded. Raises DatabaseTrouble."""
    if is_url(address) and not str(address).startswith(SCHEMES):
        raise DatabaseTrouble("bad_address", path="GROGNARD_DATABASE")  # may hold a password: not shown
    if is_url(address):
        return PostgresDatabase(str(address), timeouts, shared=shared, copies=copies)
    return SqliteDatabase(Path(address).resolve())

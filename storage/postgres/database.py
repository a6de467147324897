"""A database on a PostgreSQL server, written by one process alone, or by several that share it.

The session that writes holds an advisory lock, so that no second bot writes; where processes share the
database, their sessions share the lock, and no one upgrades or restores meanwhile. A session that is
replaced after its connection broke takes the lock again. What keeps processes apart is in `game_locks.py`,
how they hear of each other in `notices.py`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection as SyncConnection
from sqlalchemy import inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from storage import schema
from storage.drivers.connection import Connection
from storage.errors import DatabaseTrouble, database_errors, file_errors
from storage.log_chain import Answered, Head
from storage.postgres import copying, game_locks, notices
from storage.postgres.connection import (
    KEEPER_TIMEOUT,
    connect,
    connect_writing,
    create_engine,
    without_password,
)
from storage.postgres.line import DIALECT, PostgresConnection
from storage.processes.changes import Change
from storage.queries.base import Write

log = logging.getLogger(__name__)

OLDEST = 13
"""The oldest PostgreSQL that can say how a transaction ended."""
WRITERS = 4
"""Transactions, and games held, at once in one process."""
_TRANSACTION_ID = "CAST(pg_current_xact_id_if_assigned() AS text)"
_BEFORE_COMMIT = f"SELECT {_TRANSACTION_ID}, pg_notify('{notices.CHANNEL}', $1)"
_END_BROKEN = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_xid = xid(CAST(CAST($1 AS text) AS xid8))"""
_STATUS = "SELECT pg_xact_status(CAST(CAST($1 AS text) AS xid8))"
_OLDEST = "programs from schema "
"""How the comment on `alembic_version` begins, which names the oldest schema whose program may use these
tables."""
_UPGRADES = int.from_bytes(b"upgrades", "big")
"""The key of the lock of one who upgrades while others work."""
_NEVER_ASSIGNED = "22023"
"""The SQLSTATE for an id that the server, which died meanwhile, does not remember having given out: had that
transaction been committed, it would."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """In seconds: how long to wait for the lock of a process that has died, and how long to try to find out
    whether a transaction was committed."""

    lock: float = 3.0
    outcome: float = 15.0


TIMEOUTS = Timeouts()


class PostgresDatabase:
    """A `storage.address.Database` on a server."""

    dialect = DIALECT.name

    def __init__(
        self,
        url: str,
        timeouts: Timeouts = TIMEOUTS,
        *,
        shared: bool = False,
        copies: Path | None = None,
    ) -> None:
        self.name = without_password(url)
        self._timeouts = timeouts
        self._shared = shared
        self._copies = copies
        self.writers = WRITERS if shared else 1
        self._me = secrets.token_hex(6)
        self._connect = partial(connect, url)
        self._connect_reading = partial(connect, url, read_only=True)
        self._connect_patient = partial(connect, url, patient=True)
        self._connect_alone = partial(connect_writing, url, timeouts.lock, alone=True, patient=True)
        self._connect_beside = partial(connect_writing, url, timeouts.lock, patient=True)
        self._connect_writing = partial(connect_writing, url, timeouts.lock, alone=not shared)
        self._connect_keeping = partial(self._connect_writing, answer=KEEPER_TIMEOUT)

    # --- opened --------------------------------------------------------------------------------------------

    def prepare(self, clock: Callable[[], datetime]) -> None:
        """Check it; upgrade it where that is due: alone, or while others work whose program runs on."""
        if self._shared and asyncio.run(self._with(self._connect_writing, self._is_ready)):
            return
        if self._shared and asyncio.run(self._with(self._connect_writing, self._can_expand)):
            asyncio.run(self._with(self._connect_beside, partial(self._expand, clock)))
        else:
            asyncio.run(self._with(self._connect_alone, partial(self._copy_and_upgrade, clock)))

    def release(self) -> None:
        """Do nothing: the lock is released with the connection."""

    async def _with(
        self, connector: Callable[[], Awaitable[Any]], work: Callable[[AsyncConnection], Awaitable[Any]]
    ) -> Any:
        """The result of work on one connection."""
        engine = create_engine(connector, poolclass=NullPool)
        try:
            with database_errors(self.name):
                async with engine.connect() as connection:
                    return await work(connection)
        finally:
            await engine.dispose()

    async def _is_ready(self, connection: AsyncConnection) -> bool:
        """Whether its tables are this program's, or of a later one that lets it run on them."""
        await connection.run_sync(self._check)
        stamp = await connection.run_sync(self._stamp)
        return stamp == schema.head() or (bool(stamp) and await connection.run_sync(self._may_use, stamp))

    def _may_use(self, connection: SyncConnection, stamp: str) -> bool:
        """Whether the tables of a schema that this program does not know say that it may use them."""
        if stamp in {*schema.revisions(), *schema.UNRELEASED, schema.LAST_UNRELEASED}:
            return False
        comment = connection.exec_driver_sql("SELECT obj_description('alembic_version'::regclass)").scalar()
        oldest = (comment or "").removeprefix(_OLDEST)
        return oldest != comment and oldest in schema.revisions()

    async def _can_expand(self, connection: AsyncConnection) -> bool:
        """Whether it is upgraded while others work."""
        stamp = await connection.run_sync(self._stamp)
        return stamp in schema.revisions() and schema.can_expand(stamp)

    async def _expand(self, clock: Callable[[], datetime], connection: AsyncConnection) -> None:
        """Copy and upgrade it while others work, whose transactions wait for the new tables."""
        await connection.exec_driver_sql(f"SELECT pg_advisory_lock({_UPGRADES})")
        stamp = await connection.run_sync(self._stamp)
        await connection.commit()
        if stamp == schema.head():  # by another process, meanwhile
            return
        await connection.execution_options(isolation_level="REPEATABLE READ")
        await self._copy_before(clock, connection, stamp)
        await connection.commit()
        await connection.execution_options(isolation_level="READ COMMITTED")
        await connection.exec_driver_sql(game_locks.ALONE)
        await self._check_and_upgrade(connection)

    async def _copy_and_upgrade(self, clock: Callable[[], datetime], connection: AsyncConnection) -> None:
        """The same, with a copy of the old tables first, where there is a folder for it."""
        stamp = await connection.run_sync(self._stamp)
        if stamp in schema.revisions() and stamp != schema.head():
            await self._copy_before(clock, connection, stamp)
        await self._check_and_upgrade(connection)

    async def _copy_before(
        self, clock: Callable[[], datetime], connection: AsyncConnection, stamp: str
    ) -> None:
        """Copy the tables before they are upgraded, where there is a folder for it."""
        if self._copies is None:
            return
        copy = self._copies / f"grognard-{stamp}-{clock():%Y%m%dT%H%M%S%fZ}.db"
        with file_errors(copy):
            copy.parent.mkdir(parents=True, exist_ok=True)
        log.warning("%s: before the upgrade all is copied to %s", self.name, copy)
        await copying.to_file(connection, stamp, copy)

    async def _check_and_upgrade(self, connection: AsyncConnection) -> None:
        await connection.run_sync(self._check)
        await connection.run_sync(self._upgrade)
        await connection.commit()

    def _check(self, connection: SyncConnection) -> None:
        """Raises DatabaseTrouble when the server does not fit."""
        settings = ("server_version", "server_encoding", "fsync")
        version, encoding, fsync = connection.exec_driver_sql(
            "SELECT " + ", ".join(f"current_setting('{name}')" for name in settings)
        ).one()
        log.info("PostgreSQL %s", version)
        if int(version.split(".")[0].split()[0]) < OLDEST:
            raise DatabaseTrouble("unfit", path=self.name, detail=f"PostgreSQL {version}")
        if encoding != "UTF8":
            raise DatabaseTrouble("unfit", path=self.name, detail=encoding)
        if fsync == "off":
            log.warning("%s: the server runs with fsync off: a power loss can destroy all games", self.name)

    def _upgrade(self, connection: SyncConnection) -> None:
        """Bring the tables up to this program's, in the transaction that runs."""
        stamp, head = self._stamp(connection), schema.head()
        schema.check(self.name, stamp)
        if stamp == head:
            return
        if stamp:
            log.warning("%s: upgrading %s to %s in one transaction", self.name, stamp, head)
        schema.upgrade(connection)
        comment = f"{_OLDEST}{schema.oldest_beside()}"
        connection.exec_driver_sql(f"COMMENT ON TABLE alembic_version IS '{comment}'")

    def _stamp(self, connection: SyncConnection) -> str:
        """The schema that the database names; "" when it is empty. Raises DatabaseTrouble for another
        program's tables."""
        tables = inspect(connection).get_table_names()
        if "alembic_version" in tables:
            stamp = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
            if stamp:
                return str(stamp)
        if tables:
            raise DatabaseTrouble("foreign_tables", path=self.name, tables=tuple(sorted(tables)))
        return ""

    # --- several processes ---------------------------------------------------------------------------------

    def writer(self) -> PostgresConnection:
        """A connection that writes, and holds the lock."""
        return PostgresConnection(self.name, self._connect_writing, read_only=False)

    def keeper(self) -> PostgresConnection:
        """A connection that writes, and soon gives up a line on which nothing comes."""
        return PostgresConnection(self.name, self._connect_keeping, read_only=False)

    def reader(self) -> PostgresConnection:
        """A connection that reads."""
        return PostgresConnection(self.name, self._connect_reading, read_only=True)

    async def begin(self, connection: Connection, *, apart: bool) -> None:
        """Begin a transaction beside others, or alone."""
        await connection.begin()
        if self._shared:
            await _line(connection).execute(game_locks.BESIDE_OTHERS if apart else game_locks.ALONE)

    async def hold(self, connection: Connection, key: int) -> object:
        """Hold a game in the session of a connection; the session."""
        await connection.ready()
        driver = _line(connection).driver
        await game_locks.hold(driver, self.name, key)
        return driver

    async def let_go(self, connection: Connection, key: int, session: object, *, last: bool) -> None:
        """Release a game, if the session still is the one that holds it."""
        if self.is_session(connection, session):
            await game_locks.release(session, self.name, key, last=last)

    def is_session(self, connection: Connection, session: object) -> bool:
        """Whether a connection still has that session, and it lives."""
        return not connection.is_broken and _line(connection).driver is session

    async def follow(
        self, heard: Callable[[str | None, Change], None], in_touch: Callable[[bool], None]
    ) -> None:
        """Hear what is written, until cancelled: here by which part of this process, None elsewhere."""

        def told(by: str, change: Change) -> None:
            process, _, part = by.partition(" ")
            heard(part if process == self._me else None, change)

        await notices.follow(self._connect, told, in_touch)

    # --- the end of a transaction --------------------------------------------------------------------------

    async def write_at_once(self, connection: Connection, writes: Sequence[Write]) -> bool:
        """False: a commit whose answer is lost is asked about by its id, which must be known before."""
        return False

    def confirm(self, written: Mapping[int, Head], answered: Sequence[Answered]) -> None:
        """Do nothing: the server's own log is checked by the server."""

    async def before_commit(self, connection: Connection, change: Change, part: str) -> str | None:
        """Have other processes told with the commit; the server's id of the transaction, None when it has
        written nothing."""
        told = [change.to_text(f"{self._me} {part}")] if self._shared else []
        asked = _BEFORE_COMMIT if self._shared else f"SELECT {_TRANSACTION_ID}"
        transaction_id: str | None = await _line(connection).value(asked, *told)
        return transaction_id

    async def was_committed(self, connection: Connection, transaction_id: str) -> bool:
        """Ask the server, over a new connection; a broken session that has not ended is ended first."""
        until = asyncio.get_running_loop().time() + self._timeouts.outcome
        while True:
            try:
                await connection.rollback()
                await connection.ready()
                status = await _line(connection).value(_STATUS, transaction_id)
                if status != "in progress":
                    return bool(status == "committed")
                await _line(connection).value(_END_BROKEN, transaction_id)
                trouble: Exception | None = None
            except DatabaseTrouble as error:
                trouble = error
            except Exception as error:  # the driver's own
                if getattr(error, "sqlstate", "") == _NEVER_ASSIGNED:
                    return False
                trouble = error
            if asyncio.get_running_loop().time() > until:
                raise DatabaseTrouble("in_doubt", path=self.name, detail=str(trouble)) from trouble
            await asyncio.sleep(0.2)

    # --- copies --------------------------------------------------------------------------------------------

    def copy(self, to: Path) -> None:
        """Write all rows of one moment into a SQLite file."""
        asyncio.run(self._with(self._connect_patient, lambda connection: self._copy(connection, to)))

    async def _copy(self, connection: AsyncConnection, to: Path) -> None:
        await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        stamp = await connection.run_sync(self._stamp)
        if not stamp:
            raise DatabaseTrouble("no_database", path=self.name)
        await copying.to_file(connection, stamp, to)

    async def count_games(self) -> int:
        """How many games there are; none in an empty database. Raises DatabaseTrouble."""

        async def count(connection: AsyncConnection) -> int:
            if not await connection.run_sync(self._stamp):
                return 0
            return int((await connection.execute(text("SELECT count(*) FROM games"))).scalar_one())

        return int(await self._with(self._connect, count))

    async def check_unused(self) -> None:
        """Raises DatabaseTrouble: in_use while a bot has it open."""

        async def nothing(connection: AsyncConnection) -> None:
            await connection.get_raw_connection()

        await self._with(self._connect_alone, nothing)

    def replace_all(self, source: Path, skip_ids: int, before: Path) -> bool:
        """Replace all rows by those of a file of this program's schema; whether there were any.

        The rows that were there are first written to the file `before`. New ids go on `skip_ids` further.
        Blocks. Raises DatabaseTrouble.
        """

        async def work(connection: AsyncConnection) -> bool:
            stamp = await connection.run_sync(self._stamp)
            if stamp:
                await copying.to_file(connection, stamp, before)
                await connection.rollback()
            await self._check_and_upgrade(connection)
            await copying.from_file(source, connection, skip_ids)
            await connection.commit()
            return bool(stamp)

        return bool(asyncio.run(self._with(self._connect_alone, work)))


def _line(connection: Connection) -> PostgresConnection:
    return cast("PostgresConnection", connection)

"""A database on a PostgreSQL server.

The session that writes holds an advisory lock, so that no second bot writes; a session that is replaced
after its connection broke takes the lock again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from storage import schema
from storage.chain import Answered, Head
from storage.errors import DatabaseTrouble, database_errors
from storage.postgres import copying
from storage.postgres.connection import (
    connect,
    connect_locked,
    create_engine,
    discard_broken,
    without_password,
)
from storage.queries.base import Write

log = logging.getLogger(__name__)

OLDEST = 13
"""The oldest PostgreSQL that can say how a transaction ended."""
_TRANSACTION_ID = "SELECT CAST(pg_current_xact_id_if_assigned() AS text)"
_STATUS = text("SELECT pg_xact_status(CAST(CAST(:id AS text) AS xid8))")
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

    def __init__(self, url: str, readers: int, timeouts: Timeouts = TIMEOUTS) -> None:
        self.name = without_password(url)
        self._timeouts = timeouts
        self._connect = partial(connect, url)
        self._connect_locked = partial(connect_locked, url, timeouts.lock)
        self.writer = create_engine(self._connect_locked, pool_size=1)
        self.reader = create_engine(self._connect, pool_size=readers).execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        event.listen(self.reader.sync_engine, "checkout", discard_broken)

    # --- opened --------------------------------------------------------------------------------------------

    def prepare(self, clock: Callable[[], datetime]) -> None:
        """Check and upgrade it."""
        asyncio.run(self._with(self._connect_locked, self._check_and_upgrade))

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

    async def _check_and_upgrade(self, connection: AsyncConnection) -> None:
        await connection.run_sync(self._check)
        await connection.run_sync(self._upgrade)
        await connection.commit()

    def _check(self, connection: Connection) -> None:
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

    def _upgrade(self, connection: Connection) -> None:
        """Bring the tables up to this program's, in the transaction that runs."""
        stamp, head = self._stamp(connection), schema.head()
        schema.check(self.name, stamp)
        if stamp == head:
            return
        if stamp:
            log.warning(
                "%s: upgrading %s to %s in one transaction. No copy is made of the old tables: should you"
                " want them back, they are in the newest file of your backups folder.",
                self.name,
                stamp,
                head,
            )
        schema.upgrade(connection)

    def _stamp(self, connection: Connection) -> str:
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

    # --- broken connections --------------------------------------------------------------------------------

    async def reconnect(self, connection: AsyncConnection) -> None:
        """Replace a broken connection, and take the lock with the new one."""
        driver = (await connection.get_raw_connection()).driver_connection
        if driver is None or driver.is_closed():
            log.warning("%s: the connection was lost; connecting again", self.name)
            await connection.invalidate()
            await connection.get_raw_connection()

    async def write_at_once(self, connection: AsyncConnection, writes: Sequence[Write]) -> bool:
        """False: a commit whose answer is lost is asked about by its id, which must be known before."""
        return False

    def confirm(self, written: Mapping[int, Head], answered: Sequence[Answered]) -> None:
        """Do nothing: the server's own log is checked by the server."""

    async def transaction_id(self, connection: AsyncConnection) -> str | None:
        """The server's id of the transaction; None when it has written nothing."""
        transaction_id: str | None = (await connection.exec_driver_sql(_TRANSACTION_ID)).scalar_one()
        return transaction_id

    async def was_committed(self, connection: AsyncConnection, transaction_id: str) -> bool:
        """Ask the server, over a new connection: it holds the lock, so the broken session has ended."""
        until = asyncio.get_running_loop().time() + self._timeouts.outcome
        while True:
            try:
                if connection.get_transaction() is not None:
                    await connection.rollback()
                await self.reconnect(connection)
                status = (await connection.execute(_STATUS, {"id": transaction_id})).scalar_one()
                await connection.rollback()
                return bool(status == "committed")
            except (DatabaseTrouble, DBAPIError) as error:
                if getattr(getattr(error, "orig", None), "sqlstate", "") == _NEVER_ASSIGNED:
                    await connection.rollback()
                    return False
                if asyncio.get_running_loop().time() > until:
                    raise DatabaseTrouble("in_doubt", path=self.name, detail=str(error)) from error
                await asyncio.sleep(0.2)

    # --- copies --------------------------------------------------------------------------------------------

    def copy(self, to: Path) -> None:
        """Write all rows of one moment into a SQLite file."""
        asyncio.run(self._with(self._connect, lambda connection: self._copy(connection, to)))

    async def _copy(self, connection: AsyncConnection, to: Path) -> None:
        await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        stamp = await connection.run_sync(self._stamp)
        if not stamp:
            raise DatabaseTrouble("no_database", path=self.name)
        await copying.to_file(connection, stamp, to)

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

        return bool(asyncio.run(self._with(self._connect_locked, work)))

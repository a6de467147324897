"""Games in a database on a server: PostgreSQL.

The session that writes holds the lock that keeps other programs of ours out: whoever writes has it, and who
has lost his connection takes both again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from storage import copying, opening
from storage.errors import DatabaseTrouble, reason, troubles

log = logging.getLogger(__name__)

SCHEMES = ("postgresql://", "postgres://")
KEY = int.from_bytes(b"grognard", "big")
"""The number of our lock. Locks are a database's own, and so is the number."""
OLDEST = 13
"""The oldest PostgreSQL that tells how a transaction ended."""
CONNECTED_IN = 5.0
SETTINGS = {
    "timezone": "UTC",
    "lock_timeout": "5s",
    "jit": "off",
    "tcp_keepalives_idle": "15",  # else a lost session would keep our own lock from us for hours
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
KEEPALIVE = {
    "SO_KEEPALIVE": 1,
    "TCP_KEEPIDLE": 15,
    "TCP_KEEPINTVL": 5,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": 30_000,
}
"""The same at this end, where the system has it: else a dead line would be waited at for hours."""
_LOCK = "SELECT pg_try_advisory_lock($1)"
_HOLDER = """SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint << 32 | l.objid::bigint = $1"""
_DURABLE = """SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'"""
_NUMBER = "SELECT CAST(pg_current_xact_id_if_assigned() AS text)"
_ENDED = "SELECT pg_xact_status(CAST(CAST(:number AS text) AS xid8))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """How long the lock of a process that has died may outlive it; how long it is tried to find out how a
    transaction ended. In seconds."""

    locked: float = 3.0
    heard: float = 15.0


WAITS = Waits()


def on_server(where: Path | str) -> bool:
    """Whether that is the address of a database on a server, be it one that can be used or not."""
    return isinstance(where, str) and "://" in where


class Server:
    """A database on a server."""

    def __init__(self, url: str, readers: int, waits: Waits = WAITS) -> None:
        self.where = shown(url)
        self._waits = waits
        self._url = url
        self.writer = _engine(self._holding, pool_size=1)
        self.reader = _engine(self._reading, pool_size=readers).execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        event.listen(self.reader.sync_engine, "checkout", _alive)

    # --- reached -------------------------------------------------------------------------------------------

    async def _reading(self) -> Any:
        """A connection."""
        try:
            import asyncpg  # type: ignore[import-untyped]
        except ImportError:
            raise DatabaseTrouble("no_driver", path=self.where) from None
        name = f"grognard {os.getpid()} on {socket.gethostname()}"[:63]
        try:
            connection = await asyncpg.connect(
                self._url, timeout=CONNECTED_IN, server_settings={**SETTINGS, "application_name": name}
            )
        except (ValueError, asyncpg.exceptions.ClientConfigurationError):  # it may quote the password
            raise DatabaseTrouble("bad_address", path=self.where) from None
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            found = f"{type(error).__name__}: {error}"
            raise DatabaseTrouble(reason(error) or "lost", path=self.where, found=found) from error
        _keep_alive(connection._transport.get_extra_info("socket"))  # shown nowhere else
        return connection

    async def _holding(self) -> Any:
        """A connection that has the lock, whose commits are on the disk. Raises DatabaseTrouble: in_use."""
        connection = await self._reading()
        try:
            await self._lock(connection)
            await connection.execute(_DURABLE)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def _lock(self, connection: Any) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + self._waits.locked
        while not await connection.fetchval(_LOCK, KEY):
            if loop.time() > until:
                holder = await connection.fetchval(_HOLDER, KEY) or ""
                raise DatabaseTrouble("in_use", path=self.where, holder=holder.removeprefix("grognard "))
            await asyncio.sleep(0.1)

    # --- made ready ----------------------------------------------------------------------------------------

    def prepare(self, clock: Callable[[], datetime]) -> None:
        """Check and upgrade it."""
        self._alone(self._ready)

    def leave(self) -> None:
        """The lock goes with the connection."""

    def _alone(self, work: Callable[[AsyncConnection], Awaitable[Any]]) -> Any:
        """What work leads to that is done while nobody else may write. Blocks."""
        return asyncio.run(self._with(self._holding, work))

    async def _with(
        self, connect: Callable[[], Awaitable[Any]], work: Callable[[AsyncConnection], Awaitable[Any]]
    ) -> Any:
        engine = _engine(connect, poolclass=NullPool)
        try:
            with troubles(self.where):
                async with engine.connect() as connection:
                    return await work(connection)
        finally:
            await engine.dispose()

    async def _ready(self, connection: AsyncConnection) -> None:
        await connection.run_sync(self._check)
        await connection.run_sync(upgrade, self.where)
        await connection.commit()

    def _check(self, connection: Connection) -> None:
        """Raises DatabaseTrouble when it is not to be used."""
        asked = ("server_version", "server_encoding", "fsync")
        version, encoding, fsync = connection.exec_driver_sql(
            "SELECT " + ", ".join(f"current_setting('{name}')" for name in asked)
        ).one()
        log.info("PostgreSQL %s", version)
        if int(version.split(".")[0].split()[0]) < OLDEST:
            raise DatabaseTrouble("unfit", path=self.where, found=f"PostgreSQL {version}")
        if encoding != "UTF8":
            raise DatabaseTrouble("unfit", path=self.where, found=encoding)
        if fsync == "off":
            log.warning("%s: the server runs with fsync off: a power loss can destroy all games", self.where)

    # --- lost, and found again -----------------------------------------------------------------------------

    async def revive(self, pen: AsyncConnection) -> None:
        """Take another connection, and the lock with it."""
        connection = await pen.get_raw_connection()
        driver = connection.driver_connection
        if driver is None or driver.is_closed():
            log.warning("%s: the connection was lost; connecting again", self.where)
            await pen.invalidate()
            await pen.get_raw_connection()

    async def number(self, pen: AsyncConnection) -> str | None:
        """The transaction's own number; None when it has written nothing."""
        found: str | None = (await pen.exec_driver_sql(_NUMBER)).scalar_one()
        return found

    async def ended_well(self, pen: AsyncConnection, number: str) -> bool:
        """Ask the server: by then nobody else can write, and the session that was lost has ended."""
        until = asyncio.get_running_loop().time() + self._waits.heard
        while True:
            try:
                if pen.get_transaction() is not None:
                    await pen.rollback()
                await self.revive(pen)
                found = (await pen.execute(text(_ENDED), {"number": number})).scalar_one()
                await pen.rollback()
                return bool(found == "committed")
            except (DatabaseTrouble, DBAPIError) as error:
                if asyncio.get_running_loop().time() > until:
                    raise DatabaseTrouble("in_doubt", path=self.where, found=str(error)) from error
                await asyncio.sleep(0.2)

    # --- copied --------------------------------------------------------------------------------------------

    def copy(self, to: Path) -> None:
        """Write all that is there at one moment into a file, as SQLite has it."""
        asyncio.run(self._with(self._reading, lambda connection: self._copy(connection, to)))

    async def _copy(self, connection: AsyncConnection, to: Path) -> None:
        await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        found = await connection.run_sync(revision, self.where)
        if not found:
            raise DatabaseTrouble("no_database", path=self.where)
        await copying.pour_out(connection, found, to)

    def put(self, source: Path, beyond: int, before: Path) -> bool:
        """Replace all that is there by what a file of this program's schema holds, once another file
        holds what it was; whether there was anything. Numbers go on that far beyond. Blocks.

        Raises DatabaseTrouble."""

        async def work(connection: AsyncConnection) -> bool:
            found = await connection.run_sync(revision, self.where)
            if found:
                await copying.pour_out(connection, found, before)
                await connection.rollback()
            await self._ready(connection)
            await copying.pour_in(source, connection, beyond)
            await connection.commit()
            return bool(found)

        return bool(self._alone(work))


def revision(connection: Connection, where: str) -> str:
    """The release whose tables are there; "" without any. Raises DatabaseTrouble for others' tables."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
        if found:
            return str(found)
    if tables:
        raise DatabaseTrouble("foreign_tables", path=where, tables=tuple(sorted(tables)))
    return ""


def upgrade(connection: Connection, where: str) -> None:
    """Bring the tables up to this program's, in the transaction that runs."""
    config = opening.config()
    script = ScriptDirectory.from_config(config)
    head = script.get_current_head() or ""
    found = revision(connection, where)
    if found == head:
        return
    if found and found not in {each.revision for each in script.walk_revisions()}:
        raise DatabaseTrouble("newer_schema", path=where, found=found, known=head)
    if found:
        log.warning(
            "%s: upgrading %s to %s in one transaction. No copy is made of what was: should you want it back,"
            " it is in the newest file of your backups folder.",
            where,
            found,
            head,
        )
    config.attributes["connection"] = connection
    with opening.ONE_AT_A_TIME:
        command.upgrade(config, "head")


def shown(url: str) -> str:
    """An address without its password and its options."""
    try:
        parts = urlsplit(url)
        user = f"{parts.username}@" if parts.username else ""
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "postgresql://..."
    return f"postgresql://{user}{parts.hostname or ''}{port}{parts.path}"


def _keep_alive(line: socket.socket) -> None:
    """Notice when the other end is no more."""
    if line.family not in (socket.AF_INET, socket.AF_INET6):
        return
    for name, value in KEEPALIVE.items():
        if hasattr(socket, name):
            level = socket.SOL_SOCKET if name.startswith("SO_") else socket.IPPROTO_TCP
            line.setsockopt(level, getattr(socket, name), value)


def _alive(connection: Any, *_: object) -> None:
    """Let the pool make another connection in place of one that is known to be lost."""
    if connection.driver_connection.is_closed():
        raise DisconnectionError


def _engine(connect: Callable[[], Awaitable[Any]], **pool: Any) -> AsyncEngine:
    if "pool_size" in pool:
        pool["max_overflow"] = 0
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        hide_parameters=True,  # seeds, orders
        **pool,
    )

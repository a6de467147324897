"""Connections to PostgreSQL: settings, timeouts, keepalive, and the lock that says who uses a database."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from storage.errors import DatabaseTrouble, reason

SCHEMES = ("postgresql://", "postgres://")
LOCK = int.from_bytes(b"grognard", "big")
"""The key of our advisory lock: shared by all who write, held alone by one who upgrades or restores. Each
database has its own locks."""
CONNECT_TIMEOUT = 5.0
SETTINGS = {
    "timezone": "UTC",
    "lock_timeout": "12s",
    "jit": "off",
    "idle_in_transaction_session_timeout": "15s",  # a process that hangs holds up the others
    "tcp_keepalives_idle": "5",  # else a broken session would hold our locks for hours
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}
STATEMENT_TIMEOUT = "30s"
"""How long a statement may take; migrations and copies take as long as they take."""
ANSWER_TIMEOUT = 20.0
"""Seconds after which a line on which nothing comes is taken for cut. Longer than `lock_timeout`."""
KEEPER_TIMEOUT = 4.0
"""The same of the line on which leases are kept: nothing on it waits for a lock, and another line is tried
before they end."""
KEEPALIVE = {
    "SO_KEEPALIVE": 1,
    "TCP_KEEPIDLE": 5,
    "TCP_KEEPINTVL": 2,
    "TCP_KEEPCNT": 3,
    "TCP_USER_TIMEOUT": 12_000,
}
"""The same at this end, where the system has it: else we would wait hours on a dead line."""
_LOCK = {True: "SELECT pg_try_advisory_lock($1)", False: "SELECT pg_try_advisory_lock_shared($1)"}
_HOLDER = """SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint << 32 | l.objid::bigint = $1"""
_DURABLE = """SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'"""


def is_url(address: Path | str) -> bool:
    """Whether an address is a URL, of a database that can be used or not."""
    return isinstance(address, str) and "://" in address


def without_password(url: str) -> str:
    """A URL without its password and its options."""
    try:
        parts = urlsplit(url)
        user = f"{parts.username}@" if parts.username else ""
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "postgresql://..."
    return f"postgresql://{user}{parts.hostname or ''}{port}{parts.path}"


async def connect(
    url: str, *, patient: bool = False, read_only: bool = False, answer: float = ANSWER_TIMEOUT
) -> Any:
    """A connection of the driver that waits so long for an answer; a `patient` one has statements that take
    long. Raises DatabaseTrouble."""
    name = without_password(url)
    try:
        import asyncpg  # type: ignore[import-untyped]
    except ImportError:
        raise DatabaseTrouble("no_driver", path=name) from None
    application = f"grognard {os.getpid()} on {socket.gethostname()}"[:63]
    settings = {**SETTINGS, "application_name": application}
    if read_only:
        settings["default_transaction_read_only"] = "on"
    if patient:
        settings["idle_in_transaction_session_timeout"] = "0"
    else:
        settings["statement_timeout"] = STATEMENT_TIMEOUT
    try:
        connection = await asyncpg.connect(
            url,
            timeout=CONNECT_TIMEOUT,
            command_timeout=None if patient else answer,
            server_settings=settings,
        )
    except (ValueError, asyncpg.exceptions.ClientConfigurationError):  # it may quote the password
        raise DatabaseTrouble("bad_address", path=name) from None
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        detail = f"{type(error).__name__}: {error}"
        raise DatabaseTrouble(reason(error) or "lost", path=name, detail=detail) from error
    _keep_alive(connection._transport.get_extra_info("socket"))  # the driver has no public way to it
    return connection


async def connect_writing(
    url: str,
    timeout: float,
    *,
    alone: bool = False,
    patient: bool = False,
    answer: float = ANSWER_TIMEOUT,
) -> Any:
    """A connection whose commits are on the disk, and which holds the lock: with others who write, or alone.
    A `patient` one has statements that take long; any other waits so long for an answer.

    Raises DatabaseTrouble: in_use.
    """
    connection = await connect(url, patient=patient, answer=answer)
    try:
        await lock(connection, without_password(url), timeout, alone=alone)
        await connection.execute(_DURABLE)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def lock(connection: Any, name: str, timeout: float, *, alone: bool) -> None:
    """Take the lock. Raises DatabaseTrouble: in_use."""
    loop = asyncio.get_running_loop()
    until = loop.time() + timeout
    while not await connection.fetchval(_LOCK[alone], LOCK):
        if loop.time() > until:
            holder = await connection.fetchval(_HOLDER, LOCK) or ""
            raise DatabaseTrouble("in_use", path=name, holder=holder.removeprefix("grognard "))
        await asyncio.sleep(0.1)


def _keep_alive(line: socket.socket) -> None:
    """Notice when the other end is gone."""
    if line.family not in (socket.AF_INET, socket.AF_INET6):
        return
    for name, value in KEEPALIVE.items():
        if hasattr(socket, name):
            level = socket.SOL_SOCKET if name.startswith("SO_") else socket.IPPROTO_TCP
            line.setsockopt(level, getattr(socket, name), value)


def create_engine(connector: Callable[[], Awaitable[Any]], **pool: Any) -> AsyncEngine:
    """An engine whose connections come from `connector`, for upgrades and copies."""
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connector,
        hide_parameters=True,  # seeds, orders
        **pool,
    )

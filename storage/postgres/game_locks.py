"""Locks of a PostgreSQL database by which several processes write it without getting in each other's way.

    key            who
    (processes)    each connection that writes shares it, an upgrade or a restore has it alone: connection.py
    TRANSACTIONS   shared by transactions of those who hold a game, and by those that are `apart`; any other
                   has it alone, so that what it reads stays true until it commits
    a game's id    who decides about the game, for several transactions; held by the very session that writes
                   them, so that who loses the one loses the other

The session that holds a game and then falls silent is ended by the server, which releases the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from storage.errors import DatabaseTrouble, reason

TRANSACTIONS = int.from_bytes(b"grog all", "big")
SILENT = "8s"
"""After which a session that holds a game is ended. The game's own code awaits nothing longer than its
calculations."""
_IDLE_TIMEOUT_SINCE = 14
"""The PostgreSQL that ends idle sessions."""
ALONE = f"SELECT pg_advisory_xact_lock({TRANSACTIONS})"
BESIDE_OTHERS = f"SELECT pg_advisory_xact_lock_shared({TRANSACTIONS})"
_HOLD = "SELECT pg_advisory_lock($1::bigint)"
_RELEASE = "SELECT pg_advisory_unlock($1::bigint)"
_WATCHED = f", set_config('idle_session_timeout', '{SILENT}', false)"
_UNWATCHED = ", set_config('idle_session_timeout', '0', false)"


async def hold(driver: Any, name: str, key: int) -> None:
    """Wait for a game, and hold it in a session until `release`. Raises DatabaseTrouble."""
    with driver_errors(name):
        await driver.fetchval(_HOLD + (_WATCHED if _ends_idle(driver) else ""), key)


async def release(driver: Any, name: str, key: int, *, last: bool) -> None:
    """Release a game; the `last` one that the session holds. Raises DatabaseTrouble."""
    with driver_errors(name):
        await driver.fetchval(_RELEASE + (_UNWATCHED if last and _ends_idle(driver) else ""), key)


def _ends_idle(driver: Any) -> bool:
    return bool(driver.get_server_version().major >= _IDLE_TIMEOUT_SINCE)


@contextmanager
def driver_errors(name: str) -> Iterator[None]:
    """Raise errors of the driver, used without SQLAlchemy, as DatabaseTrouble."""
    import asyncpg  # type: ignore[import-untyped]

    try:
        yield
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        detail = f"{type(error).__name__}: {error}"
        raise DatabaseTrouble(reason(error) or "lost", path=name, detail=detail) from error

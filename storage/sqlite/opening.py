"""Checks before a SQLite file is used: ours, whole, of a schema we know; then its upgrade. Blocking.

Order matters: nothing is written into a file that is damaged, foreign or newer.
"""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from engine.errors import Fact
from storage import schema
from storage.errors import DatabaseTrouble, file_errors
from storage.sqlite import confirmed
from storage.sqlite.confirmed import Loss
from storage.sqlite.files import PRAGMAS, blocking_engine, create_empty, write_copy
from storage.sqlite.lock import lock

log = logging.getLogger(__name__)

TRIAL = "grognard-check-"
"""How the folder begins in which a database of an earlier release is checked."""
TRIAL_KEPT = 86_400.0
"""Seconds after which no check still works in its folder."""


def prepare(path: Path, clock: Callable[[], datetime]) -> int:
    """Make the database ready for this program; the handle of its lock.

    Makes the folder, locks, checks, copies and upgrades. Raises DatabaseTrouble when the file cannot be
    used, and leaves it as it was.
    """
    with file_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = lock(path)
    try:
        with file_errors(path):
            _log_version()
            _check_and_upgrade(path, clock)
    except BaseException:
        os.close(handle)
        raise
    return handle


def create(path: Path, stamp: str) -> None:
    """Create an empty database with the tables of that schema."""
    create_empty(path, os.O_CREAT | os.O_EXCL)
    upgrade(path, stamp)


def _log_version() -> None:
    log.info("SQLite %s", sqlite3.sqlite_version)
    if (3, 7, 0) <= sqlite3.sqlite_version_info <= (3, 51, 2):
        log.warning(
            "SQLite %s can damage a database that two connections write at once (fixed in 3.51.3). This"
            " program writes through one alone: let no other program write or checkpoint the file.",
            sqlite3.sqlite_version,
        )


def _check_and_upgrade(path: Path, clock: Callable[[], datetime]) -> None:
    if _log_missing(path):  # the latest writes are in it
        raise DatabaseTrouble("log_missing", path=str(path), **_facts(loss(path)))
    created = not path.exists()
    create_empty(path)
    # Read-only: a connection that may write would, when closed, merge a write-ahead log into the file, even
    # a log of another file, as when a copy was put in place and the old log left beside it.
    with closing(_read_only(path)) as database:
        _set_pragmas(database)
        _check_integrity(path, database)
        stamp = stamp_of(path, database)
        schema.check(str(path), stamp)
        gone = confirmed.lost(path, database)
    if gone:
        if created:
            path.unlink()
        raise DatabaseTrouble("entries_lost", path=str(path), **_facts(gone))
    _sweep(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        _set_pragmas(database)
        mode = database.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            log.warning("%s: no write-ahead log here, SQLite keeps to %s", path, mode)
        head = schema.head()
        if stamp and stamp != head:
            name = f"{path.stem}-{stamp}-{clock():%Y%m%dT%H%M%S%fZ}{path.suffix}"
            log.warning("%s: upgrading %s to %s; the old one is kept as %s", path, stamp, head, name)
            write_copy(database, path.with_name(name))
            _delete_copies(path, stamp, name)
    if stamp != head:
        upgrade(path)


def _sweep(path: Path) -> None:
    """Delete what interrupted upgrades, restores and checks have left beside a database. Its lock is held."""
    left = [
        *path.parent.glob(f"{path.stem}-*{path.suffix}.part"),
        *path.parent.glob(f"{path.name}.restored*"),
    ]
    for each in left:
        each.unlink(missing_ok=True)
    old = time.time() - TRIAL_KEPT
    for trial in path.parent.glob(f"{TRIAL}*"):
        if trial.is_dir() and trial.stat().st_mtime < old:
            shutil.rmtree(trial, ignore_errors=True)


def _delete_copies(path: Path, stamp: str, but: str) -> None:
    """Delete the copies that earlier attempts at the same upgrade have made."""
    for each in path.parent.glob(f"{path.stem}-{stamp}-*Z{path.suffix}"):
        if each.name != but:
            each.unlink(missing_ok=True)


def _read_only(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing; without a write-ahead log none is made, either."""
    alone = "" if path.with_name(path.name + "-wal").exists() else "&immutable=1"
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{alone}", uri=True)


def _log_missing(path: Path) -> bool:
    index, write_ahead_log = (path.with_name(path.name + suffix) for suffix in ("-shm", "-wal"))
    return index.exists() and not write_ahead_log.exists()


def loss(path: Path) -> Loss:
    """What was confirmed and is not in a database that no process has open, which is left as it was."""
    if not confirmed.read(path):
        return Loss(entries=(), commands=0)
    with file_errors(path), closing(_read_only(path) if path.exists() else _empty()) as database:
        return confirmed.lost(path, database)


def _empty() -> sqlite3.Connection:
    return sqlite3.connect(":memory:")


def accept_loss(path: Path) -> Loss:
    """Have the next start go on without what was lost; what that is. Raises DatabaseTrouble while a bot
    runs."""
    with file_errors(path):
        handle = lock(path)
    try:
        gone = loss(path)
        with file_errors(path):
            if _log_missing(path):
                path.with_name(path.name + "-shm").unlink()
            confirmed.record_of(path).unlink(missing_ok=True)
        return gone
    finally:
        os.close(handle)


def _facts(gone: Loss) -> dict[str, Fact]:
    lost = tuple(f"{each.game} {each.first} {each.last} {each.link.hex()}" for each in gone.entries)
    return {"detail": str(gone), "lost": lost}


def _set_pragmas(database: sqlite3.Connection) -> None:
    for pragma in PRAGMAS:
        database.execute(f"PRAGMA {pragma}")


def _check_integrity(path: Path, database: sqlite3.Connection) -> None:
    problems = [row[0] for row in database.execute("PRAGMA quick_check(5)")]
    if problems != ["ok"]:
        raise DatabaseTrouble("damaged", path=str(path), detail="; ".join(problems))


def stamp_of(path: Path, database: sqlite3.Connection) -> str:
    """The schema that the file names; "" when it is empty. Raises DatabaseTrouble for another program's."""
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    if not tables:
        return ""
    if "alembic_version" in tables:
        row = database.execute("SELECT version_num FROM alembic_version").fetchone()
        if row:
            return str(row[0])
    raise DatabaseTrouble("foreign_file", path=str(path), tables=tuple(sorted(tables)))


def upgrade(path: Path, to: str = "head") -> None:
    """Bring the tables up to a schema, in one transaction; no copy is made."""
    engine = blocking_engine(path, "foreign_keys = OFF")  # a table that is rebuilt would take its rows along
    with engine.begin() as connection:
        schema.upgrade(connection, to)
        orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        assert not orphans, f"the migration left orphaned rows: {orphans[:5]}"

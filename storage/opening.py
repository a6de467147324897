"""Before a database is used: is it ours, is it whole, is it of this program's time? Blocking; one thread.

Order matters: nothing is written into a file that is damaged, foreign or newer.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool

from storage.errors import DatabaseTrouble, troubles
from storage.lock import lock

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"
PRAGMAS = (
    "busy_timeout = 5000",
    "synchronous = FULL",
    "foreign_keys = ON",
    "trusted_schema = OFF",
)
ONE_AT_A_TIME = threading.Lock()  # alembic keeps the migration under way in a module


def prepare(path: Path, clock: Callable[[], datetime]) -> int:
    """Make the database ready for this program; the handle of its lock.

    Makes the folder, locks, checks, backs up and upgrades. Raises DatabaseTrouble when it cannot be
    used; then it is as it was.
    """
    with clearly(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = lock(path)
    try:
        with clearly(path):
            _tell_version()
            _ready(path, clock)
    except BaseException:
        os.close(handle)
        raise
    return handle


@contextmanager
def clearly(path: Path) -> Iterator[None]:
    """Within it, trouble of the system's or of SQLite's making is raised as DatabaseTrouble."""
    try:
        with troubles(str(path)):
            yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        reason = "disk_full" if full else "disk_fails" if error.errno == errno.EIO else "unwritable"
        raise DatabaseTrouble(reason, path=str(path), found=str(error)) from error


def _tell_version() -> None:
    log.info("SQLite %s", sqlite3.sqlite_version)
    if (3, 7, 0) <= sqlite3.sqlite_version_info <= (3, 51, 2):
        log.warning(
            "SQLite %s can damage a database that two connections write at once (fixed in 3.51.3). This"
            " program writes through one alone: let no other program write or checkpoint the file.",
            sqlite3.sqlite_version,
        )


def _ready(path: Path, clock: Callable[[], datetime]) -> None:
    shared, missing = (path.with_name(path.name + tail) for tail in ("-shm", "-wal"))
    if shared.exists() and not missing.exists():  # what was written last is in it
        raise DatabaseTrouble("log_missing", path=str(path))
    _make(path, os.O_CREAT)
    script = ScriptDirectory.from_config(config())
    head = script.get_current_head() or ""
    # Only looking: a connection that may write would, when closed, bring a log into the file, though it were
    # another's, as where somebody has put a copy of the file in its place and left the log beside it.
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
        for pragma in PRAGMAS:
            database.execute(f"PRAGMA {pragma}")
        _check(path, database)
        found = _revision(path, database)
        if found and found not in {each.revision for each in script.walk_revisions()}:
            raise DatabaseTrouble("newer_schema", path=str(path), found=found, known=head)
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for pragma in PRAGMAS:
            database.execute(f"PRAGMA {pragma}")
        mode = database.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        if mode != "wal":
            log.warning("%s: no write-ahead log here, SQLite keeps to %s", path, mode)
        if found and found != head:
            name = f"{path.stem}-{found}-{clock():%Y%m%dT%H%M%S%fZ}{path.suffix}"
            log.warning("%s: upgrading %s to %s; the old one is kept as %s", path, found, head, name)
            back_up(database, path.with_name(name))
    if found != head:
        _upgrade(path)


def _make(path: Path, how: int) -> None:
    """An empty file for its owner alone, since secret seeds will be in it: to SQLite a new database."""
    os.close(os.open(path, os.O_RDWR | how, 0o600))


def _check(path: Path, database: sqlite3.Connection) -> None:
    found = [row[0] for row in database.execute("PRAGMA quick_check(5)")]
    if found != ["ok"]:
        raise DatabaseTrouble("damaged", path=str(path), found="; ".join(found))


def _revision(path: Path, database: sqlite3.Connection) -> str:
    """The release whose tables are in it; "" when it is empty."""
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    if not tables:
        return ""
    if "alembic_version" in tables:
        row = database.execute("SELECT version_num FROM alembic_version").fetchone()
        if row:
            return str(row[0])
    raise DatabaseTrouble("foreign_file", path=str(path), tables=tuple(sorted(tables)))


def back_up(database: sqlite3.Connection, to: Path) -> None:
    """Write a copy of the database to a file, which is whole and on the disk once it has its name."""
    half = to.with_name(to.name + ".part")
    half.unlink(missing_ok=True)
    _make(half, os.O_CREAT | os.O_EXCL)
    try:
        database.execute("VACUUM INTO ?", (str(half),))
        finish(half, to)
    except BaseException:
        half.unlink(missing_ok=True)
        raise


def finish(half: Path, to: Path) -> None:
    """Give a file its name once it is on the disk."""
    handle = os.open(half, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    os.replace(half, to)


def config() -> Config:
    """What alembic wants to know."""
    found = Config()
    found.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return found


def plain(path: Path, *more: str) -> Engine:
    """A file by one connection that blocks, with our pragmas, and more."""
    engine = create_engine(URL.create("sqlite", database=str(path)), poolclass=NullPool)
    begin_with(engine, "BEGIN IMMEDIATE", *more)
    return engine


def make_new(path: Path, revision: str) -> None:
    """An empty database with the tables of that release."""
    _make(path, os.O_CREAT | os.O_EXCL)
    _upgrade(path, revision)


def _upgrade(path: Path, revision: str = "head") -> None:
    """Bring the tables up to those of a release, in one transaction."""
    engine = plain(path, "foreign_keys = OFF")  # a table made anew would take its rows along
    asked = config()
    with ONE_AT_A_TIME, engine.begin() as connection:
        asked.attributes["connection"] = connection
        command.upgrade(asked, revision)
        orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        assert not orphans, f"the migration tore rows apart: {orphans[:5]}"


def begin_with(engine: Engine, begin: str, *more: str) -> None:
    """Let connections of this engine have our pragmas, and more, and begin transactions with that word."""

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # else the driver begins transactions when it thinks fit
        for pragma in (*PRAGMAS, *more):
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        cursor = connection.connection.cursor()
        cursor.execute(begin)
        cursor.close()


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)

"""SQLite files: created for their owner alone, opened with our pragmas, copied whole. Blocking."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import NullPool

PRAGMAS = (
    "busy_timeout = 5000",
    "synchronous = FULL",
    "foreign_keys = ON",
    "trusted_schema = OFF",
)


SYNCED_EVERY = 0.25
ROOM_LEFT = 16_000_000
"""Bytes that a copy leaves free on its disk: the games on it go on."""


def create_empty(path: Path, flags: int = os.O_CREAT) -> None:
    """Create an empty file, to SQLite a new database; readable by its owner alone, for the secret seeds."""
    os.close(os.open(path, os.O_RDWR | flags, 0o600))


def blocking_engine(path: Path, *pragmas: str) -> Engine:
    """An engine with one blocking connection, for migrations and copies."""
    engine = create_engine(URL.create("sqlite", database=str(path)), poolclass=NullPool)
    configure(engine, "BEGIN IMMEDIATE", *pragmas)
    return engine


def configure(engine: Engine, begin: str, *pragmas: str) -> None:
    """Have the connections of an engine set our pragmas and those, and begin transactions with `begin`."""

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # else the driver begins transactions when it thinks fit
        for pragma in (*PRAGMAS, *pragmas):
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

    @event.listens_for(engine, "begin")
    def began(connection: Connection) -> None:
        cursor = connection.connection.cursor()
        cursor.execute(begin)
        cursor.close()


def write_copy(database: sqlite3.Connection, to: Path) -> None:
    """Write a copy of an open database to a file, which is complete and on the disk once it has its name."""
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    check_room(database, to.parent)
    create_empty(part, os.O_CREAT | os.O_EXCL)
    try:
        with _synced_meanwhile(part):
            database.execute("VACUUM INTO ?", (str(part),))
        sync_and_rename(part, to)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def _synced_meanwhile(part: Path) -> Iterator[None]:
    """Sync a file every now and then while it is written: one sync of gigabytes at the end would hold up
    every commit on that disk."""
    over = threading.Event()

    def sync() -> None:
        handle = os.open(part, os.O_RDWR)
        try:
            while not over.wait(SYNCED_EVERY):
                os.fsync(handle)
        finally:
            os.close(handle)

    syncing = threading.Thread(target=sync, name="sync of a copy", daemon=True)
    syncing.start()
    try:
        yield
    finally:
        over.set()
        syncing.join()


def check_room(database: sqlite3.Connection, folder: Path) -> None:
    """Raises OSError (ENOSPC) when a copy of a database has no room in a folder."""
    pages, free, size = (
        int(database.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("page_count", "freelist_count", "page_size")
    )
    if (pages - free) * size + ROOM_LEFT > shutil.disk_usage(folder).free:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


def sync_and_rename(part: Path, to: Path) -> None:
    """Give a file its name once it is on the disk; then the name is on the disk, too."""
    handle = os.open(part, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    rename_durably(part, to)


def rename_durably(old: Path, new: Path) -> None:
    """Give a file another name, which survives a power loss once this has returned."""
    os.replace(old, new)
    if os.name == "nt":  # a folder cannot be opened there
        return
    handle = os.open(new.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

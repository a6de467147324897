"""Errors of the storage, as data: sentences are in the bot's locale."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from engine.errors import Fact


class StaleTable(Exception):
    """Another entry was written first; nothing was written. `last` is the newest entry's number."""

    def __init__(self, game: int, last: int) -> None:
        super().__init__(f"game {game} is already at entry {last}")
        self.game = game
        self.last = last


class ConstraintViolated(Exception):
    """The database refuses a row; it names the constraint (PostgreSQL) or its columns (SQLite)."""


class AlreadyAnswered(Exception):
    """This interaction was answered before; nothing was written."""


class ChannelTaken(Exception):
    """There is already an unfinished game in that channel."""

    def __init__(self, channel: int) -> None:
        super().__init__(f"an unfinished game is in channel {channel}")
        self.channel = channel


class DatabaseTrouble(Exception):
    """The database cannot be opened, read or written. `reason` is the key of the sentence, `facts` are in it.

    in_use          path, holder       another process has it open (holder: its process id, "" if unknown)
    newer_schema    path, detail, known a newer program wrote it
    old_schema      path, detail       a build before the first release wrote it
    foreign_file    path, tables       a database, but not one of ours
    log_missing     path, detail, lost the write-ahead log, with the latest writes, is gone
    entries_lost    path, detail, lost what was confirmed is not in it. detail: games and entries, as a
    sentence;
                                       lost: "game first last link" of each game
    damaged         path, detail       SQLite's own check fails
    faulty_games    path, detail       a copy in which the logs of some games are faulty
    unwritable      path, detail       no such folder, no permission, read-only
    disk_full       path, detail
    disk_fails      path, detail       the disk fails to read or write
    busy            path, detail       another program keeps it locked

    PostgreSQL only:

    lost            path, detail       it cannot be reached, or the connection broke: nothing was written
    in_doubt        path, detail       the connection broke, and the server cannot be asked what was written
    rejected        path, detail       wrong user or password
    no_database     path               there is no such database, or nothing in it
    foreign_tables  path, tables       a database with another program's tables
    unfit           path, detail       too old, or of another encoding
    bad_address     path               the address cannot be parsed
    no_driver       path               asyncpg is not installed
    crowded         path, detail       too much waits for the connections of this process: nothing was written
    not_ours        path               another process has the shard that this is about: nothing was written
    other_shards    path, count, others   processes share it by another number of shards
    """

    def __init__(self, reason: str, **facts: Fact) -> None:
        super().__init__(f"{reason} {facts}")
        self.reason = reason
        self.facts = facts


_REASONS = {  # the second word of SQLite's names: SQLITE_IOERR_WRITE, SQLITE_READONLY_DIRECTORY ...
    "FULL": "disk_full",
    "READONLY": "unwritable",
    "CANTOPEN": "unwritable",
    "PERM": "unwritable",
    "AUTH": "unwritable",
    "IOERR": "disk_fails",
    "CORRUPT": "damaged",
    "NOTADB": "damaged",
    "BUSY": "busy",
    "LOCKED": "busy",
}

_STATES = {  # SQLSTATE of PostgreSQL, or the start of one
    "25006": "unwritable",
    "42501": "unwritable",
    "28": "rejected",
    "3D": "no_database",
    "53": "busy",
    "53100": "disk_full",
    "55P03": "busy",
    "57014": "busy",
    "40": "busy",
    "08": "lost",
    "57P": "lost",
    "58": "disk_fails",
    "XX": "damaged",
}


def reason(error: BaseException) -> str | None:
    """The `DatabaseTrouble.reason` of a driver's error; None for every other error."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    name = getattr(cause, "sqlite_errorname", None)
    if name:
        return _REASONS.get(name.split("_")[1])
    state = getattr(cause, "sqlstate", None) or ""
    for n in (5, 3, 2):
        if state[:n] in _STATES:
            return _STATES[state[:n]]
    return "lost" if isinstance(error, DBAPIError) and error.connection_invalidated else None


@contextmanager
def database_errors(name: str) -> Iterator[None]:
    """Raise the database's own errors as DatabaseTrouble or ConstraintViolated, and others as they are."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise ConstraintViolated(str(error)) from error
    except (DBAPIError, sqlite3.Error) as error:
        why = reason(error)
        if why is None:
            raise
        cause = error.orig if isinstance(error, DBAPIError) else error
        code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
        raise DatabaseTrouble(why, path=name, detail=f"{code}: {cause}") from error


@contextmanager
def file_errors(path: Path) -> Iterator[None]:
    """Raise errors of SQLite or of the operating system as DatabaseTrouble."""
    try:
        with database_errors(str(path)):
            yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        why = "disk_full" if full else "disk_fails" if error.errno == errno.EIO else "unwritable"
        raise DatabaseTrouble(why, path=str(path), detail=str(error)) from error

"""What can go wrong with the games on disk: data, never sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from engine.errors import Fact


class StaleTable(Exception):
    """Somebody else wrote the next entry first; nothing was written. `last` is the newest entry's number."""

    def __init__(self, game: int, last: int) -> None:
        super().__init__(f"game {game} is already at entry {last}")
        self.game = game
        self.last = last


class ChannelTaken(Exception):
    """An unfinished game is in that channel already."""

    def __init__(self, channel: int) -> None:
        super().__init__(f"an unfinished game is in channel {channel}")
        self.channel = channel


class Unreadable(Exception):
    """Stored JSON this program has no word for: written by a newer one, or by a hand."""

    def __init__(self, what: str, where: str = "") -> None:
        super().__init__(f"{where}: {what}" if where else what)
        self.what = what
        self.where = where


class DatabaseTrouble(Exception):
    """The database cannot be opened, read or written. `reason` is the key of the sentence, `facts` are in it.

    in_use          path, holder       another process has it open (holder: its process id, "" if unknown)
    newer_schema    path, found, known a newer program wrote it
    foreign_file    path, tables       a database, but not one of ours
    log_missing     path               what was written last is in a file that is gone
    damaged         path, found        SQLite's own check fails
    unwritable      path, found        no such place, no permission, read-only
    disk_full       path, found
    disk_fails      path, found        reading or writing fails underneath
    busy            path, found        another program keeps it locked

    Of a server alone:

    lost            path, found        it cannot be reached, or the connection broke: nothing was written
    in_doubt        path, found        the connection broke, and nobody could be asked what was written
    rejected        path, found        it does not know the user or the password
    no_database     path               there is no such database, or nothing in it
    foreign_tables  path, tables       a database with others' tables in it
    unfit           path, found        too old, or of another encoding
    bad_address     path               not to be understood
    no_driver       path               the program to speak with it is not installed
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


_STATES = {  # SQLSTATE, or its class, as PostgreSQL has them
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
    """Which trouble an error of a driver is; None for every other error."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    name = getattr(cause, "sqlite_errorname", None)
    if name:
        return _REASONS.get(name.split("_")[1])
    state = getattr(cause, "sqlstate", None) or ""
    found = next((_STATES[state[:n]] for n in (5, 3, 2) if state[:n] in _STATES), None)
    if found is None and isinstance(error, DBAPIError) and error.connection_invalidated:
        return "lost"
    return found


@contextmanager
def troubles(path: str) -> Iterator[None]:
    """Within it, trouble of the database's making is raised as DatabaseTrouble, other errors as they are."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        found = reason(error)
        if found is None:
            raise
        cause = error.orig if isinstance(error, DBAPIError) else error
        name = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None) or ""
        raise DatabaseTrouble(found, path=path, found=f"{name}: {cause}") from error

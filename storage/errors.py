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
    damaged         path, found        SQLite's own check fails
    unwritable      path, found        no such place, no permission, read-only
    disk_full       path, found
    disk_fails      path, found        reading or writing fails underneath
    busy            path, found        another program keeps it locked
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


@contextmanager
def troubles(path: str) -> Iterator[None]:
    """Within it, trouble of SQLite's own making is raised as DatabaseTrouble; every other error as it is."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        name = getattr(cause, "sqlite_errorname", None) or "SQLITE_"
        reason = _REASONS.get(name.split("_")[1])
        if reason is None:
            raise
        raise DatabaseTrouble(reason, path=path, found=f"{name}: {cause}") from error

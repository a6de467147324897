"""What was confirmed, recorded outside the database too, beside its write-ahead log.

SQLite cannot know that the end of a write-ahead log is missing: it reads the log up to the first damage and
takes that for all there was. So each commit also writes the new link of each log (`storage/log_chain.py`) and
the receipts it added to `<database>-confirmed`, a ring of SLOTS records of fixed size; the next start looks
for them in the database. The file goes when the database is closed and everything is in it.

A record is written after its commit and before that is confirmed, so that a killed process leaves no gap; it
is synced within SYNC_EVERY, apart from the commit, which would otherwise take twice as long: a power loss may
take the records of that long.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import struct
import threading
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from storage.log_chain import Answered, Head

log = logging.getLogger(__name__)

SLOTS = 4096
"""Many times as many commits as the write-ahead log holds before SQLite moves it into the database."""
SIZE = 64
SYNC_EVERY = 0.1
_RECORD = struct.Struct("<Qqq16sQ")  # number, game, entry, start of its link, interaction; 0 for none
_CHECK = struct.Struct("<I")
_sync = getattr(os, "fdatasync", os.fsync)


def record_of(path: Path) -> Path:
    """The file that holds what was confirmed in a database."""
    return path.with_name(path.name + "-confirmed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """One record: the link (its first 16 bytes) of an entry of a game, the receipt of an interaction, or
    both; 0 for none of either."""

    number: int
    game: int
    seq: int
    link: bytes
    interaction: int


class ConfirmedRecord:
    """The file, open for writing. `pending` is what the running transaction confirms if it is committed."""

    def __init__(self, path: Path) -> None:
        self._path = record_of(path)
        self._number = max((each.number for each in read(path)), default=0)
        self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        try:
            self._lay_out()
        except BaseException:
            os.close(self._handle)
            raise
        self._changed, self._closing = threading.Event(), threading.Event()
        self._syncing: threading.Thread | None = None
        self.pending: tuple[Mapping[int, Head], Sequence[Answered]] = ({}, ())

    def _lay_out(self) -> None:
        """Give the file its size, so that a sync has nothing but the record to write."""
        if os.fstat(self._handle).st_size != SLOTS * SIZE:
            os.ftruncate(self._handle, 0)
            os.write(self._handle, bytes(SLOTS * SIZE))
            os.fsync(self._handle)

    def write(self) -> None:
        """Write what is pending, which has just been committed. An error is logged: the commit stands."""
        (written, answered), self.pending = self.pending, ({}, ())
        if not written and not answered:
            return
        receipts = {game: number for number, game in answered if game is not None and game in written}
        alone = (each for each in answered if each[0] not in receipts.values())
        try:
            for game, (seq, link) in written.items():
                self._write(game, seq, link, receipts.get(game, 0))
            for interaction, about in alone:
                self._write(about or 0, 0, b"", interaction)
        except (OSError, struct.error) as error:
            log.error("%s cannot be written: %s", self._path, error)
        if self._syncing is None:
            self._syncing = threading.Thread(target=self._sync, name="confirmed", daemon=True)
            self._syncing.start()
        self._changed.set()

    def _write(self, game: int, seq: int, link: bytes, interaction: int) -> None:
        self._number += 1
        packed = _RECORD.pack(self._number, game, seq, link[:16], interaction)
        os.lseek(self._handle, self._number % SLOTS * SIZE, os.SEEK_SET)
        os.write(self._handle, packed + _CHECK.pack(zlib.crc32(packed)))

    def _sync(self) -> None:
        while not self._closing.is_set():
            self._changed.wait()
            self._changed.clear()
            self._closing.wait(SYNC_EVERY)
            with suppress(OSError):
                _sync(self._handle)

    def close(self, *, delete: bool) -> None:
        """Close the file, and delete it when the database needs no record."""
        self._closing.set()
        self._changed.set()
        if self._syncing is not None:
            self._syncing.join()
        os.close(self._handle)
        if delete:
            self._path.unlink(missing_ok=True)


# --- looked for at the start ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LostEntries:
    """Entries `first` to `last` of a game were confirmed and are gone, or `changed`: others stand there.
    `link` is the start of the link of the last one."""

    game: int
    first: int
    last: int
    link: bytes
    changed: bool = False

    def __str__(self) -> str:
        which = f"entry {self.last}" if self.first == self.last else f"entries {self.first} to {self.last}"
        return f"game {self.game}: {which}{' (another one stands there)' if self.changed else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """What was confirmed and is not in the database: entries, by game, and how many other commands."""

    entries: tuple[LostEntries, ...]
    commands: int

    def __bool__(self) -> bool:
        return bool(self.entries or self.commands)

    def __str__(self) -> str:
        lines = [str(each) for each in self.entries]
        if self.commands:
            lines.append(f"{self.commands} other confirmed commands")
        return "; ".join(lines)


def read(path: Path) -> list[Confirmed]:
    """The readable records beside a database, in order."""
    try:
        ring = record_of(path).read_bytes()
    except FileNotFoundError:
        return []
    return sorted(_records(ring), key=lambda each: each.number)


def _records(ring: bytes) -> Iterator[Confirmed]:
    for at in range(0, len(ring) - SIZE + 1, SIZE):
        packed = ring[at : at + _RECORD.size]
        if ring[at + _RECORD.size :][: _CHECK.size] == _CHECK.pack(zlib.crc32(packed)):
            number, game, seq, link, interaction = _RECORD.unpack(packed)
            if number:
                yield Confirmed(number=number, game=game, seq=seq, link=link, interaction=interaction)


def lost(path: Path, database: sqlite3.Connection) -> Loss:
    """What the record beside a database names and the database does not hold."""
    records = read(path)
    newest = {each.game: each for each in records if each.seq}
    if not records:
        return Loss(entries=(), commands=0)
    tables = {row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if "entries" not in tables:
        gone = tuple(
            LostEntries(game=n, first=1, last=each.seq, link=each.link) for n, each in newest.items()
        )
        return Loss(entries=gone, commands=0)
    found = (_lost_of(database, each) for _, each in sorted(newest.items()))
    entries = tuple(each for each in found if each is not None)
    gone_with_them = {each.game for each in entries}
    others = [each for each in records if each.game not in gone_with_them]
    return Loss(entries=entries, commands=_lost_commands(database, others))


def _lost_of(database: sqlite3.Connection, confirmed: Confirmed) -> LostEntries | None:
    game, seq, link = confirmed.game, confirmed.seq, confirmed.link
    linked = any(row[1] == "chain" for row in database.execute("PRAGMA table_info(entries)"))
    chain = "chain" if linked else "NULL"
    row = database.execute(f"SELECT {chain} FROM entries WHERE game = ? AND seq = ?", (game, seq)).fetchone()
    if row is not None:
        same = row[0] is None or bytes(row[0])[:16] == link
        return None if same else LostEntries(game=game, first=seq, last=seq, link=link, changed=True)
    if _deleted(database, game):
        return None
    last = database.execute("SELECT coalesce(max(seq), 0) FROM entries WHERE game = ?", (game,)).fetchone()[0]
    return LostEntries(game=game, first=last + 1, last=seq, link=link)


def _deleted(database: sqlite3.Connection, game: int) -> bool:
    """Whether a game was there and is gone: ids are never used twice."""
    if database.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone():
        return False
    highest = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'games'").fetchone()
    return highest is not None and game <= highest[0]


def _lost_commands(database: sqlite3.Connection, records: Sequence[Confirmed]) -> int:
    """How many receipts are gone, without those that were deleted: with their game, or the oldest in time."""
    oldest = database.execute("SELECT min(interaction) FROM receipts").fetchone()[0]
    known = "SELECT 1 FROM receipts WHERE interaction = ?"
    wanted = (each for each in records if oldest is not None and each.interaction > oldest)
    gone = [each for each in wanted if not database.execute(known, (each.interaction,)).fetchone()]
    return sum(not (each.game and _deleted(database, each.game)) for each in gone)

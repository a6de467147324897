"""Backups: copies made while the bot runs, checked by replay, rotated, restored.

A copy is a file `grognard-20261122T040000Z.db`, named for the moment it was made, in UTC. Everything here
blocks.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine.codec import Unreadable
from engine.evolve import replay
from engine.state import State
from storage.address import Address, database_at
from storage.errors import DatabaseTrouble, file_errors
from storage.postgres.connection import is_url
from storage.postgres.copying import AUTO_NUMBERED
from storage.postgres.database import PostgresDatabase
from storage.records import Entry, GameRecord
from storage.snapshots import Snapshot
from storage.sqlite.files import rename_durably, write_copy
from storage.sqlite.lock import lock
from storage.sqlite.opening import prepare
from storage.store import Store, utc_now

DAYS, WEEKS = 7, 4
"""The newest copy of each of so many last days and weeks is kept."""
SKIPPED_IDS = 10_000
"""How many ids are skipped after a restore: old buttons must not refer to new games."""
_NAME = re.compile(r"grognard-(\d{8}T\d{6})Z(-unproven)?\.db")
_HALF_DONE = re.compile(r"grognard-\d{8}T\d{6}Z\.db\.(new|part|new\.part)(-\w+)?")
_STAMP = "%Y%m%dT%H%M%S"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckReport:
    """What a database holds, and what is wrong with it."""

    games: int
    entries: int
    faults: tuple[str, ...] = ()


# --- make and rotate -----------------------------------------------------------------------------------


def file_name(at: datetime) -> str:
    """The file name of a copy made at a moment."""
    return f"grognard-{at.astimezone(UTC):{_STAMP}}Z.db"


def unproven(name: str) -> str:
    """The file name of a copy whose proof was not finished."""
    return name.removesuffix(".db") + "-unproven.db"


def made_at(path: Path) -> datetime | None:
    """When a copy was made; None for any other file."""
    match = _NAME.fullmatch(path.name)
    return datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC) if match else None


def copies(folder: Path) -> list[Path]:
    """The copies in a folder, oldest first."""
    return sorted(path for path in folder.glob("grognard-*.db") if made_at(path) is not None)


def copy(address: Address, to: Path) -> None:
    """Write a copy of what is committed in a database, even while it is in use. Raises DatabaseTrouble."""
    if is_url(address):
        with file_errors(to):
            to.parent.mkdir(parents=True, exist_ok=True)
            database_at(address).copy(to)
    else:
        _copy_file(Path(address), to)


def _copy_file(path: Path, to: Path) -> None:
    with file_errors(path):
        if not path.exists():
            raise FileNotFoundError(f"there is no {path}")
        to.parent.mkdir(parents=True, exist_ok=True)
        try:
            _copy(path, to, "ro")
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
                raise
            _copy(path, to, "rw")  # after a crash, no process has it open and its log must be read first


def _copy(path: Path, to: Path, mode: str) -> None:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True)) as database:
        database.isolation_level = None
        database.execute("PRAGMA busy_timeout = 5000")
        write_copy(database, to)


def surplus(moments: Iterable[datetime]) -> set[datetime]:
    """The copies to delete: all but the newest of each of the last DAYS days and WEEKS weeks with a copy."""
    newest_first = sorted(moments, reverse=True)
    days = _newest_of(newest_first, lambda at: at.date(), DAYS)
    weeks = _newest_of(newest_first, lambda at: at.isocalendar()[:2], WEEKS)
    return set(newest_first) - days - weeks


def _newest_of(
    newest_first: Sequence[datetime], span: Callable[[datetime], object], most: int
) -> set[datetime]:
    newest: dict[object, datetime] = {}
    for at in newest_first:
        newest.setdefault(span(at), at)
    return set(list(newest.values())[:most])


def rotate(folder: Path) -> list[Path]:
    """Delete surplus copies; those deleted."""
    known = {at: path for path in copies(folder) if (at := made_at(path)) is not None}
    gone = [known[at] for at in sorted(surplus(known))]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def sweep(folder: Path) -> list[Path]:
    """Delete what interrupted copies have left in a folder, and all faulty copies but the newest; those
    deleted."""
    faulty = sorted(folder.glob("grognard-*.db.bad"))[:-1]
    gone = [*faulty, *(path for path in folder.glob("grognard-*") if _HALF_DONE.fullmatch(path.name))]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def holding(folder: Path, lost: Sequence[str]) -> list[tuple[Path, int, int]]:
    """For each of the lost entries ("game first last link", of DatabaseTrouble) the copy in a folder that has
    most of them, with the game and its last entry there. Games that no copy helps are left out."""
    best: dict[int, tuple[Path, int, int]] = {}
    for path in copies(folder):
        with closing(
            sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
        ) as database:
            for each in lost:
                game, first, last, _ = each.split()
                query = "SELECT coalesce(max(seq), 0) FROM entries WHERE game = ? AND seq <= ?"
                with suppress(sqlite3.Error):
                    held = database.execute(query, (int(game), int(last))).fetchone()[0]
                    if held >= max(int(first), best.get(int(game), (path, 0, 0))[2]):
                        best[int(game)] = (path, int(game), held)
    return [best[game] for game in sorted(best)]


# --- check ---------------------------------------------------------------------------------------------


def check(address: Address) -> CheckReport:
    """Replay every game of a database from its log. The database is not touched: a copy of it is opened, and
    upgraded when it is of an earlier release. Raises DatabaseTrouble when it cannot be opened."""
    with tempfile.TemporaryDirectory(prefix="grognard-") as folder:
        trial = Path(folder) / "trial.db"
        copy(address, trial)
        with file_errors(trial), closing(sqlite3.connect(trial)) as database:
            problems = [row[0] for row in database.execute("PRAGMA integrity_check(5)")]
        if problems != ["ok"]:
            raise DatabaseTrouble("damaged", path=database_at(address).name, detail="; ".join(problems))
        return asyncio.run(_replay_all(trial))


async def _replay_all(path: Path) -> CheckReport:
    store = await Store.open(path)
    try:
        games, entries, faults = await store.games.all(), 0, list[str]()
        for game in games:
            log: list[Entry] = []
            try:
                log = await store.log.entries(game.id)
                stored = await store.games.load(game.id)
                faults += _faults(game, log, stored.snapshot if stored else None)
            except (Unreadable, LookupError, TypeError, ValueError) as error:
                faults.append(f"game {game.id}: {type(error).__name__}: {error}")
            entries += len(log)
        return CheckReport(games=len(games), entries=entries, faults=tuple(faults))
    finally:
        await store.close()


def _faults(game: GameRecord, log: Sequence[Entry], snapshot: Snapshot | None) -> Iterator[str]:
    """What is wrong with the log of a game, or with its snapshot."""
    where = f"game {game.id}"
    if [entry.seq for entry in log] != list(range(1, len(log) + 1)):
        yield f"{where}: the log has a gap"
    if game.status == "playing" and not log:
        yield f"{where}: it is under way and has no log"
    for entry in log:
        if entry.struck is not None and entry.struck <= entry.seq:
            yield f"{where}, entry {entry.seq}: struck by an earlier one"
    replay(State(), (event for entry in log if entry.struck is None for event in entry.events))
    if snapshot is not None:
        before = (
            e for entry in log if entry.struck is None and entry.seq <= snapshot.seq for e in entry.events
        )
        if replay(State(), before) != snapshot.state:
            yield f"{where}: the snapshot after entry {snapshot.seq} is not what the log leads to"


# --- restore -------------------------------------------------------------------------------------------


def restore(source: Path, address: Address, now: datetime, aside: Path) -> Path | None:
    """Check a copy and replace a database by it; the file in the folder `aside` that now holds the old
    database, None when there was none. Ids of games go on far beyond those of the copy, since some may have
    been used after it was made.

    Raises DatabaseTrouble (in_use while a bot runs, damaged, newer_schema ...), and leaves all as it was.
    """
    report = check(source)
    if report.faults:
        raise DatabaseTrouble("damaged", path=str(source), detail="; ".join(report.faults[:5]))
    before = aside / f"grognard-before-{now.astimezone(UTC):{_STAMP}}Z.db"
    if is_url(address):
        return before if _replace_on_server(source, str(address), before) else None
    return before if _replace_file(source, Path(address), before) else None


def _replace_on_server(source: Path, url: str, before: Path) -> bool:
    with tempfile.TemporaryDirectory(prefix="grognard-") as folder:
        trial = Path(folder) / "trial.db"
        copy(source, trial)
        os.close(prepare(trial, utc_now))
        with file_errors(before):
            before.parent.mkdir(parents=True, exist_ok=True)
            return PostgresDatabase(url, 1).replace_all(trial, SKIPPED_IDS, before)


def _replace_file(source: Path, path: Path, before: Path) -> bool:
    """Replace a file by a copy; whether there was one."""
    with file_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = lock(path)
    try:
        with file_errors(path):
            fresh = path.with_name(path.name + ".restored")
            copy(source, fresh)
            _skip_ids(fresh)
            existed = _move_aside(path, before)
            rename_durably(fresh, path)
    finally:
        os.close(handle)
    os.close(prepare(path, utc_now))
    return existed


def _skip_ids(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for table in AUTO_NUMBERED:
            known = database.execute("SELECT 1 FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
            first = "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)"
            more = "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?"
            database.execute(more if known else first, (SKIPPED_IDS, table))


def _move_aside(path: Path, aside: Path) -> bool:
    """Move a database away with its write-ahead log and the record of what it confirmed; whether there was
    one."""
    existed = path.exists()
    for suffix in ("-wal", "-shm", "-confirmed", ""):
        part = path.with_name(path.name + suffix)
        if part.exists():
            os.replace(part, aside.with_name(aside.name + suffix))
    return existed

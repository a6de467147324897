"""Copies of the database: made beside a running bot, proven by replay, kept for weeks, put back.

A copy is a file `grognard-20261122T040000Z.db`: the moment it was made, in UTC. All of this blocks.
"""

from __future__ import annotations

import asyncio
import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from engine.evolve import replay
from engine.state import State
from storage.copying import NUMBERED
from storage.errors import DatabaseTrouble, Unreadable
from storage.lock import lock
from storage.opening import back_up, clearly, prepare, utc_now
from storage.places import Where, place
from storage.records import Entry, Game
from storage.server import Server, on_server
from storage.snapshots import Snapshot
from storage.store import Store

DAYS, WEEKS = 7, 4
"""Of so many last days, and of so many last weeks, the newest copy is kept."""
BEYOND = 10_000
"""By how much numbers go on after a copy was put back: old buttons must not mean new games."""
_NAME = re.compile(r"grognard-(\d{8}T\d{6})Z\.db")
_STAMP = "%Y%m%dT%H%M%S"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a database holds, and what is wrong with it."""

    games: int
    entries: int
    faults: tuple[str, ...] = ()


# --- made, and kept ------------------------------------------------------------------------------------


def name(at: datetime) -> str:
    """The name of a copy made at a moment."""
    return f"grognard-{at.astimezone(UTC):{_STAMP}}Z.db"


def made(path: Path) -> datetime | None:
    """When a copy was made; None for any other file."""
    match = _NAME.fullmatch(path.name)
    return datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC) if match else None


def copies(folder: Path) -> list[Path]:
    """The copies in a folder, oldest first."""
    return sorted(path for path in folder.glob("grognard-*.db") if made(path) is not None)


def copy(where: Where, to: Path) -> None:
    """Write a copy of what is committed in a database, whoever else has it open. Raises DatabaseTrouble."""
    if on_server(where):
        with clearly(to):
            to.parent.mkdir(parents=True, exist_ok=True)
            place(where).copy(to)
    else:
        _copy_file(Path(where), to)


def _copy_file(path: Path, to: Path) -> None:
    with clearly(path):
        if not path.exists():
            raise FileNotFoundError(f"there is no {path}")
        to.parent.mkdir(parents=True, exist_ok=True)
        try:
            _copy(path, to, "ro")
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
                raise
            _copy(path, to, "rw")  # nobody has it open, and its log is to be read first: after a crash


def _copy(path: Path, to: Path, mode: str) -> None:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True)) as database:
        database.isolation_level = None
        database.execute("PRAGMA busy_timeout = 5000")
        back_up(database, to)


def surplus(moments: Iterable[datetime]) -> set[datetime]:
    """The copies that need not be kept: all but the newest of each of the last DAYS days and WEEKS weeks on
    which any was made."""
    newest_first = sorted(moments, reverse=True)
    days = _newest_of(newest_first, lambda at: at.date(), DAYS)
    weeks = _newest_of(newest_first, lambda at: at.isocalendar()[:2], WEEKS)
    return set(newest_first) - days - weeks


def _newest_of(
    newest_first: Sequence[datetime], span: Callable[[datetime], object], most: int
) -> set[datetime]:
    found: dict[object, datetime] = {}
    for at in newest_first:
        found.setdefault(span(at), at)
    return set(list(found.values())[:most])


def rotate(folder: Path) -> list[Path]:
    """Delete the copies that need not be kept; those deleted."""
    known = {at: path for path in copies(folder) if (at := made(path)) is not None}
    gone = [known[at] for at in sorted(surplus(known))]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


# --- proven --------------------------------------------------------------------------------------------


def check(where: Where) -> Found:
    """What is in a database, with every game played again from its log. The file is not touched: a copy of it
    is opened, upgraded where it is of an earlier release. Raises DatabaseTrouble when it cannot be opened."""
    with tempfile.TemporaryDirectory(prefix="grognard-") as folder:
        trial = Path(folder) / "trial.db"
        copy(where, trial)
        with clearly(trial), closing(sqlite3.connect(trial)) as database:
            found = [row[0] for row in database.execute("PRAGMA integrity_check(5)")]
        if found != ["ok"]:
            raise DatabaseTrouble("damaged", path=place(where).where, found="; ".join(found))
        return asyncio.run(_read(trial))


async def _read(path: Path) -> Found:
    store = await Store.open(path)
    try:
        games, entries, faults = await store.games(), 0, list[str]()
        for game in games:
            log: list[Entry] = []
            try:
                log = await store.entries(game.id)
                kept = await store.kept(game.id)
                faults += _faults(game, log, kept.snapshot if kept else None)
            except (Unreadable, LookupError, TypeError, ValueError) as error:
                faults.append(f"game {game.id}: {type(error).__name__}: {error}")
            entries += len(log)
        return Found(games=len(games), entries=entries, faults=tuple(faults))
    finally:
        await store.close()


def _faults(game: Game, log: Sequence[Entry], snapshot: Snapshot | None) -> Iterator[str]:
    """What is wrong with the log of a game, or with the table that is kept beside it."""
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
            yield f"{where}: the table kept after entry {snapshot.seq} is not what the log leads to"


# --- put back ------------------------------------------------------------------------------------------


def restore(source: Path, where: Where, now: datetime, aside: Path) -> Path | None:
    """Put a copy where the database is, once it is proven; where in the folder `aside` lies now what was
    there before, None when nothing was. Numbers of games go on far beyond those of the copy, since some may
    have been given since.

    Raises DatabaseTrouble: in_use while a bot runs, damaged, newer_schema ...; then everything is as it was.
    """
    found = check(source)
    if found.faults:
        raise DatabaseTrouble("damaged", path=str(source), found="; ".join(found.faults[:5]))
    before = aside / f"grognard-before-{now.astimezone(UTC):{_STAMP}}Z.db"
    if on_server(where):
        return before if _put_on_server(source, str(where), before) else None
    return before if _put_in_place(source, Path(where), before) else None


def _put_on_server(source: Path, url: str, before: Path) -> bool:
    with tempfile.TemporaryDirectory(prefix="grognard-") as folder:
        trial = Path(folder) / "trial.db"
        copy(source, trial)
        os.close(prepare(trial, utc_now))
        with clearly(before):
            before.parent.mkdir(parents=True, exist_ok=True)
            return Server(url, 1).put(trial, BEYOND, before)


def _put_in_place(source: Path, path: Path, before: Path) -> bool:
    """Put a copy in the place of a file; whether there was one."""
    with clearly(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle = lock(path)
    try:
        with clearly(path):
            fresh = path.with_name(path.name + ".restored")
            copy(source, fresh)
            _renumber(fresh)
            there = _set_aside(path, before)
            os.replace(fresh, path)
            _sync_folder(path.parent)
    finally:
        os.close(handle)
    os.close(prepare(path, utc_now))
    return there


def _renumber(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        for table in NUMBERED:
            known = database.execute("SELECT 1 FROM sqlite_sequence WHERE name = ?", (table,)).fetchone()
            first = "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)"
            more = "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?"
            database.execute(more if known else first, (BEYOND, table))


def _set_aside(path: Path, aside: Path) -> bool:
    """Move a database away with its write-ahead log; whether there is one."""
    if not path.exists():
        return False
    for tail in ("-wal", "-shm", ""):
        part = path.with_name(path.name + tail)
        if part.exists():
            os.replace(part, aside.with_name(aside.name + tail))
    return True


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # a folder cannot be opened there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

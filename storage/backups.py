"""Backups: copies made while the bot runs, proven, rotated, restored.

A copy is a file `grognard-20261122T040000Z.db`, named for the moment it was made, in UTC. Everything here
blocks.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from storage.address import Address, database_at
from storage.errors import DatabaseTrouble, file_errors
from storage.postgres.connection import is_url
from storage.postgres.copying import AUTO_NUMBERED
from storage.postgres.database import PostgresDatabase
from storage.proofs.copy_file import OtherSchema, opened
from storage.proofs.proving import CheckReport, prove_all
from storage.sqlite import opening
from storage.sqlite.files import rename_durably, write_copy
from storage.sqlite.lock import lock
from storage.sqlite.opening import prepare
from storage.store import utc_now

DAYS, WEEKS = 7, 4
"""The newest copy of each of so many last days and weeks is kept."""
SKIPPED_IDS = 10_000
"""How many ids are skipped after a restore: old buttons must not refer to new games."""
_NAME = re.compile(r"grognard-(\d{8}T\d{6})Z(-unproven|-faulty)?\.db")
_HALF_DONE = re.compile(r"grognard-\d{8}T\d{6}Z\.db\.(new|part|new\.part)(-\w+)?")
_STAMP = "%Y%m%dT%H%M%S"


# --- make and rotate -----------------------------------------------------------------------------------


def file_name(at: datetime) -> str:
    """The file name of a copy made at a moment."""
    return f"grognard-{at.astimezone(UTC):{_STAMP}}Z.db"


def unproven(name: str) -> str:
    """The file name of a copy whose proof was not finished."""
    return name.removesuffix(".db") + "-unproven.db"


def faulty(name: str) -> str:
    """The file name of a copy in which the logs of some games are faulty."""
    return name.removesuffix(".db") + "-faulty.db"


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
    """Delete surplus copies, but never the newest without a faulty game; those deleted."""
    known = {at: path for path in copies(folder) if (at := made_at(path)) is not None}
    sound = [at for at, path in known.items() if path.name != faulty(file_name(at))]
    gone = [known[at] for at in sorted(surplus(known) - set(sound[-1:]))]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone


def sweep(folder: Path) -> list[Path]:
    """Delete what interrupted copies have left in a folder, and all damaged copies but the newest; those
    deleted."""
    damaged = sorted(folder.glob("grognard-*.db.bad"))[:-1]
    gone = [*damaged, *(path for path in folder.glob("grognard-*") if _HALF_DONE.fullmatch(path.name))]
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
    """Prove every game of a database from its first entry on (`storage/proofs/`). The database is not
    touched; one of an earlier release, or on a server, is proven in a copy. Raises DatabaseTrouble when it
    cannot be opened."""
    if not is_url(address):
        path = Path(address)
        with suppress(OtherSchema), opened(path, in_use=_in_use(path)) as copy_file:
            return prove_all(copy_file)
    with _trial(address) as trial, opened(trial) as copy_file:
        return prove_all(copy_file)


def _in_use(path: Path) -> bool:
    return path.with_name(path.name + "-wal").exists()


@contextmanager
def _trial(address: Address) -> Iterator[Path]:
    """A copy of a database with the tables of this program, beside it where that is a file: a folder for
    temporary files may be in memory."""
    beside = None if is_url(address) else Path(address).resolve().parent
    if beside is not None and not os.access(beside, os.W_OK):
        beside = None
    with tempfile.TemporaryDirectory(prefix=opening.TRIAL, dir=beside) as folder:
        trial = Path(folder) / "trial.db"
        copy(address, trial)
        with file_errors(trial):
            opening.upgrade(trial)
        yield trial


# --- restore -------------------------------------------------------------------------------------------


def restore(
    source: Path, address: Address, now: datetime, aside: Path, *, with_faulty_games: bool = False
) -> Path | None:
    """Check a copy and replace a database by it; the file in the folder `aside` that now holds the old
    database, None when there was none. Ids of games go on far beyond those of the copy, since some may have
    been used after it was made.

    Raises DatabaseTrouble (in_use while a bot runs, damaged, newer_schema ...; faulty_games, unless it is to
    be restored with them), and leaves all as it was.
    """
    report = check(source)
    if report.faults and not with_faulty_games:
        raise DatabaseTrouble("faulty_games", path=str(source), detail="; ".join(report.faults[:5]))
    return put(source, address, now, aside)


def put(source: Path, address: Address, now: datetime, aside: Path) -> Path | None:
    """Replace a database by a copy that was checked; as `restore`."""
    before = aside / f"grognard-before-{now.astimezone(UTC):{_STAMP}}Z.db"
    if is_url(address):
        return before if _replace_on_server(source, str(address), before) else None
    return before if _replace_file(source, Path(address), before) else None


def _replace_on_server(source: Path, url: str, before: Path) -> bool:
    with _trial(source) as trial, file_errors(before):
        before.parent.mkdir(parents=True, exist_ok=True)
        return PostgresDatabase(url).replace_all(trial, SKIPPED_IDS, before)


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

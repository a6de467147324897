"""Move all games from one database to another, of either kind: copied, proven by deciding them again, put in
place, compared. Everything here blocks.

What an interrupted move has proven need not be proven again: the folder keeps a record of it. Until all is
proven the target is not touched, and then it is written in one step.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from storage import backups
from storage.address import Address
from storage.errors import DatabaseTrouble, file_errors
from storage.postgres.connection import is_url
from storage.postgres.database import PostgresDatabase
from storage.proofs.proof_record import NAME
from storage.proofs.proving import CheckReport, prove_copy
from storage.sqlite import opening
from storage.sqlite.lock import lock

STEP = 3.0
"""Seconds of proving between two reports of progress."""
MOST_FAULTS = 5
_ENTRIES = "SELECT game, seq, chain FROM entries ORDER BY game, seq"
_GAMES = "SELECT count(*) FROM games"


class NotEmpty(Exception):
    """The target has games already."""

    def __init__(self, games: int) -> None:
        super().__init__(games)
        self.games = games


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What was moved, and the file that now holds what was in the target before, if there was anything."""

    games: int
    entries: int
    before: Path | None


def move(
    source: Address,
    target: Address,
    folder: Path,
    now: datetime,
    told: Callable[[str, int, int], object] = lambda step, done, of: None,
    *,
    replace: bool = False,
) -> Moved:
    """Copy everything from a database that no bot uses into another, which is empty or to be replaced.
    `folder` holds the copy meanwhile; `told` hears of each step how much is done, and of how much.

    Raises NotEmpty, and DatabaseTrouble: in_use, faulty_games ...; the target is then as it was.
    """
    folder.mkdir(parents=True, exist_ok=True)
    staged = folder / "staged.db"
    with _unused(source), file_errors(staged):
        there = games_in(target)
        if there and not replace:
            raise NotEmpty(there)
        told("copy", 0, 1)
        staged.unlink(missing_ok=True)
        backups.copy(source, staged)
        opening.upgrade(staged)
        games = games_in(staged)
        told("copy", 1, 1)
        _prove(staged, folder, games, told)
        told("write", 0, 1)
        before = backups.put(staged, target, now, folder)
        told("write", 1, 1)
        entries = _compare(staged, target, folder)
        told("compare", entries, entries)
        for done_with in (staged, folder / NAME):
            done_with.unlink(missing_ok=True)
    return Moved(games=games, entries=entries, before=before)


def games_in(address: Address) -> int:
    """How many games a database holds; none where there is no database yet. Raises DatabaseTrouble."""
    if is_url(address):
        return asyncio.run(PostgresDatabase(str(address)).count_games())
    if not Path(address).exists():
        return 0
    with closing(sqlite3.connect(f"{Path(address).absolute().as_uri()}?mode=ro", uri=True)) as database:
        known = database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'games'").fetchone()
        return int(database.execute(_GAMES).fetchone()[0]) if known else 0


def _prove(staged: Path, folder: Path, games: int, told: Callable[[str, int, int], object]) -> None:
    """Decide every game of the copy again, but for those that an earlier try has proven."""
    proven, within = 0, STEP
    told("prove", 0, games)
    while True:
        report: CheckReport = prove_copy(staged, folder, within)
        if report.faults:
            detail = "; ".join(report.faults[:MOST_FAULTS])
            raise DatabaseTrouble("faulty_games", path=str(staged), detail=detail)
        if not report.left:
            break
        done = report.whole + report.added
        proven += done
        within = within if done else within * 2  # one long game
        told("prove", min(proven, games), games)
    told("prove", games, games)


def _compare(staged: Path, target: Address, folder: Path) -> int:
    """Read back what was written, and compare every entry's link; how many there are. Raises
    DatabaseTrouble."""
    back = folder / "back.db"
    back.unlink(missing_ok=True)
    backups.copy(target, back)
    with _links(staged) as ours, _links(back) as theirs:
        entries = 0
        for one, other in zip(ours, theirs, strict=True):
            if one != other:
                raise DatabaseTrouble("damaged", path=str(back), detail=f"game {one[0]}, entry {one[1]}")
            entries += 1
    back.unlink()
    return entries


@contextmanager
def _links(path: Path) -> Iterator[sqlite3.Cursor]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        yield database.execute(_ENTRIES)


@contextmanager
def _unused(address: Address) -> Iterator[None]:
    """While no bot uses a database; on a server that is looked at before and after. Raises DatabaseTrouble:
    in_use."""
    if is_url(address):
        server = PostgresDatabase(str(address))
        asyncio.run(server.check_unused())
        yield
        asyncio.run(server.check_unused())
        return
    with file_errors(Path(address)):
        handle = lock(Path(address))
    try:
        yield
    finally:
        os.close(handle)

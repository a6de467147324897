"""A copy as it lies on the disk, read one game at a time. Nothing is written, not even beside it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from engine.codec import Unreadable
from storage import row_mapping, schema, snapshots
from storage.errors import DatabaseTrouble, file_errors
from storage.proofs.log_proof import LogProof, StoredLog, prove
from storage.snapshots import Snapshot
from storage.sqlite import opening

STEPS = 50_000
"""Instructions of SQLite between two looks at the clock."""


class OutOfTime(Exception):
    """The time for a proof is over."""


class OtherSchema(Exception):
    """An earlier release wrote the copy: it must be upgraded before it can be proven."""


class CopyFile:
    """An open copy of this program's schema. Every method may raise DatabaseTrouble and OutOfTime."""

    def __init__(self, database: sqlite3.Connection, path: Path, over: Callable[[], bool]) -> None:
        self.path = path
        self._over = over
        self._database = database
        database.row_factory = sqlite3.Row

    def check(self) -> None:
        """SQLite's own check. Raises DatabaseTrouble: damaged."""
        problems = [row[0] for row in self._rows("PRAGMA integrity_check(5)")]
        if problems != ["ok"]:
            raise DatabaseTrouble("damaged", path=str(self.path), detail="; ".join(problems))

    def games(self) -> list[int]:
        """The ids of all games."""
        return [row[0] for row in self._rows("SELECT id FROM games ORDER BY id")]

    def head(self, game: int) -> tuple[int, bytes]:
        """The number and the link of the newest entry of a game; 0 without any."""
        newest = "SELECT seq, chain FROM entries WHERE game = ? ORDER BY seq DESC LIMIT 1"
        row = next(iter(self._rows(newest, game)), None)
        return (0, b"") if row is None else (row["seq"], bytes(row["chain"] or b""))

    def link(self, game: int, seq: int) -> bytes:
        """The link of an entry; empty where it has none, or is not there."""
        row = next(iter(self._rows("SELECT chain FROM entries WHERE game = ? AND seq = ?", game, seq)), None)
        return b"" if row is None else bytes(row["chain"] or b"")

    def prove(self, game: int, known: int) -> tuple[LogProof, int]:
        """The proof of a game's log, of which the first `known` entries were proven before; its length."""
        if self._over():
            raise OutOfTime
        self._rows("BEGIN")
        try:
            log = self._rows("SELECT * FROM entries WHERE game = ? ORDER BY seq", game)
            return prove(self._stored(game, log), known), len(log)
        except (Unreadable, LookupError, TypeError, ValueError, AttributeError) as error:
            return LogProof(faults=[f"game {game}: {type(error).__name__}: {error}"]), 0
        finally:
            self._rows("COMMIT")

    def _stored(self, game: int, log: list[sqlite3.Row]) -> StoredLog:
        row = self._rows("SELECT * FROM games WHERE id = ?", game)[0]
        seats = self._rows("SELECT * FROM seats WHERE game = ? ORDER BY place", game)
        mapped: list[dict[str, Any]] = [dict(each) for each in log]
        return StoredLog(
            game=row_mapping.game(dict(row), [row_mapping.seat(dict(seat)) for seat in seats]),
            printed=row["printed"],
            rows=mapped,
            entries=[row_mapping.entry([each[name] for name in row_mapping.ENTRY]) for each in mapped],
            snapshot=self._snapshot(game),
        )

    def _snapshot(self, game: int) -> Snapshot | None:
        """The newest snapshot that this program would use."""
        query = "SELECT seq, made_by, seal, body FROM snapshots WHERE game = ? ORDER BY seq DESC"
        found = (snapshots.read(game, *row) for row in self._rows(query, game))
        return next((snapshot for snapshot in found if snapshot is not None), None)

    def _rows(self, query: str, *parameters: int) -> list[sqlite3.Row]:
        try:
            with file_errors(self.path):
                return self._database.execute(query, parameters).fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname == "SQLITE_INTERRUPT":
                raise OutOfTime from error
            raise


@contextmanager
def opened(
    path: Path, over: Callable[[], bool] = lambda: False, *, in_use: bool = False
) -> Iterator[CopyFile]:
    """A copy, opened, or a database that is `in_use`, of which each game is then read at one moment. `over`
    says when there is no time left. Raises DatabaseTrouble when it is none, or of another schema
    (newer_schema)."""
    alone = "" if in_use else "&immutable=1"
    with file_errors(path):
        database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{alone}", uri=True)
    with closing(database):
        with file_errors(path):
            database.isolation_level = None
            database.execute("PRAGMA trusted_schema = OFF")
            database.execute("PRAGMA busy_timeout = 5000")
            found = opening.stamp_of(path, database)
        schema.check(str(path), found)
        if found != schema.head():
            raise OtherSchema
        database.set_progress_handler(over, STEPS)
        yield CopyFile(database, path, over)

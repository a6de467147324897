"""What was proven of which game: a small database in the folder of the copies, without anything of the games
but their numbers, lengths and links. It may be deleted: the next copy is then proven whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from storage.sqlite.files import create_empty

NAME = "proofs.db"
_TABLE = """CREATE TABLE IF NOT EXISTS proofs (game INTEGER PRIMARY KEY, seq INTEGER NOT NULL,
    link BLOB NOT NULL, whole REAL NOT NULL) STRICT"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvenGame:
    """A game whose log was proven up to entry `seq`, which had that link; `whole`: when it was last proven
    from its first entry on, in seconds since 1970."""

    game: int
    seq: int
    link: bytes
    whole: float


class ProofRecord:
    """The record in a folder. A damaged one is begun again."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / NAME

    def games(self) -> dict[int, ProvenGame]:
        """What was proven, by game."""
        try:
            with closing(self._open()) as database:
                rows = database.execute("SELECT game, seq, link, whole FROM proofs").fetchall()
        except sqlite3.DatabaseError:
            self._path.unlink(missing_ok=True)
            return {}
        return {
            game: ProvenGame(game=game, seq=seq, link=bytes(link), whole=whole)
            for game, seq, link, whole in rows
        }

    def save(self, proven: Iterable[ProvenGame]) -> None:
        """Add what was proven now."""
        with closing(self._open()) as database, database:
            database.executemany(
                "INSERT OR REPLACE INTO proofs (game, seq, link, whole) VALUES (?, ?, ?, ?)",
                [(each.game, each.seq, each.link, each.whole) for each in proven],
            )

    def forget(self, games: Iterable[int]) -> None:
        """Remove games that are gone, or faulty."""
        with closing(self._open()) as database, database:
            database.executemany("DELETE FROM proofs WHERE game = ?", [(game,) for game in games])

    def _open(self) -> sqlite3.Connection:
        create_empty(self._path)
        database = sqlite3.connect(self._path)
        database.execute(_TABLE)
        return database

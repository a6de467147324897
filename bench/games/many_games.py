"""A database file with many games, written without the store, which would take hours."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.commands import Move
from engine.events import Changed, Moved, Rolled
from storage import Entry, Store, row_mapping

ENTRIES = 10  # a game
NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)


def an_entry() -> Entry:
    """A move of one step with a roll, as large as most entries are."""
    return Entry(
        kind="order",
        side="red",
        who=1,
        command=Move(unit="r1", path=("0704", "0705")),
        events=(
            Moved(unit="r1", origin="0703", hex="0704", manner="step", rule="MP-MOV-1"),
            Changed(unit="r1", value="mp", was=6, now=5, rule="MP-MOV-2"),
            Rolled(purpose="morale", key="1/1", sides=9, dice=(3, 9), rule="MP-MOR-5"),
        ),
        at=NOON,
    )


async def crowd(path: Path, games: int) -> None:
    """Make the file; game n is in channel n, has two seats and ENTRIES entries."""
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        for table, rows in (("games", _games(games)), ("seats", _seats(games)), ("entries", _log(games))):
            first = next(rows)
            into = f"INSERT INTO {table} ({', '.join(first)}) VALUES (:{', :'.join(first)})"
            database.execute(into, first)
            database.executemany(into, rows)
        database.execute("COMMIT")


def _games(games: int) -> Iterator[dict[str, Any]]:
    for number in range(1, games + 1):
        yield {
            "id": number,
            "guild": 1,
            "channel": number,
            "scenario": "x",
            "printed": "{}",
            "options": "{}",
            "status": "playing",
            "seed": bytes(32),
            "salts": "[]",
            "owner": number,
            "created": row_mapping.stamp(NOON),
            "revision": 1,
        }


def _seats(games: int) -> Iterator[dict[str, Any]]:
    for number in range(1, games + 1):
        for place, side in enumerate(("red", "blue")):
            yield {"game": number, "place": place, "side": side, "user": number, "name": "Anna", "bot": 0}


def _log(games: int) -> Iterator[dict[str, Any]]:
    row = row_mapping.entry_row(1, 1, an_entry())
    for number in range(1, games + 1):
        for seq in range(1, ENTRIES + 1):
            yield {**row, "game": number, "seq": seq}

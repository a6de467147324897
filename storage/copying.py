"""All rows of a database on a server into a file, and all rows of a file into one on a server.

Copies have one form, so that one program proves them and either database takes them; this is also the way
from one to the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, column, insert, inspect, select, table, text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import opening
from storage.tables import metadata

NUMBERED = ("games", "letters")
"""Tables that number their rows themselves, and never give a number twice."""
BATCH = 500

Rows = list[dict[str, Any]]


async def pour_out(source: AsyncConnection, revision: str, to: Path) -> None:
    """Write all that a transaction sees into a new file, whose tables are those of that release."""
    half = to.with_name(to.name + ".part")
    half.unlink(missing_ok=True)
    try:
        with opening.clearly(to):
            opening.make_new(half, revision)
            await _fill(source, half)
            opening.finish(half, to)
    finally:
        half.unlink(missing_ok=True)


async def _fill(source: AsyncConnection, path: Path) -> None:
    engine = opening.plain(path)
    try:
        with engine.begin() as target:
            for name, columns in _tables(target):
                known = table(name, *map(column, columns))
                async with source.stream(select(known)) as found:
                    async for batch in found.mappings().partitions(BATCH):
                        target.execute(insert(known), [dict(row) for row in batch])
            for name in NUMBERED:
                sequence = (await source.execute(_SEQUENCE, {"name": name})).scalar_one()
                asked = f"SELECT last_value, is_called FROM {sequence}"
                row: Any = (await source.exec_driver_sql(asked)).one()
                target.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": name})
                number = {"name": name, "seq": row.last_value if row.is_called else 0}
                target.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)"), number)
    finally:
        engine.dispose()


_SEQUENCE = text("SELECT pg_get_serial_sequence(:name, 'id')")
_SET = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)")


async def pour_in(path: Path, target: AsyncConnection, beyond: int) -> None:
    """Let the tables of a transaction hold what a file holds, and nothing else. Their numbers go on that far
    beyond."""
    names = ", ".join(f'"{name}"' for name in metadata.tables)
    await target.execute(text(f"TRUNCATE {names}"))
    engine = opening.plain(path)
    try:
        with engine.begin() as source:
            for name, columns in _tables(source):
                known = table(name, *map(column, columns))
                for batch in _batches(source, known):
                    await target.execute(insert(known), batch)
            for name in NUMBERED:
                asked = text("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = :name")
                last = source.execute(asked, {"name": name}).scalar_one() + beyond
                sequence = {"name": name, "last": max(last, 1)}
                await target.execute(_SET, sequence)
    finally:
        engine.dispose()


def _batches(source: Connection, known: Any) -> Iterator[Rows]:
    with closing(source.execute(select(known))) as found:
        for batch in found.mappings().partitions(BATCH):
            yield [dict(row) for row in batch]


def _tables(connection: Connection) -> list[tuple[str, list[str]]]:
    """The tables in a file with their columns, so that each comes after those it speaks of."""
    there = MetaData()
    there.reflect(connection)
    asked = inspect(connection)
    return [
        (each.name, [found["name"] for found in asked.get_columns(each.name)])
        for each in there.sorted_tables
        if each.name != "alembic_version"
    ]

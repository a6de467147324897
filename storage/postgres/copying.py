"""Copy all rows of a PostgreSQL database into a SQLite file, and those of a file into such a database.

Backups are SQLite files for both kinds of database, so that one program checks them and either takes them.
It is also the way to move games from one kind to the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, TableClause, column, insert, inspect, select, table, text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.errors import file_errors
from storage.sqlite import opening
from storage.sqlite.files import blocking_engine, sync_and_rename
from storage.tables import PASSING, metadata

AUTO_NUMBERED = ("games", "letters", "tournaments", "seasons")
"""Tables whose ids the database chooses, and never uses twice."""
BATCH = 500

Rows = list[dict[str, Any]]


async def to_file(source: AsyncConnection, stamp: str, to: Path) -> None:
    """Write all rows that a transaction sees into a new file with the tables of that schema."""
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with file_errors(to):
            opening.create(part, stamp)
            nested = await source.begin_nested()
            try:
                await _fill(source, part)
            finally:  # closes the cursors too, which would keep an upgrade from changing the tables
                await nested.rollback()
            sync_and_rename(part, to)
    finally:
        part.unlink(missing_ok=True)


async def _fill(source: AsyncConnection, path: Path) -> None:
    engine = blocking_engine(path)
    try:
        with engine.begin() as target:
            tables = _tables(target)
            for each in tables:
                async with source.stream(select(each)) as result:
                    async for batch in result.mappings().partitions(BATCH):
                        target.execute(insert(each), [dict(row) for row in batch])
            for name in {each.name for each in tables} & {*AUTO_NUMBERED}:
                sequence = (await source.execute(_SEQUENCE, {"name": name})).scalar_one()
                query = f"SELECT last_value, is_called FROM {sequence}"
                row: Any = (await source.exec_driver_sql(query)).one()
                target.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": name})
                last = {"name": name, "seq": row.last_value if row.is_called else 0}
                target.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)"), last)
    finally:
        engine.dispose()


_SEQUENCE = text("SELECT pg_get_serial_sequence(:name, 'id')")
_SET = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)")


async def from_file(path: Path, target: AsyncConnection, skip_ids: int) -> None:
    """Replace the rows of a transaction's tables by those of a file. New ids go on `skip_ids` further."""
    names = ", ".join(f'"{name}"' for name in metadata.tables)
    await target.execute(text(f"TRUNCATE {names}"))
    engine = blocking_engine(path)
    try:
        with engine.begin() as source:
            for each in _tables(source):
                for batch in _batches(source, each):
                    await target.execute(insert(each), batch)
            for name in AUTO_NUMBERED:
                query = text("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = :name")
                last = source.execute(query, {"name": name}).scalar_one() + skip_ids
                await target.execute(_SET, {"name": name, "last": max(last, 1)})
    finally:
        engine.dispose()


def _batches(source: Connection, each: TableClause) -> Iterator[Rows]:
    with closing(source.execute(select(each))) as result:
        for batch in result.mappings().partitions(BATCH):
            yield [dict(row) for row in batch]


def _tables(connection: Connection) -> list[TableClause]:
    """The tables in a file with their columns, each after those it refers to."""
    reflected = MetaData()
    reflected.reflect(connection)
    inspector = inspect(connection)
    return [
        table(each.name, *(column(info["name"]) for info in inspector.get_columns(each.name)))
        for each in reflected.sorted_tables
        if each.name not in {"alembic_version", *PASSING}
    ]

"""The tables of several processes: who has which shard. Times are milliseconds by the database's clock."""

from __future__ import annotations

from sqlalchemy import Column, Table

from storage.tables.base import TEXT, WHOLE, metadata

shards = Table(
    "shards",
    metadata,
    Column("shard", WHOLE, primary_key=True, autoincrement=False),
    Column("count", WHOLE, nullable=False),
    Column("holder", TEXT, nullable=False),
    Column("epoch", WHOLE, nullable=False),
    Column("expires", WHOLE, nullable=False),
    Column("session", TEXT, nullable=False),
    Column("resume_url", TEXT, nullable=False),
    Column("sequence", WHOLE),
    sqlite_strict=True,
)

shard_processes = Table(
    "shard_processes",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("expires", WHOLE, nullable=False),
    sqlite_strict=True,
)

shard_identifies = Table(
    "shard_identifies",
    metadata,
    Column("at", WHOLE, primary_key=True, autoincrement=False),
    Column("bucket", WHOLE, primary_key=True, autoincrement=False),
    sqlite_strict=True,
)

"""The tables of several processes: who has which shard, and what is being answered. Times are milliseconds by
the database's clock."""

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

pending_answers = Table(
    "pending_answers",
    metadata,
    Column("interaction", WHOLE, primary_key=True, autoincrement=False),
    *(Column(name, WHOLE, nullable=False) for name in ("application", "user", "guild", "channel")),
    Column("token", TEXT, nullable=False),
    Column("language", TEXT, nullable=False),
    Column("replacing", WHOLE, nullable=False),
    sqlite_strict=True,
)
PASSING = frozenset({pending_answers.name})
"""Tables whose rows last for seconds: no copy holds them."""
UNTOLD = frozenset({table.name for table in (shards, shard_processes, shard_identifies)}) | PASSING
"""Tables of which nothing is remembered: no one is told that they were written."""

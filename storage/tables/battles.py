"""The table of battles that members of a server have uploaded."""

from __future__ import annotations

from sqlalchemy import Column, Index, Table

from storage.tables.base import TEXT, WHOLE, AnyText, json_column, metadata

custom_battles = Table(
    "custom_battles",
    metadata,
    Column("guild", WHOLE, primary_key=True, autoincrement=False),
    Column("battle", TEXT, primary_key=True),
    Column("version", WHOLE, nullable=False),
    Column("author", WHOLE, nullable=False),
    Column("name", AnyText, nullable=False),  # of the author
    Column("rulebook", TEXT, nullable=False),
    *json_column("title"),
    *json_column("printed"),
    Column("uploaded", TEXT, nullable=False),
    Index("custom_battles_of_author", "author"),
    sqlite_strict=True,
)

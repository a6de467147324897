"""The tables of players, whatever games they are in."""

from __future__ import annotations

from sqlalchemy import Column, Table, text

from storage.tables.base import TEXT, WHOLE, json_column, metadata

players = Table(
    "players",
    metadata,
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("zone", TEXT, nullable=False),
    Column("quiet_from", WHOLE),
    Column("quiet_till", WHOLE),
    Column("reminder", WHOLE, nullable=False),
    Column("hours_set", TEXT),
    Column("kept", WHOLE, nullable=False),
    Column("missed", WHOLE, nullable=False),
    Column("recent", TEXT, nullable=False, server_default=text("''")),
    Column("daily", WHOLE, nullable=False, server_default=text("1")),
    Column("told_next", WHOLE, nullable=False, server_default=text("0")),
    sqlite_strict=True,
)

preferences = Table(
    "tastes",
    metadata,
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    *json_column("chosen"),
    sqlite_strict=True,
)

seekers = Table(
    "seekers",
    metadata,
    Column("guild", WHOLE, primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("name", TEXT, nullable=False),
    *json_column("systems", opens="["),
    Column("note", TEXT, nullable=False),
    Column("since", TEXT, nullable=False),
    Column("channel", WHOLE, nullable=False, server_default=text("0")),
    Column("clock", TEXT, nullable=False, server_default=text("''")),
    sqlite_strict=True,
)

"""The tables of time: clocks of games, hours and vacations of players, pauses, the last heartbeat."""

from __future__ import annotations

from sqlalchemy import Column, Table

from storage.tables.base import TEXT, WHOLE, AnyText, game_column, json_column, metadata

clocks = Table(
    "clocks",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    *json_column("terms"),
    *json_column("proposed"),
    sqlite_strict=True,
)

side_clocks = Table(
    "dials",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("side", TEXT, primary_key=True),
    Column("period", TEXT, nullable=False),
    Column("left", WHOLE, nullable=False),
    Column("since", TEXT),
    Column("ran", WHOLE, nullable=False),
    Column("late", WHOLE, nullable=False),
    *json_column("reminded", opens="["),
    sqlite_strict=True,
)

vacations = Table(
    "vacations",
    metadata,
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("starts", TEXT, primary_key=True),
    Column("ends", TEXT, nullable=False),
    Column("first", TEXT, nullable=False),
    Column("last", TEXT, nullable=False),
    sqlite_strict=True,
)

vacancies = Table(
    "wanted",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("side", TEXT, primary_key=True),
    Column("user", WHOLE),
    Column("since", TEXT, nullable=False),
    sqlite_strict=True,
)

pauses = Table(
    "pauses",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("by", WHOLE, nullable=False),
    Column("reason", AnyText, nullable=False),
    Column("since", TEXT, nullable=False),
    sqlite_strict=True,
)

heartbeats = Table(
    "pulses",
    metadata,
    Column("id", WHOLE, primary_key=True, autoincrement=False),
    Column("at", TEXT, nullable=False),
    sqlite_strict=True,
)

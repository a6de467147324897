"""The tables of Discord: servers and their settings, messages to be sent and messages that are kept."""

from __future__ import annotations

from sqlalchemy import Column, Index, Table, text

from storage.tables.base import TEXT, WHOLE, AnyText, game_column, json_column, metadata

WAITING = "posted IS NULL AND failed = ''"

guilds = Table(
    "guilds",
    metadata,
    Column("id", WHOLE, primary_key=True, autoincrement=False),
    Column("since", TEXT, nullable=False),
    Column("gone", TEXT),
    sqlite_strict=True,
)

settings = Table(
    "settings",
    metadata,
    Column("guild", WHOLE, primary_key=True, autoincrement=False),
    Column("name", TEXT, primary_key=True),
    Column("value", WHOLE, nullable=False),
    sqlite_strict=True,
)

channel_languages = Table(
    "tongues",
    metadata,
    Column("channel", WHOLE, primary_key=True, autoincrement=False),
    Column("language", TEXT, nullable=False),
    sqlite_strict=True,
)

outbox = Table(
    "letters",
    metadata,
    Column("id", WHOLE, primary_key=True),
    game_column("SET NULL"),
    Column("channel", WHOLE, nullable=False),
    Column("kind", TEXT, nullable=False),
    *json_column("body"),
    Column("posted", WHOLE),
    Column("failed", AnyText, nullable=False),
    Column("at", TEXT, nullable=False),
    Column("guild", WHOLE),
    Index("letters_waiting", "id", sqlite_where=text(WAITING), postgresql_where=text(WAITING)),
    Index("letters_of_game", "game", "kind", "id"),
    sqlite_autoincrement=True,  # the id is Discord's nonce
    sqlite_strict=True,
)

receipts = Table(
    "receipts",
    metadata,
    Column("interaction", WHOLE, primary_key=True, autoincrement=False),
    game_column("SET NULL"),
    *json_column("outcome"),
    Index("receipts_of_game", "game"),
    sqlite_strict=True,
)

status_messages = Table(
    "boards",
    metadata,
    Column("kind", TEXT, primary_key=True),
    Column("about", WHOLE, primary_key=True, autoincrement=False),
    Column("channel", WHOLE, nullable=False),
    Column("message", WHOLE, nullable=False),
    Column("pinned", WHOLE, nullable=False),
    Column("said", TEXT, nullable=False),
    sqlite_strict=True,
)

turn_pings = Table(
    "calls",
    metadata,
    Column("message", WHOLE, primary_key=True, autoincrement=False),
    game_column("CASCADE", nullable=False),
    Column("channel", WHOLE, nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("side", TEXT, nullable=False),
    Column("after", WHOLE, nullable=False),
    Index("calls_of_game", "game"),
    sqlite_strict=True,
)

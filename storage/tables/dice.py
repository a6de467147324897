"""The tables of what makes dice provable."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Table

from storage.tables.base import TEXT, WHOLE, game_column, metadata

dice_words = Table(  # before a game begins; `word` is null while its player alone knows it
    "dice_words",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("seal", TEXT, nullable=False),
    Column("word", TEXT),
    sqlite_strict=True,
)

announced_orders = Table(  # the one order of a game that waits for its round
    "announced_orders",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("number", WHOLE, nullable=False),
    Column("seq", WHOLE, nullable=False),
    Column("side", TEXT, nullable=False),
    Column("who", WHOLE),
    Column("command", TEXT),
    Column("fixed", TEXT, nullable=False),
    Column("letter", WHOLE, nullable=False),
    Column("interaction", WHOLE),
    Column("at", TEXT, nullable=False),
    Column("told", WHOLE, nullable=False),
    CheckConstraint("substr(command, 1, 1) = '{'", name="command_json"),
    sqlite_strict=True,
)

beacon_rounds = Table(  # the rounds that a game has drawn on, with the announcement each of them followed
    "beacon_rounds",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("seq", WHOLE, nullable=False),
    Column("message", WHOLE, nullable=False),
    Column("round", WHOLE, nullable=False),
    Column("signature", TEXT, nullable=False),
    Column("fixed", TEXT, nullable=False),
    sqlite_strict=True,
)

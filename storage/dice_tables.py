"""The tables of what makes dice provable, beside those of `tables.py`."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, Table

from storage.tables import TEXT, WHOLE, metadata


def _game() -> Column[int]:
    game = ForeignKey("games.id", ondelete="CASCADE")
    return Column("game", WHOLE, game, primary_key=True, autoincrement=False)


dice_words = Table(  # before a game begins; `word` is null while its player alone knows it
    "dice_words",
    metadata,
    _game(),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("seal", TEXT, nullable=False),
    Column("word", TEXT),
    sqlite_strict=True,
)

announced_orders = Table(  # the one order of a game that waits for its round
    "announced_orders",
    metadata,
    _game(),
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
    _game(),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("seq", WHOLE, nullable=False),
    Column("message", WHOLE, nullable=False),
    Column("round", WHOLE, nullable=False),
    Column("signature", TEXT, nullable=False),
    Column("fixed", TEXT, nullable=False),
    sqlite_strict=True,
)

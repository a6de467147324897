"""The tables of how games ended, and who played in them."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, Table

from storage.tables.base import TEXT, WHOLE, AnyText, game_column, json_column, metadata

game_results = Table(  # one row for each finished game, written in the transaction that finishes it
    "game_results",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("guild", WHOLE, nullable=False),
    Column("battle", TEXT, nullable=False),
    Column("rulebook", TEXT, nullable=False),
    Column("begun", TEXT, nullable=False),
    Column("finished", TEXT, nullable=False),
    Column("turns", WHOLE, nullable=False),
    Column("ending", TEXT, nullable=False),
    Column("winner", TEXT, nullable=False),
    Column("level", TEXT, nullable=False),
    *json_column("scores"),
    Column("unrated", TEXT, nullable=False),
    Index("game_results_of_guild", "guild", "finished"),
    Index("game_results_of_battle", "battle"),
    Index("game_results_in_order", "finished", "game"),
    sqlite_strict=True,
)

result_players = Table(  # the players of a finished game, in the order of its sides
    "result_players",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("place", WHOLE, primary_key=True, autoincrement=False),
    Column("side", TEXT, nullable=False),
    Column("user", WHOLE),
    Column("name", AnyText, nullable=False),
    Column("bot", WHOLE, nullable=False),
    Column("seated", WHOLE, nullable=False),
    Column("orders", WHOLE, nullable=False),
    CheckConstraint("bot IN (0, 1)", name="bot"),
    Index("result_players_of_user", "user"),
    sqlite_strict=True,
)

"""The tables of how games ended, who played in them, and the ratings that follow.

Ratings are a cache: they follow from the results. Means and deviations are in millionths.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, Table, text

from storage.tables.base import TEXT, WHOLE, AnyText, game_column, json_column, metadata

game_results = Table(  # one row for each finished game; `counted`: the ratings are as of after it
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
    Column("counted", WHOLE, nullable=False, server_default=text("0")),
    Index("game_results_of_guild", "guild", "finished"),
    Index("game_results_of_battle", "battle"),
    Index("game_results_in_order", "finished", "game"),
    CheckConstraint("counted IN (0, 1)", name="counted"),
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

ratings = Table(  # the rating of a user in a pool after so many rated games, the last of which is `game`
    "ratings",
    metadata,
    Column("pool", TEXT, primary_key=True),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("games", WHOLE, primary_key=True, autoincrement=False),
    game_column("CASCADE", nullable=False),
    Column("mean", WHOLE, nullable=False),
    Column("deviation", WHOLE, nullable=False),
    Index("ratings_of_user", "user"),
    Index("ratings_of_game", "game"),
    sqlite_strict=True,
)

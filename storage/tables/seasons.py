"""The tables of seasons: their tournaments by division, and who plays in which division."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Table

from storage.tables.base import TEXT, WHOLE, AnyText, json_column, metadata


def _season(**options: Any) -> Column[int]:
    return Column("season", WHOLE, ForeignKey("seasons.id", ondelete="CASCADE"), **options)


seasons = Table(
    "seasons",
    metadata,
    Column("id", WHOLE, primary_key=True),
    Column("guild", WHOLE, nullable=False),
    Column("channel", WHOLE, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("owner", WHOLE, nullable=False),
    Column("number", WHOLE, nullable=False),
    Column("previous", WHOLE),
    Column("status", TEXT, nullable=False),
    *json_column("terms"),
    Column("created", TEXT, nullable=False),
    CheckConstraint("status IN ('open', 'over')", name="status"),
    Index("seasons_of_guild", "guild", "id"),
    Index("seasons_previous", "previous", unique=True),  # a season is followed by one other, once
    sqlite_autoincrement=True,  # an id is never used twice: old buttons name it
    sqlite_strict=True,
)

season_tournaments = Table(
    "season_tournaments",
    metadata,
    _season(primary_key=True, autoincrement=False),
    Column(
        "tournament",
        WHOLE,
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("division", WHOLE, nullable=False),
    Index("season_tournaments_once", "tournament", unique=True),
    sqlite_strict=True,
)

season_players = Table(  # by division in the order of seeding; `leaves`: not in the next season
    "season_players",
    metadata,
    _season(primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("division", WHOLE, nullable=False),
    Column("place", WHOLE, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("leaves", WHOLE, nullable=False),
    CheckConstraint("leaves IN (0, 1)", name="leaves"),
    Index("season_players_of_user", "user"),
    sqlite_strict=True,
)

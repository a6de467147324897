"""The tables of tournaments: entrants, rounds, pairings, the games of each pairing."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Table,
)

from storage.tables.base import TEXT, WHOLE, AnyText, game_column, json_column, metadata


def _tournament(**options: Any) -> Column[int]:
    return Column("tournament", WHOLE, ForeignKey("tournaments.id", ondelete="CASCADE"), **options)


tournaments = Table(
    "tournaments",
    metadata,
    Column("id", WHOLE, primary_key=True),
    Column("guild", WHOLE, nullable=False),
    Column("channel", WHOLE, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("owner", WHOLE, nullable=False),
    Column("status", TEXT, nullable=False),
    *json_column("terms"),
    Column("trouble", TEXT, nullable=False),
    Column("created", TEXT, nullable=False),
    Column("revision", WHOLE, nullable=False),
    CheckConstraint("status IN ('signup', 'playing', 'over', 'cancelled')", name="status"),
    Index("tournaments_of_guild", "guild", "id"),
    sqlite_autoincrement=True,  # an id is never used twice: old buttons name it
    sqlite_strict=True,
)

tournament_entrants = Table(
    "tournament_entrants",
    metadata,
    _tournament(primary_key=True, autoincrement=False),
    Column("place", WHOLE, primary_key=True, autoincrement=False),
    Column("user", WHOLE, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("checked_in", WHOLE, nullable=False),
    Column("number", WHOLE),
    Column("joined", WHOLE, nullable=False),
    Column("left", WHOLE),
    Column("since", TEXT, nullable=False),
    CheckConstraint("checked_in IN (0, 1)", name="checked_in"),
    Index("tournament_entrants_once", "tournament", "user", unique=True),
    Index("tournament_entrants_of_user", "user"),
    sqlite_strict=True,
)

tournament_organisers = Table(
    "tournament_organisers",
    metadata,
    _tournament(primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    sqlite_strict=True,
)

tournament_rounds = Table(
    "tournament_rounds",
    metadata,
    _tournament(primary_key=True, autoincrement=False),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("since", TEXT, nullable=False),
    Column("deadline", TEXT),
    Column("closed", TEXT),
    sqlite_strict=True,
)

tournament_pairings = Table(
    "tournament_pairings",
    metadata,
    _tournament(primary_key=True, autoincrement=False),
    Column("round", WHOLE, primary_key=True, autoincrement=False),
    Column("board", WHOLE, primary_key=True, autoincrement=False),
    Column("first", WHOLE, nullable=False),
    Column("second", WHOLE),
    Column("bye", TEXT, nullable=False),
    Column("match", TEXT, nullable=False),
    ForeignKeyConstraint(
        ["tournament", "round"],
        ["tournament_rounds.tournament", "tournament_rounds.number"],
        name="tournament_pairings_round_fk",
        ondelete="CASCADE",
    ),
    sqlite_strict=True,
)

tournament_games = Table(
    "tournament_games",
    metadata,
    _tournament(primary_key=True, autoincrement=False),
    Column("round", WHOLE, primary_key=True, autoincrement=False),
    Column("board", WHOLE, primary_key=True, autoincrement=False),
    Column("leg", WHOLE, primary_key=True, autoincrement=False),
    game_column("SET NULL"),
    Column("channel", WHOLE),
    Column("server", WHOLE),  # where it is played, if that is not the server of the tournament
    Column("apart", TEXT),  # since when it is known that its players have no server in common
    Column("opened", TEXT),
    Column("result", TEXT, nullable=False),
    Column("margin", WHOLE, nullable=False),
    Column("handicap", WHOLE),  # what the first side gives the second; not known before the sides are settled
    Column("how", TEXT, nullable=False),
    Column("by", WHOLE),
    Column("reason", AnyText, nullable=False),
    Column("claim", TEXT, nullable=False),
    Column("claimed_by", WHOLE),
    ForeignKeyConstraint(
        ["tournament", "round", "board"],
        ["tournament_pairings.tournament", "tournament_pairings.round", "tournament_pairings.board"],
        name="tournament_games_pairing_fk",
        ondelete="CASCADE",
    ),
    Index("tournament_games_game", "game", unique=True),
    sqlite_strict=True,
)

tournament_log = Table(  # what organisers decided about a round or an entrant; `value` as the act needs it
    "tournament_log",
    metadata,
    _tournament(primary_key=True, autoincrement=False),
    Column("seq", WHOLE, primary_key=True, autoincrement=False),
    Column("round", WHOLE, nullable=False),
    Column("at", TEXT, nullable=False),
    Column("by", WHOLE, nullable=False),
    Column("act", TEXT, nullable=False),
    Column("value", TEXT, nullable=False),
    Column("reason", AnyText, nullable=False),
    sqlite_strict=True,
)

tournament_bids = Table(  # what an entrant would give for a side of their game in a round
    "tournament_bids",
    metadata,
    _tournament(primary_key=True, autoincrement=False),
    Column("round", WHOLE, primary_key=True, autoincrement=False),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("side", TEXT, nullable=False),
    Column("points", WHOLE, nullable=False),
    sqlite_strict=True,
)

tournament_byes = Table(
    "tournament_byes",
    metadata,
    _tournament(primary_key=True, autoincrement=False),
    Column("round", WHOLE, primary_key=True, autoincrement=False),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("kind", TEXT, nullable=False),
    sqlite_strict=True,
)

"""The tables of teams in tournaments: their members, and who played for them in each round."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKey, ForeignKeyConstraint, Index, Table

from storage.tables.base import TEXT, WHOLE, AnyText, metadata

tournament_members = Table(  # of the team whose entry has place `team`, and who was invited to it
    "tournament_members",
    metadata,
    Column(
        "tournament",
        WHOLE,
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("team", WHOLE, primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("name", AnyText, nullable=False),
    Column("board", WHOLE, nullable=False),
    Column("status", TEXT, nullable=False),
    Column("since", TEXT, nullable=False),
    CheckConstraint("status IN ('invited', 'member', 'declined')", name="status"),
    Index("tournament_members_of_user", "user"),
    sqlite_strict=True,
)

tournament_line_ups = Table(  # who plays for entrant `number` on which board, fixed when a round is paired
    "tournament_line_ups",
    metadata,
    Column("tournament", WHOLE, primary_key=True, autoincrement=False),
    Column("round", WHOLE, primary_key=True, autoincrement=False),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("board", WHOLE, primary_key=True, autoincrement=False),
    Column("user", WHOLE, nullable=False),
    Column("name", AnyText, nullable=False),
    ForeignKeyConstraint(
        ["tournament", "round"],
        ["tournament_rounds.tournament", "tournament_rounds.number"],
        name="tournament_line_ups_round_fk",
        ondelete="CASCADE",
    ),
    Index("tournament_line_ups_of_user", "user"),
    sqlite_strict=True,
)

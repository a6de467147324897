"""Adds what a server of players needs: seekers, boards, preferences, settings, pauses, predictions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0.1.0.3"
down_revision: str | None = "0.1.0.2"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the tables and the one new column. All begin empty."""
    _finding()
    _boards()
    _choices()
    _order()


def _json(table: str, column: str, opens: str = "{") -> sa.CheckConstraint:
    return sa.CheckConstraint(f"substr({column}, 1, 1) = '{opens}'", name=op.f(f"{table}_{column}_json_ck"))


def _of_game(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["game"], ["games.id"], name=f"{table}_game_fk", ondelete="CASCADE")


def _finding() -> None:
    op.add_column("seats", sa.Column("corps", TEXT, nullable=False, server_default="[]"))
    op.create_table(
        "seekers",
        sa.Column("guild", WHOLE, autoincrement=False, nullable=False),
        sa.Column("user", WHOLE, autoincrement=False, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("systems", TEXT, nullable=False),
        _json("seekers", "systems", "["),
        sa.Column("note", TEXT, nullable=False),
        sa.Column("since", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", name="seekers_pk"),
        sqlite_strict=True,
    )
    op.create_table(
        "doors",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("least", WHOLE, nullable=False),
        sa.Column("kept", TEXT, nullable=False),
        _json("doors", "kept"),
        sa.PrimaryKeyConstraint("game", name="doors_pk"),
        _of_game("doors"),
        sqlite_strict=True,
    )


def _boards() -> None:
    op.create_table(
        "boards",
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("about", WHOLE, autoincrement=False, nullable=False),
        sa.Column("channel", WHOLE, nullable=False),
        sa.Column("message", WHOLE, nullable=False),
        sa.Column("pinned", WHOLE, nullable=False),
        sa.Column("said", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("kind", "about", name="boards_pk"),
        sqlite_strict=True,
    )
    op.create_table(
        "calls",
        sa.Column("message", WHOLE, autoincrement=False, nullable=False),
        sa.Column("game", WHOLE, nullable=False),
        sa.Column("channel", WHOLE, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("side", TEXT, nullable=False),
        sa.Column("after", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("message", name="calls_pk"),
        _of_game("calls"),
        sqlite_strict=True,
    )
    op.create_index("calls_of_game", "calls", ["game"])


def _choices() -> None:
    op.create_table(
        "tastes",
        sa.Column("user", WHOLE, autoincrement=False, nullable=False),
        sa.Column("chosen", TEXT, nullable=False),
        _json("tastes", "chosen"),
        sa.PrimaryKeyConstraint("user", name="tastes_pk"),
        sqlite_strict=True,
    )
    op.create_table(
        "settings",
        sa.Column("guild", WHOLE, autoincrement=False, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("value", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("guild", "name", name="settings_pk"),
        sqlite_strict=True,
    )
    op.create_table(
        "tongues",
        sa.Column("channel", WHOLE, autoincrement=False, nullable=False),
        sa.Column("language", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("channel", name="tongues_pk"),
        sqlite_strict=True,
    )


def _order() -> None:
    op.create_table(
        "pauses",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("by", WHOLE, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
        sa.Column("since", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pauses_pk"),
        _of_game("pauses"),
        sqlite_strict=True,
    )
    op.create_table(
        "predictions",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("after", WHOLE, autoincrement=False, nullable=False),
        sa.Column("user", WHOLE, autoincrement=False, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("guess", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("game", "after", "user", name="predictions_pk"),
        _of_game("predictions"),
        sqlite_strict=True,
    )

"""Adds what the table in Discord needs: players and their time, the clocks of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0.1.0.2"
down_revision: str | None = "0.1.0.1"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the tables. All begin empty: games under way have no clock."""
    _players()
    _clocks()
    _whatifs()


def _json(table: str, column: str, opens: str = "{") -> sa.CheckConstraint:
    return sa.CheckConstraint(f"substr({column}, 1, 1) = '{opens}'", name=op.f(f"{table}_{column}_json_ck"))


def _players() -> None:
    op.create_table(
        "players",
        sa.Column("user", WHOLE, autoincrement=False, nullable=False),
        sa.Column("zone", TEXT, nullable=False),
        sa.Column("quiet_from", WHOLE),
        sa.Column("quiet_till", WHOLE),
        sa.Column("reminder", WHOLE, nullable=False),
        sa.Column("hours_set", TEXT),
        sa.Column("kept", WHOLE, nullable=False),
        sa.Column("missed", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("user", name="players_pk"),
        sqlite_strict=True,
    )
    op.create_table(
        "vacations",
        sa.Column("user", WHOLE, autoincrement=False, nullable=False),
        sa.Column("starts", TEXT, nullable=False),
        sa.Column("ends", TEXT, nullable=False),
        sa.Column("first", TEXT, nullable=False),
        sa.Column("last", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("user", "starts", name="vacations_pk"),
        sqlite_strict=True,
    )


def _clocks() -> None:
    op.create_table(
        "clocks",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("terms", TEXT, nullable=False),
        _json("clocks", "terms"),
        sa.Column("proposed", TEXT, nullable=False),
        _json("clocks", "proposed"),
        sa.PrimaryKeyConstraint("game", name="clocks_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="clocks_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )
    op.create_table(
        "dials",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("side", TEXT, nullable=False),
        sa.Column("period", TEXT, nullable=False),
        sa.Column("left", WHOLE, nullable=False),
        sa.Column("since", TEXT),
        sa.Column("ran", WHOLE, nullable=False),
        sa.Column("late", WHOLE, nullable=False),
        sa.Column("reminded", TEXT, nullable=False),
        _json("dials", "reminded", "["),
        sa.PrimaryKeyConstraint("game", "side", name="dials_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="dials_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )
    op.create_table(
        "wanted",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("side", TEXT, nullable=False),
        sa.Column("user", WHOLE),
        sa.Column("since", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("game", "side", name="wanted_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="wanted_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )
    op.create_table(
        "pulses",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pulses_pk"),
        sqlite_strict=True,
    )


def _whatifs() -> None:
    op.create_table(
        "whatifs",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("user", WHOLE, autoincrement=False, nullable=False),
        sa.Column("side", TEXT, nullable=False),
        sa.Column("after", WHOLE, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("faces", TEXT, nullable=False),
        _json("whatifs", "faces", "["),
        sa.Column("entries", TEXT, nullable=False),
        _json("whatifs", "entries", "["),
        sa.PrimaryKeyConstraint("game", "user", name="whatifs_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="whatifs_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )

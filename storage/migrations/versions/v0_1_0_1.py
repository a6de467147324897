"""Adds snapshots to the tables of 0.1.0."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0.1.0.1"
down_revision: str | None = "0.1.0"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Make the table. It is a cache and begins empty."""
    op.create_table(
        "snapshots",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("seq", WHOLE, autoincrement=False, nullable=False),
        sa.Column("made_by", TEXT, nullable=False),
        sa.Column("seal", TEXT, nullable=False),
        sa.Column("body", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="snapshots_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="snapshots_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )

"""Adds snapshots to the tables of 0.1.0."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0.1.0.1"
down_revision: str | None = "0.1.0"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table. It is a cache and begins empty."""
    op.create_table(
        "snapshots",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("seq", WHOLE, autoincrement=False, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="snapshots_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="snapshots_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )

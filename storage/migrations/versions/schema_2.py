"""Schema 2: the last deadlines of players one by one, what players wish to be told, lobbies that start by
themselves, and up to where background work has looked at each game.

`kept` and `missed` stay as they were counted before: storage/queries/players.py says what counts.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision: str | None = "1"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the columns, with what was so for everybody until now."""
    op.add_column("players", sa.Column("recent", TEXT, nullable=False, server_default=sa.text("''")))
    op.add_column("players", sa.Column("daily", WHOLE, nullable=False, server_default=sa.text("1")))
    op.add_column("players", sa.Column("told_next", WHOLE, nullable=False, server_default=sa.text("0")))
    op.create_table(
        "checked",
        sa.Column("game", WHOLE, nullable=False, autoincrement=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("wakes", TEXT),
        sa.PrimaryKeyConstraint("game", name="checked_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="checked_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )
    op.add_column("doors", sa.Column("starts_full", WHOLE, nullable=False, server_default=sa.text("0")))

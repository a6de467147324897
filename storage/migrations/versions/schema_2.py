"""Schema 2: the last deadlines of players one by one, what players wish to be told, lobbies that start by
themselves.

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
    op.add_column("doors", sa.Column("starts_full", WHOLE, nullable=False, server_default=sa.text("0")))

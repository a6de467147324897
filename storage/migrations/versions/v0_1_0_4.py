"""Adds since when a server has been without the bot, where it has sent it away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0.1.0.4"
down_revision: str | None = "0.1.0.3"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the one new column. Of all servers it is empty: the bot is there."""
    op.add_column("guilds", sa.Column("gone", TEXT))

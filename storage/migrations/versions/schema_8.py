"""Schema 8."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "8"
down_revision: str | None = "7"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add what is new."""
    _add_shards()
    _add_guild_of_letters()


def _add_shards() -> None:
    """Who has which shard, which processes there are, when sessions were begun."""
    op.create_table(
        "shards",
        sa.Column("shard", WHOLE, nullable=False, autoincrement=False),
        sa.Column("count", WHOLE, nullable=False),
        sa.Column("holder", TEXT, nullable=False),
        sa.Column("epoch", WHOLE, nullable=False),
        sa.Column("expires", WHOLE, nullable=False),
        sa.Column("session", TEXT, nullable=False),
        sa.Column("resume_url", TEXT, nullable=False),
        sa.Column("sequence", WHOLE),
        sa.PrimaryKeyConstraint("shard", name="shards_pk"),
        sqlite_strict=True,
    )
    op.create_table(
        "shard_processes",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("expires", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id", name="shard_processes_pk"),
        sqlite_strict=True,
    )
    op.create_table(
        "shard_identifies",
        *(sa.Column(name, WHOLE, nullable=False, autoincrement=False) for name in ("at", "bucket")),
        sa.PrimaryKeyConstraint("at", "bucket", name="shard_identifies_pk"),
        sqlite_strict=True,
    )


def _add_guild_of_letters() -> None:
    """The server of each message that may still be posted."""
    op.add_column("letters", sa.Column("guild", WHOLE))
    op.execute(
        "UPDATE letters SET guild = (SELECT guild FROM games WHERE games.id = letters.game)"
        " WHERE posted IS NULL AND game IS NOT NULL"
    )

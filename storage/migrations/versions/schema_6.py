"""Schema 6."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision: str | None = "5"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add what is new."""
    _add_custom_battles()
    _add_levels_of_seats()


def _add_custom_battles() -> None:
    """Battles that members of a server have uploaded."""
    op.create_table(
        "custom_battles",
        sa.Column("guild", WHOLE, nullable=False, autoincrement=False),
        sa.Column("battle", TEXT, nullable=False),
        sa.Column("version", WHOLE, nullable=False),
        sa.Column("author", WHOLE, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("rulebook", TEXT, nullable=False),
        sa.Column("title", TEXT, nullable=False),
        sa.Column("printed", TEXT, nullable=False),
        sa.Column("uploaded", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("guild", "battle", name="custom_battles_pk"),
        sa.CheckConstraint("substr(title, 1, 1) = '{'", name="custom_battles_title_json_ck"),
        sa.CheckConstraint("substr(printed, 1, 1) = '{'", name="custom_battles_printed_json_ck"),
        sqlite_strict=True,
    )
    op.create_index("custom_battles_of_author", "custom_battles", ["author"])


def _add_levels_of_seats() -> None:
    """How well the computer player of a seat plays, "" by rules of thumb alone."""
    op.add_column("seats", sa.Column("level", TEXT, nullable=False, server_default=sa.text("''")))

"""Schema 9."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "9"
down_revision: str | None = "8"
expands = True

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """What is being answered. These rows last for seconds, so a server need not keep them when it dies."""
    on_server = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "pending_answers",
        sa.Column("interaction", WHOLE, nullable=False, autoincrement=False),
        *(sa.Column(name, WHOLE, nullable=False) for name in ("application", "user", "guild", "channel")),
        *(sa.Column(name, TEXT, nullable=False) for name in ("token", "language")),
        sa.Column("replacing", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("interaction", name="pending_answers_pk"),
        prefixes=["UNLOGGED"] if on_server else [],
        sqlite_strict=True,
    )

"""Schema 3: what makes dice and logs provable to everybody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage import chain

revision = "3"
down_revision: str | None = "2"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add the columns."""
    _chain_logs()


def _chain_logs() -> None:
    """The chain of hashes of each log, one log in memory at a time. Which rules decided the entries that are
    there is not known."""
    op.add_column("entries", sa.Column("rules", TEXT))
    op.add_column("entries", sa.Column("chain", sa.LargeBinary))
    names = [*chain.COVERED, "struck", "game", "chain"]
    entries = sa.table("entries", *(sa.column(name) for name in names))
    log = sa.select(entries).where(entries.c.game == sa.bindparam("its_game")).order_by(entries.c.seq)
    write = (
        sa.update(entries)
        .where(entries.c.game == sa.bindparam("its_game"), entries.c.seq == sa.bindparam("its_seq"))
        .values(chain=sa.bindparam("link", type_=sa.LargeBinary))
    )
    connection = op.get_bind()
    for game in connection.execute(sa.select(entries.c.game).distinct()).scalars().all():
        rows = connection.execute(log, {"its_game": game}).mappings().all()
        connection.execute(write, chain.upgraded(game, rows))

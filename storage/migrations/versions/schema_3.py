"""Schema 3: what makes dice and logs provable to everybody."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage import log_chain

revision = "3"
down_revision: str | None = "2"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add what is new; games of before keep the dice they began with."""
    _chain_logs()
    _add_public_dice()


def _chain_logs() -> None:
    """The chain of hashes of each log, one log in memory at a time. Which rules decided the entries that are
    there is not known."""
    op.add_column("entries", sa.Column("rules", TEXT))
    op.add_column("entries", sa.Column("chain", sa.LargeBinary))
    names = [*log_chain.COVERED, "struck", "game", "chain"]
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
        connection.execute(write, log_chain.upgraded(game, rows))


def _add_public_dice() -> None:
    """The beacon of a game, its sealed words, the order that waits for a round, the rounds drawn on."""
    op.add_column("games", sa.Column("beacon", TEXT, nullable=False, server_default=sa.text("''")))
    op.add_column("games", sa.Column("seals", TEXT, nullable=False, server_default=sa.text("'[]'")))
    _table_of_games(
        "dice_words",
        ("user",),
        sa.Column("user", WHOLE, nullable=False, autoincrement=False),
        sa.Column("seal", TEXT, nullable=False),
        sa.Column("word", TEXT),
    )
    _table_of_games(
        "announced_orders",
        (),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("side", TEXT, nullable=False),
        sa.Column("who", WHOLE),
        sa.Column("command", TEXT),
        sa.Column("fixed", TEXT, nullable=False),
        sa.Column("letter", WHOLE, nullable=False),
        sa.Column("interaction", WHOLE),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("told", WHOLE, nullable=False),
        sa.CheckConstraint("substr(command, 1, 1) = '{'", name="announced_orders_command_json_ck"),
    )
    _table_of_games(
        "beacon_rounds",
        ("number",),
        sa.Column("number", WHOLE, nullable=False, autoincrement=False),
        sa.Column("seq", WHOLE, nullable=False),
        sa.Column("message", WHOLE, nullable=False),
        sa.Column("round", WHOLE, nullable=False),
        sa.Column("signature", TEXT, nullable=False),
        sa.Column("fixed", TEXT, nullable=False),
    )


def _table_of_games(
    name: str, key: tuple[str, ...], *columns: sa.Column[object] | sa.CheckConstraint
) -> None:
    """A table whose rows belong to games, and go with them."""
    op.create_table(
        name,
        sa.Column("game", WHOLE, nullable=False, autoincrement=False),
        *columns,
        sa.PrimaryKeyConstraint("game", *key, name=f"{name}_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=f"{name}_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )

"""The tables of release 0.1.0. What a migration says never changes once it is released."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0.1.0"
down_revision: str | None = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
UNFINISHED = sa.text("status <> 'over'")
WAITING = sa.text("posted IS NULL AND failed = ''")


def upgrade() -> None:
    """Make all tables."""
    _games()
    _seats()
    _entries()
    _receipts()
    _letters()
    _drafts()
    op.create_table(
        "guilds",
        sa.Column("id", WHOLE, autoincrement=False, nullable=False),
        sa.Column("since", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="guilds_pk"),
        sqlite_strict=True,
    )


def _json(table: str, column: str, opens: str = "{") -> sa.CheckConstraint:
    return sa.CheckConstraint(f"substr({column}, 1, 1) = '{opens}'", name=op.f(f"{table}_{column}_json_ck"))


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("guild", WHOLE, nullable=False),
        sa.Column("channel", WHOLE, nullable=False),
        sa.Column("scenario", TEXT, nullable=False),
        sa.Column("printed", TEXT, nullable=False),
        _json("games", "printed"),
        sa.Column("options", TEXT, nullable=False),
        _json("games", "options"),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("salts", TEXT, nullable=False),
        _json("games", "salts", "["),
        sa.Column("owner", WHOLE, nullable=False),
        sa.Column("created", TEXT, nullable=False),
        sa.Column("revision", WHOLE, nullable=False),
        sa.CheckConstraint("status IN ('lobby', 'playing', 'over')", name=op.f("games_status_ck")),
        sa.PrimaryKeyConstraint("id", name="games_pk"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index(
        "games_one_unfinished",
        "games",
        ["channel"],
        unique=True,
        sqlite_where=UNFINISHED,
        postgresql_where=UNFINISHED,
    )
    op.create_index("games_of_channel", "games", ["channel", "id"])


def _seats() -> None:
    op.create_table(
        "seats",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("place", WHOLE, autoincrement=False, nullable=False),
        sa.Column("side", TEXT, nullable=False),
        sa.Column("user", WHOLE),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("bot", WHOLE, nullable=False),
        sa.CheckConstraint("bot IN (0, 1)", name=op.f("seats_bot_ck")),
        sa.PrimaryKeyConstraint("game", "place", name="seats_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="seats_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )
    op.create_index("seats_of_user", "seats", ["user"])


def _entries() -> None:
    op.create_table(
        "entries",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("seq", WHOLE, autoincrement=False, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("side", TEXT, nullable=False),
        sa.Column("who", WHOLE),
        sa.Column("command", TEXT),
        _json("entries", "command"),
        sa.Column("events", TEXT, nullable=False),
        _json("entries", "events", "["),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("struck", WHOLE),
        sa.CheckConstraint("seq > 0", name=op.f("entries_seq_ck")),
        sa.PrimaryKeyConstraint("game", "seq", name="entries_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="entries_game_fk"),
        sa.ForeignKeyConstraint(
            ["game", "struck"],
            ["entries.game", "entries.seq"],
            name="entries_struck_fk",
            deferrable=True,
            initially="DEFERRED",
        ),
        sqlite_strict=True,
    )


def _receipts() -> None:
    op.create_table(
        "receipts",
        sa.Column("interaction", WHOLE, autoincrement=False, nullable=False),
        sa.Column("game", WHOLE),
        sa.Column("outcome", TEXT, nullable=False),
        _json("receipts", "outcome"),
        sa.PrimaryKeyConstraint("interaction", name="receipts_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="receipts_game_fk", ondelete="SET NULL"),
        sqlite_strict=True,
    )
    op.create_index("receipts_of_game", "receipts", ["game"])


def _letters() -> None:
    op.create_table(
        "letters",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", WHOLE),
        sa.Column("channel", WHOLE, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("body", TEXT, nullable=False),
        _json("letters", "body"),
        sa.Column("posted", WHOLE),
        sa.Column("failed", TEXT, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="letters_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="letters_game_fk", ondelete="SET NULL"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index("letters_waiting", "letters", ["id"], sqlite_where=WAITING, postgresql_where=WAITING)
    op.create_index("letters_of_game", "letters", ["game", "kind", "id"])


def _drafts() -> None:
    op.create_table(
        "drafts",
        sa.Column("game", WHOLE, autoincrement=False, nullable=False),
        sa.Column("user", WHOLE, autoincrement=False, nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("text", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("game", "user", name="drafts_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="drafts_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )

"""Schema 7."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision: str | None = "6"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add what is new."""
    _add_teams()
    _add_following_servers()


def _add_teams() -> None:
    """Members of teams in tournaments, and who plays on which board of a round."""
    op.create_table(
        "tournament_members",
        *(
            sa.Column(name, WHOLE, nullable=False, autoincrement=False)
            for name in ("tournament", "team", "user")
        ),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("board", WHOLE, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("since", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "team", "user", name="tournament_members_pk"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="tournament_members_tournament_fk", ondelete="CASCADE"
        ),
        sa.CheckConstraint(
            "status IN ('invited', 'member', 'declined')", name="tournament_members_status_ck"
        ),
        sqlite_strict=True,
    )
    op.create_index("tournament_members_of_user", "tournament_members", ["user"])
    key = ("tournament", "round", "number", "board")
    op.create_table(
        "tournament_line_ups",
        *(sa.Column(name, WHOLE, nullable=False, autoincrement=False) for name in key),
        sa.Column("user", WHOLE, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.PrimaryKeyConstraint(*key, name="tournament_line_ups_pk"),
        sa.ForeignKeyConstraint(
            ["tournament", "round"],
            ["tournament_rounds.tournament", "tournament_rounds.number"],
            name="tournament_line_ups_round_fk",
            ondelete="CASCADE",
        ),
        sqlite_strict=True,
    )
    op.create_index("tournament_line_ups_of_user", "tournament_line_ups", ["user"])


def _add_following_servers() -> None:
    """Servers that follow a tournament, the codes with which they begin to, where its games are played."""
    op.create_table(
        "tournament_servers",
        sa.Column("id", WHOLE, nullable=False),
        *(sa.Column(name, WHOLE, nullable=False) for name in ("tournament", "guild", "channel", "by")),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("since", TEXT, nullable=False),
        sa.Column("left", TEXT),
        sa.PrimaryKeyConstraint("id", name="tournament_servers_pk"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="tournament_servers_tournament_fk", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index("tournament_servers_once", "tournament_servers", ["tournament", "guild"], unique=True)
    op.create_index("tournament_servers_of_guild", "tournament_servers", ["guild"])
    op.create_table(
        "tournament_codes",
        sa.Column("hash", TEXT, nullable=False),
        *(sa.Column(name, WHOLE, nullable=False) for name in ("tournament", "by")),
        sa.Column("expires", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="tournament_codes_pk"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name="tournament_codes_tournament_fk", ondelete="CASCADE"
        ),
        sqlite_strict=True,
    )
    op.create_index("tournament_codes_of_tournament", "tournament_codes", ["tournament"])
    op.add_column("tournament_games", sa.Column("server", WHOLE))
    op.add_column("tournament_games", sa.Column("apart", TEXT))

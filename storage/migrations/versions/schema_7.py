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

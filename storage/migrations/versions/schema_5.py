"""Schema 5."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision: str | None = "4"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add what is new."""
    _add_tournament_log()
    _add_tournament_bids()
    _add_dice_streams()
    _add_pictures_of_games()
    _add_imported_positions()
    _add_seasons()


def _add_tournament_log() -> None:
    """What organisers of a tournament decided, with their reasons."""
    _table_of_tournaments(
        "tournament_log",
        ("seq",),
        sa.Column("round", WHOLE, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("by", WHOLE, nullable=False),
        sa.Column("act", TEXT, nullable=False),
        sa.Column("value", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=False),
    )


def _add_tournament_bids() -> None:
    """Sides that players bid for, and the handicaps that follow."""
    op.add_column("tournament_games", sa.Column("handicap", WHOLE))
    _table_of_tournaments(
        "tournament_bids",
        ("round", "number"),
        sa.Column("side", TEXT, nullable=False),
        sa.Column("points", WHOLE, nullable=False),
    )


def _table_of_tournaments(name: str, key: tuple[str, ...], *columns: sa.Column[Any] | sa.Constraint) -> None:
    """A table whose rows belong to tournaments, and go with them."""
    op.create_table(
        name,
        sa.Column("tournament", WHOLE, nullable=False, autoincrement=False),
        *(sa.Column(each, WHOLE, nullable=False, autoincrement=False) for each in key),
        *columns,
        sa.PrimaryKeyConstraint("tournament", *key, name=f"{name}_pk"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=f"{name}_tournament_fk", ondelete="CASCADE"
        ),
        sqlite_strict=True,
    )


def _add_dice_streams() -> None:
    """What keys the dice of a game; the other game of a duplicate pair, and the round that both draw on."""
    op.add_column("games", sa.Column("dice_keys", TEXT, nullable=False, server_default=sa.text("'order'")))
    op.add_column("games", sa.Column("twin", WHOLE, nullable=False, server_default=sa.text("0")))
    op.add_column("games", sa.Column("randomness", TEXT, nullable=False, server_default=sa.text("''")))


def _add_pictures_of_games() -> None:
    """Which pictures the reports of a game have, "" as its server prefers."""
    op.add_column("games", sa.Column("pictures", TEXT, nullable=False, server_default=sa.text("''")))


def _add_imported_positions() -> None:
    """How much of a game's log comes from an imported record, and by which rules that was checked."""
    op.add_column("games", sa.Column("imported_after", WHOLE, nullable=False, server_default=sa.text("0")))
    op.add_column("imported_records", sa.Column("rules", TEXT, nullable=False, server_default=sa.text("''")))


def _add_seasons() -> None:
    """Seasons, the tournaments that count for their divisions, and who plays in which."""
    op.create_table(
        "seasons",
        sa.Column("id", WHOLE, nullable=False),
        *(sa.Column(name, WHOLE, nullable=False) for name in ("guild", "channel")),
        sa.Column("name", TEXT, nullable=False),
        *(sa.Column(name, WHOLE, nullable=False) for name in ("owner", "number")),
        sa.Column("previous", WHOLE),
        *(sa.Column(name, TEXT, nullable=False) for name in ("status", "terms", "created")),
        sa.PrimaryKeyConstraint("id", name="seasons_pk"),
        sa.CheckConstraint("substr(terms, 1, 1) = '{'", name="seasons_terms_json_ck"),
        sa.CheckConstraint("status IN ('open', 'over')", name="seasons_status_ck"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index("seasons_of_guild", "seasons", ["guild", "id"])
    op.create_index("seasons_previous", "seasons", ["previous"], unique=True)
    op.create_table(
        "season_tournaments",
        *(sa.Column(n, WHOLE, nullable=False, autoincrement=False) for n in ("season", "tournament")),
        sa.Column("division", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("season", "tournament", name="season_tournaments_pk"),
        *(
            sa.ForeignKeyConstraint(
                [name], [f"{name}s.id"], name=f"season_tournaments_{name}_fk", ondelete="CASCADE"
            )
            for name in ("season", "tournament")
        ),
        sqlite_strict=True,
    )
    op.create_index("season_tournaments_once", "season_tournaments", ["tournament"], unique=True)
    op.create_table(
        "season_players",
        *(sa.Column(name, WHOLE, nullable=False, autoincrement=False) for name in ("season", "user")),
        *(sa.Column(name, WHOLE, nullable=False) for name in ("division", "place")),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("leaves", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("season", "user", name="season_players_pk"),
        sa.ForeignKeyConstraint(
            ["season"], ["seasons.id"], name="season_players_season_fk", ondelete="CASCADE"
        ),
        sa.CheckConstraint("leaves IN (0, 1)", name="season_players_leaves_ck"),
        sqlite_strict=True,
    )
    op.create_index("season_players_of_user", "season_players", ["user"])

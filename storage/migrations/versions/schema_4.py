"""Schema 4: results, ratings and tournaments."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision: str | None = "3"

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Add what is new."""
    _add_results()


def _add_results() -> None:
    """The results of finished games. The bot fills in those of earlier games, a few at a time."""
    _table_of_games(
        "game_results",
        (),
        sa.Column("guild", WHOLE, nullable=False),
        *(_text(name) for name in ("battle", "rulebook", "begun", "finished")),
        sa.Column("turns", WHOLE, nullable=False),
        *(_text(name) for name in ("ending", "winner", "level", "scores", "unrated")),
        sa.CheckConstraint("substr(scores, 1, 1) = '{'", name="game_results_scores_json_ck"),
    )
    op.create_index("game_results_of_guild", "game_results", ["guild", "finished"])
    op.create_index("game_results_of_battle", "game_results", ["battle"])
    op.create_index("game_results_in_order", "game_results", ["finished", "game"])
    _table_of_games(
        "result_players",
        ("place",),
        sa.Column("place", WHOLE, nullable=False, autoincrement=False),
        _text("side"),
        sa.Column("user", WHOLE),
        _text("name"),
        *(sa.Column(name, WHOLE, nullable=False) for name in ("bot", "seated", "orders")),
        sa.CheckConstraint("bot IN (0, 1)", name="result_players_bot_ck"),
    )
    op.create_index("result_players_of_user", "result_players", ["user"])


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=False)


def _table_of_games(name: str, key: tuple[str, ...], *columns: sa.Column[Any] | sa.CheckConstraint) -> None:
    """A table whose rows belong to games, and go with them."""
    op.create_table(
        name,
        sa.Column("game", WHOLE, nullable=False, autoincrement=False),
        *columns,
        sa.PrimaryKeyConstraint("game", *key, name=f"{name}_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=f"{name}_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )

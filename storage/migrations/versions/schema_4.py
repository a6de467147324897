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
    _add_tournaments()
    _add_ratings()
    _add_wishes()
    _add_imported_records()


def _add_results() -> None:
    """Whether a game is to be rated, and the results of finished games. The bot fills in those of earlier
    games, a few at a time."""
    op.add_column("games", sa.Column("rated", WHOLE, nullable=False, server_default=sa.text("1")))
    _table_of_games(
        "game_results",
        (),
        sa.Column("guild", WHOLE, nullable=False),
        *(_text(name) for name in ("battle", "rulebook", "begun", "finished")),
        sa.Column("turns", WHOLE, nullable=False),
        *(_text(name) for name in ("ending", "winner", "level", "scores", "unrated")),
        sa.Column("counted", WHOLE, nullable=False, server_default=sa.text("0")),
        sa.CheckConstraint("substr(scores, 1, 1) = '{'", name="game_results_scores_json_ck"),
        sa.CheckConstraint("counted IN (0, 1)", name="game_results_counted_ck"),
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


def _add_ratings() -> None:
    """The ratings of players after each of their games."""
    numbers = (sa.Column(name, WHOLE, nullable=False, autoincrement=False) for name in ("user", "games"))
    op.create_table(
        "ratings",
        _text("pool"),
        *numbers,
        *(sa.Column(name, WHOLE, nullable=False) for name in ("game", "mean", "deviation")),
        sa.PrimaryKeyConstraint("pool", "user", "games", name="ratings_pk"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="ratings_game_fk", ondelete="CASCADE"),
        sqlite_strict=True,
    )
    op.create_index("ratings_of_user", "ratings", ["user"])
    op.create_index("ratings_of_game", "ratings", ["game"])


def _add_wishes() -> None:
    """Where a player looks for a game, and with which clock ("": any)."""
    op.add_column("seekers", sa.Column("channel", WHOLE, nullable=False, server_default=sa.text("0")))
    op.add_column("seekers", sa.Column("clock", TEXT, nullable=False, server_default=sa.text("''")))


def _add_imported_records() -> None:
    """The records that finished games were imported from, compressed with gzip."""
    _table_of_games("imported_records", (), sa.Column("record", sa.LargeBinary, nullable=False))


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


def _add_tournaments() -> None:
    """Tournaments, their entrants, rounds, pairings and games."""
    op.create_table(
        "tournaments",
        sa.Column("id", WHOLE, primary_key=True),
        *_numbers("guild", "channel", "owner", "revision"),
        *_texts("name", "status", "terms", "trouble", "created"),
        sa.PrimaryKeyConstraint("id", name="tournaments_pk"),
        sa.CheckConstraint(
            "status IN ('signup', 'playing', 'over', 'cancelled')", name="tournaments_status_ck"
        ),
        sa.CheckConstraint("substr(terms, 1, 1) = '{'", name="tournaments_terms_json_ck"),
        sqlite_autoincrement=True,
        sqlite_strict=True,
    )
    op.create_index("tournaments_of_guild", "tournaments", ["guild", "id"])
    _table_of_tournaments(
        "tournament_entrants",
        ("place",),
        *_numbers("user", "checked_in", "joined"),
        *_texts("name", "since"),
        sa.Column("number", WHOLE),
        sa.Column("left", WHOLE),
        sa.CheckConstraint("checked_in IN (0, 1)", name="tournament_entrants_checked_in_ck"),
    )
    op.create_index("tournament_entrants_once", "tournament_entrants", ["tournament", "user"], unique=True)
    op.create_index("tournament_entrants_of_user", "tournament_entrants", ["user"])
    _table_of_tournaments("tournament_organisers", ("user",))
    moments = [sa.Column(name, TEXT) for name in ("deadline", "closed")]
    _table_of_tournaments("tournament_rounds", ("number",), *_texts("since"), *moments)
    _table_of_tournaments(
        "tournament_pairings",
        ("round", "board"),
        *_numbers("first"),
        sa.Column("second", WHOLE),
        *_texts("bye", "match"),
        _part_of("tournament_pairings", "tournament_rounds", "round", ["tournament", "number"]),
    )
    _table_of_tournaments(
        "tournament_games",
        ("round", "board", "leg"),
        *(sa.Column(name, WHOLE) for name in ("game", "channel", "by", "claimed_by")),
        sa.Column("opened", TEXT),
        *_numbers("margin"),
        *_texts("result", "how", "reason", "claim"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="tournament_games_game_fk", ondelete="SET NULL"),
        _part_of("tournament_games", "tournament_pairings", "pairing", ["tournament", "round", "board"]),
    )
    op.create_index("tournament_games_game", "tournament_games", ["game"], unique=True)
    _table_of_tournaments("tournament_byes", ("round", "number"), *_texts("kind"))


def _table_of_tournaments(name: str, key: tuple[str, ...], *columns: sa.Column[Any] | sa.Constraint) -> None:
    """A table whose rows belong to tournaments, and go with them."""
    op.create_table(
        name,
        sa.Column("tournament", WHOLE, nullable=False, autoincrement=False),
        *(sa.Column(part, WHOLE, nullable=False, autoincrement=False) for part in key),
        *columns,
        sa.PrimaryKeyConstraint("tournament", *key, name=f"{name}_pk"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournaments.id"], name=f"{name}_tournament_fk", ondelete="CASCADE"
        ),
        sqlite_strict=True,
    )


def _part_of(table: str, whole: str, name: str, columns: list[str]) -> sa.ForeignKeyConstraint:
    """That the rows of a table are parts of those of another."""
    mine = ["tournament", "round", "board"][: len(columns)]
    return sa.ForeignKeyConstraint(
        mine, [f"{whole}.{column}" for column in columns], name=f"{table}_{name}_fk", ondelete="CASCADE"
    )


def _numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, WHOLE, nullable=False) for name in names]


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, TEXT, nullable=False) for name in names]

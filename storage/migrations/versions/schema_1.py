"""Schema 1: the tables of release 0.1.0. A migration never changes once it is released."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision: str | None = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
UNFINISHED = sa.text("status <> 'over'")
WAITING = sa.text("posted IS NULL AND failed = ''")


def upgrade() -> None:
    """Create all tables."""
    _games()
    _log()
    _outbox()
    _players()
    _clocks()
    _lobbies()
    _messages()
    _choices()
    _spectators()


def _table(name: str, *parts: Any, key: str, **options: Any) -> None:
    primary = sa.PrimaryKeyConstraint(*key.split(), name=f"{name}_pk")
    op.create_table(name, *parts, primary, sqlite_strict=True, **options)


def _whole(name: str, *, nullable: bool = False, key: bool = False) -> sa.Column[int]:
    """An integer of 64 bits; `key`: part of a primary key whose values the program chooses."""
    return sa.Column(name, WHOLE, nullable=nullable, autoincrement=False if key else "auto")


def _text(name: str, *, nullable: bool = False, **options: Any) -> sa.Column[str]:
    return sa.Column(name, TEXT, nullable=nullable, **options)


def _json(table: str, column: str, opens: str = "{", *, nullable: bool = False) -> tuple[Any, Any]:
    """A column that holds a JSON object, or a list when it `opens` with a bracket."""
    name = op.f(f"{table}_{column}_json_ck")
    check = sa.CheckConstraint(f"substr({column}, 1, 1) = '{opens}'", name=name)
    return _text(column, nullable=nullable), check


def _of_game(table: str, on_delete: str | None = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["game"], ["games.id"], name=f"{table}_game_fk", ondelete=on_delete)


def _games() -> None:
    _table(
        "games",
        _whole("id"),
        _whole("guild"),
        _whole("channel"),
        _text("scenario"),
        *_json("games", "printed"),
        *_json("games", "options"),
        _text("status"),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        *_json("games", "salts", "["),
        _whole("owner"),
        _text("created"),
        _whole("revision"),
        sa.CheckConstraint("status IN ('lobby', 'playing', 'over')", name=op.f("games_status_ck")),
        key="id",
        sqlite_autoincrement=True,
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
    _table(
        "seats",
        _whole("game", key=True),
        _whole("place", key=True),
        _text("side"),
        _whole("user", nullable=True),
        _text("name"),
        _whole("bot"),
        _text("corps", server_default="[]"),
        sa.CheckConstraint("bot IN (0, 1)", name=op.f("seats_bot_ck")),
        _of_game("seats"),
        key="game place",
    )
    op.create_index("seats_of_user", "seats", ["user"])


def _log() -> None:
    _table(
        "entries",
        _whole("game", key=True),
        _whole("seq", key=True),
        _text("kind"),
        _text("side"),
        _whole("who", nullable=True),
        *_json("entries", "command", nullable=True),
        *_json("entries", "events", "["),
        _text("at"),
        _whole("struck", nullable=True),
        sa.CheckConstraint("seq > 0", name=op.f("entries_seq_ck")),
        _of_game("entries", None),
        sa.ForeignKeyConstraint(
            ["game", "struck"],
            ["entries.game", "entries.seq"],
            name="entries_struck_fk",
            deferrable=True,
            initially="DEFERRED",
        ),
        key="game seq",
    )
    _table(
        "snapshots",
        _whole("game", key=True),
        _whole("seq", key=True),
        _text("made_by"),
        _text("seal"),
        _text("body"),
        _of_game("snapshots"),
        key="game seq",
    )


def _outbox() -> None:
    _table(
        "receipts",
        _whole("interaction", key=True),
        _whole("game", nullable=True),
        *_json("receipts", "outcome"),
        _of_game("receipts", "SET NULL"),
        key="interaction",
    )
    op.create_index("receipts_of_game", "receipts", ["game"])
    _table(
        "letters",
        _whole("id"),
        _whole("game", nullable=True),
        _whole("channel"),
        _text("kind"),
        *_json("letters", "body"),
        _whole("posted", nullable=True),
        _text("failed"),
        _text("at"),
        _of_game("letters", "SET NULL"),
        key="id",
        sqlite_autoincrement=True,
    )
    op.create_index("letters_waiting", "letters", ["id"], sqlite_where=WAITING, postgresql_where=WAITING)
    op.create_index("letters_of_game", "letters", ["game", "kind", "id"])
    _table(
        "drafts",
        _whole("game", key=True),
        _whole("user", key=True),
        _whole("number"),
        _text("text"),
        _of_game("drafts"),
        key="game user",
    )


def _players() -> None:
    _table(
        "players",
        _whole("user", key=True),
        _text("zone"),
        _whole("quiet_from", nullable=True),
        _whole("quiet_till", nullable=True),
        _whole("reminder"),
        _text("hours_set", nullable=True),
        _whole("kept"),
        _whole("missed"),
        key="user",
    )
    _table(
        "vacations",
        _whole("user", key=True),
        _text("starts"),
        _text("ends"),
        _text("first"),
        _text("last"),
        key="user starts",
    )


def _clocks() -> None:
    _table(
        "clocks",
        _whole("game", key=True),
        *_json("clocks", "terms"),
        *_json("clocks", "proposed"),
        _of_game("clocks"),
        key="game",
    )
    _table(
        "dials",
        _whole("game", key=True),
        _text("side"),
        _text("period"),
        _whole("left"),
        _text("since", nullable=True),
        _whole("ran"),
        _whole("late"),
        *_json("dials", "reminded", "["),
        _of_game("dials"),
        key="game side",
    )
    _table(
        "wanted",
        _whole("game", key=True),
        _text("side"),
        _whole("user", nullable=True),
        _text("since"),
        _of_game("wanted"),
        key="game side",
    )
    _table("pulses", _whole("id", key=True), _text("at"), key="id")
    _table(
        "pauses",
        _whole("game", key=True),
        _whole("by"),
        _text("reason"),
        _text("since"),
        _of_game("pauses"),
        key="game",
    )


def _lobbies() -> None:
    _table("guilds", _whole("id", key=True), _text("since"), _text("gone", nullable=True), key="id")
    _table(
        "seekers",
        _whole("guild", key=True),
        _whole("user", key=True),
        _text("name"),
        *_json("seekers", "systems", "["),
        _text("note"),
        _text("since"),
        key="guild user",
    )
    _table(
        "doors",
        _whole("game", key=True),
        _whole("least"),
        *_json("doors", "kept"),
        _of_game("doors"),
        key="game",
    )


def _messages() -> None:
    _table(
        "boards",
        _text("kind"),
        _whole("about", key=True),
        _whole("channel"),
        _whole("message"),
        _whole("pinned"),
        _text("said"),
        key="kind about",
    )
    _table(
        "calls",
        _whole("message", key=True),
        _whole("game"),
        _whole("channel"),
        _text("kind"),
        _text("side"),
        _whole("after"),
        _of_game("calls"),
        key="message",
    )
    op.create_index("calls_of_game", "calls", ["game"])


def _choices() -> None:
    _table("tastes", _whole("user", key=True), *_json("tastes", "chosen"), key="user")
    _table("settings", _whole("guild", key=True), _text("name"), _whole("value"), key="guild name")
    _table("tongues", _whole("channel", key=True), _text("language"), key="channel")


def _spectators() -> None:
    _table(
        "whatifs",
        _whole("game", key=True),
        _whole("user", key=True),
        _text("side"),
        _whole("after"),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        *_json("whatifs", "faces", "["),
        *_json("whatifs", "entries", "["),
        _of_game("whatifs"),
        key="game user",
    )
    _table(
        "predictions",
        _whole("game", key=True),
        _whole("after", key=True),
        _whole("user", key=True),
        _text("name"),
        _text("guess"),
        _of_game("predictions"),
        key="game after user",
    )

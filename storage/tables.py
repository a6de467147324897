"""The tables, for SQLite (STRICT) and PostgreSQL alike. Some have another name in the database than here.

A change here is a migration too: a test compares this file with what the migrations make. JSON and
times are text, times ISO 8601 in UTC with microseconds, so that they sort.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "ck": "%(table_name)s_%(constraint_name)s_ck",
    }
)

WHOLE = BigInteger().with_variant(
    Integer(), "sqlite"
)  # 64 bits in both; SQLite's row ids want the word INTEGER
TEXT = Text().with_variant(Text(collation="C"), "postgresql")  # sorts by code points in both


class AnyText(TypeDecorator[str]):
    """Text from people or from Discord, without what not every database can hold: NUL and lone surrogates."""

    impl = TEXT
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: object) -> str | None:
        """The text as stored."""
        if value is None or (value.isascii() and "\0" not in value):
            return value
        return value.replace("\0", "\ufffd").encode("utf-8", "replace").decode()


UNFINISHED = "status <> 'over'"
WAITING = "posted IS NULL AND failed = ''"


def _json(name: str, nullable: bool = False, opens: str = "{") -> tuple[Column[str], CheckConstraint]:
    # Not json_valid: with trusted_schema OFF, SQLite before 3.41 takes it for unsafe in a check.
    check = CheckConstraint(f"substr({name}, 1, 1) = '{opens}'", name=f"{name}_json")
    return Column(name, TEXT, nullable=nullable), check


def _game(on_delete: str | None = None, **options: Any) -> Column[int]:
    return Column("game", WHOLE, ForeignKey("games.id", ondelete=on_delete), **options)


games = Table(
    "games",
    metadata,
    Column("id", WHOLE, primary_key=True),
    Column("guild", WHOLE, nullable=False),
    Column("channel", WHOLE, nullable=False),
    Column("scenario", TEXT, nullable=False),
    *_json("printed"),
    *_json("options"),
    Column("status", TEXT, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    *_json("salts", opens="["),
    Column("owner", WHOLE, nullable=False),
    Column("created", TEXT, nullable=False),
    Column("revision", WHOLE, nullable=False),
    Column("beacon", TEXT, nullable=False, server_default=text("''")),
    Column("seals", TEXT, nullable=False, server_default=text("'[]'")),
    CheckConstraint("status IN ('lobby', 'playing', 'over')", name="status"),
    Index(
        "games_one_unfinished",
        "channel",
        unique=True,
        sqlite_where=text(UNFINISHED),
        postgresql_where=text(UNFINISHED),
    ),
    Index("games_of_channel", "channel", "id"),
    sqlite_autoincrement=True,  # an id is never used twice: old buttons name it
    sqlite_strict=True,
)

seats = Table(
    "seats",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    Column("place", WHOLE, primary_key=True, autoincrement=False),
    Column("side", TEXT, nullable=False),
    Column("user", WHOLE),
    Column("name", AnyText, nullable=False),
    Column("bot", WHOLE, nullable=False),
    Column("corps", TEXT, nullable=False, server_default=text("'[]'")),
    CheckConstraint("bot IN (0, 1)", name="bot"),
    Index("seats_of_user", "user"),
    sqlite_strict=True,
)

# No check on `kind`: SQLite cannot change a check without copying the log. The codec checks instead.
entries = Table(
    "entries",
    metadata,
    _game(primary_key=True, autoincrement=False),
    Column("seq", WHOLE, primary_key=True, autoincrement=False),
    Column("kind", TEXT, nullable=False),
    Column("side", TEXT, nullable=False),
    Column("who", WHOLE),
    *_json("command", nullable=True),
    *_json("events", opens="["),
    Column("at", TEXT, nullable=False),
    Column("struck", WHOLE),
    Column("rules", TEXT),  # the fingerprint of the rules that decided it; None before schema 3
    Column("chain", LargeBinary),  # storage/chain.py
    CheckConstraint("seq > 0", name="seq"),
    ForeignKeyConstraint(  # deferred: the undo may be written after what it strikes
        ["game", "struck"],
        ["entries.game", "entries.seq"],
        name="entries_struck_fk",
        deferrable=True,
        initially="DEFERRED",
    ),
    sqlite_strict=True,
)

# A cache: no check on `body`, which is passed over when it does not answer to its seal.
snapshots = Table(
    "snapshots",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    Column("seq", WHOLE, primary_key=True, autoincrement=False),
    Column("made_by", TEXT, nullable=False),
    Column("seal", TEXT, nullable=False),
    Column("body", TEXT, nullable=False),
    sqlite_strict=True,
)

receipts = Table(
    "receipts",
    metadata,
    Column("interaction", WHOLE, primary_key=True, autoincrement=False),
    _game("SET NULL"),
    *_json("outcome"),
    Index("receipts_of_game", "game"),
    sqlite_strict=True,
)

outbox = Table(
    "letters",
    metadata,
    Column("id", WHOLE, primary_key=True),
    _game("SET NULL"),
    Column("channel", WHOLE, nullable=False),
    Column("kind", TEXT, nullable=False),
    *_json("body"),
    Column("posted", WHOLE),
    Column("failed", AnyText, nullable=False),
    Column("at", TEXT, nullable=False),
    Index("letters_waiting", "id", sqlite_where=text(WAITING), postgresql_where=text(WAITING)),
    Index("letters_of_game", "game", "kind", "id"),
    sqlite_autoincrement=True,  # the id is Discord's nonce
    sqlite_strict=True,
)

drafts = Table(
    "drafts",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("number", WHOLE, nullable=False),
    Column("text", TEXT, nullable=False),
    sqlite_strict=True,
)

guilds = Table(
    "guilds",
    metadata,
    Column("id", WHOLE, primary_key=True, autoincrement=False),
    Column("since", TEXT, nullable=False),
    Column("gone", TEXT),
    sqlite_strict=True,
)

# --- time ----------------------------------------------------------------------------------------------

players = Table(
    "players",
    metadata,
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("zone", TEXT, nullable=False),
    Column("quiet_from", WHOLE),
    Column("quiet_till", WHOLE),
    Column("reminder", WHOLE, nullable=False),
    Column("hours_set", TEXT),
    Column("kept", WHOLE, nullable=False),
    Column("missed", WHOLE, nullable=False),
    Column("recent", TEXT, nullable=False, server_default=text("''")),
    Column("daily", WHOLE, nullable=False, server_default=text("1")),
    Column("told_next", WHOLE, nullable=False, server_default=text("0")),
    sqlite_strict=True,
)

vacations = Table(
    "vacations",
    metadata,
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("starts", TEXT, primary_key=True),
    Column("ends", TEXT, nullable=False),
    Column("first", TEXT, nullable=False),
    Column("last", TEXT, nullable=False),
    sqlite_strict=True,
)

clocks = Table(
    "clocks",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    *_json("terms"),
    *_json("proposed"),
    sqlite_strict=True,
)

side_clocks = Table(
    "dials",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    Column("side", TEXT, primary_key=True),
    Column("period", TEXT, nullable=False),
    Column("left", WHOLE, nullable=False),
    Column("since", TEXT),
    Column("ran", WHOLE, nullable=False),
    Column("late", WHOLE, nullable=False),
    *_json("reminded", opens="["),
    sqlite_strict=True,
)

vacancies = Table(
    "wanted",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    Column("side", TEXT, primary_key=True),
    Column("user", WHOLE),
    Column("since", TEXT, nullable=False),
    sqlite_strict=True,
)

heartbeats = Table(
    "pulses",
    metadata,
    Column("id", WHOLE, primary_key=True, autoincrement=False),
    Column("at", TEXT, nullable=False),
    sqlite_strict=True,
)

checked = Table(  # all that happens by itself is done as of entry `seq`; nothing is due before `wakes`
    "checked",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    Column("seq", WHOLE, nullable=False),
    Column("wakes", TEXT),
    sqlite_strict=True,
)

# --- what if -------------------------------------------------------------------------------------------

what_ifs = Table(
    "whatifs",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("side", TEXT, nullable=False),
    Column("after", WHOLE, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    *_json("faces", opens="["),
    *_json("entries", opens="["),
    sqlite_strict=True,
)

# --- a server of players -------------------------------------------------------------------------------

seekers = Table(
    "seekers",
    metadata,
    Column("guild", WHOLE, primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("name", TEXT, nullable=False),
    *_json("systems", opens="["),
    Column("note", TEXT, nullable=False),
    Column("since", TEXT, nullable=False),
    sqlite_strict=True,
)

join_rules = Table(
    "doors",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    Column("least", WHOLE, nullable=False),
    *_json("kept"),
    Column("starts_full", WHOLE, nullable=False, server_default=text("0")),
    sqlite_strict=True,
)

status_messages = Table(
    "boards",
    metadata,
    Column("kind", TEXT, primary_key=True),
    Column("about", WHOLE, primary_key=True, autoincrement=False),
    Column("channel", WHOLE, nullable=False),
    Column("message", WHOLE, nullable=False),
    Column("pinned", WHOLE, nullable=False),
    Column("said", TEXT, nullable=False),
    sqlite_strict=True,
)

turn_pings = Table(
    "calls",
    metadata,
    Column("message", WHOLE, primary_key=True, autoincrement=False),
    _game("CASCADE", nullable=False),
    Column("channel", WHOLE, nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("side", TEXT, nullable=False),
    Column("after", WHOLE, nullable=False),
    Index("calls_of_game", "game"),
    sqlite_strict=True,
)

preferences = Table(
    "tastes",
    metadata,
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    *_json("chosen"),
    sqlite_strict=True,
)

settings = Table(
    "settings",
    metadata,
    Column("guild", WHOLE, primary_key=True, autoincrement=False),
    Column("name", TEXT, primary_key=True),
    Column("value", WHOLE, nullable=False),
    sqlite_strict=True,
)

channel_languages = Table(
    "tongues",
    metadata,
    Column("channel", WHOLE, primary_key=True, autoincrement=False),
    Column("language", TEXT, nullable=False),
    sqlite_strict=True,
)

pauses = Table(
    "pauses",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    Column("by", WHOLE, nullable=False),
    Column("reason", AnyText, nullable=False),
    Column("since", TEXT, nullable=False),
    sqlite_strict=True,
)

predictions = Table(
    "predictions",
    metadata,
    _game("CASCADE", primary_key=True, autoincrement=False),
    Column("after", WHOLE, primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("name", AnyText, nullable=False),
    Column("guess", TEXT, nullable=False),
    sqlite_strict=True,
)

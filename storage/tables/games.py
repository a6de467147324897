"""The tables of games: who sits where, the log, its snapshots, drafts and what-ifs."""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, Index, LargeBinary, Table, text

from storage.tables.base import TEXT, WHOLE, AnyText, game_column, json_column, metadata

UNFINISHED = "status <> 'over'"

games = Table(
    "games",
    metadata,
    Column("id", WHOLE, primary_key=True),
    Column("guild", WHOLE, nullable=False),
    Column("channel", WHOLE, nullable=False),
    Column("scenario", TEXT, nullable=False),
    *json_column("printed"),
    *json_column("options"),
    Column("status", TEXT, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    *json_column("salts", opens="["),
    Column("owner", WHOLE, nullable=False),
    Column("created", TEXT, nullable=False),
    Column("revision", WHOLE, nullable=False),
    Column("beacon", TEXT, nullable=False, server_default=text("''")),
    Column("seals", TEXT, nullable=False, server_default=text("'[]'")),
    Column("rated", WHOLE, nullable=False, server_default=text("1")),
    Column("dice_keys", TEXT, nullable=False, server_default=text("'order'")),
    Column("twin", WHOLE, nullable=False, server_default=text("0")),
    Column("randomness", TEXT, nullable=False, server_default=text("''")),
    Column("pictures", TEXT, nullable=False, server_default=text("''")),
    Column("imported_after", WHOLE, nullable=False, server_default=text("0")),
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
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("place", WHOLE, primary_key=True, autoincrement=False),
    Column("side", TEXT, nullable=False),
    Column("user", WHOLE),
    Column("name", AnyText, nullable=False),
    Column("bot", WHOLE, nullable=False),
    Column("corps", TEXT, nullable=False, server_default=text("'[]'")),
    Column("level", TEXT, nullable=False, server_default=text("''")),
    CheckConstraint("bot IN (0, 1)", name="bot"),
    Index("seats_of_user", "user"),
    sqlite_strict=True,
)

# No check on `kind`: SQLite cannot change a check without copying the log. The codec checks instead.
entries = Table(
    "entries",
    metadata,
    game_column(primary_key=True, autoincrement=False),
    Column("seq", WHOLE, primary_key=True, autoincrement=False),
    Column("kind", TEXT, nullable=False),
    Column("side", TEXT, nullable=False),
    Column("who", WHOLE),
    *json_column("command", nullable=True),
    *json_column("events", opens="["),
    Column("at", TEXT, nullable=False),
    Column("struck", WHOLE),
    Column("rules", TEXT),  # the fingerprint of the rules that decided it; None before schema 3
    Column("chain", LargeBinary),  # storage/log_chain.py
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
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("seq", WHOLE, primary_key=True, autoincrement=False),
    Column("made_by", TEXT, nullable=False),
    Column("seal", TEXT, nullable=False),
    Column("body", TEXT, nullable=False),
    sqlite_strict=True,
)

drafts = Table(
    "drafts",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("number", WHOLE, nullable=False),
    Column("text", TEXT, nullable=False),
    sqlite_strict=True,
)

join_rules = Table(
    "doors",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("least", WHOLE, nullable=False),
    *json_column("kept"),
    Column("starts_full", WHOLE, nullable=False, server_default=text("0")),
    sqlite_strict=True,
)

what_ifs = Table(
    "whatifs",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("side", TEXT, nullable=False),
    Column("after", WHOLE, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    *json_column("faces", opens="["),
    *json_column("entries", opens="["),
    sqlite_strict=True,
)

predictions = Table(
    "predictions",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("after", WHOLE, primary_key=True, autoincrement=False),
    Column("user", WHOLE, primary_key=True, autoincrement=False),
    Column("name", AnyText, nullable=False),
    Column("guess", TEXT, nullable=False),
    sqlite_strict=True,
)

checked = Table(  # all that happens by itself is done as of entry `seq`; nothing is due before `wakes`
    "checked",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("seq", WHOLE, nullable=False),
    Column("wakes", TEXT),
    sqlite_strict=True,
)

imported_records = Table(  # the record that a game was imported from, compressed with gzip
    "imported_records",
    metadata,
    game_column("CASCADE", primary_key=True, autoincrement=False),
    Column("record", LargeBinary, nullable=False),
    Column("rules", TEXT, nullable=False, server_default=text("''")),  # those that it was checked by
    sqlite_strict=True,
)

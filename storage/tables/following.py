"""The tables of tournaments across servers: which servers follow one, and the codes with which they may."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Table

from storage.tables.base import TEXT, WHOLE, AnyText, metadata

tournament_servers = Table(  # `left`: since when it follows no more; the row stays for its players
    "tournament_servers",
    metadata,
    Column("id", WHOLE, primary_key=True),
    Column("tournament", WHOLE, ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("guild", WHOLE, nullable=False),
    Column("channel", WHOLE, nullable=False),
    Column("name", AnyText, nullable=False),
    Column("by", WHOLE, nullable=False),
    Column("since", TEXT, nullable=False),
    Column("left", TEXT),
    Index("tournament_servers_once", "tournament", "guild", unique=True),
    Index("tournament_servers_of_guild", "guild"),
    sqlite_autoincrement=True,  # status messages name the id
    sqlite_strict=True,
)

tournament_codes = Table(  # each for one server; of the code itself only a hash is kept
    "tournament_codes",
    metadata,
    Column("hash", TEXT, primary_key=True),
    Column("tournament", WHOLE, ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("by", WHOLE, nullable=False),
    Column("expires", TEXT, nullable=False),
    Index("tournament_codes_of_tournament", "tournament"),
    sqlite_strict=True,
)

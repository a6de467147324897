"""The schema of a database: which one its stamp names, and bringing its tables up to this program's.

The stamp is Alembic's: one row in the table `alembic_version`.
"""

from __future__ import annotations

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from storage.errors import DatabaseTrouble

MIGRATIONS = Path(__file__).parent / "migrations"
FIRST = "1"
UNRELEASED = frozenset({"0.1.0", "0.1.0.1", "0.1.0.2", "0.1.0.3"})
"""Stamps of builds before the first release. Their tables are not read any more."""
LAST_UNRELEASED = "0.1.0.4"
"""The stamp of the last build before the first release, whose tables are those of schema 1."""
_RESTAMP = text("UPDATE alembic_version SET version_num = :first WHERE version_num = :unreleased")
_ONE_AT_A_TIME = threading.Lock()  # Alembic keeps the running migration in a module


def head() -> str:
    """The schema of this program."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def check(where: str, stamp: str) -> None:
    """Raises DatabaseTrouble when this program cannot use a database with that stamp ("": an empty one)."""
    if stamp in UNRELEASED:
        raise DatabaseTrouble("old_schema", path=where, detail=stamp)
    known = {each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions()}
    if stamp and stamp not in {*known, LAST_UNRELEASED}:
        raise DatabaseTrouble("newer_schema", path=where, detail=stamp, known=head())


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the tables up to a schema, in the transaction that runs."""
    config = _config()
    config.attributes["connection"] = connection
    with _ONE_AT_A_TIME:
        if connection.dialect.has_table(connection, "alembic_version"):
            connection.execute(_RESTAMP, {"first": FIRST, "unreleased": LAST_UNRELEASED})
        command.upgrade(config, FIRST if to == LAST_UNRELEASED else to)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config

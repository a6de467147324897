"""The schema of a database: which one its stamp names, and bringing its tables up to this program's.

The stamp is Alembic's: one row in the table `alembic_version`. Alembic itself is loaded only to change
tables: it takes 8 MB.
"""

from __future__ import annotations

import re
import threading
from functools import cache
from pathlib import Path

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


_REVISION = re.compile(r"""^revision\b.*= ["'](.+)["']""", re.MULTILINE)
_DOWN_REVISION = re.compile(r"""^down_revision\b.*= ["'](.+)["']""", re.MULTILINE)
_EXPANDS = re.compile(r"^expands\b.*= True$", re.MULTILINE)


def head() -> str:
    """The schema of this program."""
    below = revisions()
    return next((revision for revision in below if revision not in below.values()), "")


def revisions() -> dict[str, str]:
    """The schemas that the migrations lead to, each with the one before it ("": none)."""
    return _revisions(MIGRATIONS)


@cache
def _revisions(folder: Path) -> dict[str, str]:
    below = ((_REVISION.search(text), _DOWN_REVISION.search(text)) for text in _texts(folder))
    return {found[1]: before[1] if before else "" for found, before in below if found}


def _texts(folder: Path) -> list[str]:
    return [file.read_text(encoding="utf-8") for file in sorted(folder.glob("versions/*.py"))]


def expanding() -> frozenset[str]:
    """The schemas whose migration says `expands = True`: the program of the schema before them runs on,
    beside the new one (CONTRIBUTING says what such a migration may do)."""
    return _expanding(MIGRATIONS)


@cache
def _expanding(folder: Path) -> frozenset[str]:
    named = (_REVISION.search(text) for text in _texts(folder) if _EXPANDS.search(text))
    return frozenset(found[1] for found in named if found)


def oldest_beside() -> str:
    """The oldest schema whose program runs on the tables of this one."""
    schema, below = head(), revisions()
    while schema in expanding():
        schema = below[schema]
    return schema


def can_expand(stamp: str) -> bool:
    """Whether a database of that schema becomes this program's while programs of that schema work on it."""
    schema, below = head(), revisions()
    while schema != stamp and schema in expanding():
        schema = below[schema]
    return schema == stamp


def check(where: str, stamp: str) -> None:
    """Raises DatabaseTrouble when this program cannot use a database with that stamp ("": an empty one)."""
    if stamp in UNRELEASED:
        raise DatabaseTrouble("old_schema", path=where, detail=stamp)
    if stamp and stamp not in {*revisions(), LAST_UNRELEASED}:
        raise DatabaseTrouble("newer_schema", path=where, detail=stamp, known=head())


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the tables up to a schema, in the transaction that runs."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    with _ONE_AT_A_TIME:
        if connection.dialect.has_table(connection, "alembic_version"):
            connection.execute(_RESTAMP, {"first": FIRST, "unreleased": LAST_UNRELEASED})
        command.upgrade(config, FIRST if to == LAST_UNRELEASED else to)

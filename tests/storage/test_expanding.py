"""What a migration may do that says `expands = True`: the program of the schema before it runs on."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Inspector, inspect

from storage import schema
from storage.sqlite.files import blocking_engine

HEAD, OLDEST = schema.head(), schema.oldest_beside()
NEXT = '''"""The schema of a later release."""
import sqlalchemy as sa
from alembic import op
revision = "99"
down_revision = "{head}"
expands = True
def upgrade():
    {then}
'''


def breaches(before: Inspector, after: Inspector) -> Iterator[str]:
    """What a program that knows the tables of before cannot do on those of after, or may not write there."""
    for table in before.get_table_names():
        if table not in after.get_table_names():
            yield f"{table} is gone"
            continue
        old, new = ({c["name"]: c for c in i.get_columns(table)} for i in (before, after))
        for name, column in old.items():
            if name not in new:
                yield f"{table}.{name} is gone"
            elif str(new[name]["type"]) != str(column["type"]):
                yield f"{table}.{name} has another type"
            elif column["nullable"] and not new[name]["nullable"]:
                yield f"{table}.{name} must not be null any more"
        for name in new.keys() - old.keys():
            if not new[name]["nullable"] and new[name]["default"] is None:
                yield f"{table}.{name} must be given"
        for what, of in CONSTRAINTS.items():
            if of(before, table) != of(after, table):
                yield f"the {what} of {table} are others"


CONSTRAINTS: dict[str, Callable[[Inspector, str], Any]] = {
    "keys": lambda i, table: i.get_pk_constraint(table)["constrained_columns"],
    "checks": lambda i, table: sorted(str(c["sqltext"]) for c in i.get_check_constraints(table)),
    "references": lambda i, table: sorted(
        (each["constrained_columns"], each["referred_table"], each["options"])
        for each in i.get_foreign_keys(table)
    ),
    "unique indexes": lambda i, table: sorted(
        (each["column_names"], each["name"] or "") for each in i.get_indexes(table) if each["unique"]
    ),
}


def breaches_of(revision: str, folder: Path) -> list[str]:
    """Those of the migration to a schema."""
    engine = blocking_engine(folder / f"{revision}.db")
    try:
        with engine.begin() as connection:
            schema.upgrade(connection, schema.revisions()[revision])
            before = inspect(connection)
            for table in before.get_table_names():  # it reads when it is asked, and remembers
                for ask in (
                    before.get_columns,
                    *(lambda t, of=of: of(before, t) for of in CONSTRAINTS.values()),
                ):
                    ask(table)
            schema.upgrade(connection, revision)
            return [*breaches(before, inspect(connection))]
    finally:
        engine.dispose()


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Turns this program into a later release, with a migration that expands, or says so."""

    def turn(then: str) -> None:
        folder = tmp_path / "later"
        shutil.copytree(schema.MIGRATIONS, folder)
        (folder / "versions" / "schema_99.py").write_text(NEXT.format(head=HEAD, then=then), "utf-8")
        monkeypatch.setattr(schema, "MIGRATIONS", folder)

    return turn


def test_every_migration_that_says_so_lets_the_program_before_it_run(tmp_path: Path) -> None:
    found = {revision: breaches_of(revision, tmp_path) for revision in sorted(schema.expanding())}
    assert {revision: faults for revision, faults in found.items() if faults} == {}


@pytest.mark.parametrize(
    "then",
    [
        'op.create_table("leagues", sa.Column("id", sa.Integer, primary_key=True))',
        'op.add_column("letters", sa.Column("priority", sa.Integer))',
        'op.add_column("games", sa.Column("league", sa.Text, nullable=False, server_default="none"))',
        'op.create_index("checked_wakes", "checked", ["wakes"])',
        'op.drop_index("seats_of_user", "seats")',
    ],
)
def test_what_adds_is_allowed(later: Callable[[str], None], tmp_path: Path, then: str) -> None:
    later(then)
    assert breaches_of("99", tmp_path) == []
    assert (schema.can_expand(HEAD), schema.oldest_beside()) == (True, OLDEST)


@pytest.mark.parametrize(
    ("then", "breach"),
    [
        ('op.drop_table("drafts")', "drafts is gone"),
        ('op.drop_column("letters", "guild")', "letters.guild is gone"),
        ('op.alter_column("letters", "at", new_column_name="since")', "letters.at is gone"),
        (
            'op.execute("CREATE UNIQUE INDEX once ON seats (game, side)")',
            "the unique indexes of seats are others",
        ),
        ('op.drop_index("games_one_unfinished", "games")', "the unique indexes of games are others"),
        (
            'op.execute("DROP TABLE pauses"); names = ("game", "by", "reason", "since", "until");'
            ' op.create_table("pauses", *(sa.Column(name, sa.Text, nullable=False) for name in names))',
            "pauses.until must be given",
        ),
    ],
)
def test_what_breaks_the_program_before_it_is_refused(
    later: Callable[[str], None], tmp_path: Path, then: str, breach: str
) -> None:
    later(then)
    assert breach in breaches_of("99", tmp_path)


def test_a_migration_that_says_nothing_expands_nothing() -> None:
    assert "8" not in schema.expanding()
    assert not schema.can_expand("7")

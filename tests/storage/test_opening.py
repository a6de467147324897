"""Opening a database: new, old, newer, damaged, foreign, in use. What cannot be used is left as it was."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from storage import DatabaseTrouble, Receipt, Store, schema
from storage.sqlite import opening
from storage.tables import metadata

ROOT = Path(__file__).resolve().parents[2]
NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
HEAD = schema.head()

HOLDER = """
import asyncio, sys
from storage import Store
async def hold():
    await Store.open(sys.argv[1])
    print("open", flush=True)
    await asyncio.sleep(60)
asyncio.run(hold())
"""

NEXT_RELEASE = '''"""Adds a table."""
import sqlalchemy as sa
from alembic import op
revision = "9.9.0"
down_revision = "{head}"
def upgrade():
    op.create_table("leagues", sa.Column("id", sa.Integer, primary_key=True))
    {then}
'''


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.db"


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Turns this program into a later release, whose migration ends with that statement."""

    def turn(then: str) -> None:
        later = tmp_path / "later % release"
        shutil.copytree(schema.MIGRATIONS, later)
        (later / "versions" / "v9_9_0.py").write_text(
            NEXT_RELEASE.format(head=HEAD, then=then), encoding="utf-8"
        )
        monkeypatch.setattr(schema, "MIGRATIONS", later)

    return turn


async def made(path: Path) -> None:
    """A database with a guild in it, closed."""
    store = await Store.open(path)
    async with store.writing() as tx:
        await tx.guilds.add(3)
    await store.close()


async def knows(path: Path) -> bool:
    store = await Store.open(path)
    known = await store.guilds.is_known(3)
    await store.close()
    return known


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute(sql).fetchall()


async def refused(path: Path) -> DatabaseTrouble:
    with pytest.raises(DatabaseTrouble) as refusal:
        await Store.open(path)
    assert refusal.value.facts["path"] == str(path)
    return refusal.value


# a new one


async def test_the_folder_is_made(path: Path) -> None:
    await made(path)

    assert await knows(path)


async def test_any_name_will_do(tmp_path: Path) -> None:
    path = tmp_path / "100% #1 é.sqlite"

    await made(path)

    assert path.exists()
    assert await knows(path)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
async def test_the_file_is_its_owners_alone(path: Path) -> None:
    await made(path)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_migrations_make_the_tables_the_program_speaks_of(path: Path, tmp_path: Path) -> None:
    await made(path)
    plain = tmp_path / "plain.db"
    engine = create_engine(f"sqlite:///{plain}")
    metadata.create_all(engine)
    engine.dispose()

    assert shape(path) == shape(plain)


def shape(path: Path) -> dict[str, list[str]]:
    """Of every table and index the parts of its SQL, in no particular order."""
    made = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'alembic%'"
    return {str(name): sorted(str(sql).replace(",", "").split()) for name, sql in rows(path, made)}


@pytest.mark.long
async def test_alembic_finds_nothing_left_to_migrate(path: Path) -> None:
    await made(path)
    engine = create_engine(f"sqlite:///{path}")

    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
    engine.dispose()

    assert differences == []


def test_postgresql_would_take_the_tables() -> None:
    dialect = postgresql.dialect()
    tables = metadata.sorted_tables

    words = [str(CreateTable(table).compile(dialect=dialect)) for table in tables]
    words += [str(CreateIndex(index).compile(dialect=dialect)) for table in tables for index in table.indexes]

    assert "STRICT" not in "".join(words)
    assert any("WHERE status <> 'over'" in each for each in words)


async def test_every_connection_is_careful(path: Path) -> None:
    store = await Store.open(path)
    pragmas = {}
    async with store.reading() as reading, store.writing() as tx:
        for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "trusted_schema"):
            both = [await each.session.execute(text(f"PRAGMA {pragma}")) for each in (reading, tx)]
            pragmas[pragma] = [each.scalar_one() for each in both]
    await store.close()

    assert pragmas == {
        "journal_mode": ["wal", "wal"],
        "synchronous": [2, 2],
        "foreign_keys": [1, 1],
        "busy_timeout": [5000, 5000],
        "trusted_schema": [0, 0],
    }


async def test_the_version_of_sqlite_is_told(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, "storage")
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 2))
    await made(path)
    warned = [record.message for record in caplog.records if record.levelno == logging.WARNING]
    caplog.clear()
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 3))
    await made(path)

    assert any("two connections write at once" in each for each in warned)
    assert [record.levelname for record in caplog.records if record.name.startswith("storage")] == ["INFO"]


# one that is not to be used


@pytest.mark.fault(77)
async def test_a_damaged_file_is_refused_and_left_alone(path: Path) -> None:
    await made(path)
    whole = path.read_bytes()
    broken = whole[:4096] + b"\xff" * 8192 + whole[12288:]
    path.write_bytes(broken)

    trouble = await refused(path)

    assert trouble.reason == "damaged"
    assert path.read_bytes() == broken


async def test_what_is_no_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("Dear diary, " * 1000, encoding="ascii")

    trouble = await refused(path)

    assert trouble.reason == "damaged"
    assert path.read_text(encoding="ascii").startswith("Dear diary")


async def test_anothers_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    rows(path, "CREATE TABLE recipes (name TEXT)")

    trouble = await refused(path)

    assert (trouble.reason, trouble.facts["tables"]) == ("foreign_file", ("recipes",))
    assert rows(path, "SELECT name FROM sqlite_schema") == [("recipes",)]


@pytest.mark.fault(77)
async def test_a_newer_schema_is_refused(path: Path) -> None:
    await made(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '99.0.0'")

    trouble = await refused(path)

    assert (trouble.reason, trouble.facts["detail"]) == ("newer_schema", "99.0.0")
    assert trouble.facts["known"] == HEAD


@pytest.mark.parametrize("stamp", sorted(schema.UNRELEASED))
async def test_a_schema_from_before_the_first_release_is_refused(path: Path, stamp: str) -> None:
    await made(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = ?", (stamp,))
    before = path.read_bytes()

    trouble = await refused(path)

    assert (trouble.reason, trouble.facts["detail"]) == ("old_schema", stamp)
    assert path.read_bytes() == before


async def test_a_folder_is_refused(path: Path) -> None:
    path.mkdir(parents=True)

    assert (await refused(path)).reason == "unwritable"


async def test_a_place_under_a_file_is_refused(path: Path) -> None:
    path.parent.write_text("not a folder", encoding="ascii")

    assert (await refused(path)).reason == "unwritable"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has no such permissions")
async def test_a_file_that_may_only_be_read_is_refused(path: Path) -> None:
    await made(path)
    path.chmod(0o400)
    root = os.geteuid() == 0  # root may write everywhere

    outcome = "open" if root and await knows(path) else (await refused(path)).reason

    assert outcome == ("open" if root else "unwritable")


# in use


async def test_a_second_opener_is_refused(path: Path) -> None:
    store = await Store.open(path)

    trouble = await refused(path)
    await store.close()

    assert (trouble.reason, trouble.facts["holder"]) == ("in_use", str(os.getpid()))
    assert not await knows(path)


@pytest.mark.long
@pytest.mark.fault(76)
async def test_another_process_is_refused_until_the_first_dies(path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    with holder.stdout:
        assert await asyncio.to_thread(holder.stdout.readline) == "open\n"

        trouble = await refused(path)
        holder.kill()
        holder.wait()

    assert (trouble.reason, trouble.facts["holder"]) == ("in_use", str(holder.pid))
    assert not await knows(path)


async def test_closing_twice_does_no_harm_and_leaves_nothing_behind(path: Path) -> None:
    before = set(threading.enumerate())
    store = await Store.open(path)
    async with store.writing() as tx:
        await tx.guilds.add(3)
        await tx.receipts.add(Receipt(interaction=1, game=None, outcome={}))
    await asyncio.gather(*(store.guilds.is_known(n) for n in range(5)))
    working = [each for each in threading.enumerate() if each not in before and "asyncio" not in each.name]

    await store.close()
    await store.close()

    ours = [each for each in threading.enumerate() if each not in before and "asyncio" not in each.name]
    assert "confirmed" in {thread.name for thread in working}
    assert all(thread.daemon for thread in working), "a bot that is not closed can end"
    for thread in ours:  # their work is done, their last line perhaps not
        thread.join(5)
    assert not any(thread.is_alive() for thread in ours)
    assert sorted(each.name for each in path.parent.iterdir()) == ["games.db", "games.db.lock"]
    with pytest.raises(RuntimeError, match="closed"):
        await store.guilds.is_known(3)
    with pytest.raises(RuntimeError, match="closed"):
        async with store.writing():
            pass


async def test_an_opening_that_is_cancelled_leaves_the_file_free(path: Path) -> None:
    task = asyncio.create_task(Store.open(path))
    await asyncio.sleep(0.01)

    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    assert not await knows(path)


async def test_an_opening_that_is_cancelled_before_it_fails_is_cancelled(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    task = asyncio.create_task(Store.open(tmp_path / "file" / "games.db"))
    await asyncio.sleep(0)

    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize(
    ("version", "warned"),
    [((3, 6, 23), False), ((3, 7, 0), True), ((3, 7, 17), True), ((3, 51, 2), True), ((3, 51, 3), False)],
)
async def test_versions_that_can_damage_a_database_are_warned_of(
    path: Path,
    version: tuple[int, int, int],
    warned: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", version)

    opening._log_version()

    assert ("can damage a database" in caplog.text) is warned


# upgrades and copies


@pytest.mark.long
async def test_an_upgrade_keeps_a_copy_of_what_was(path: Path, release: Callable[[str], None]) -> None:
    await made(path)
    release("pass")

    store = await Store.open(path, clock=lambda: NOON)
    known = await store.guilds.is_known(3)
    await store.close()

    copy = path.with_name(f"games-{HEAD}-18150618T120000000000Z.db")
    assert known
    assert rows(path, "SELECT version_num FROM alembic_version") == [("9.9.0",)]
    assert rows(copy, "SELECT version_num FROM alembic_version") == [(HEAD,)]
    assert rows(copy, "SELECT id FROM guilds") == [(3,)]


async def test_a_copy_is_made_of_an_upgrade_alone(path: Path) -> None:
    await made(path)
    await made(path)

    assert sorted(each.name for each in path.parent.iterdir()) == ["games.db", "games.db.lock"]


async def test_an_upgrade_that_fails_changes_nothing(path: Path, release: Callable[[str], None]) -> None:
    await made(path)
    release("raise ZeroDivisionError")

    with pytest.raises(ZeroDivisionError):
        await Store.open(path)

    assert rows(path, "SELECT version_num FROM alembic_version") == [(HEAD,)]
    assert rows(path, "SELECT name FROM sqlite_schema WHERE name = 'leagues'") == []


async def test_a_copy_can_be_made_while_the_game_goes_on(path: Path) -> None:
    store = await Store.open(path)
    copy = path.with_name("copy.db")

    async with store.writing() as tx:
        await tx.guilds.add(3)
        await store.backup(copy)
    await store.backup(path.with_name("later.db"))
    await store.close()

    assert not await knows(copy)
    assert await knows(path.with_name("later.db"))


async def test_a_copy_to_nowhere_is_trouble(path: Path, tmp_path: Path) -> None:
    store = await Store.open(path)

    with pytest.raises(DatabaseTrouble) as refusal:
        await store.backup(tmp_path / "nowhere" / "copy.db")
    await store.close()

    assert refusal.value.reason == "unwritable"


async def test_a_copy_that_fails_leaves_no_half_behind(path: Path, tmp_path: Path) -> None:
    store = await Store.open(path)
    folder = tmp_path / "folder"
    folder.mkdir()

    with pytest.raises(DatabaseTrouble):
        await store.backup(folder)
    await store.close()

    assert sorted(each.name for each in tmp_path.iterdir()) == ["data", "folder"]


async def test_what_an_interrupted_check_has_left_goes_and_a_check_under_way_stays(path: Path) -> None:
    left, under_way = (path.parent / f"grognard-check-{name}" for name in ("left", "under-way"))
    for folder in (left, under_way):
        folder.mkdir(parents=True)
        (folder / "trial.db").touch()
    two_days_ago = datetime.now(UTC).timestamp() - 2 * 86_400
    os.utime(left, (two_days_ago, two_days_ago))

    await (await Store.open(path)).close()

    assert not left.exists()
    assert (under_way / "trial.db").exists()


@pytest.mark.long
def test_alembic_is_loaded_for_an_upgrade_alone(tmp_path: Path) -> None:
    script = (
        "import asyncio, pathlib, sys; from storage import Store\n"
        "async def main():\n"
        "    await (await Store.open(pathlib.Path('games.db'))).close()\n"
        "asyncio.run(main()); print('alembic' in sys.modules)"
    )
    words = [sys.executable, "-c", script]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}

    loaded = [subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True) for _ in range(2)]

    assert [each.stdout for each in loaded] == ["True\n", "False\n"]


def test_the_schemas_are_those_that_alembic_knows() -> None:
    script = ScriptDirectory(str(schema.MIGRATIONS))

    assert {*schema.revisions()} == {each.revision for each in script.walk_revisions()}
    assert schema.head() == script.get_current_head()

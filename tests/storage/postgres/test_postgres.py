"""Games on a server: refusals and their messages, broken connections, commits without an answer."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from bot.cli.database_advice import advice
from storage import DatabaseTrouble, Entry, Receipt, Store, backups, schema
from storage.postgres.connection import connect, create_engine
from storage.postgres.database import Timeouts
from storage.tables import metadata
from storage.transactions import ReadTransaction
from tests.storage.postgres_server import Postgres

HURRIED = Timeouts(lock=0.1, outcome=0.3)
NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
ORDER = Entry(kind="order", side="red", at=NOON)


@pytest.fixture
async def store(postgres: Postgres) -> AsyncIterator[Store]:
    store = await Store.open(postgres.at(postgres.fresh()))
    yield store
    await store.close()


async def new_game(store: Store) -> int:
    async with store.writing() as tx:
        about = {"scenario": "quatre_bras", "printed": {}, "options": {}, "seed": b"", "seats": ()}
        return await tx.games.create(guild=10, channel=20, owner=1, **about)


async def order(store: Store, game: int, seq: int) -> int:
    async with store.writing() as tx:
        await tx.receipts.add(Receipt(interaction=seq + 1, game=game, outcome={}))
        return await tx.log.append(game, seq, ORDER)


async def shown(tx: ReadTransaction, setting: str) -> str:
    return str((await tx.session.execute(text(f"SHOW {setting}"))).scalar_one())


@pytest.mark.long
async def test_tables_and_sessions_are_as_they_must_be(postgres: Postgres) -> None:
    name = postgres.empty()
    store = await Store.open(postgres.at(name))
    async with store.writing() as tx:
        durable = await shown(tx, "synchronous_commit")
    async with store.reading() as tx_:
        values = [await shown(tx_, each) for each in ("transaction_isolation", "transaction_read_only")]
    engine = create_engine(partial(connect, postgres.at(name)))
    async with engine.connect() as connection:
        differences = await connection.run_sync(
            lambda c: compare_metadata(MigrationContext.configure(c), metadata)
        )
    await engine.dispose()
    limits = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    async with store.reading() as reading, store.writing() as writing:
        for each in (reading, writing):
            assert [await shown(each, limit) for limit in limits] == ["30s", "12s", "15s"]
    await store.close()

    assert (durable, differences, values) == ("on", [], ["repeatable read", "on"])
    others = (
        "SELECT count(*) FROM information_schema.columns WHERE data_type = 'text' AND table_schema = 'public'"
    )
    assert postgres.sql(name, others + " AND collation_name IS DISTINCT FROM 'C'") == "0"


@pytest.mark.long
@pytest.mark.promise(13)
async def test_tables_of_the_last_unreleased_build_are_copied_and_stamped_as_the_first_release(
    postgres: Postgres, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    name, copy = postgres.empty(), tmp_path / "copy.db"
    await (await Store.open(postgres.at(name))).close()
    restamp = f"UPDATE alembic_version SET version_num = '{schema.LAST_UNRELEASED}'"
    newer = [
        f"ALTER TABLE {table} DROP COLUMN {column}"
        for table, column in (
            ("players", "recent"),
            ("players", "daily"),
            ("players", "told_next"),
            ("doors", "starts_full"),
            ("entries", "rules"),
            ("entries", "chain"),
            ("games", "beacon"),
            ("games", "seals"),
            ("games", "rated"),
            ("games", "dice_keys"),
            ("games", "twin"),
            ("games", "randomness"),
            ("games", "pictures"),
            ("games", "imported_after"),
            ("seats", "level"),
            ("seekers", "channel"),
            ("seekers", "clock"),
            ("letters", "guild"),
        )
    ]
    dropped = [
        "checked",
        "pending_answers",
        "dice_words",
        "announced_orders",
        "beacon_rounds",
        "custom_battles",
    ]
    later = ("tournament", "season", "game_results", "result_players", "imported_records", "ratings", "shard")
    dropped += [t.name for t in reversed(metadata.sorted_tables) if t.name.startswith(later)]
    newer += [f"DROP TABLE {table}" for table in dropped]
    postgres.sql(name, *newer, restamp, "INSERT INTO guilds VALUES (3, '')", "SELECT nextval('games_id_seq')")

    await asyncio.to_thread(backups.copy, postgres.at(name), copy)
    stores = [await Store.open(address) for address in (postgres.at(name), copy)]

    assert [await store.guilds.is_known(3) for store in stores] == [True, True]
    assert [await new_game(store) for store in stores] == [2, 2]
    for store in stores:
        await store.close()
    assert postgres.sql(name, "SELECT version_num FROM alembic_version") == schema.head()
    assert sum(f"upgrading 0.1.0.4 to {schema.head()}" in record.message for record in caplog.records) == 1


@pytest.mark.long
@pytest.mark.promise(13)
async def test_before_an_upgrade_the_old_tables_are_copied(postgres: Postgres, tmp_path: Path) -> None:
    name, released = postgres.empty(), schema.revisions()[schema.head()]
    engine = create_engine(partial(connect, postgres.at(name)))
    async with engine.begin() as connection:
        await connection.run_sync(schema.upgrade, released)
        await connection.exec_driver_sql("INSERT INTO guilds VALUES (3, '')")
    await engine.dispose()

    for _ in range(2):  # the second time nothing is upgraded
        await (await Store.open(postgres.at(name), clock=lambda: NOON, copies=tmp_path)).close()

    (copy,) = tmp_path.iterdir()
    assert copy.name == f"grognard-{released}-18150618T120000000000Z.db"
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (released,)
        assert database.execute("SELECT id FROM guilds").fetchall() == [(3,)]


@pytest.mark.long
async def test_no_number_used_since_a_copy_is_used_again_on_a_server(
    postgres: Postgres, tmp_path: Path
) -> None:
    name, copy = postgres.empty(), tmp_path / "copy.db"
    store = await Store.open(postgres.at(name))
    game = await new_game(store)
    await store.backup(copy)
    await store.close()
    postgres.sql(name, "SELECT setval('games_id_seq', last_value + 5000) FROM games_id_seq")

    await asyncio.to_thread(backups.restore, copy, postgres.at(name), NOON, tmp_path)

    store = await Store.open(postgres.at(name))
    async with store.writing() as tx:
        await tx.games.update(game, status="over")
    newer = await new_game(store)
    await store.close()
    assert newer > game + 5000


@pytest.mark.parametrize("to_server", [True, False])
async def test_new_tournaments_and_seasons_have_new_numbers_after_a_move(
    postgres: Postgres, tmp_path: Path, to_server: bool
) -> None:
    file, server = tmp_path / "grognard.db", postgres.at(postgres.empty())
    places = (file, server) if to_server else (server, file)
    store = await Store.open(places[0])
    first = await announced(store)
    await store.backup(tmp_path / "copy.db")
    await store.close()

    kept = tmp_path / "kept" / "before"
    await asyncio.to_thread(backups.restore, tmp_path / "copy.db", places[1], NOON, kept)

    store = await Store.open(places[1])
    second = await announced(store)
    await store.close()
    assert all(new > old + backups.SKIPPED_IDS for old, new in zip(first, second, strict=True))


async def announced(store: Store) -> tuple[int, int]:
    """The numbers of a new tournament and of a new season."""
    about: dict[str, Any] = {"guild": 3, "channel": 4, "name": "Open", "owner": 5, "terms": {}}
    async with store.writing() as tx:
        return await tx.tournaments.create(**about), await tx.seasons.create(**about)


# what is not to be used


@pytest.mark.long
@pytest.mark.fault(76, 77)
async def test_what_cannot_be_used_is_refused_with_advice(
    postgres: Postgres, store: Store, tmp_path: Path
) -> None:
    newer, unreleased, foreign = postgres.empty(), postgres.empty(), postgres.empty()
    for name, stamp in ((newer, "99"), (unreleased, "0.1.0.3")):
        make = "CREATE TABLE alembic_version (version_num text)"
        postgres.sql(name, make, f"INSERT INTO alembic_version VALUES ('{stamp}')")
    postgres.sql(foreign, "CREATE TABLE recipes (name text)")
    postgres.sql("postgres", "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    postgres.sql(foreign, "CREATE ROLE reader LOGIN")
    host = f"?host={postgres.folder}"
    refused = {
        postgres.at("games_fresh"): "in_use",
        postgres.at(newer): "newer_schema",
        postgres.at(unreleased): "old_schema",
        postgres.at(foreign): "foreign_tables",
        postgres.at("latin"): "unfit",
        postgres.at("nowhere"): "no_database",
        f"postgresql://nobody:hidden@/games_fresh{host}": "rejected",
        f"postgresql://reader@/{postgres.empty()}{host}": "unwritable",
        f"postgresql://grognard:hidden@/games_fresh?host={tmp_path}": "lost",
        "postgresql://grognard:hid/den@localhost/games_fresh": "bad_address",
        "mysql://grognard:hidden@localhost/games_fresh": "bad_address",
    }
    reasons = {}
    for address in refused:
        with pytest.raises(DatabaseTrouble) as trouble:
            await Store.open(address, timeouts=HURRIED)
        reasons[address] = trouble.value.reason
        said = advice(trouble.value)
        assert "hid" not in f"{said} {trouble.value} {trouble.value.__cause__}"
        assert said.endswith((".", "asyncpg"))
    assert reasons == refused
    assert postgres.sql(foreign, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "1"


# lost, and found again


async def test_a_connection_that_breaks_is_replaced_and_the_lock_with_it(
    postgres: Postgres, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    game = await new_game(store)
    assert await store.guilds.is_known(3) is False
    postgres.sql(
        "postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'grognard%'",
    )
    await asyncio.sleep(0.05)

    assert await order(store, game, 0) == 1
    assert len(await store.log.entries(game)) == 1
    locks = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
    assert postgres.sql("postgres", locks) == "1"
    assert any("connecting again" in record.message for record in caplog.records)


@pytest.mark.long
@pytest.mark.promise(1)
@pytest.mark.fault(76, 77)
async def test_a_server_that_dies_under_play_is_told_and_play_goes_on_when_it_is_back(
    postgres: Postgres, store: Store
) -> None:
    game, confirmed = await new_game(store), 0
    dying = asyncio.create_task(asyncio.to_thread(dead_for_a_while, postgres))
    while not dying.done():
        try:
            written = len(await store.log.entries(game))
            assert confirmed <= written
            confirmed = await order(store, game, written)
        except DatabaseTrouble as trouble:
            assert trouble.reason == "lost"  # noqa: PT017 - on some runs every order comes through
            await asyncio.sleep(0.02)
    await dying
    confirmed = await order(store, game, len(await store.log.entries(game)))
    postgres.stop(signal.SIGQUIT)
    for doing in (order(store, game, confirmed), store.log.entries(game)):
        with pytest.raises(DatabaseTrouble) as refusal:
            await doing
        assert refusal.value.reason == "lost"
    postgres.start()
    confirmed = await order(store, game, confirmed)
    entries = await store.log.entries(game)
    receipts = [await store.receipts.get(entry.seq) for entry in entries]

    assert [entry.seq for entry in entries] == [*range(1, confirmed + 1)]
    assert None not in receipts


def dead_for_a_while(machine: Postgres) -> None:
    time.sleep(0.15)
    machine.stop(signal.SIGQUIT)
    time.sleep(0.15)
    machine.start()


# a commit without an answer


class Line:
    """A line to a server that is cut at a COMMIT: before the server hears it, or before it is answered."""

    def __init__(self, machine: Postgres, folder: Path) -> None:
        self.far = machine.folder / ".s.PGSQL.5432"
        self.near = folder / ".s.PGSQL.5432"
        self.cut = ""

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_unix_connection(self.far)
        back = asyncio.create_task(self._carry(there[0], writer))
        try:
            while data := await reader.read(65536):
                if self.cut and b"COMMIT" in data:
                    self.cut, how = "", self.cut
                    if how == "after":
                        back.cancel()
                        await asyncio.wait([back])
                        there[1].write(data)
                        await there[0].read(1)
                    break
                there[1].write(data)
        finally:
            back.cancel()
            writer.close()
            there[1].close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()


@pytest.mark.promise(1, 2)
@pytest.mark.parametrize(("cut", "there"), [("after", 1), ("before", 0)])
async def test_a_commit_that_was_not_heard_of_is_asked_for(postgres: Postgres, cut: str, there: int) -> None:
    with tempfile.TemporaryDirectory() as short:  # the path of a socket has 107 bytes
        line = Line(postgres, Path(short))
        listening = await asyncio.start_unix_server(line.join, line.near)
        store = await Store.open(postgres.at(postgres.fresh()).replace(str(postgres.folder), short))
        game = await new_game(store)
        line.cut = cut
        reason = ""
        try:
            await order(store, game, 0)
        except DatabaseTrouble as trouble:
            reason = trouble.reason

        assert reason == ("" if there else "lost")
        assert len(await store.log.entries(game)) == there
        assert await order(store, game, there) == there + 1
        await store.close()
        listening.close()

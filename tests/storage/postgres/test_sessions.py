"""What a single session with the server is: its limits, its lock, its end; what became of a transaction."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection as SyncConnection
from sqlalchemy import text

from storage import DatabaseTrouble, Store, backups
from storage.drivers.connection import Runner
from storage.postgres import notices
from storage.postgres.connection import connect, connect_writing
from storage.postgres.database import PostgresDatabase, Timeouts
from storage.postgres.line import PostgresConnection
from tests.patience import PATIENCE
from tests.storage.postgres_server import FRESH, Postgres

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
OURS = (
    f"SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'grognard%' AND datname = '{FRESH}'"
)


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.at(postgres.fresh())


@asynccontextmanager
async def ended(session: Any) -> AsyncIterator[Any]:
    """A session of the driver that is ended afterwards."""
    try:
        yield session
    finally:
        session.terminate()


async def shown(session: Any, *settings: str) -> list[str]:
    return [await session.fetchval(f"SHOW {setting}") for setting in settings]


async def gone(postgres: Postgres) -> None:
    """No session of ours is left."""
    async with asyncio.timeout(PATIENCE):
        while postgres.sql("postgres", OURS) != "0":
            await asyncio.sleep(0.01)


async def test_commits_of_those_who_write_are_on_the_disk_whatever_the_server_does_by_itself(
    address: str,
) -> None:
    async with ended(await connect(address)) as session:
        by_itself = await shown(session, "synchronous_commit")
    async with ended(await connect_writing(address, 1.0)) as session:
        writing = await shown(session, "synchronous_commit")

    assert (by_itself, writing) == (["off"], ["on"])


async def test_what_takes_too_long_is_ended_but_for_upgrades_and_copies(address: str) -> None:
    limits = ("statement_timeout", "idle_in_transaction_session_timeout", "lock_timeout")
    async with ended(await connect(address)) as usual, ended(await connect(address, patient=True)) as patient:
        assert await shown(usual, *limits) == ["30s", "15s", "12s"]
        assert await shown(patient, *limits) == ["0", "0", "12s"]


@pytest.mark.parametrize("alone", [True, False])
async def test_who_is_refused_is_told_by_whom_and_leaves_no_session_behind(
    postgres: Postgres, address: str, alone: bool
) -> None:
    async with ended(await connect_writing(address, 1.0, alone=alone)):
        with pytest.raises(DatabaseTrouble) as refused:
            await connect_writing(address, 0.0, alone=not alone)

    assert refused.value.reason == "in_use"
    assert str(refused.value.facts["holder"]).startswith(f"{os.getpid()} on ")
    await gone(postgres)


async def test_a_session_that_holds_a_game_is_ended_when_it_falls_silent_and_one_that_holds_none_is_not(
    address: str,
) -> None:
    database = PostgresDatabase(address, shared=True)
    connection = database.writer()
    limits = []
    held = [await database.hold(connection, key) for key in (1, 2)]
    limits += await shown(connection.driver, "idle_session_timeout")
    await database.let_go(connection, 2, held[1], last=False)
    limits += await shown(connection.driver, "idle_session_timeout")
    await database.let_go(connection, 1, held[0], last=True)
    limits += await shown(connection.driver, "idle_session_timeout")
    await connection.close()

    assert limits == ["8s", "8s", "0"]


async def test_a_session_that_took_the_place_of_another_does_not_hold_its_games(address: str) -> None:
    database = PostgresDatabase(address, shared=True)
    connection = database.writer()
    first = await database.hold(connection, 1)
    holds = database.is_session(connection, first)
    connection.driver.terminate()
    lost = database.is_session(connection, first)
    await connection.ready()
    replaced = database.is_session(connection, first)
    await database.let_go(connection, 1, first, last=True)
    await connection.close()

    assert (holds, lost, replaced) == (True, False, False)


# what became of a transaction


async def test_a_transaction_was_committed_only_if_the_server_says_so(address: str) -> None:
    database = PostgresDatabase(address)
    connection = database.writer()
    await connection.ready()
    numbers = {}
    async with ended(await connect(address)) as session:
        for end in ("COMMIT", "ROLLBACK"):
            await session.execute("BEGIN")
            numbers[end] = str(await session.fetchval("SELECT CAST(pg_current_xact_id() AS text)"))
            await session.execute(end)

    assert await database.was_committed(connection, numbers["COMMIT"]) is True
    assert await database.was_committed(connection, numbers["ROLLBACK"]) is False
    assert await database.was_committed(connection, str(10**9)) is False, "of which the server knows nothing"
    await connection.close()


async def test_a_transaction_that_has_not_ended_is_ended_before_it_is_said_that_it_was_not_committed(
    postgres: Postgres, address: str
) -> None:
    database = PostgresDatabase(address, Timeouts(outcome=5.0))  # less than after which it is ended anyway
    connection = database.writer()
    await connection.ready()
    async with ended(await connect(address)) as cut_off:
        await cut_off.execute("BEGIN")
        number = str(await cut_off.fetchval("SELECT CAST(pg_current_xact_id() AS text)"))
        committed = await database.was_committed(connection, number)
        said = postgres.sql("postgres", f"SELECT pg_xact_status(xid8 '{number}')")
    await connection.close()

    assert (committed, said) == (False, "aborted")


async def test_a_transaction_of_which_a_statement_was_refused_is_not_said_to_be_committed(
    address: str,
) -> None:
    connection = PostgresDatabase(address).writer()
    await connection.ready()
    await connection.begin()
    with pytest.raises(asyncpg.UndefinedTableError):
        await connection.execute("INSERT INTO nowhere VALUES (1)")

    with pytest.raises(RuntimeError):
        await connection.commit()
    await connection.close()


# lines


async def test_a_line_on_which_nothing_comes_is_cut(address: str) -> None:
    connection = PostgresConnection("x", partial(connect, address, answer=0.05), read_only=True)
    await connection.ready()

    with pytest.raises(DatabaseTrouble) as trouble:
        await connection.value("SELECT pg_sleep(1)")

    assert trouble.value.reason == "lost"
    assert connection.is_broken


async def test_each_query_of_several_statements_sees_what_was_written_before_it(
    postgres: Postgres, address: str
) -> None:
    connection = PostgresDatabase(address).reader()
    await connection.ready()

    async def servers(runner: Runner) -> list[Any]:
        return [(await runner.run(text("SELECT count(*) FROM guilds"))).scalar_one() for _ in range(2)]

    before = await connection.answer(servers, "servers")
    postgres.sql(FRESH, "INSERT INTO guilds VALUES (3, '')")
    after = await connection.answer(servers, "servers")
    await connection.close()

    assert (before, after) == ([0, 0], [1, 1])


async def test_who_hears_others_notices_a_line_on_which_nothing_comes_and_leaves_none_behind(
    postgres: Postgres, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "BEAT", 0.05)
    monkeypatch.setattr(notices, "AGAIN", 600.0)
    touched: asyncio.Queue[bool] = asyncio.Queue()
    session = await connect(address)
    hangs = session.get_server_pid()

    async def connected() -> Any:
        return session

    def in_touch(now: bool) -> None:
        touched.put_nowait(now)
        if now:
            os.kill(hangs, signal.SIGSTOP)

    hearing = asyncio.create_task(notices.follow(connected, lambda by, what: None, in_touch))
    told = [await asyncio.wait_for(touched.get(), PATIENCE) for _ in range(2)]
    os.kill(hangs, signal.SIGCONT)
    await gone(postgres)
    hearing.cancel()

    assert told == [True, False]


# copies and what does not fit


class WrittenMeanwhile(PostgresDatabase):
    """Something is written as soon as the schema was read."""

    meanwhile: Callable[[], object]

    def _stamp(self, connection: SyncConnection) -> str:
        stamp = super()._stamp(connection)
        self.meanwhile()
        return stamp


async def test_a_copy_is_of_one_moment(postgres: Postgres, address: str, tmp_path: Path) -> None:
    database = WrittenMeanwhile(address)
    database.meanwhile = partial(postgres.sql, FRESH, "INSERT INTO guilds VALUES (3, '')")

    await asyncio.to_thread(database.copy, tmp_path / "copy.db")

    assert postgres.sql(FRESH, "SELECT id FROM guilds") == "3"
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT id FROM guilds").fetchall() == []


async def test_what_is_replaced_on_a_server_is_kept_in_a_file(
    postgres: Postgres, address: str, tmp_path: Path
) -> None:
    store = await Store.open(address)
    await store.backup(tmp_path / "copy.db")
    await store.close()
    postgres.sql(FRESH, "INSERT INTO guilds VALUES (3, '')")

    before = await asyncio.to_thread(backups.restore, tmp_path / "copy.db", address, NOON, tmp_path)

    assert postgres.sql(FRESH, "SELECT id FROM guilds") == ""
    assert before is not None
    with closing(sqlite3.connect(before)) as kept:
        assert kept.execute("SELECT id FROM guilds").fetchall() == [(3,)]


async def test_a_server_of_other_letters_is_refused_and_one_that_a_power_loss_destroys_is_told_of(
    postgres: Postgres, caplog: pytest.LogCaptureFixture
) -> None:
    name = postgres.empty()
    postgres.sql("postgres", f"CREATE DATABASE {name}_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(DatabaseTrouble) as refused:
        await Store.open(postgres.at(f"{name}_latin"))

    assert (refused.value.reason, refused.value.facts["detail"]) == ("unfit", "LATIN1")
    assert "fsync off" not in caplog.text, "it is not used"
    await (await Store.open(postgres.at(postgres.fresh()))).close()
    assert "fsync off" in caplog.text

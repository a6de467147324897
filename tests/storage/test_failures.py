"""What must hold when things go wrong: killed, cancelled, crowded, full."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import time
import traceback
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from engine.events import Popped
from storage import DatabaseTrouble, Entry, Receipt, StaleTable, Store
from storage.errors import ConstraintViolated
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
ORDER = Entry(kind="order", side="red", events=(Popped(),), at=NOON)

WRITER = """
import asyncio, sys
from datetime import UTC, datetime
from storage import Entry, Receipt, Store
from tests.patience import PATIENCE
async def write():
    store = await Store.open(sys.argv[1])
    seq = len(await store.log.entries(1))
    while True:
        async with store.writing() as tx:
            seq = await tx.log.append(1, seq, Entry(kind="order", at=datetime.now(UTC)))
            await tx.receipts.add_once(Receipt(interaction=seq, game=1, outcome={}))
        print(seq, flush=True)
asyncio.run(write())
"""


@pytest.fixture
async def store(database: Path | str) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


async def new_game(store: Store, channel: int = 20) -> int:
    async with store.writing() as tx:
        return await tx.games.create(
            guild=10,
            channel=channel,
            scenario="quatre_bras",
            printed={},
            options={},
            seed=b"",
            seats=(),
            owner=1,
        )


# rolled back


async def test_an_exception_undoes_everything(store: Store) -> None:
    id_ = await new_game(store)

    async def write_and_fail() -> None:
        async with store.writing() as tx:
            await tx.log.append(id_, 0, ORDER)
            await tx.receipts.add(Receipt(interaction=7, game=id_, outcome={}))
            await tx.outbox.add(game=id_, channel=20, kind="turn", body={})
            await tx.guilds.add(3)
            await tx.games.update(id_, status="playing")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await write_and_fail()

    assert await store.log.entries(id_) == []
    assert await store.receipts.get(7) is None
    assert await store.outbox.waiting() == []
    assert not await store.guilds.is_known(3)
    assert [game.status for game in await store.games.all()] == ["lobby"]


async def test_the_store_shows_what_was_committed_and_the_transaction_what_it_wrote(store: Store) -> None:
    async with store.writing() as tx:
        await tx.guilds.add(3)

        assert await tx.guilds.is_known(3)
        assert not await store.guilds.is_known(3)

    assert await store.guilds.is_known(3)


async def test_an_error_of_the_database_shows_nothing_of_what_was_to_be_written(store: Store) -> None:
    secret = "yari-1 march NE"

    async def write_what_is_refused() -> None:
        async with store.writing() as tx:
            await tx.drafts.save(77, 1, secret)  # there is no such game

    with pytest.raises(ConstraintViolated) as error:
        await write_what_is_refused()

    shown = "".join(traceback.format_exception(error.value))
    assert "drafts" in shown
    assert secret not in shown


async def test_a_transaction_that_is_over_writes_nothing(store: Store) -> None:
    async with store.writing() as tx:
        pass

    with pytest.raises(RuntimeError, match="over"):
        await tx.guilds.add(3)


async def test_a_transaction_within_a_transaction_is_an_error_and_no_deadlock(store: Store) -> None:
    with pytest.raises(RuntimeError, match="within"):
        async with store.writing(), store.writing():
            pass

    assert not await store.guilds.is_known(3)


# cancelled


@pytest.mark.parametrize("after", [0, 0.0005, 0.001, 0.002, 0.003, 0.005])
async def test_a_cancelled_transaction_is_whole_or_nothing(store: Store, after: float) -> None:
    async def both() -> None:
        async with store.writing() as tx:
            await tx.guilds.add(1)
            await tx.guilds.add(2)

    task = asyncio.create_task(both())
    await asyncio.sleep(after)
    task.cancel()
    await asyncio.wait([task])

    assert await store.guilds.is_known(1) == await store.guilds.is_known(2)
    async with store.writing() as tx:
        await tx.guilds.add(3)
    assert await store.guilds.is_known(3)


def cancel_soon() -> None:
    """Cancel the task that runs, when it next waits."""
    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().call_soon(task.cancel)


async def write_cancelled(store: Store, moment: str) -> None:
    """A transaction, cancelled while it begins, while it writes, commits, or is rolled back."""
    if moment == "begin":
        cancel_soon()
    async with store.writing() as tx:
        if moment == "write":
            cancel_soon()
        await tx.guilds.add(1)
        if moment in ("commit", "roll back"):
            cancel_soon()
        if moment == "roll back":
            raise ZeroDivisionError


async def read_cancelled(store: Store, moment: str) -> None:
    """A snapshot of several queries, cancelled while it begins, is asked, or ends; one query."""
    if moment in ("begin", "query"):
        cancel_soon()
    if moment == "query":
        await store.guilds.is_known(1)
        return
    async with store.reading() as tx:
        if moment == "read":
            cancel_soon()
        await tx.guilds.is_known(1)
        if moment == "end":
            cancel_soon()


def drivers(store: Store) -> set[int]:
    """Which connections of the driver a store has."""
    lines: list[Any] = [*store._readers._idle.free, *store._writers._idle.free]
    return {id(line.driver) for line in lines}


@pytest.mark.parametrize(
    ("work", "moment", "committed"),
    [
        (write_cancelled, "begin", False),
        (write_cancelled, "write", False),
        (write_cancelled, "commit", True),
        (write_cancelled, "roll back", False),
        (read_cancelled, "begin", False),
        (read_cancelled, "read", False),
        (read_cancelled, "end", False),
        (read_cancelled, "query", False),
    ],
)
async def test_what_is_cancelled_runs_to_its_end_and_its_connection_stays(
    store: Store, work: Callable[[Store, str], Coroutine[Any, Any, None]], moment: str, committed: bool
) -> None:
    await asyncio.gather(*(store.guilds.is_known(2) for _ in range(20)))  # every connection is open
    opened = drivers(store)

    task = asyncio.create_task(work(store, moment))
    await asyncio.wait([task])

    assert task.cancelled()
    async with store.writing() as tx:
        await tx.guilds.add(2)
    known = await asyncio.gather(*(store.guilds.is_known(guild) for guild in (1, 2) for _ in range(10)))
    assert known == [committed] * 10 + [True] * 10
    assert drivers(store) == opened


async def test_a_transaction_that_was_left_lying_is_undone_by_the_next(store: Store) -> None:
    async with store._writers.taken() as connection:
        await connection.begin()
        await connection.run(text("INSERT INTO guilds (id, since) VALUES (1, '')"))

    async with store.writing() as tx:
        await tx.guilds.add(2)

    assert [await store.guilds.is_known(guild) for guild in (1, 2)] == [False, True]


async def test_closing_waits_for_the_transaction_that_runs(database: Path | str) -> None:
    store = await Store.open(database)
    begun = asyncio.Event()

    async def slow() -> None:
        async with store.writing() as tx:
            begun.set()
            await asyncio.sleep(0.05)
            await tx.guilds.add(3)

    task = asyncio.create_task(slow())
    await begun.wait()
    await store.close()
    await task

    again = await Store.open(database)
    known = await again.guilds.is_known(3)
    await again.close()
    assert known


# crowded


async def test_fifty_at_once_all_write(store: Store) -> None:
    games = [await new_game(store, channel) for channel in range(5)]

    async def play(n: int) -> None:
        async with store.writing() as tx:
            seq = len(await tx.log.entries(games[n % 5]))
            await tx.log.append(games[n % 5], seq, ORDER)
        await store.log.entries(games[n % 5])

    await asyncio.gather(*(play(n) for n in range(50)))

    logs = [[entry.seq for entry in await store.log.entries(game)] for game in games]
    assert logs == [[*range(1, 11)]] * 5


async def test_of_fifty_who_want_the_same_place_one_gets_it(store: Store) -> None:
    id_ = await new_game(store)

    async def play() -> None:
        async with store.writing() as tx:
            await tx.log.append(id_, 0, ORDER)

    outcomes = await asyncio.gather(*(play() for _ in range(50)), return_exceptions=True)

    assert outcomes.count(None) == 1
    assert sum(isinstance(each, StaleTable) for each in outcomes) == 49
    assert len(await store.log.entries(id_)) == 1


@pytest.mark.promise(2)
async def test_of_two_deliveries_of_one_interaction_one_is_obeyed(store: Store) -> None:
    async def obey() -> bool:
        async with store.writing() as tx:
            return await tx.receipts.add(Receipt(interaction=7, game=None, outcome={}))

    assert sorted(await asyncio.gather(obey(), obey())) == [False, True]


async def test_queries_in_one_read_transaction_see_the_same_moment(store: Store) -> None:
    async with store.reading() as tx:
        before = await tx.guilds.is_known(3)
        async with store.writing() as other:
            await other.guilds.add(3)

        assert (before, await tx.guilds.is_known(3)) == (False, False)

    assert await store.guilds.is_known(3)
    with pytest.raises(RuntimeError, match="over"):
        await tx.guilds.is_known(3)


@pytest.mark.parametrize("after", [0, 0.0005, 0.002, 0.005])
async def test_cancelled_read_transactions_give_their_connections_back(store: Store, after: float) -> None:
    async def read() -> None:
        async with store.reading() as tx:
            for guild in range(100):
                await tx.guilds.is_known(guild)

    for _ in range(5):
        tasks = [asyncio.create_task(read()) for _ in range(4)]
        await asyncio.sleep(after)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)

    async with asyncio.timeout(PATIENCE), store.reading() as tx:
        assert not await tx.guilds.is_known(3)
        assert not await store.guilds.is_known(3)


async def test_what_reads_cannot_write(store: Store) -> None:
    async with store.writing() as tx:
        await tx.guilds.add(3)

    async def write_while_reading() -> None:
        async with store.reading() as tx:
            await tx.session.execute(text("DELETE FROM guilds"))

    with pytest.raises(DatabaseTrouble) as trouble:
        await write_while_reading()

    assert trouble.value.reason == "unwritable"
    assert await store.guilds.is_known(3)


async def test_reading_does_not_wait_for_a_transaction(store: Store) -> None:
    async with store.writing() as tx:
        await tx.guilds.add(3)
        known = await asyncio.wait_for(
            asyncio.gather(*(store.guilds.is_known(3) for _ in range(20))), PATIENCE
        )

    assert known == [False] * 20


# full


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.fault(77)
async def test_a_full_disk_is_told_and_what_was_written_stays(store: Store) -> None:
    id_ = await new_game(store)
    async with store.writing() as tx:
        await tx.log.append(id_, 0, ORDER)
        await tx.session.execute(text("PRAGMA max_page_count = 1"))  # no less than there are now

    async def write_much() -> None:
        async with store.writing() as tx:
            await tx.log.append(id_, 1, ORDER)
            await tx.outbox.add(game=id_, channel=20, kind="turn", body={"text": "x" * 100_000})

    with pytest.raises(DatabaseTrouble) as trouble:
        await write_much()

    assert trouble.value.reason == "disk_full"
    assert len(await store.log.entries(id_)) == 1
    async with store.writing() as tx:
        await tx.session.execute(text("PRAGMA max_page_count = 1000000"))
        await tx.log.append(id_, 1, ORDER)
    assert len(await store.log.entries(id_)) == 2


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.fault(77)
async def test_another_program_that_keeps_the_file_locked_is_told(tmp_path: Path, store: Store) -> None:
    async with store.writing() as tx:
        await tx.session.execute(text("PRAGMA busy_timeout = 1"))

    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseTrouble) as trouble:
            async with store.writing():
                pass
        other.execute("ROLLBACK")

    assert trouble.value.reason == "busy"
    async with store.writing() as tx:
        assert await tx.guilds.add(3)


# killed


async def test_everything_is_there_after_closing_and_opening(database: Path | str) -> None:
    store = await Store.open(database)
    id_ = await new_game(store)
    async with store.writing() as tx:
        await tx.log.append(id_, 0, ORDER)
        await tx.outbox.add(game=id_, channel=20, kind="turn", body={})
        await tx.receipts.add(Receipt(interaction=7, game=id_, outcome={}))
        await tx.guilds.add(3)
    before = (
        await store.games.all(),
        await store.log.entries(id_),
        await store.outbox.waiting(),
        await store.receipts.get(7),
    )
    await store.close()

    store = await Store.open(database)
    after = (
        await store.games.all(),
        await store.log.entries(id_),
        await store.outbox.waiting(),
        await store.receipts.get(7),
    )
    known = await store.guilds.is_known(3)
    await store.close()

    assert after == before
    assert known


@pytest.mark.promise(1)
async def test_what_was_confirmed_survives_a_killed_process(database: Path | str) -> None:
    store = await Store.open(database)
    assert await new_game(store) == 1
    await store.close()

    for seconds in (0.0, 0.05, 0.2):
        confirmed = await asyncio.to_thread(write_and_be_killed, database, seconds)
        store = await Store.open(database)
        seqs = [entry.seq for entry in await store.log.entries(1)]
        received = [await store.receipts.get(seq) for seq in seqs]
        await store.close()

        assert seqs == [*range(1, len(seqs) + 1)]
        assert confirmed <= len(seqs) <= confirmed + 1
        assert None not in received


def write_and_be_killed(database: Path | str, seconds: float) -> int:
    """The last entry that a process confirmed before it was killed, that long after its first."""
    command = [sys.executable, "-c", WRITER, str(database)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(seconds)
        writer.kill()
        return int([first, *(line for line in writer.stdout if line.endswith("\n"))][-1])


@pytest.mark.long
@pytest.mark.fault(77)
async def test_what_was_written_last_is_not_lost_unnoticed_with_its_file(tmp_path: Path) -> None:
    killed, old = tmp_path / "killed" / "games.db", tmp_path / "old.db"
    store = await Store.open(killed)
    assert await new_game(store) == 1
    await store.backup(old)
    await store.close()
    assert await asyncio.to_thread(write_and_be_killed, killed, 0.3) > 1

    async def opened(name: str, gone: tuple[str, ...] = (), copy: Path = killed) -> tuple[str, bool]:
        """What opening leads to, and whether the files are as they were."""
        there = tmp_path / name
        shutil.copytree(killed.parent, there)
        shutil.copy(copy, there / killed.name)
        for tail in gone:
            (there / f"{killed.name}{tail}").unlink()
        before = [file.read_bytes() for file in (there / killed.name, *there.glob("*-wal"))]
        try:
            await (await Store.open(there / killed.name)).close()
        except DatabaseTrouble as trouble:
            after = [file.read_bytes() for file in (there / killed.name, *there.glob("*-wal"))]
            return trouble.reason, before == after
        return "", False

    assert await opened("as it was") == ("", False)
    assert await opened("without its log", ("-wal",)) == ("log_missing", True)
    assert await opened("without all", ("-wal", "-shm")) == ("entries_lost", True)
    assert await opened("an old copy, and the log of another", (), old) == ("damaged", True)

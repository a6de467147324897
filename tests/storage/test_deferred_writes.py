"""Statements that wait for the end of their transaction: one visit to the driver writes all, or none."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.events import Popped
from storage import AlreadyAnswered, Entry, Receipt, StaleTable, Store
from storage.errors import ConstraintViolated
from tests.database_visits import noted

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
ORDER = Entry(kind="order", side="red", events=(Popped(),), at=NOON)
UNDO = Entry(kind="undo", side="red", at=NOON)


@pytest.fixture
async def store(database: Path | str) -> AsyncIterator[Store]:
    store = await Store.open(database)
    async with store.writing() as tx:
        await tx.games.create(
            guild=10, channel=20, scenario="x", printed={}, options={}, seed=b"", seats=(), owner=1
        )
    yield store
    await store.close()


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What SQLite's threads are asked to do."""
    return noted(monkeypatch)


async def order(store: Store, after: int, interaction: int, entry: Entry = ORDER) -> None:
    async with store.writing() as tx:
        await tx.log.append(1, after, entry)
        await tx.receipts.add_once(Receipt(interaction=interaction, game=1, outcome={"seq": after + 1}))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_an_order_is_one_visit_to_the_driver(store: Store, visits: list[str]) -> None:
    await order(store, 0, 7)
    visits.clear()

    await order(store, 1, 8)

    assert visits == ["write_at_once"]
    assert [entry.seq for entry in await store.log.entries(1)] == [1, 2]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_an_undo_is_one_visit_to_the_driver_deadlines_and_all(store: Store, visits: list[str]) -> None:
    for after in range(3):
        await order(store, after, 7 + after)
    visits.clear()

    async with store.writing() as tx:
        tx.players.count_deadlines([2**62, 5], met=1)
        await tx.log.strike(1, (2, 3), by=4)
        await tx.log.append(1, 3, UNDO)
        await tx.receipts.add_once(Receipt(interaction=10, game=1, outcome={"seq": 2, "undo": 4}))

    assert visits == ["write_at_once"]
    assert [entry.struck for entry in await store.log.entries(1)] == [None, 4, 4, None]
    assert (await store.log.chain(1)).broken is None
    five = await store.players.get(5)
    assert (five.deadlines_met, five.deadlines_missed) == (1, 0)


@pytest.mark.parametrize("late", [False, True], ids=["before another statement", "in the end"])
async def test_what_is_refused_takes_its_whole_transaction_along(store: Store, late: bool) -> None:
    await order(store, 0, 7)

    async def come_second() -> None:
        async with store.writing() as tx:
            if late:
                await tx.guilds.add(3)
            await tx.receipts.add_once(Receipt(interaction=8, game=1, outcome={}))
            await tx.log.append(1, 0, ORDER)
            if not late:
                await tx.guilds.add(3)

    with pytest.raises(StaleTable):
        await come_second()

    assert await store.receipts.get(8) is None
    assert not await store.guilds.is_known(3)
    assert len(await store.log.entries(1)) == 1


@pytest.mark.promise(2)
async def test_a_second_delivery_is_found_by_its_receipt_and_writes_nothing(store: Store) -> None:
    await order(store, 0, 7)

    with pytest.raises(AlreadyAnswered):
        await order(store, 1, 7)

    assert len(await store.log.entries(1)) == 1
    receipt = await store.receipts.get(7)
    assert receipt is not None
    assert receipt.outcome == {"seq": 1}
    await order(store, 1, 8)
    assert (await store.log.chain(1)).broken is None


async def test_queries_of_a_transaction_see_what_waits_to_be_written(store: Store) -> None:
    async with store.writing() as tx:
        await tx.log.append(1, 0, ORDER)
        await tx.receipts.add_once(Receipt(interaction=7, game=1, outcome={}))

        assert [entry.seq for entry in await tx.log.entries(1)] == [1]
        assert await tx.receipts.get(7) is not None


async def test_what_a_constraint_forbids_is_raised_as_it_would_be_alone(store: Store) -> None:
    with pytest.raises(ConstraintViolated):
        async with store.writing() as tx:
            await tx.receipts.add_once(Receipt(interaction=7, game=99, outcome={}))

    assert await store.receipts.get(7) is None


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_what_fails_in_its_one_visit_leaves_no_transaction_open(store: Store, database: Path) -> None:
    with closing(sqlite3.connect(database)) as other:
        other.execute("ALTER TABLE receipts RENAME TO elsewhere")
        with pytest.raises(sqlite3.OperationalError):
            await order(store, 0, 7)
        other.execute("ALTER TABLE elsewhere RENAME TO receipts")

    await order(store, 0, 7)

    assert len(await store.log.entries(1)) == 1


async def test_cancelled_while_it_is_written_it_is_written_whole(store: Store) -> None:
    writing = asyncio.create_task(order(store, 0, 7))
    while not store._writers.busy:
        await asyncio.sleep(0)
    writing.cancel()

    with pytest.raises(asyncio.CancelledError):
        await writing

    written = len(await store.log.entries(1))
    assert (written == 1) == (await store.receipts.get(7) is not None)
    await order(store, written, 8)


async def test_what_was_remembered_is_asked_again_after_a_write_that_waited(store: Store) -> None:
    await store.outbox.is_waiting(20)
    async with store.writing() as tx:
        await tx.log.append(1, 0, ORDER)
        await tx.outbox.add(game=1, channel=20, kind="turn", body={})

    assert await store.outbox.is_waiting(20)

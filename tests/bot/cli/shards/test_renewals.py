"""Leases are kept while the event loop is held up, and end when it does not go on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.cli.shards import renewals
from bot.cli.shards.keeper import ShardKeeper
from bot.cli.shards.setting import read_setting
from storage import Lease, LeaseLine, ShardSession, Store
from storage.processes import repeated
from storage.processes.leases import MARGIN, TERM
from tests.patience import PATIENCE
from tests.storage.postgres_server import Postgres

SESSION = ShardSession("5e551011", "wss://elsewhere.example", 77)


class Process:
    """One with shard 0 of 2, and a clock of its own."""

    def __init__(self, store: Store, postgres: Postgres) -> None:
        self.now = 0.0
        self.failures: list[Exception] = []
        self.store = store
        self._postgres = postgres
        setting = read_setting("0/2")
        self.keeper = ShardKeeper(store, setting, "one", self.failures.append, lambda: self.now)

    async def begin(self) -> None:
        self.keeper.renewals.start()
        self.keeper.go_on({})
        async with asyncio.timeout(PATIENCE):
            while not self.keeper.leases:
                await self.keeper.step()
                await asyncio.sleep(0.01)
        assert self.keeper.go_on({0: SESSION}) == ()

    def expire(self) -> None:
        """Its lease has ended, though no one has taken the shard yet."""
        self._sql("UPDATE shards SET expires = 0")

    def is_kept(self) -> bool:
        """Whether the lease of its shard was renewed since."""
        return self._sql("SELECT holder, expires > 0, session FROM shards") == f"one|t|{SESSION.session}"

    def _sql(self, said: str) -> str:
        return self._postgres.sql("games_fresh", said)


@pytest.fixture
async def process(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Process]:
    monkeypatch.setattr(renewals, "STEP", 0.05)
    monkeypatch.setattr(renewals, "AGAIN", 0.05)
    store = await Store.open(postgres.at(postgres.fresh()), shared=True)
    made = Process(store, postgres)
    await made.begin()
    yield made
    await made.keeper.renewals.close()
    await store.close()
    assert not made.failures


@pytest.mark.long
async def test_leases_are_kept_while_the_event_loop_is_held_up(process: Process) -> None:
    process.expire()
    until = time.monotonic() + PATIENCE
    while not process.is_kept():  # nothing is awaited here
        assert time.monotonic() < until, "the leases ended with the loop held up"
    assert process.keeper.leases[0].certain


async def test_a_lease_is_kept_from_the_moment_when_it_is_taken_with_the_session_that_was_left(
    process: Process,
) -> None:
    await process.keeper.give_back(0, SESSION)
    async with asyncio.timeout(PATIENCE):
        while not process.keeper.leases:
            await process.keeper.step()
    process.expire()
    until = time.monotonic() + PATIENCE
    while not process.is_kept():  # nothing is awaited here
        assert time.monotonic() < until, "the lease ended before the loop went on"


@pytest.mark.long
async def test_a_loop_that_no_longer_goes_on_loses_its_shards_and_goes_on_when_no_one_has_taken_them(
    process: Process, caplog: pytest.LogCaptureFixture
) -> None:
    process.now += renewals.HUNG + 1
    await _told(caplog)
    process.expire()
    process.now += repeated.EVERY
    await _told(caplog)
    assert not process.is_kept()
    assert not process.keeper.leases[0].certain

    assert process.keeper.go_on({0: SESSION}) == ()
    async with asyncio.timeout(PATIENCE):
        while not process.keeper.leases[0].certain:
            await asyncio.sleep(0.01)
    assert process.is_kept()


@pytest.mark.long
async def test_what_another_process_has_taken_from_a_loop_that_stood_still_is_told_when_it_goes_on(
    process: Process, caplog: pytest.LogCaptureFixture
) -> None:
    process.now += renewals.HUNG + 1
    await _told(caplog)
    process.expire()
    async with process.store.writing() as tx:
        [taken] = await tx.shards.claim("two", [0], 2, 1)
    assert taken.holder == "two"
    lease = process.keeper.leases[0]
    async with asyncio.timeout(PATIENCE):
        while process.keeper.go_on({0: SESSION}) != (0,):
            assert not lease.certain
            await asyncio.sleep(0.01)
    assert lease.lost
    assert not process.keeper.leases


@pytest.mark.long
async def test_a_lease_counts_from_when_it_was_asked_for_however_late_the_answer_comes(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the database's clock it may have ended by then."""
    await process.keeper.renewals.close()
    lease = process.keeper.leases[0]
    renew = LeaseLine.renew

    async def late(self: LeaseLine, *args: Any, **options: Any) -> frozenset[Lease]:
        kept = await renew(self, *args, **options)
        process.now += TERM - MARGIN
        return kept

    monkeypatch.setattr(LeaseLine, "renew", late)
    line = process.store.lease_line()
    slow = renewals.Renewals(line, "one", process.failures.append, attends=False, steady=lambda: process.now)
    slow.sign({lease: SESSION})
    await slow._round()
    await line.close()

    assert process.is_kept()
    assert not lease.lost
    assert not lease.certain


async def _told(caplog: pytest.LogCaptureFixture) -> None:
    """Wait until the log says that nothing is kept."""
    caplog.set_level(logging.ERROR)
    async with asyncio.timeout(PATIENCE):
        while "the event loop has stood still" not in caplog.text:
            await asyncio.sleep(0.01)
    caplog.clear()

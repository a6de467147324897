"""Shards of one database: who has the lease, what becomes of those who have lost it, sessions in turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from storage import Change, DatabaseTrouble, Lease, LeaseInDoubt, ShardSession, Share, Store, free_shards
from storage.log_chain import Heads
from storage.queries.servers.shards import ShardRepository
from storage.transactions import SnapshotSession
from tests.patience import PATIENCE
from tests.storage.postgres_server import Postgres

SESSION = ShardSession("5e551011", "wss://elsewhere.example", 77)
PACE, MOST = 5000, 900


@pytest.fixture
async def stores(postgres: Postgres) -> AsyncIterator[tuple[Store, Store]]:
    address = postgres.at(postgres.fresh())
    one, two = await Store.open(address, shared=True), await Store.open(address, shared=True)
    yield one, two
    await one.close()
    await two.close()


async def claimed(store: Store, who: str, wanted: range, most: int = 99, count: int = 4) -> list[Lease]:
    async with store.writing() as tx:
        rows = await tx.shards.claim(who, wanted, count, most)
    return [Lease(Share(row.shard, row.count), who, row.epoch) for row in rows]


async def renewed(store: Store, who: str, *leases: Lease) -> frozenset[Lease]:
    """Those that are still its own."""
    line = store.lease_line()
    try:
        return await line.renew(who, dict.fromkeys(leases, SESSION), attends=True)
    finally:
        await line.close()


@asynccontextmanager
async def on_its_line(store: Store) -> AsyncIterator[ShardRepository]:
    """A renewal that takes its time."""
    connection = store._database.keeper()
    await connection.ready()
    await connection.begin()
    yield ShardRepository(SnapshotSession(connection, store._clock, Heads()))
    await connection.commit()
    await connection.close()


async def expire(postgres: Postgres) -> None:
    await asyncio.to_thread(postgres.sql, "games_fresh", "UPDATE shards SET expires = 0")


async def test_each_shard_has_one_holder_however_many_ask_at_once(stores: tuple[Store, Store]) -> None:
    asked = (claimed(store, f"p{n}", range(4), 1) for n, store in enumerate(stores * 4))
    taken = [lease.share.shard for leases in await asyncio.gather(*asked) for lease in leases]
    assert sorted(taken) == [0, 1, 2, 3]


async def test_a_shard_is_free_when_its_lease_ends_or_is_given_back(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    first, *others = await claimed(stores[0], "one", range(4))
    async with stores[0].writing(apart=True) as tx:
        assert await tx.shards.renew("one", 0, first.epoch, SESSION)
        assert await tx.shards.release("one", 1, others[0].epoch, ShardSession())
    assert free_shards(await stores[1].shards.all(), range(4), 4) == [1]
    await expire(postgres)
    async with stores[1].writing() as tx:
        [row] = await tx.shards.claim("two", [0], 4, 1)
    assert ShardSession(row.session, row.resume_url, row.sequence) == SESSION
    assert row.epoch > first.epoch
    async with stores[0].writing(apart=True) as tx:
        assert not await tx.shards.renew("one", 0, first.epoch, SESSION)
        assert not await tx.shards.release("one", 0, first.epoch, SESSION)


async def test_a_shard_is_given_back_though_it_is_just_being_renewed(stores: tuple[Store, Store]) -> None:
    [lease] = await claimed(stores[0], "one", range(1))

    async def give_back() -> bool:
        async with stores[0].writing(apart=True) as tx:
            return await tx.shards.release("one", 0, lease.epoch, SESSION)

    async with on_its_line(stores[0]) as line:
        assert await line.renew("one", 0, lease.epoch, SESSION)
        giving = asyncio.create_task(give_back())
        await asyncio.wait([giving], timeout=0.1)
    assert await giving
    assert free_shards(await stores[1].shards.all(), range(1), 4) == [0]


async def test_who_has_lost_a_shard_writes_nothing_any_more(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    [lease] = await claimed(stores[0], "one", range(1))
    mine = stores[0].leased(lease)
    async with mine.writing() as tx:
        await tx.guilds.add(5)
    await expire(postgres)
    async with mine.writing(apart=True) as tx:
        await tx.guilds.add(6)  # no one has taken it
    await claimed(stores[1], "two", range(1))
    for apart in (True, False):
        with pytest.raises(DatabaseTrouble) as trouble:
            async with mine.writing(apart=apart) as tx:
                await tx.guilds.add(7)
        assert trouble.value.reason == "not_ours"
    assert lease.lost
    async with stores[0].writing() as tx:
        await tx.guilds.add(8)
    assert await stores[0].guilds.ids() == {5, 6, 8}


async def test_a_shard_is_taken_only_after_its_holder_has_written_what_it_was_writing(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    [lease] = await claimed(stores[0], "one", range(1))
    await expire(postgres)
    async with stores[0].leased(lease).writing(apart=True) as tx:
        assert await tx.guilds.add(5)
        taking = asyncio.create_task(claimed(stores[1], "two", range(1)))
        done, _ = await asyncio.wait([taking], timeout=0.2)
        assert not done
    assert [taken.share.shard for taken in await taking] == [0]
    assert await stores[1].guilds.ids() == {5}


async def test_a_process_that_is_slow_to_renew_its_leases_makes_no_other_late(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    slow, other = stores
    [first] = await claimed(slow, "one", range(1))
    [second] = await claimed(other, "two", range(1, 2))
    await renewed(slow, "one", first)
    gone = "UPDATE shard_processes SET expires = 0", "UPDATE shards SET expires = 0"
    await asyncio.to_thread(postgres.sql, "games_fresh", *gone)
    async with asyncio.timeout(PATIENCE), on_its_line(slow) as shards:
        await shards.attend("one")
        assert await shards.renew("one", 0, first.epoch, SESSION)
        assert await renewed(other, "two", second) == {second}
        assert await claimed(other, "two", range(1)) == []
    assert {(row.shard, row.holder) for row in await other.shards.all()} == {(0, "one"), (1, "two")}
    assert await other.shards.processes() == 2


async def test_who_is_late_waits_for_no_one_who_takes_one_of_its_shards(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    late, other = stores
    first, second = await claimed(late, "one", range(2))
    await asyncio.to_thread(postgres.sql, "games_fresh", "UPDATE shards SET expires = 0 WHERE shard = 0")
    async with other.writing() as tx, asyncio.timeout(PATIENCE):
        [taken] = await tx.shards.claim("two", range(1), 4, 1)
        assert taken.shard == 0
        assert await renewed(late, "one", first, second) == {second}
    assert {(row.shard, row.holder) for row in await late.shards.all()} == {(0, "two"), (1, "one")}


async def test_two_parts_of_one_process_hear_of_each_other_and_not_of_themselves(
    stores: tuple[Store, Store],
) -> None:
    one, two = (stores[0].leased(lease) for lease in await claimed(stores[0], "one", range(2)))
    heard: list[tuple[str, Change]] = []
    arrived = asyncio.Event()
    async with asyncio.timeout(PATIENCE):
        while not stores[0].in_touch:
            await asyncio.sleep(0.01)

    def hears(who: str, change: Change) -> None:
        if change.tables == {"guilds"}:  # not of the claim
            heard.append((who, change))
            arrived.set()

    one.subscribe_foreign(partial(hears, "one"))
    two.subscribe_foreign(partial(hears, "two"))
    async with one.writing(apart=True) as tx:
        await tx.guilds.add(5)
    async with asyncio.timeout(PATIENCE):
        await arrived.wait()
    one.let_go()
    assert [who for who, _ in heard] == ["two"]


async def test_another_number_of_shards_is_refused_while_one_is_in_use(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    old = max(lease.epoch for lease in await claimed(stores[0], "one", range(4)))
    with pytest.raises(DatabaseTrouble) as trouble:
        await claimed(stores[1], "two", range(8), count=8)
    assert (trouble.value.reason, trouble.value.facts["others"]) == ("other_shards", 4)
    await expire(postgres)
    leases = await claimed(stores[1], "two", range(8), count=8)
    assert len(leases) == 8
    assert all(lease.epoch > old for lease in leases)


async def test_processes_that_take_any_shard_are_counted_while_they_say_so(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    for store, who in zip(stores, ("one", "two"), strict=True):
        async with store.writing(apart=True) as tx:
            await tx.shards.attend(who)
    assert await stores[0].shards.processes() == 2
    await asyncio.to_thread(
        postgres.sql, "games_fresh", "UPDATE shard_processes SET expires = 0 WHERE id = 'two'"
    )
    assert await stores[0].shards.processes() == 1
    async with stores[0].writing(apart=True) as tx:
        await tx.shards.leave("one")
    assert await stores[0].shards.processes() == 0


async def test_sessions_of_one_bucket_begin_one_after_the_other_and_are_counted_for_a_day(
    stores: tuple[Store, Store],
) -> None:
    async def begin(store: Store, bucket: int, most: int = MOST) -> int:
        async with store.writing() as tx:
            return await tx.shards.identify(bucket, PACE, most)

    assert [await begin(stores[0], 0), await begin(stores[0], 1)] == [0, 0]
    assert 0 < await begin(stores[1], 0) <= PACE
    assert 80_000_000 < await begin(stores[1], 2, most=2) <= 86_400_000
    assert await begin(stores[1], 2) == 0


def test_a_lease_that_may_have_ended_is_in_doubt() -> None:
    now = 100.0
    lease = Lease(Share(1, 4), "one", 1, lambda: now)
    with pytest.raises(LeaseInDoubt):
        lease.check()
    lease.renewed(now)
    lease.check()
    now += 7.9
    assert lease.certain
    now += 0.2
    assert not lease.certain
    lease.renewed(now)
    lease.lost = True
    assert not lease.certain


def test_each_server_is_of_one_shard_and_what_is_of_none_is_of_the_first() -> None:
    guild = 290926798626357999
    assert [n for n in range(16) if Share(n, 16).holds(guild)] == [(guild >> 22) % 16]
    assert [n for n in range(16) if Share(n, 16).holds(None)] == [0]
    assert Share().holds(guild)

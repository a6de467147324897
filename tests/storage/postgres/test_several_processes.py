"""Two stores over one database, as two processes have them: who decides, who hears of it, who waits."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.lobby import seating
from engine.commands import Expired
from storage import Change, DatabaseTrouble, Entry, Pause, StaleTable, Store
from storage.address import database_at
from storage.postgres import notices
from storage.postgres.connection import connect
from storage.postgres.database import WRITERS, Timeouts
from storage.processes import readers, writers
from storage.processes.idle_connections import IdleConnections
from tests.patience import PATIENCE
from tests.storage.postgres_server import Postgres

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
ORDER = Entry(kind="order", side="red", at=NOON)


@pytest.fixture
async def stores(postgres: Postgres) -> AsyncIterator[tuple[Store, Store]]:
    address = postgres.at(postgres.fresh())
    one, two = await Store.open(address, shared=True), await Store.open(address, shared=True)
    async with asyncio.timeout(PATIENCE):
        while not (one.in_touch and two.in_touch):
            await asyncio.sleep(0.01)
    yield one, two
    await one.close()
    await two.close()


async def new_game(store: Store, channel: int = 20) -> int:
    async with store.writing() as tx:
        about = {"scenario": "quatre_bras", "printed": {}, "options": {}, "seed": b"", "seats": ()}
        return await tx.games.create(guild=10, channel=channel, owner=1, **about)  # type: ignore[arg-type]


async def test_of_two_processes_that_decide_about_one_game_the_second_sees_what_the_first_wrote(
    stores: tuple[Store, Store],
) -> None:
    game = await new_game(stores[0])

    async def orders(store: Store) -> None:
        for _ in range(10):
            async with store.holding(game):
                last = (await store.games.version(game) or (0, 0))[1]
                await asyncio.sleep(0.001)
                async with store.writing() as tx:
                    await tx.log.append(game, last, ORDER)

    await asyncio.gather(*map(orders, stores), orders(stores[0]), orders(stores[1]))
    assert [entry.seq for entry in await stores[0].log.entries(game)] == [*range(1, 41)]
    assert (await stores[1].log.chain(game)).broken is None


async def test_games_do_not_wait_for_each_other_and_one_alone_waits_for_all(
    stores: tuple[Store, Store],
) -> None:
    one, other = await new_game(stores[0]), await new_game(stores[0], 21)
    async with stores[0].holding(one), stores[0].writing() as tx:
        await tx.log.append(one, 0, ORDER)
        await tx.session.run_deferred()
        async with asyncio.timeout(PATIENCE), stores[1].holding(other), stores[1].writing() as beside:
            await beside.log.append(other, 0, ORDER)
        alone = asyncio.create_task(new_game(stores[1], 22))
        done, _ = await asyncio.wait([alone], timeout=0.1)
        assert not done
    async with asyncio.timeout(PATIENCE):
        await alone


async def test_who_finds_no_connection_free_has_the_next_one_in_turn(
    stores: tuple[Store, Store], caplog: pytest.LogCaptureFixture
) -> None:
    store, seconds = stores[0], [0.0]
    store._writers._steady = lambda: seconds[0]
    games = [await new_game(store, 20 + n) for n in range(WRITERS + 3)]
    over, had = {game: asyncio.Event() for game in games}, list[int]()

    async def decide(game: int) -> None:
        async with store.holding(game), store.writing() as tx:
            had.append(game)
            await over[game].wait()
            await tx.log.append(game, 0, ORDER)

    async def until(holding: int, waiting: int) -> None:
        async with asyncio.timeout(PATIENCE):
            while (len(had), store.waiting[0]) != (holding, waiting):
                await asyncio.sleep(0.01)

    deciding = []
    for n, game in enumerate(games, 1):
        deciding.append(asyncio.create_task(decide(game)))
        await until(min(n, WRITERS), max(0, n - WRITERS))
    assert had == games[:WRITERS]
    seconds[0] = 7.0
    assert store.waiting == (3, 7.0)
    for n, game in enumerate(games[:3], 1):
        over[game].set()
        await until(WRITERS + n, 3 - n)
        assert had == games[: WRITERS + n]
    for event in over.values():
        event.set()
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*deciding)
    assert store.waiting == (0, 0.0)
    [said] = [record.getMessage() for record in caplog.records if "has waited" in record.getMessage()]
    assert said.endswith("has waited 7 s for one of 4 connections; 2 more wait")


async def test_a_connection_that_comes_as_its_waiter_gives_up_is_there_for_the_next() -> None:
    idle, connection = IdleConnections(), database_at("games.db").reader()
    waiting = asyncio.create_task(idle.next(PATIENCE))
    await asyncio.sleep(0)

    idle.give_back(connection)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert idle.free == [connection]


async def test_who_has_waited_for_a_connection_as_long_as_a_statement_may_take_is_told_so(
    stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writers, "WAIT", 0.1)
    store = stores[0]
    game = await new_game(store)

    async def decide() -> None:
        async with store.holding(game), store.writing() as tx:
            await tx.log.append(game, 0, ORDER)

    async with AsyncExitStack() as taken:
        for _ in range(WRITERS):
            await asyncio.create_task(taken.enter_async_context(store._writers._turn()))
        for work in (decide, partial(new_game, store, 21)):
            with pytest.raises(DatabaseTrouble) as trouble:
                await work()
            assert trouble.value.reason == "crowded"
    await decide()
    assert len(await store.log.entries(game)) == 1


async def test_where_the_server_takes_no_more_connections_those_that_stand_are_shared(
    postgres: Postgres, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = stores[0]
    games = [await new_game(store, 20 + n) for n in range(WRITERS + 1)]

    async def decide(game: int) -> None:
        async with store.holding(game), store.writing() as tx:
            await tx.log.append(game, 0, ORDER)

    refuse = "ALTER DATABASE games_fresh ALLOW_CONNECTIONS "
    await asyncio.to_thread(postgres.sql, "postgres", refuse + "false")
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*map(decide, games))
        assert len(store._writers._idle.free) == 1
        monkeypatch.setattr(writers, "WAIT", 0.1)
        async with store.writing():  # it has the only one
            with pytest.raises(DatabaseTrouble) as trouble:
                await asyncio.create_task(new_game(store, 50))
            assert trouble.value.reason == "crowded"
            cancelled = asyncio.create_task(new_game(store, 51))
            await asyncio.sleep(0.05)
            cancelled.cancel()
    finally:
        await asyncio.to_thread(postgres.sql, "postgres", refuse + "true")
    await asyncio.gather(*(new_game(store, 60 + n) for n in range(WRITERS)))
    assert len(store._writers._idle.free) == store._writers._made > 1
    for game in games:
        assert len(await store.log.entries(game)) == 1


async def test_where_the_server_takes_no_more_connections_those_that_read_are_shared(
    postgres: Postgres, stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = stores[0]
    refuse = "ALTER DATABASE games_fresh ALLOW_CONNECTIONS "
    await asyncio.to_thread(postgres.sql, "postgres", refuse + "false")
    try:
        async with asyncio.timeout(PATIENCE):
            assert await asyncio.gather(*(store.games.ids_playing() for _ in range(20))) == [set()] * 20
            async with store.reading() as tx:
                waiting = asyncio.create_task(store.games.ids_playing())
                assert await tx.games.ids_playing() == set()
                await asyncio.sleep(0.05)
                assert not waiting.done()
            assert await waiting == set()
        monkeypatch.setattr(readers, "WAIT", 0.1)
        async with store.reading():  # it has the only one
            with pytest.raises(DatabaseTrouble):
                await asyncio.create_task(store.games.ids_playing())
            cancelled = asyncio.create_task(store.games.ids_playing())
            await asyncio.sleep(0.05)
            cancelled.cancel()
        assert await store.games.ids_playing() == set()
    finally:
        await asyncio.to_thread(postgres.sql, "postgres", refuse + "true")
    async with store.reading(), asyncio.timeout(PATIENCE):
        assert await store.games.ids_playing() == set()


async def test_that_others_cannot_be_heard_is_told_once_in_a_while(
    postgres: Postgres,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(notices, "AGAIN", 0.01)
    tries, touch = list[str](), list[bool]()

    async def line() -> Any:
        tries.append("")
        return await connect(postgres.at("games_fresh"))

    postgres.fresh()
    refuse = "ALTER DATABASE games_fresh ALLOW_CONNECTIONS "
    await asyncio.to_thread(postgres.sql, "postgres", refuse + "false")
    following = asyncio.create_task(notices.follow(line, lambda by, change: None, touch.append))
    try:
        async with asyncio.timeout(PATIENCE):
            while len(tries) < 5:
                await asyncio.sleep(0.01)
    finally:
        await asyncio.to_thread(postgres.sql, "postgres", refuse + "true")
    async with asyncio.timeout(PATIENCE):
        while touch != [True]:
            await asyncio.sleep(0.01)
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    assert caplog.text.count("other processes cannot be heard") == 1


async def test_deadlines_of_two_players_that_two_games_count_at_once_are_all_counted(
    stores: tuple[Store, Store],
) -> None:
    """In other steps, so that each would wait for the other if rows were written as they are counted."""
    games = [await new_game(stores[0], 20 + n) for n in range(2)]

    async def count(store: Store, game: int, users: Sequence[int], begun: asyncio.Barrier) -> None:
        async with store.holding(game), store.writing() as tx:
            await tx.check_writable()  # the transaction has begun
            for user in users:
                tx.players.count_deadlines([user], met=user == 7, missed=user == 8)
                await begun.wait()

    for known in range(1, 9):  # the first time, neither of them finds the players
        begun = asyncio.Barrier(2)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(
                count(stores[0], games[0], (7, 8), begun), count(stores[1], games[1], (8, 7), begun)
            )
        both = await stores[0].players.get_many([7, 8])
        assert [both[7].deadlines_met, both[8].deadlines_missed] == [2 * known, 2 * known]


async def test_a_process_that_does_not_hold_the_game_is_told_that_another_was_first(
    stores: tuple[Store, Store],
) -> None:
    game = await new_game(stores[0])
    async with stores[0].writing() as tx:
        await tx.log.append(game, 0, ORDER)
    with pytest.raises(StaleTable) as stale:
        async with stores[1].writing() as tx:
            await tx.log.append(game, 0, ORDER)
    assert stale.value.last == 1


async def test_nothing_is_written_once_the_session_that_held_the_game_is_gone(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    game = await new_game(stores[0])
    holders = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'"
    holders += " AND mode = 'ExclusiveLock'"

    async def decide() -> None:
        async with stores[0].holding(game):
            await asyncio.to_thread(postgres.sql, "games_fresh", holders)
            await asyncio.sleep(0.05)
            await asyncio.create_task(decide_elsewhere())
            async with stores[0].writing() as tx:
                await tx.log.append(game, 1, ORDER)

    async def decide_elsewhere() -> None:
        async with stores[1].holding(game), stores[1].writing() as tx:
            await tx.log.append(game, 0, ORDER)

    with pytest.raises(DatabaseTrouble) as trouble:
        await decide()
    assert trouble.value.reason == "lost"
    assert len(await stores[0].log.entries(game)) == 1


async def test_what_is_remembered_is_forgotten_when_another_process_writes(
    stores: tuple[Store, Store],
) -> None:
    game, heard = await new_game(stores[0]), asyncio.Queue[Change]()
    assert await stores[1].pauses.of_game(game) is None
    stores[1].subscribe_foreign(heard.put_nowait)
    async with stores[0].writing() as tx:
        await tx.pauses.save(Pause(game=game, by=1, reason="rain", since=NOON))
    async with stores[1].holding(game):  # who decides asks, heard or not
        assert await stores[1].pauses.of_game(game) is not None
    async with asyncio.timeout(PATIENCE):
        assert "pauses" in ((await heard.get()).tables or ())
    assert await stores[1].pauses.of_game(game) is not None


async def test_who_holds_a_game_asks_the_database_whatever_is_remembered(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    game = await new_game(stores[0])
    assert await stores[1].pauses.of_game(game) is None
    silently = f"INSERT INTO pauses (game, by, reason, since) VALUES ({game}, 1, 'rain', '{NOON}')"
    await asyncio.to_thread(postgres.sql, "games_fresh", silently)  # of which no one is told

    async with stores[1].holding(game):
        assert await stores[1].pauses.of_game(game) is not None


async def test_while_others_are_not_heard_nothing_is_remembered(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    game = await new_game(stores[0])
    assert await stores[1].pauses.of_game(game) is None
    heard: list[Change] = []
    stores[1].subscribe_foreign(heard.append)
    listening = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    listening += " WHERE query IN ('SELECT 1', 'LISTEN \"grognard\"')"
    await asyncio.to_thread(postgres.sql, "games_fresh", listening)
    async with stores[0].writing() as tx:
        await tx.pauses.save(Pause(game=game, by=1, reason="rain", since=NOON))
    async with asyncio.timeout(PATIENCE):
        while Change() not in heard or not stores[1].in_touch:
            await asyncio.sleep(0.05)
    assert await stores[1].pauses.of_game(game) is not None


async def test_orders_given_in_two_processes_are_each_decided_on_the_table_as_it_is(
    stores: tuple[Store, Store],
) -> None:
    services = [GameService(store) for store in stores]
    numbers = iter(range(1, 1000))

    def actor() -> Actor:
        return Actor(user=7, name="Anna", interaction=next(numbers), guild=1, channel=20)

    game = (await seating.create_game(services[0], actor(), "ormes", seating.BOTH, None)).record.id
    await seating.start(services[1], game, actor())
    for turn in range(8):
        outcome = await services[turn % 2].order(game, actor(), Expired())
        assert outcome.entry.seq == outcome.game.last
    chain = await stores[0].log.chain(game)
    assert chain.broken is None
    async with asyncio.timeout(PATIENCE):  # what another one wrote is heard a moment later
        while {(await each.game(game)).last for each in services} != {len(chain.links)}:
            await asyncio.sleep(0.01)


async def test_a_process_that_wants_it_alone_is_refused_while_others_share_it(
    postgres: Postgres, stores: tuple[Store, Store]
) -> None:
    with pytest.raises(DatabaseTrouble) as trouble:
        await Store.open(postgres.at("games_fresh"), timeouts=Timeouts(lock=0.1))
    assert trouble.value.reason == "in_use"

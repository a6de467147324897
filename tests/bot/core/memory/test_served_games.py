"""Which games are looked after here, where several processes share the servers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.core.memory.served_games import ServedGames
from storage import Store
from storage.processes.leases import Lease, Share
from tests.empty_database import empty_database

HERE, ELSEWHERE = 2 << 22, 3 << 22
"""Servers of the first of two shards, and of the second."""


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(empty_database(tmp_path / "games.db"))
    yield store
    await store.close()


async def new_game(store: Store, guild: int) -> int:
    async with store.writing() as tx:
        return await tx.games.create(
            guild=guild, channel=guild, scenario="x", printed={}, options={}, seed=b"", seats=(), owner=1
        )


async def test_one_process_alone_looks_after_all(store: Store) -> None:
    served = ServedGames(store)
    elsewhere = await new_game(store, ELSEWHERE)

    assert await served.here(elsewhere)
    assert await served.here(999)
    assert not served.known_elsewhere(elsewhere)


async def test_of_two_each_looks_after_the_games_of_its_own_servers(store: Store) -> None:
    shares = [ServedGames(store.leased(Lease(Share(n, 2), "me", 1))) for n in (0, 1)]
    here, elsewhere = await new_game(store, HERE), await new_game(store, ELSEWHERE)

    unknown = [served.known_elsewhere(game) for served in shares for game in (here, elsewhere)]
    told = [await served.here(game) for served in shares for game in (here, elsewhere)]
    again = [await served.here(game) for served in shares for game in (here, elsewhere)]

    assert unknown == [False] * 4, "before it has been asked"
    assert told == again == [True, False, False, True]
    assert [served.known_elsewhere(game) for served in shares for game in (here, elsewhere)] == [
        not each for each in told
    ]


async def test_a_game_that_is_not_there_is_the_first_processs(store: Store) -> None:
    shares = [ServedGames(store.leased(Lease(Share(n, 2), "me", 1))) for n in (0, 1)]

    assert [await served.here(999) for served in shares] == [True, False]

"""Tables kept in memory are those that the store has."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.game_service import GameService
from bot.core.memory.table_cache import TableCache
from storage.queries.games import GameQueries
from tests.bot.features.lobby.test_seating_rights import begun


async def test_a_table_that_another_process_has_changed_is_found_out_when_it_is_checked(
    games: GameService,
) -> None:
    game, cache = await begun(games), TableCache(games.store)
    kept = await cache.load(game)

    await cache.check(game)
    same = cache.get(game)
    async with games.store.writing() as tx:
        await tx.games.update(game, options={"fog": "off"})
    await cache.check(game)
    await cache.check(game + 1)

    assert same is kept
    assert cache.get(game) is None
    assert (await cache.load(game)).record.options == {"fog": "off"}


async def test_a_table_that_was_changed_while_it_was_read_is_read_again(
    games: GameService, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, cache, reads = await begun(games), TableCache(games.store), []
    read = GameQueries.load

    async def overtaken(queries: GameQueries, game_id: int) -> Any:
        record = await read(queries, game_id)
        if not reads:
            async with games.store.writing() as tx:
                await tx.games.update(game, options={"fog": "off"})
            cache.forget(game)
        reads.append(game_id)
        return record

    monkeypatch.setattr(GameQueries, "load", overtaken)

    assert (await cache.load(game)).record.options == {"fog": "off"}
    assert reads == [game, game]

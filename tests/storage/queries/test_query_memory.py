"""Remembered answers are those that the database would give, whatever is written and whenever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage import Pause, Store
from storage.queries.base import About, QueryMemory

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)


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


def pause(game: int, reason: str) -> Pause:
    return Pause(game=game, by=1, reason=reason, since=NOON)


async def test_what_is_written_is_read_at_once(store: Store) -> None:
    game = await new_game(store)
    assert await store.pauses.of_game(game) is None
    async with store.writing() as tx:
        await tx.pauses.save(pause(game, "one"))
        assert (await store.pauses.of_game(game)) is None, "it is not committed yet"
        assert (await tx.pauses.of_game(game)) == pause(game, "one")
    assert await store.pauses.of_game(game) == pause(game, "one")
    async with store.writing() as tx:
        await tx.pauses.delete(game)
    assert await store.pauses.of_game(game) is None


async def test_what_is_rolled_back_was_never_there(store: Store) -> None:
    game = await new_game(store)

    async def fail() -> None:
        async with store.writing() as tx:
            await tx.pauses.save(pause(game, "one"))
            raise KeyError

    with pytest.raises(KeyError):
        await fail()
    assert await store.pauses.of_game(game) is None


async def test_rows_that_go_with_their_game_are_forgotten(store: Store) -> None:
    game = await new_game(store)
    async with store.writing() as tx:
        await tx.pauses.save(pause(game, "one"))
    assert await store.pauses.of_game(game) is not None
    assert await store.games.id_in_channel(20) == game
    async with store.writing() as tx:
        await tx.games.delete_lobby(game)
    assert await store.pauses.of_game(game) is None
    assert await store.games.id_in_channel(20) is None


async def test_an_answer_asks_the_database_only_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    game = await new_game(store)
    asked, query = list[object](), store._query

    async def counted(run: Callable[..., Any], name: str) -> Any:
        asked.append(run)
        return await query(run, name)

    monkeypatch.setattr(store, "_query", counted)
    for _ in range(3):
        await store.pauses.of_game(game)
        await store.games.id_in_channel(20)
        await store.players.preferences(1)

    assert len(asked) == 3


async def test_what_a_reader_changes_is_its_own(store: Store) -> None:
    async with store.writing() as tx:
        await tx.players.save_preferences(1, {"theme": "dark"})
    (await store.players.preferences(1))["theme"] = "light"

    assert await store.players.preferences(1) == {"theme": "dark"}


async def test_an_answer_that_was_overtaken_by_a_write_is_not_kept() -> None:
    memory, about = QueryMemory(), About("key", frozenset({"pauses"}))
    read, over = asyncio.Event(), asyncio.Event()

    async def slow() -> str:
        read.set()
        await over.wait()
        return "before"

    async def quick() -> str:
        return "after"

    reading = asyncio.create_task(memory.answer(about, slow))
    await read.wait()
    memory.forget(frozenset({"pauses"}))
    over.set()

    assert await reading == "before"
    assert await memory.answer(about, quick) == "after"


@pytest.mark.long
@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from("rwa"), st.sampled_from("ab"), st.integers(0, 3)), max_size=40))
def test_memory_says_what_the_tables_say(steps: list[tuple[str, str, int]]) -> None:
    """Of two tables: reads and writes of one, writes of any."""

    async def play() -> None:
        tables, memory = {"a": [0, 0, 0, 0], "b": [0, 0, 0, 0]}, QueryMemory(3)
        for what, name, row in steps:
            if what != "r":
                tables[name][row] += 1
                memory.forget(frozenset(name) if what == "w" else None)

            async def ask(name: str = name, row: int = row) -> int:
                return tables[name][row]

            assert await memory.answer(About((name, row), frozenset(name)), ask) == tables[name][row]

    asyncio.run(play())

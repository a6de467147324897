"""A query of one statement needs no transaction; one of several sees one moment all the same."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import func, insert, select

from storage import DatabaseTrouble, Store
from storage.postgres import line
from storage.queries.base import Session
from storage.tables import guilds
from tests.storage.postgres_server import Postgres

COUNT = select(func.count()).select_from(guilds)


@pytest.fixture
async def store(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setattr(line, "_SEVERAL", set())
    opened = await Store.open(postgres.at(postgres.fresh()), shared=True)
    yield opened
    await opened.close()


def listen(store: Store) -> list[str]:
    """What its connections that read ask from now on."""
    asked: list[str] = []
    for reader in store._readers._idle.free:
        if not reader.is_broken:
            reader.driver.add_query_logger(lambda record: asked.append(record.query))
    assert any(not reader.is_broken for reader in store._readers._idle.free)
    return asked


async def test_a_query_of_one_statement_is_all_that_the_server_is_asked(store: Store) -> None:
    asked = listen(store)
    assert await store.games.ids_playing() == set()
    assert len(asked) == 1
    async with store.writing() as tx:
        about = {"scenario": "x", "printed": {}, "options": {}, "seed": b"", "seats": ()}
        game = await tx.games.create(guild=10, channel=20, owner=1, **about)
    for known in (False, True):
        asked.clear()
        assert await store.games.get(game) is not None
        whole = ["BEGIN", "SELECT", "SELECT", "ROLLBACK"]
        assert [sql.split()[0] for sql in asked] == (whole if known else ["SELECT", *whole])


async def test_statements_of_one_query_see_one_moment_whatever_is_written_between(store: Store) -> None:
    numbers = iter(range(1, 100))

    async def twice(session: Session) -> tuple[int, int]:
        first = (await session.execute(COUNT)).scalar_one()
        async with store.writing() as tx:
            await tx.guilds.add(next(numbers))
        return first, (await session.execute(COUNT)).scalar_one()

    found = [await store.session.query(twice, name="twice") for _ in range(3)]
    assert found == [(1, 1), (2, 2), (3, 3)]  # it was begun again when the first one went on


async def test_a_connection_that_reads_writes_nothing(store: Store) -> None:
    async def writes(session: Session) -> Any:
        return await session.execute(insert(guilds).values(id=1, since=""))

    query: Callable[..., Awaitable[Any]] = store.session.query
    for name in ("", "writes"):
        with pytest.raises(DatabaseTrouble) as trouble:
            await query(writes, name=name)
        assert trouble.value.reason == "unwritable"
    assert await store.guilds.ids() == set()

"""Games that were imported from a record: stored finished and whole, with the record itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.commands import Move
from engine.events import Moved
from storage import Entry, GameRecord, ImportedRecord, Seat, Store

NOON = datetime(1815, 6, 18, 12, 0, 0, 250, tzinfo=UTC)
EARLIER = datetime(1815, 6, 16, 9, tzinfo=UTC)
ORDER = Entry(
    seq=1,
    kind="order",
    side="red",
    command=Move(unit="r1", path=("0704",)),
    events=(Moved(unit="r1", origin="0703", hex="0704", manner="step"),),
    at=EARLIER,
    struck=2,
)
LOG = (ORDER, Entry(seq=2, kind="undo", side="red", at=EARLIER), replace(ORDER, seq=3, struck=None))
SOURCE = GameRecord(
    id=77,
    guild=0,
    channel=0,
    scenario="quatre_bras",
    printed={"id": "quatre_bras"},
    options={"level": "basic"},
    status="over",
    seed=b"seed",
    salts=("a word",),
    seats=(Seat(side="red", user=None, name="Anna"), Seat(side="blue", user=None, name="", bot=True)),
    owner=0,
    created=EARLIER,
    revision=1,
    seals=("seal",),
)


@pytest.fixture
async def store(database: Path | str) -> AsyncIterator[Store]:
    store = await Store.open(database, clock=lambda: NOON)
    yield store
    await store.close()


async def imported(store: Store, guild: int = 10, channel: int = 20) -> int:
    async with store.writing() as tx:
        id_ = await tx.games.add_imported(
            guild=guild, channel=channel, printed=SOURCE.printed, source=SOURCE, owner=5, record=b"\x1f\x8b"
        )
        await tx.log.append_all(id_, LOG)
    return id_


async def test_an_imported_game_comes_back_with_its_log_and_its_record(store: Store) -> None:
    id_ = await imported(store)

    game = await store.games.get(id_)
    chain = await store.log.chain(id_)

    assert game == replace(SOURCE, id=id_, guild=10, channel=20, owner=5, rated=False)
    assert tuple(await store.log.entries(id_)) == LOG
    assert chain.broken is None
    assert set(chain.links) == {1, 2, 3}
    assert await store.games.imported_record(id_) == ImportedRecord(packed=b"\x1f\x8b")


async def test_imported_games_are_counted_by_server_and_leave_the_channel_free(store: Store) -> None:
    await imported(store)
    await imported(store)
    await imported(store, guild=11)

    async with store.writing() as tx:
        other = await tx.games.create(
            guild=10,
            channel=20,
            scenario="quatre_bras",
            printed={},
            options={},
            seed=b"",
            seats=(),
            owner=1,
        )

    assert await store.games.imported_in(10) == 2
    assert await store.games.imported_in(12) == 0
    assert await store.games.imported_record(other) is None

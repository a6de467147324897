"""The store on files: the log of a game, which is added to and never taken from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from sqlalchemy import text

from engine.commands import Move
from engine.events import Moved, Popped, Rolled
from engine.state import State
from storage import Entry, Snapshot, StaleTable, Store, Unreadable
from storage.errors import ConstraintViolated

NOON = datetime(1815, 6, 18, 12, 0, 0, 250, tzinfo=UTC)
ORDER = Entry(
    kind="order",
    side="red",
    who=1,
    command=Move(unit="r1", path=("0704", "0705")),
    events=(
        Moved(unit="r1", origin="0703", hex="0704", manner="step"),
        Rolled(purpose="morale", key="1/1", sides=9, dice=(3, 9), rule="MP-MOR-5"),
    ),
    at=NOON,
)


@pytest.fixture
async def store(database: Path | str) -> AsyncIterator[Store]:
    store = await Store.open(database, clock=lambda: NOON)
    yield store
    await store.close()


async def new_game(store: Store) -> int:
    async with store.writing() as tx:
        return await tx.games.create(
            guild=10,
            channel=20,
            scenario="quatre_bras",
            printed={},
            options={},
            seed=b"",
            seats=(),
            owner=1,
        )


async def test_an_entry_comes_back_as_it_was_written(store: Store) -> None:
    id_ = await new_game(store)

    async with store.writing() as tx:
        seq = await tx.log.append(id_, 0, ORDER)

    [entry] = await store.log.entries(id_)
    assert seq == entry.seq == 1
    assert (entry.kind, entry.side, entry.who, entry.at, entry.struck) == ("order", "red", 1, NOON, None)
    assert (entry.command, entry.events) == (ORDER.command, ORDER.events)


async def test_entries_are_numbered_in_order_and_read_from_anywhere(store: Store) -> None:
    id_ = await new_game(store)
    async with store.writing() as tx:
        await tx.log.append(id_, 0, ORDER)
        await tx.log.append(id_, 1, ORDER)
        await tx.log.append(id_, 2, ORDER)

    assert [entry.seq for entry in await store.log.entries(id_)] == [1, 2, 3]
    assert [entry.seq for entry in await store.log.entries(id_, after=2)] == [3]


async def test_whoever_comes_second_meets_a_stale_table(store: Store) -> None:
    id_ = await new_game(store)
    async with store.writing() as tx:
        await tx.log.append(id_, 0, ORDER)

    with pytest.raises(StaleTable) as refusal:
        async with store.writing() as tx:
            await tx.log.append(id_, 0, ORDER)

    assert (refusal.value.game, refusal.value.last) == (id_, 1)
    assert len(await store.log.entries(id_)) == 1


async def test_the_log_has_no_gaps(store: Store) -> None:
    id_ = await new_game(store)

    with pytest.raises(LookupError):
        async with store.writing() as tx:
            await tx.log.append(id_, 3, ORDER)

    assert await store.log.entries(id_) == []


async def test_an_entry_has_a_number_once_it_is_in_the_log(store: Store) -> None:
    id_ = await new_game(store)
    async with store.writing() as tx:
        await tx.log.append(id_, 0, ORDER)

    assert (ORDER.seq, [entry.seq for entry in await store.log.entries(id_)]) == (0, [1])


async def test_no_log_without_a_game(store: Store) -> None:
    with pytest.raises(LookupError):
        async with store.writing() as tx:
            await tx.log.append(99, 0, ORDER)


async def test_a_time_is_kept_in_utc_and_needs_a_zone(store: Store) -> None:
    id_ = await new_game(store)
    paris = NOON.astimezone(timezone(timedelta(hours=2)))

    async with store.writing() as tx:
        await tx.log.append(id_, 0, Entry(kind="order", at=paris))
    with pytest.raises(ValueError, match="time zone"):
        async with store.writing() as tx:
            await tx.log.append(id_, 1, Entry(kind="order", at=NOON.replace(tzinfo=None)))

    [entry] = await store.log.entries(id_)
    assert entry.at == NOON
    assert entry.at.tzinfo == UTC


async def test_an_unknown_kind_of_entry_is_not_written(store: Store) -> None:
    id_ = await new_game(store)

    with pytest.raises(ValueError, match="haiku"):
        async with store.writing() as tx:
            await tx.log.append(id_, 0, Entry(kind="haiku", at=NOON))  # type: ignore[arg-type]


async def test_an_undo_strikes_entries_out_and_nothing_is_erased(store: Store) -> None:
    id_ = await new_game(store)
    async with store.writing() as tx:
        await tx.log.append(id_, 0, ORDER)
        await tx.log.append(id_, 1, ORDER)

    async with store.writing() as tx:
        await tx.log.strike(id_, [1, 2], by=3)
        await tx.log.append(id_, 2, Entry(kind="undo", at=NOON))

    entries = await store.log.entries(id_)
    assert [(entry.seq, entry.kind, entry.struck) for entry in entries] == [
        (1, "order", 3),
        (2, "order", 3),
        (3, "undo", None),
    ]
    assert entries[0].events == ORDER.events


async def test_an_entry_is_struck_once(store: Store) -> None:
    id_ = await new_game(store)
    async with store.writing() as tx:
        await tx.log.append(id_, 0, ORDER)
        await tx.log.append(id_, 1, Entry(kind="undo", at=NOON))
        await tx.log.strike(id_, [1], by=2)

    with pytest.raises(LookupError):
        async with store.writing() as tx:
            await tx.log.strike(id_, [1], by=2)


async def test_an_entry_struck_by_nothing_is_refused_in_the_end(store: Store) -> None:
    id_ = await new_game(store)
    async with store.writing() as tx:
        await tx.log.append(id_, 0, ORDER)

    with pytest.raises(ConstraintViolated):
        async with store.writing() as tx:
            await tx.log.strike(id_, [1], by=2)

    [entry] = await store.log.entries(id_)
    assert entry.struck is None


async def test_a_log_of_a_newer_program_says_where_it_stops_being_readable(store: Store) -> None:
    id_ = await new_game(store)
    async with store.writing() as tx:
        await tx.log.append(id_, 0, ORDER)
    async with store.writing() as tx:
        await tx.session.execute(text("""UPDATE entries SET events = '[{"is":"teleported"}]'"""))

    with pytest.raises(Unreadable, match=f"game {id_}, entry 1, teleported"):
        await store.log.entries(id_)


def test_who_may_know_of_an_entry_follows_from_its_events() -> None:
    secret, public = Popped(only="red"), Popped()

    audiences = [
        Entry(kind="order", events=events, at=NOON).audience
        for events in ((), (secret,), (public,), (secret, public))
    ]

    assert audiences == [frozenset(), {"red"}, {""}, {"red", ""}]


async def test_an_undo_takes_snapshots_along_of_its_own_game_alone(store: Store) -> None:
    games = []
    for channel in (41, 42, 43):
        async with store.writing() as tx:
            game = await tx.games.create(
                guild=1, channel=channel, scenario="x", printed={}, options={}, seed=b"", seats=(), owner=1
            )
            for after in range(2):
                await tx.log.append(game, after, Entry(kind="order", at=NOON))
            await tx.log.save_snapshot(game, Snapshot(seq=2, state=State()))
        games.append(game)

    async with store.writing() as tx:
        await tx.log.strike(games[1], [2], by=3)
        await tx.log.append(games[1], 2, Entry(kind="undo", at=NOON))

    loaded = [await store.games.load(game) for game in games]
    assert [each.snapshot is not None for each in loaded if each is not None] == [True, False, True]

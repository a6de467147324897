"""Statements as the drivers run them: values come back as they were given, forms are compiled once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import bindparam, exists, func, insert, literal, select, text, true, union_all, update

from storage import Store
from storage.drivers import compiled
from storage.errors import ConstraintViolated, DatabaseTrouble
from storage.sqlite.connection import DIALECT
from storage.tables import games as games_table
from storage.tables import guilds, players, seats, settings, vacancies, what_ifs

WORDS = ("", "plain", "à la Grognard", "\U0001f4a3 'quoted' \"twice\" \\ % :word ?", "a\ufffdb")
NUMBERS = (0, -1, 2**31, 2**63 - 1, -(2**63))
BYTES = (b"", b"\x00\xff", bytes(range(256)))


@pytest.fixture
async def store(database: Path | str) -> AsyncIterator[Store]:
    store = await Store.open(database)
    async with store.writing() as tx:
        await tx.games.create(
            guild=10, channel=20, scenario="x", printed={}, options={}, seed=b"\x00\xff", seats=(), owner=1
        )
    yield store
    await store.close()


async def asked(store: Store, statement: Any, parameters: Any = None) -> list[tuple[Any, ...]]:
    """The rows as a query in a snapshot of its own gets them, and as a transaction does: the same."""

    async def query(session: Any) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in await session.execute(statement, parameters)]

    alone = await store.session.query(query)
    async with store.reading() as reading, store.writing() as writing:
        assert [await query(tx.session) for tx in (reading, writing)] == [alone, alone]
    return alone


async def test_values_of_every_kind_of_column_come_back_as_they_were_given(store: Store) -> None:
    rows = [
        {"user": n, "zone": word, "quiet_from": number, "reminder": n, "kept": 0, "missed": 0, "recent": ""}
        for n, (word, number) in enumerate(zip(WORDS, NUMBERS, strict=True))
    ]
    async with store.writing() as tx:
        await tx.session.execute(insert(players), rows)
        await tx.session.execute(insert(players).values(user=9, zone="", reminder=0, kept=0, missed=0))
        for place, value in enumerate(BYTES):
            theirs = {"game": 1, "user": place, "side": "", "after": 0, "faces": "[]", "entries": "[]"}
            await tx.session.execute(insert(what_ifs), {**theirs, "seed": value})

    mine = select(players.c.zone, players.c.quiet_from).order_by(players.c.user)
    assert await asked(store, mine) == [*zip(WORDS, NUMBERS, strict=True), ("", None)]
    seeds = await asked(store, select(what_ifs.c.seed).order_by(what_ifs.c.user))
    assert [(seed, type(seed)) for (seed,) in seeds] == [(value, bytes) for value in BYTES]


async def test_what_is_worked_out_is_of_the_same_kind_in_every_database(store: Store) -> None:
    some = exists().where(games_table.c.id == 1)
    none = exists().where(games_table.c.id == 2)
    row = select(some, none, func.count(games_table.c.id), func.max(games_table.c.owner), literal("x"))
    parameters: dict[str, Any] | None
    for parameters in (None, {}):
        ((there, missing, count, owner, word),) = await asked(store, row, parameters)
        assert (there, missing, count, owner, word) == (True, False, 1, 1, "x")
        assert [type(each) for each in (there, missing, count, owner)] == [bool, bool, int, int]
    both = union_all(select(literal(1).label("n")), select(literal(2)))
    assert sorted(await asked(store, both)) == [(1,), (2,)]
    assert await asked(store, text("SELECT owner, seed FROM games WHERE id = :id"), {"id": 1}) == [
        (1, b"\x00\xff")
    ]


async def test_text_that_no_database_can_hold_is_stored_as_it_always_was(store: Store) -> None:
    seat = {"game": 1, "side": "red", "bot": 0}
    async with store.writing() as tx:
        await tx.session.execute(insert(seats), {**seat, "place": 0, "name": "a\0b"})
        await tx.session.execute(insert(seats), [{**seat, "place": 1, "name": "\ud800"}])
        await tx.session.execute(insert(seats).values(**seat, place=2, name="é"))

    named = await asked(store, select(seats.c.name).order_by(seats.c.place))
    assert named == [("a\ufffdb",), ("?",), ("é",)]
    assert await asked(store, select(seats.c.place).where(seats.c.name == "a\0b")) == [(0,)]
    assert await asked(store, select(seats.c.place).where(seats.c.name.in_(["é", "\ud800"]))) == [(1,), (2,)]


async def test_a_statement_of_the_same_form_takes_its_own_values(store: Store) -> None:
    async with store.writing() as tx:
        for guild in range(1, 6):
            await tx.session.execute(insert(guilds).values(id=guild, since=f"since {guild}"))

    for some in ([], [2], [4, 1], [5, 3, 1], [2]):
        mine = select(guilds.c.id).where(guilds.c.id.in_(some), guilds.c.since != f"since {len(some)}")
        expected = sorted(n for n in some if n != len(some))
        assert [n for (n,) in await asked(store, mine.order_by(guilds.c.id))] == expected
    for limit in (1, 3):
        assert len(await asked(store, select(guilds.c.id).order_by(guilds.c.id).limit(limit))) == limit
    named = select(guilds.c.since).where(guilds.c.id == bindparam("which"))
    assert [await asked(store, named, {"which": n}) for n in (3, 5)] == [[("since 3",)], [("since 5",)]]
    for guild, since in ((1, "then"), (2, "now")):
        async with store.writing() as tx:
            changed = update(guilds).where(guilds.c.id == guild).values(since=since)
            assert (await tx.session.execute(changed)).rowcount == 1
    first = select(guilds.c.since).where(guilds.c.id < 3).order_by(guilds.c.id)
    assert await asked(store, first) == [("then",), ("now",)]


def test_a_form_of_statement_is_compiled_once_whatever_values_it_holds() -> None:
    def built(number: int) -> Any:
        return select(guilds.c.id).where(guilds.c.since == f"{number}", guilds.c.id.in_([number]))

    calls = [compiled.call(built(number), None, DIALECT) for number in range(3)]

    assert len({id(each.statement) for each in calls}) == 1
    assert [each.values for each in calls] == [(f"{n}", n) for n in range(3)]


async def test_a_parameter_that_is_missing_is_named_and_not_null(store: Store) -> None:
    with pytest.raises(KeyError, match="which"):
        await store.session.query(
            lambda session: session.execute(select(guilds).where(guilds.c.id == bindparam("which")))
        )
    assert not await store.guilds.is_known(1)


async def test_rows_are_counted_by_what_was_found_or_changed(store: Store) -> None:
    async with store.writing() as tx:
        run = tx.session.execute
        assert (await run(insert(guilds), {"id": 1, "since": ""})).rowcount == 1
        assert (await run(insert(guilds).returning(guilds.c.id), {"id": 2, "since": ""})).scalar_one() == 2
        assert (await run(update(guilds).values(since="now"))).rowcount == 2
        assert (await run(update(guilds).where(guilds.c.id == 9).values(since=""))).rowcount == 0
        assert (await run(guilds.delete().where(true()).returning(guilds.c.id))).rowcount == 2
        assert (await run(select(guilds))).rowcount == 0


async def test_a_row_that_is_there_is_changed_and_another_one_inserted(store: Store) -> None:
    async with store.writing() as tx:
        for name, value in (("a", 1), ("b", 2), ("a", 3)):
            await tx.guilds._upsert(settings, {"guild": 1, "name": name}, {"value": value})

    chosen = select(settings.c.name, settings.c.value).order_by(settings.c.name)
    assert await asked(store, chosen) == [("a", 3), ("b", 2)]


async def test_a_query_of_several_statements_sees_one_moment(store: Store) -> None:
    written = asyncio.Event()

    async def write() -> None:
        async with store.writing() as tx:
            await tx.guilds.add(3)
        written.set()

    async with store.reading() as tx:
        assert not await tx.guilds.is_known(3)
        await write()
        assert not await tx.guilds.is_known(3)
    assert await store.guilds.is_known(3)


async def test_what_goes_wrong_in_a_query_is_raised_as_it_is_and_harms_no_later_one(store: Store) -> None:
    async def fails(session: Any) -> None:
        await session.execute(select(guilds))
        raise ZeroDivisionError

    async def wanders_off(session: Any) -> None:
        await session.execute(select(guilds))
        await session.execute(text("SELECT something FROM nowhere"))

    for _ in range(5):
        with pytest.raises(ZeroDivisionError):
            await store.session.query(fails)
        with pytest.raises(Exception, match="nowhere"):
            await store.session.query(wanders_off)
    assert not await store.guilds.is_known(3)
    async with store.writing() as tx:
        await tx.guilds.add(3)
    assert await asyncio.gather(*(store.guilds.is_known(3) for _ in range(6))) == [True] * 6


async def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises(DatabaseTrouble) as trouble:
        await store.session.query(lambda session: session.execute(insert(guilds).values(id=3, since="")))
    assert trouble.value.reason == "unwritable"
    assert not await store.guilds.is_known(3)


async def test_a_constraint_that_is_violated_is_named(store: Store) -> None:
    row = {"game": 99, "side": "red", "since": ""}
    with pytest.raises(ConstraintViolated, match=r"FOREIGN KEY|wanted_game_fk"):
        async with store.writing() as tx:
            await tx.session.execute(insert(vacancies), row)
    with pytest.raises(ConstraintViolated, match=r"guilds\.since|\"since\""):
        async with store.writing() as tx:
            await tx.session.execute(insert(guilds), {"id": 1, "since": None})

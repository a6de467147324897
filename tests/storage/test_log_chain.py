"""The chain of hashes over the log of a game: whatever is changed in it afterwards shows."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.commands import Move
from engine.events import Moved
from storage import Entry, Store, log_chain
from storage.tables import entries
from tests.storage.release_files import PACKED, unpack

NOON = datetime(1815, 6, 18, 12, tzinfo=UTC)
MOVED = Moved(unit="r1", origin="0703", hex="0704", manner="step", rule="MP-MOV-1")


def an_order(kind: str = "order") -> Entry:
    return Entry(
        kind=kind,  # type: ignore[arg-type]
        side="red",
        who=7,
        command=Move(unit="r1", path=("0704",)) if kind == "order" else None,
        events=(MOVED,) if kind == "order" else (),
        at=NOON,
    )


@pytest.fixture
async def store(database: Path | str) -> AsyncIterator[Store]:
    """Two games of five orders, of which the second and third are taken back."""
    store = await Store.open(database)
    for channel in (1, 2):
        async with store.writing() as tx:
            game = await tx.games.create(
                guild=1, channel=channel, scenario="x", printed={}, options={}, seed=b"", seats=(), owner=7
            )
        for after in range(5):
            async with store.writing() as tx:
                await tx.log.append(game, after, an_order())
                if after == 3:
                    await tx.log.append(game, 4, an_order("undo"))
                    await tx.log.strike(game, (2, 3), by=5)
            if after == 3:
                break
        async with store.writing() as tx:
            await tx.log.append(game, 5, an_order())
    yield store
    await store.close()


async def test_every_entry_answers_to_its_link_and_each_game_has_its_own_chain(store: Store) -> None:
    first, second = await store.log.chain(1), await store.log.chain(2)

    assert (first.broken, second.broken) == (None, None)
    assert list(first.links) == [1, 2, 3, 4, 5, 6]
    assert not {*first.links.values()} & {*second.links.values()}


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        ({"events": "[]"}, 3),
        ({"command": None}, 3),
        ({"side": "blue"}, 3),
        ({"kind": "pass"}, 3),
        ({"at": "1815-06-18T12:00:01.000000+00:00"}, 3),
        ({"rules": "another"}, 3),
        ({"chain": b"x"}, 3),
        ({"chain": None}, 3),
        ({"struck": None}, 5),
        ({"struck": 6}, 5),
    ],
)
async def test_a_changed_entry_breaks_it(store: Store, change: dict[str, object], broken: int) -> None:
    async with store.writing() as tx:
        await tx.session.execute(
            entries.update().where(entries.c.game == 1, entries.c.seq == 3).values(change)
        )

    assert (await store.log.chain(1)).broken == broken
    assert (await store.log.chain(2)).broken is None


async def test_an_entry_taken_out_or_put_in_breaks_it(store: Store) -> None:
    async with store.writing() as tx:
        await tx.session.execute(entries.delete().where(entries.c.game == 1, entries.c.seq == 4))
        log = await tx.log.chain(2)
        forged = {"game": 2, "seq": 7, "kind": "order", "side": "red", "events": "[]", "at": "x"}
        await tx.session.execute(entries.insert().values(**forged, chain=log.links[6]))

    assert (await store.log.chain(1)).broken == 5
    assert (await store.log.chain(2)).broken == 7


async def test_a_deleted_person_breaks_nothing(store: Store) -> None:
    async with store.writing() as tx:
        await tx.privacy.erase(7)

    assert [each.who for each in await store.log.entries(1)] == [-1] * 6
    assert (await store.log.chain(1)).broken is None


async def test_it_goes_on_after_a_restart_and_after_what_was_rolled_back(database: Path | str) -> None:
    store = await Store.open(database)
    async with store.writing() as tx:
        await tx.games.create(
            guild=1, channel=1, scenario="x", printed={}, options={}, seed=b"", seats=(), owner=7
        )
        await tx.log.append(1, 0, an_order())
    with suppress(ZeroDivisionError):
        async with store.writing() as tx:
            await tx.log.append(1, 1, an_order("pass"))
            raise ZeroDivisionError
    async with store.writing() as tx:
        await tx.log.append(1, 1, an_order())
    await store.close()

    store = await Store.open(database)
    async with store.writing() as tx:
        await tx.log.append(1, 2, an_order())
    log = await store.log.chain(1)
    await store.close()

    assert (log.broken, len(log.links)) == (None, 3)


@pytest.mark.promise(13)
@pytest.mark.parametrize("packed", PACKED, ids=lambda path: path.name)
async def test_games_of_earlier_releases_have_their_chain_after_the_upgrade(
    packed: Path, tmp_path: Path
) -> None:
    store = await Store.open(unpack(packed, tmp_path / "old.db"))
    logs = {game.id: await store.log.chain(game.id) for game in await store.games.all()}
    await store.close()

    assert {log.broken for log in logs.values()} == {None}
    assert sum(len(log.links) for log in logs.values()) > len(logs)


async def test_a_link_is_what_its_description_says(tmp_path: Path) -> None:
    store = await Store.open(unpack(PACKED[-1], tmp_path / "old.db"))
    await store.close()

    def read() -> tuple[bytes, dict[str, Any], dict[str, Any]]:
        with closing(sqlite3.connect(tmp_path / "old.db")) as database:
            database.row_factory = sqlite3.Row
            query = "SELECT * FROM entries WHERE game = (SELECT min(game) FROM entries) ORDER BY seq"
            first, second = (dict(row) for row in database.execute(query).fetchmany(2))
        return log_chain.first_link(first["game"]), first, second

    before, first, second = await asyncio.to_thread(read)

    assert log_chain.link(before, first) == first["chain"]
    assert log_chain.link(first["chain"], second) == second["chain"]


def test_a_fingerprint_tells_a_link_to_who_has_the_seed_alone() -> None:
    """Else anyone who reads it could try out what hidden order leads to it."""
    shown = [log_chain.fingerprint(seed, last) for seed in (b"one", b"two") for last in (b"link", b"other")]

    assert len({*shown}) == 4
    assert shown[0] == log_chain.fingerprint(b"one", b"link")

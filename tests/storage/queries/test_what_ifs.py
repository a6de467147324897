"""What-ifs on disk: one of a person in a game, replaced as a whole, gone with its game."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.commands import Move
from engine.events import Moved, Rolled
from storage import Entry, Store, WhatIf

NOON = datetime(2026, 1, 1, tzinfo=UTC)
ORDER = Entry(
    seq=2,
    kind="order",
    side="blue",
    who=5,
    command=Move(unit="line-1", path=("0704",)),
    events=(
        Moved(unit="line-1", origin="0703", hex="0704", manner="step"),
        Rolled(purpose="marsh", key="2/1", sides=4, dice=(3,)),
    ),
    at=NOON,
)
UNDO = Entry(seq=3, kind="undo", side="blue", who=5, at=NOON)


async def a_game(store: Store, channel: int = 11) -> int:
    async with store.writing() as tx:
        number = await tx.games.create(
            guild=1, channel=channel, scenario="ormes", printed={}, options={}, seed=b"s", seats=(), owner=5
        )
        await tx.games.update(number, status="playing")
    return number


def a_whatif(game: int, user: int = 5) -> WhatIf:
    entries = (replace(ORDER, struck=3), UNDO)
    return WhatIf(
        game=game,
        user=user,
        channel=11,
        side="blue",
        after=7,
        seed=b"\x00own",
        faces=(6, 1),
        entries=entries,
    )


async def stored(store: Store) -> list[WhatIf]:
    return await store.what_ifs.all()


async def test_a_what_if_is_read_as_it_was_kept(database: Path | str) -> None:
    store = await Store.open(database)
    kept = a_whatif(await a_game(store))

    async with store.writing() as tx:
        await tx.what_ifs.save(replace(kept, faces=(), entries=()))
        await tx.what_ifs.save(kept)

    assert await stored(store) == [kept]
    await store.close()


async def test_one_is_dropped_and_the_others_stay(database: Path | str) -> None:
    store = await Store.open(database)
    game = await a_game(store)
    async with store.writing() as tx:
        await tx.what_ifs.save(a_whatif(game))
        await tx.what_ifs.save(a_whatif(game, user=6))

    async with store.writing() as tx:
        await tx.what_ifs.delete(game, 5)

    assert [kept.user for kept in await stored(store)] == [6]
    await store.close()


@pytest.mark.parametrize("tidied", [False, True])
async def test_those_of_games_that_are_over_are_not_found(database: Path | str, tidied: bool) -> None:
    store = await Store.open(database)
    over, on = await a_game(store), await a_game(store, channel=12)
    async with store.writing() as tx:
        await tx.what_ifs.save(a_whatif(over))
        await tx.what_ifs.save(a_whatif(on))
        await tx.games.update(over, status="over")
        if tidied:
            await tx.what_ifs.delete_finished()
            await tx.games.update(over, status="playing")  # as a moderator may reopen it

    assert [(kept.game, kept.channel) for kept in await stored(store)] == [(on, 12)]
    await store.close()

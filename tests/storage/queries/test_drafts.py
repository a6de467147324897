"""Drafts on files: one a player of a game, numbered, gone with the lobby."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import Draft, Seat, Store, WriteTransaction


@pytest.fixture
async def store(database: Path | str) -> AsyncIterator[Store]:
    store = await Store.open(database)
    yield store
    await store.close()


async def a_game(tx: WriteTransaction, channel: int) -> int:
    seats = (Seat(side="blue", user=1, name="Ney"), Seat(side="orange", user=2, name="Wellington"))
    return await tx.games.create(
        guild=1, channel=channel, scenario="x", printed={}, options={}, seed=b"s", seats=seats, owner=1
    )


@pytest.mark.parametrize("text", ["inf-1 NE\ngun-2 fires b-4", "", "🐎 é\x00\ud800 '; --", "x" * 4000])
async def test_a_draft_comes_back_as_it_was_written(store: Store, text: str) -> None:
    async with store.writing() as tx:
        game = await a_game(tx, 1)
        number = await tx.drafts.save(game, 2**62, text)

    assert await store.drafts.get(game, 2**62) == Draft(game=game, user=2**62, number=number, text=text)


async def test_the_next_draft_takes_its_place_and_has_the_next_number(store: Store) -> None:
    async with store.writing() as tx:
        game = await a_game(tx, 1)
        await tx.drafts.save(game, 1, "old")
        await tx.drafts.shorten(game, 1, "")
        await tx.drafts.save(game, 2, "theirs")
        number = await tx.drafts.save(game, 1, "new")

    draft, theirs = await store.drafts.get(game, 1), await store.drafts.get(game, 2)
    assert number == 2
    assert theirs == Draft(game=game, user=2, number=1, text="theirs")
    assert draft is not None
    assert (draft.number, draft.text) == (2, "new")


async def test_numbers_of_one_player_tell_nothing_of_another(store: Store) -> None:
    async with store.writing() as tx:
        game, other = await a_game(tx, 1), await a_game(tx, 2)
        for text in ("a", "b", "c"):
            await tx.drafts.save(game, 1, text)

        assert await tx.drafts.save(game, 2, "d") == 1
        assert await tx.drafts.save(other, 1, "e") == 1


async def test_what_is_left_of_a_draft_keeps_its_number(store: Store) -> None:
    async with store.writing() as tx:
        game = await a_game(tx, 1)
        await tx.drafts.save(game, 1, "a\nb")
        await tx.drafts.save(game, 2, "c\nd")
        await tx.drafts.shorten(game, 1, "b")

    draft, other = await store.drafts.get(game, 1), await store.drafts.get(game, 2)
    assert draft is not None
    assert (draft.number, draft.text) == (1, "b")
    assert other is not None
    assert other.text == "c\nd"


async def test_there_is_no_draft_to_shorten(store: Store) -> None:
    async with store.writing() as tx:
        game = await a_game(tx, 1)
        with pytest.raises(LookupError):
            await tx.drafts.shorten(game, 1, "")

    assert await store.drafts.get(game, 1) is None


async def test_drafts_go_with_a_lobby(store: Store) -> None:
    async with store.writing() as tx:
        game = await a_game(tx, 1)
        await tx.drafts.save(game, 1, "a")
        await tx.games.delete_lobby(game)

    assert await store.drafts.get(game, 1) is None

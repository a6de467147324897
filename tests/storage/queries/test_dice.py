"""Words and rounds of the dice of a game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import BeaconRound, DiceWord, Store

ANNA, BRUNO = 1, 2


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "games.db")
    for channel in (1, 2):
        async with store.writing() as tx:
            await tx.games.create(
                guild=1, channel=channel, scenario="x", printed={}, options={}, seed=b"", seats=(), owner=1
            )
    yield store
    await store.close()


async def test_each_has_one_word_in_a_game_the_newest(store: Store) -> None:
    words = [
        DiceWord(game=game, user=user, seal=seal, word=None)
        for game, user, seal in ((1, ANNA, "a"), (1, BRUNO, "b"), (2, ANNA, "c"), (1, ANNA, "d"))
    ]
    for word in words:
        async with store.writing() as tx:
            await tx.dice.save_word(word)

    assert {word.seal for word in await store.dice.words(1)} == {"b", "d"}
    assert [word.seal for word in await store.dice.words(2)] == ["c"]


async def test_no_announcement_has_the_number_of_an_earlier_one_of_its_game(store: Store) -> None:
    before = await store.dice.next_number(1)
    async with store.writing() as tx:
        drawn = BeaconRound(game=1, number=1, seq=2, message=3, round=4, signature="", fixed="")
        await tx.dice.draw(drawn)

    assert before == 1
    assert await store.dice.next_number(1) == 2
    assert await store.dice.next_number(2) == 1
    assert await store.dice.rounds(1) == [drawn]

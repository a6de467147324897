"""Words and rounds of the dice of a game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from storage import AnnouncedOrder, BeaconRound, DiceWord, Store

ANNA, BRUNO = 1, 2
NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)


@pytest.fixture
async def store(database: Any) -> AsyncIterator[Store]:
    store = await Store.open(database)
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


async def test_an_announced_order_is_changed_in_its_own_game_alone_until_it_is_drawn(store: Store) -> None:
    about: dict[str, Any] = {"number": 1, "seq": 2, "side": "red", "command": None, "fixed": "", "at": NOON}
    orders = [AnnouncedOrder(game=game, letter=game, who=1, interaction=None, **about) for game in (1, 2)]
    drawn = BeaconRound(game=1, number=1, seq=2, message=3, round=4, signature="", fixed="")
    async with store.writing() as tx:
        for order in orders:
            await tx.dice.announce(order)
        await tx.dice.announce_again(1, 9)
        await tx.dice.tell(1)
    changed = [await store.dice.announced(game) for game in (1, 2)]
    async with store.writing() as tx:
        await tx.dice.draw(drawn)
        await tx.dice.draw(replace(drawn, game=2, number=3))

    assert changed == [replace(orders[0], letter=9, told=True), orders[1]]
    assert await store.dice.waiting() == []
    assert await store.dice.rounds(1) == [drawn]


async def test_an_order_of_another_game_goes_on_waiting_and_rounds_and_words_are_in_order(
    store: Store,
) -> None:
    about: dict[str, Any] = {"number": 1, "seq": 2, "side": "red", "command": None, "fixed": "", "at": NOON}
    waiting = AnnouncedOrder(game=2, letter=2, who=1, interaction=None, **about)
    drawn = BeaconRound(game=1, number=1, seq=2, message=3, round=4, signature="", fixed="")
    async with store.writing() as tx:
        await tx.dice.announce(waiting)
        for number in (3, 1, 2):
            await tx.dice.draw(replace(drawn, number=number))
        for user, seal in ((2, "a"), (1, "b")):
            await tx.dice.save_word(DiceWord(game=1, user=user, seal=seal, word=None))

    assert await store.dice.waiting() == [2]
    assert [each.number for each in await store.dice.rounds(1)] == [1, 2, 3]
    assert [word.user for word in await store.dice.words(1)] == [1, 2], "so they are mixed in"

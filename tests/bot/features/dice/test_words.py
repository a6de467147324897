"""A word as it is stored, and what is told of it. A real database, no Discord."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.core.game_service import GameService
from bot.features.dice import words
from bot.features.dice.outbox_pages import beacon_out
from bot.features.dice.service import DiceService
from bot.i18n.catalogue import catalogue_for
from tests.bot.features.lobby.test_seating_rights import ANNA, by, lobby


def why(page: Any) -> str:
    return next((note.cause[1] for note in page.embeds if note.cause[1]), "")


async def test_no_one_finds_a_word_by_trying_words_on_its_seal(games: GameService) -> None:
    """The same word has another seal each time, of a text that holds more than the word."""
    game, dice, seals = await lobby(games), DiceService(games), set[str]()
    for _ in range(2):
        await dice.word(by(ANNA), "rain")
        (stored,) = await games.store.dice.words(game)
        assert stored.word is not None
        assert stored.word.startswith("rain")
        assert stored.seal == words.seal(stored.word) != words.seal("rain")
        seals.add(stored.seal)

    assert len(seals) == 2


async def test_a_word_that_is_sealed_is_not_opened_before_words_are_closed(games: GameService) -> None:
    game, dice = await lobby(games), DiceService(games)
    await dice.word(by(ANNA), "rain")
    (before,) = await games.store.dice.words(game)

    assert why(await dice.word(by(ANNA), str(before.word))) == "words_not_closed"
    assert await games.store.dice.words(game) == [before]


async def test_of_a_word_that_its_player_keeps_the_bot_has_the_seal_alone(games: GameService) -> None:
    game, dice = await lobby(games), DiceService(games)
    await dice.word(by(ANNA), "", words.seal("kept").upper())
    (stored,) = await games.store.dice.words(game)

    assert (stored.seal, stored.word) == (words.seal("kept"), None)
    assert why(await dice.word(by(ANNA), "rain", words.seal("kept"))) == "word_or_seal"
    assert why(await dice.word(by(ANNA), "", "12")) == "seal_unfit"


@pytest.mark.parametrize(("waiting", "told"), [(3, True), (4, False), (None, False)])
async def test_that_the_beacon_is_out_is_told_while_that_order_waits(waiting: int | None, told: bool) -> None:
    async def announced(game: int) -> Any:
        return None if waiting is None else SimpleNamespace(number=waiting)

    post: Any = SimpleNamespace(
        games=SimpleNamespace(store=SimpleNamespace(dice=SimpleNamespace(announced=announced))),
        game=SimpleNamespace(record=SimpleNamespace(id=1)),
        message=SimpleNamespace(body={"number": 3, "round": 9}),
        words=catalogue_for("en"),
    )

    assert (await beacon_out(post) is not None) is told

"""What the dice of a game come from: a secret seed of its own, and a word of each player."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

import opponent
from bot.core.game_service import GameService
from bot.core.requests.actor import Actor
from bot.features.dice import words as dice_words
from bot.features.dice.evidence import evidence_of
from bot.features.lobby import seating
from bot.features.lobby.seating import Person
from bot.features.lobby.start import sealed_words
from engine.errors import IllegalOrder
from engine.events import Rolled
from storage import DiceWord

ANNA, BRUNO = 11, 12
INTERACTIONS = count(1)
ENOUGH = 40
"""Orders after which dice have been rolled."""


def actor(user: int, channel: int = 1) -> Actor:
    return Actor(user=user, name=str(user), interaction=next(INTERACTIONS), guild=1, channel=channel)


def always(byte: int) -> Callable[[int], bytes]:
    return lambda length: bytes([byte]) * length


async def rolled(games: GameService, channel: int, word: int) -> list[tuple[int, ...]]:
    """The dice of a game in which all is the same but what chance gives Bruno when he joins."""
    games.secret = always(7)
    game = await seating.create_game(games, actor(ANNA, channel), "ormes", "blue", None)
    games.secret = always(word)
    await seating.join(games, game.record.id, actor(BRUNO, channel), "", Person(user=BRUNO, name="Bruno"))
    games.secret = always(7)
    game = await seating.start(games, game.record.id, actor(ANNA, channel))
    for _ in range(ENOUGH):
        side = game.owing[0]
        command = opponent.choose(game.system, game.scenario, game.state, side)
        user = game.seat(side).user
        assert user is not None
        game = (await games.order(game.record.id, actor(user, channel), command)).game
    return [e.dice for entry in game.entries for e in entry.events if isinstance(e, Rolled)]


@pytest.mark.long
async def test_the_word_of_a_player_who_joins_takes_part_in_every_die(games: GameService) -> None:
    dice, same, other = [await rolled(games, n, word) for n, word in enumerate((1, 1, 2), start=1)]

    assert dice
    assert dice == same
    assert dice != other


async def test_every_game_has_a_seed_of_its_own_that_nobody_can_guess(games: GameService) -> None:
    seeds = [
        (await seating.create_game(games, actor(ANNA, channel), "ormes", "both", None)).record.seed
        for channel in range(1, 9)
    ]

    assert len(set(seeds)) == len(seeds)
    assert {len(seed) for seed in seeds} == {32}
    assert min(len(set(seed)) for seed in seeds) > 16, "32 bytes of chance"


async def test_every_what_if_has_a_seed_of_its_own_and_never_that_of_its_game(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue")
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    for person in (anna, bruno):
        await person.slash("battle", "whatif open")

    game = (await harness.game()).record.seed
    seeds = {game, *(what_if.seed for what_if in await harness.store.what_ifs.all())}
    assert len(seeds) == 3
    assert min(len(set(seed)) for seed in seeds) > 16


async def test_no_more_words_are_sealed_than_one_post_can_tell(games: GameService) -> None:
    game = (await seating.create_game(games, actor(ANNA), "ormes", "blue", None)).record.id
    seal = dice_words.seal("kept")

    async def seal_for(users: range) -> None:
        async with games.store.writing() as tx:
            for user in users:
                await tx.dice.save_word(DiceWord(game=game, user=user, seal=seal, word=None))

    await seal_for(range(100, 99 + dice_words.MOST))
    mine = DiceWord(game=game, user=ANNA, seal=seal, word=None)
    await sealed_words.add_word(games, game, actor(ANNA), mine)  # in place of the one from the beginning
    await seal_for(range(200, 201))
    with pytest.raises(IllegalOrder) as refused:
        await sealed_words.add_word(games, game, actor(ANNA), mine)

    assert refused.value.reason == "words_full"
    assert len(await games.store.dice.words(game)) == dice_words.MOST + 1


async def test_the_seed_of_a_pair_is_withheld_until_both_games_are_over(games: GameService) -> None:
    pair = [
        (await seating.create_game(games, actor(ANNA, channel), "ormes", seating.BOTH, None)).record.id
        for channel in (1, 2)
    ]
    async with games.store.writing() as tx:
        for game, twin in (pair, pair[::-1]):
            await tx.games.update(game, twin=twin)
    withheld = []

    for channel, game in enumerate(pair, start=1):
        games.forget(game)
        await seating.start(games, game, actor(ANNA, channel))
    for channel in (1, 2):
        await games.channel_deleted(channel)
        withheld.append((await evidence_of(games, (await games.game(pair[0])).record)).withheld)

    assert withheld == [True, False]

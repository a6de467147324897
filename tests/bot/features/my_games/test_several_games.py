"""A person in many games at once: what waits for them comes first, and no game waits for another."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from bot.workers.computer_player import choose
from engine.commands import Done
from tests.bot.features.event_games.test_overview import games_with_clocks
from tests.bot.features.event_games.test_rights import actor

SIX = 6
INTERACTIONS = count(1)


async def order(harness: Any, game_id: int, command: Any = None) -> None:
    """Anna, who plays Blue, gives an order: one that the computer player would give, if none is named."""
    game = await harness.bot.games.game(game_id)
    anna = replace(actor(harness, "Anna"), interaction=next(INTERACTIONS), channel=game.record.channel)
    await harness.bot.games.order(game_id, anna, command or choose(game, "blue"))


@pytest.mark.long
async def test_of_six_games_those_that_wait_for_me_come_first(harness: Any) -> None:
    ids = await games_with_clocks(harness, [24] * SIX)
    for game_id in ids[:4]:
        while (await harness.bot.games.game(game_id)).owing == ("blue",):
            await order(harness, game_id, Done())
    await harness.quiet()

    hers = await harness.person("Anna").slash("parlour", "game list")
    his = await harness.person("Bruno").slash("parlour", "game list")

    channels = [(await harness.bot.games.game(game_id)).record.channel for game_id in ids]
    assert "**2 games are waiting for you**" in hers.words
    assert _waiting(hers.words, channels) == [4, 5]
    assert "**4 games are waiting for you**" in his.words
    assert _waiting(his.words, channels) == [0, 1, 2, 3]


def _waiting(words: str, channels: list[int]) -> list[int]:
    """Which of the games are listed above those that wait for others."""
    above, _ = words.split("**Waiting for others**")
    return [n for n, channel in enumerate(channels) if f"<#{channel}>" in above]


async def test_an_order_does_not_wait_for_one_in_another_channel(harness: Any) -> None:
    one, two = await games_with_clocks(harness, [0, 0])
    games = harness.bot.games

    async with games.locked(one):  # an order there is being carried out, and takes long
        slow = asyncio.create_task(order(harness, one))
        await order(harness, two)
        still_waits = not slow.done()
    await slow

    assert still_waits
    assert [(await games.game(game_id)).last for game_id in (one, two)] == [2, 2]


@pytest.mark.long
async def test_orders_in_six_channels_are_all_carried_out_at_once(harness: Any) -> None:
    ids = await games_with_clocks(harness, [0] * SIX)

    await asyncio.gather(*(order(harness, game_id) for game_id in ids))

    assert [(await harness.bot.games.game(game_id)).last for game_id in ids] == [2] * SIX

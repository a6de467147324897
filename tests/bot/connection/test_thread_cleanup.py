"""Threads of games: archived a day after the game, deleted when they never got one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.connection.thread_cleanup import KEPT_OPEN, YOUNG


def threads(harness: Any) -> dict[str, bool]:
    """Whether each thread under the channel is archived, by name."""
    parent = harness.sandbox.channel("battle")["id"]
    return {t["name"]: t["thread_metadata"]["archived"] for t in harness.sandbox.state.threads(parent=parent)}


async def played_in_thread(harness: Any) -> Any:
    """Anna has played a game in its own thread, and given it up."""
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both", thread=True)
    game = await harness.game()
    thread = str(game.record.channel)
    await anna.slash(thread, "game start")
    sure = await anna.slash(thread, "game resign")
    await anna.click(sure, sure.labels[0])
    await harness.quiet()
    assert (await harness.game()).record.status == "over"
    return thread


async def tidy(harness: Any, after: timedelta) -> None:
    harness.clock.passes(seconds=after.total_seconds())
    await harness.bot.thread_cleanup.tidy()
    await harness.sandbox.settled()


@pytest.mark.long
async def test_the_thread_of_a_game_stays_open_for_a_day_and_is_archived_then(harness: Any) -> None:
    await played_in_thread(harness)

    await tidy(harness, KEPT_OPEN - timedelta(hours=1))
    assert threads(harness) == {"The bridge at Ormes": False}
    await harness.again()
    await tidy(harness, timedelta(hours=2))
    assert threads(harness) == {"The bridge at Ormes": True}


@pytest.mark.long
async def test_a_rematch_in_the_thread_keeps_it_open(harness: Any) -> None:
    thread = await played_in_thread(harness)
    await harness.person("Anna").slash(thread, "game rematch")

    await tidy(harness, 2 * KEPT_OPEN)

    assert threads(harness) == {"The bridge at Ormes": False}


async def test_an_unused_thread_goes_once_it_is_not_young_and_those_of_others_stay(harness: Any) -> None:
    channel = harness.bot.get_channel(int(harness.sandbox.channel("battle")["id"]))
    harness.clock.passes(minutes=1)
    await channel.create_thread(name="for a game")
    await harness.sandbox.settled()

    await tidy(harness, timedelta(minutes=1))
    assert threads(harness) == {"for a game": False}
    await tidy(harness, YOUNG)
    assert threads(harness) == {}


async def test_nothing_is_tidied_while_a_thread_is_being_opened(harness: Any) -> None:
    channel = harness.bot.get_channel(int(harness.sandbox.channel("battle")["id"]))
    await channel.create_thread(name="for a game")
    await harness.sandbox.settled()
    harness.bot.thread_cleanup._threads.under_way += 1

    await tidy(harness, 2 * YOUNG)

    assert threads(harness) == {"for a game": False}

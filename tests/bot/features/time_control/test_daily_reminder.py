"""The daily reminder over real sockets: posted, turned off by its button, gone when it has served."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.features.time_control.test_time_control import posts, start_game

WAITS = "the game waits for you"


@pytest.mark.long
async def test_it_calls_one_player_and_goes_when_they_have_acted(harness: Any) -> None:
    anna, _bruno = await start_game(harness, "")
    await harness.later(days=1, minutes=1)
    [reminder] = posts(harness, WAITS)
    await harness.again()
    await harness.quiet()
    [same] = posts(harness, WAITS)
    anna = harness.person("Anna")
    await anna.slash("battle", "done")
    await harness.quiet()

    assert [user["id"] for user in reminder.json["mentions"]] == [anna.id]
    assert same.id == reminder.id, "a restart repeats nothing"
    assert posts(harness, WAITS) == []


async def test_one_press_ends_it_and_a_command_brings_it_back(harness: Any) -> None:
    anna, bruno = await start_game(harness, "")
    await harness.later(days=1, minutes=1)
    [reminder] = posts(harness, WAITS)

    others = await bruno.click(reminder, "No daily reminders")
    own = await anna.click(reminder, "No daily reminders")
    await harness.later(days=3)
    off = posts(harness, WAITS)
    shown = await anna.slash("battle", "time hours", daily=True)
    await harness.quiet()

    assert others.ephemeral
    assert "Only the player who was reminded" in others.words
    assert own.ephemeral
    assert "No more daily reminders" in own.words
    assert [m.id for m in off] == [reminder.id]
    assert "you are reminded once a day" in shown.words
    assert len(posts(harness, WAITS)) == 1, "the new one takes the place of the old one"
    assert posts(harness, WAITS)[0].id != reminder.id

"""A clock with a deadline at a fixed hour, over real sockets: agreed on, shown, kept through a rematch."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.features.time_control.test_time_control import posts, start_game, times


async def test_an_hour_of_the_proposers_zone_is_agreed_on_and_shown(harness: Any) -> None:
    anna, bruno = await start_game(harness, "")
    await anna.slash("battle", "time hours", zone="Europe/Paris")
    wrong = await anna.slash("battle", "time clock", time="daily 25:00")
    offered = await anna.complete("battle", "time clock", {"time": "dai"}, focused="time")
    await anna.slash("battle", "time clock", time="daily 21:00")
    await harness.quiet()
    await bruno.click(posts(harness, "proposes a different clock")[-1], "Agree to this clock")
    await harness.quiet()
    shown = await bruno.slash("battle", "time clock")

    clock = await times(harness)
    due = clock.deadline("blue")
    assert "I cannot read" in wrong.words
    assert offered[0]["value"] == "daily 21:00"
    assert "every day at 21:00" in offered[0]["name"]
    assert "every day at 21:00 (Europe/Paris), 12 hours" in shown.words
    assert f"<t:{int(due.timestamp())}:f>" in shown.words
    assert clock.terms.text == "daily 21:00 Europe/Paris"


@pytest.mark.long
async def test_it_is_an_option_of_a_new_game_and_stays_for_the_rematch(harness: Any) -> None:
    anna, bruno = await start_game(harness, "clock=daily 21:00 Europe/Paris late=wait")
    sure = await anna.slash("battle", "game resign")
    await anna.click(sure, "Yes, give up")
    await harness.quiet()
    await anna.slash("battle", "game rematch")
    lobby = await bruno.slash("battle", "time clock")

    assert "every day at 21:00 (Europe/Paris)" in lobby.words
    assert "then the game waits" in lobby.words

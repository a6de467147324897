"""A pause that the players agree on: proposed, answered by a button, ended by either."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.bot.features.time_control.test_time_control import left, posts, start_game, times

PROPOSAL, PAUSED = "proposes a pause", "paused the game"
MINUTE = timedelta(minutes=1)


async def paused_game(harness: Any, options: str = "clock=1d") -> tuple[Any, Any]:
    """Anna has proposed a pause, Bruno has agreed."""
    anna, bruno = await start_game(harness, options)
    await anna.slash("battle", "time pause")
    await harness.quiet()
    await bruno.click(posts(harness, PROPOSAL)[-1], "Agree to the pause")
    await harness.quiet()
    return anna, bruno


@pytest.mark.long
async def test_agreed_by_a_button_the_clock_stands_until_either_resumes(harness: Any) -> None:
    anna, bruno = await start_game(harness, "clock=1d")
    await harness.later(hours=4)
    asked = await anna.slash("battle", "time pause")
    await harness.quiet()
    [proposal] = posts(harness, PROPOSAL)
    own = await anna.click(proposal, "Agree to the pause")
    agreed = await bruno.click(proposal, "Agree to the pause")
    await harness.quiet()
    standing = (await times(harness)).running
    refused = await anna.slash("battle", "done")
    await harness.later(days=30)
    await harness.again()
    await harness.quiet()
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    calls = posts(harness, "your move")
    resumed = await bruno.click(posts(harness, PAUSED)[-1], "Resume the game")
    await harness.quiet()

    assert asked.ephemeral
    assert [user["id"] for user in proposal.json["mentions"]] == [bruno.id]
    assert "Only a player on the other side" in own.words
    assert "the game is paused" in agreed.words
    assert standing == ()
    assert "You and the other side have paused this game" in refused.words
    assert calls == [], "no call stands in a pause"
    assert posts(harness, PROPOSAL) == [], "an answered question goes"
    assert "goes on" in resumed.words
    assert abs(await left(harness) - timedelta(hours=20)) < MINUTE
    assert [user["id"] for user in posts(harness, "your move")[-1].json["mentions"]] == [anna.id]
    assert "paused the game" in (await anna.slash("battle", "log")).words
    assert (await harness.game()).record.status == "playing"


@pytest.mark.long
async def test_no_daily_reminder_comes_in_a_pause_and_one_a_day_after_it(harness: Any) -> None:
    anna, _bruno = await paused_game(harness, "")
    await harness.later(days=9)
    silent = posts(harness, "the game waits for you")
    await anna.slash("battle", "time resume")
    await harness.later(hours=23)
    early = posts(harness, "the game waits for you")
    await harness.later(hours=2)

    assert silent == early == []
    assert len(posts(harness, "the game waits for you")) == 1


@pytest.mark.long
async def test_a_declined_pause_is_asked_for_again_only_after_the_next_order(harness: Any) -> None:
    anna, bruno = await start_game(harness, "clock=1d")
    await anna.slash("battle", "time pause")
    await harness.quiet()
    await bruno.click(posts(harness, PROPOSAL)[-1], "Play on")
    await harness.quiet()
    asked = await anna.slash("battle", "time pause")

    assert len(posts(harness, "declined the pause")) == 1
    assert "would rather play on" in asked.words
    assert (await times(harness)).running == ("blue",)


async def test_against_the_computer_player_a_pause_begins_at_once(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()

    paused = await anna.slash("battle", "time pause")
    others = await harness.person("Clara").slash("battle", "time resume")
    resumed = await anna.slash("battle", "time resume")
    nothing = await anna.slash("battle", "time resume")

    assert "The game is paused" in paused.words
    assert "no side in this game" in others.words
    assert "The pause is over" in resumed.words
    assert "not paused" in nothing.words


@pytest.mark.long
async def test_players_cannot_end_a_moderators_pause(harness: Any) -> None:
    anna, _bruno = await start_game(harness, "clock=1d")
    marshal = harness.person("Marshal")
    await marshal.slash("battle", "marshal pause", reason="a question of rules")

    refused = await anna.slash("battle", "time resume")

    assert "only a moderator can resume it" in refused.words
    assert (await times(harness)).running == ()


@pytest.mark.long
async def test_an_old_proposal_does_not_pause_the_game_after_it_was_resumed(harness: Any) -> None:
    anna, bruno = await start_game(harness, "clock=1d")
    await anna.slash("battle", "time pause")
    await harness.quiet()
    proposal = posts(harness, PROPOSAL)[-1]
    await bruno.slash("battle", "time pause")  # the same as agreeing
    await anna.slash("battle", "time resume")

    assert proposal.gone
    assert (await times(harness)).running == ("blue",)
    await anna.slash("battle", "time pause")
    await harness.quiet()
    assert (await times(harness)).running == ("blue",), "a new proposal needs a new answer"

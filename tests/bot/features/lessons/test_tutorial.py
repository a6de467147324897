"""The tutorial, from the first button to the victory message, as a newcomer plays it."""

from __future__ import annotations

from typing import Any

import pytest

LESSON = "Do it for me"
MOST_POSTS = 10


async def test_a_newcomer_is_shown_the_tutorial_and_the_battles(harness: Any) -> None:
    anna = harness.person("Anna")

    welcome = await anna.until("tutorial", "Welcome")

    assert welcome.labels == ["Start the tutorial", "Choose a battle"]


async def test_who_comes_second_to_the_welcome_learns_in_a_thread_of_his_own(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    welcome = await anna.until("tutorial", "Welcome")

    await anna.click(welcome, "Start the tutorial")
    answer = await bruno.click(welcome, "Start the tutorial")

    assert "a thread that only you and the moderators can see" in answer.words


async def test_no_button_of_the_panel_is_missing_for_want_of_room(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.click(await anna.until("tutorial", "Welcome"), "Start the tutorial")
    await anna.slash("tutorial", "done")
    panel = await anna.slash("tutorial", "move", unit="inf-1", path="0506 0505 0504")

    panel = await anna.select(panel, panel.selects[0]["custom_id"], "guard")
    await harness.quiet()

    rows = [[b["label"] for b in row if b["type"] == 2] for row in panel.rows]
    assert [row for row in rows if row] == [
        ["Type a hex"],
        [LESSON, "Step by step", "Done with movement", "Undo"],
        ["Map and key", "Write orders", "Skip this page"],
    ]


async def test_what_was_done_before_its_page_is_not_asked_for_again(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.click(await anna.until("tutorial", "Welcome"), "Start the tutorial")
    await anna.slash("tutorial", "done")

    before = (await anna.slash("tutorial", "move", unit="guard", path="0206 0305")).words
    after = (await anna.slash("tutorial", "move", unit="inf-1", path="0506 0505 0504")).words

    assert "**Roads.**" in before
    assert "still waiting for" not in before
    assert "**Support.**" in after
    assert "✅ **Roads:**" in after


@pytest.mark.long
async def test_the_tutorial_can_be_played_with_one_button_alone(harness: Any) -> None:
    anna = harness.person("Anna")
    welcome = await anna.until("tutorial", "Welcome")

    panel = await anna.click(welcome, "Start the tutorial")
    for _ in range(80):
        await harness.quiet()
        game = await harness.game()
        if game.state.result:
            break
        panel = await anna.click(panel, "Give orders" if LESSON not in panel.labels else LESSON)
    await harness.quiet()

    public = [m for m in harness.sandbox.messages("tutorial", "Anna") if not m.ephemeral]
    last = public[-1]
    assert "Lessons finished: Morne Plaine" in last.words
    assert last.labels[-4:] == ["Rematch with sides swapped", "What mattered", "Film", "Record"]
    assert len(public) <= MOST_POSTS, [m.words[:80] for m in public]
    again = await anna.slash("battle", "learn", system="morne_plaine")
    assert "You have finished" in again.words
    after = await anna.click(last, "Next: Pousse-pion")
    assert "Your lessons in **Pousse-pion** are waiting in" in after.words
    assert "Blue wins" in last.words or "draw" in last.words, last.words
    assert "seed" in last.words
    assert last.pictures[0]["description"]

"""The tutorial, from the first button to the victory message, as a newcomer plays it."""

from __future__ import annotations

from typing import Any

LESSON = "Do it for me"


async def test_a_newcomer_is_shown_one_button(house: Any) -> None:
    anna = house.person("Anna")

    welcome = await anna.until("tutorial", "Welcome")

    assert welcome.labels == ["Start the tutorial"]


async def test_the_tutorial_can_be_played_with_one_button_alone(house: Any) -> None:
    anna = house.person("Anna")
    welcome = await anna.until("tutorial", "Welcome")

    panel = await anna.click(welcome, "Start the tutorial")
    for _ in range(80):
        await house.quiet()
        table = await house.game()
        if table.state.result:
            break
        panel = await anna.click(panel, "Give orders" if LESSON not in panel.labels else LESSON)
    await house.quiet()

    last = house.sandbox.messages("tutorial", "Anna")[-1]
    assert "Blue wins" in last.words or "draw" in last.words, last.words
    assert "seed" in last.words
    assert last.attachments[0]["description"]

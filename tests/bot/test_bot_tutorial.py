"""The tutorial, from the first button to the victory message, as a newcomer plays it."""

from __future__ import annotations

from typing import Any

LESSON = "Do it for me"


async def test_a_newcomer_is_shown_one_button(house: Any) -> None:
    anna = house.person("Anna")

    welcome = await anna.until("tutorial", "Welcome")

    assert welcome.labels == ["Start the tutorial"]


async def test_no_button_of_the_panel_is_missing_for_want_of_room(house: Any) -> None:
    anna = house.person("Anna")
    await anna.click(await anna.until("tutorial", "Welcome"), "Start the tutorial")
    await anna.slash("tutorial", "done")
    panel = await anna.slash("tutorial", "move", unit="inf-1", path="0506 0505 0504")

    panel = await anna.select(panel, panel.selects[0]["custom_id"], "guard")
    await house.quiet()

    rows = [[b["label"] for b in row["components"] if b["type"] == 2] for row in panel.json["components"]]
    assert [row for row in rows if row] == [
        [LESSON, "Step by step", "Done with movement", "Undo"],
        ["Map", "Write orders"],
    ]


async def test_a_lesson_that_has_become_impossible_says_so(house: Any) -> None:
    anna = house.person("Anna")
    await anna.click(await anna.until("tutorial", "Welcome"), "Start the tutorial")
    await anna.slash("tutorial", "done")

    panel = await anna.slash("tutorial", "move", unit="guard", path="0206 0305")

    assert "`/move unit:guard path:0206 0305` would have shown it" in panel.words
    assert LESSON not in panel.labels
    assert "Done with movement" in panel.labels


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

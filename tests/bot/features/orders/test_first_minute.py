"""What is at stake stands in the private panel as well, until the first order."""

from __future__ import annotations

from typing import Any

import pytest


async def give_orders(person: Any) -> Any:
    """The panel behind the button of the newest post that has it."""
    post = [m for m in person.sees("battle") if "Give orders" in m.labels and not m.ephemeral][-1]
    return await person.click(post, "Give orders")


STAKE = "At stake are the two halves of the village"
QUESTION = "Blue moves first: each unit may be moved once"


@pytest.mark.long
async def test_the_first_panel_says_what_is_at_stake_and_what_the_first_question_means(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()

    panel = await give_orders(anna)
    first = panel.words
    chosen = (await anna.select(panel, panel.selects[0]["custom_id"], "line-1")).words
    moved = await anna.slash("battle", "move", unit="line-1", path="0708")

    assert STAKE in first
    assert QUESTION in first
    assert STAKE not in chosen, "a chosen unit leaves the room to its map"
    assert STAKE not in moved.words
    assert STAKE not in (await give_orders(anna)).words


@pytest.mark.long
async def test_the_other_side_is_told_in_its_own_first_panel(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="kurokawa", side="red", opponent=bruno.id)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()
    await anna.slash("battle", "plan write", unit="yari-1", order="march", path="NE")

    one, other = await give_orders(anna), await give_orders(bruno)

    assert "At stake is the bridge" not in one.words
    assert "At stake is the bridge" in other.words


async def test_what_the_first_question_means_is_told_only_to_whom_it_is_put(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="ormes", side="blue", opponent=bruno.id)
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await anna.slash("battle", "done")
    await harness.quiet()

    panel = await give_orders(bruno)

    assert STAKE in panel.words
    assert QUESTION not in panel.words


async def test_who_plays_both_sides_is_told_once(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="both")
    await anna.slash("battle", "game start")
    await harness.quiet()
    first = (await give_orders(anna)).words

    after = await anna.slash("battle", "done")

    assert STAKE in first
    assert STAKE not in after.words


@pytest.mark.parametrize("battle", ["tutorial", "nonaka"])
async def test_a_lesson_tells_it_itself(harness: Any, battle: str) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle=battle, side="both")
    await anna.slash("battle", "game start")
    await harness.quiet()

    panel = await give_orders(anna)

    assert "At stake" not in panel.words

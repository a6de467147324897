"""Lessons about secret orders, over real sockets: read on the sheet, done with one button, by one side."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.model.world import World


async def start_lesson(harness: Any) -> Any:
    """Anna plays Red at Nonaka against the computer player; her first orders are due."""
    harness.bot.games.secret = lambda n: b"\x07" * n
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="nonaka", side="red", partner=True)
    await harness.quiet()
    await anna.slash("battle", "game start")
    await harness.quiet()
    return anna


@pytest.mark.long
async def test_the_pages_are_turned_by_the_orders_they_propose(harness: Any) -> None:
    anna = await start_lesson(harness)
    post = [m for m in anna.sees("battle") if "Do it for me" in m.labels and not m.ephemeral][-1]

    reply, said = await anna.click(post, "Do it for me"), [post.words]
    while (await harness.game()).state.turn == 1:
        await harness.quiet()
        said.append(reply.words)
        assert reply.ephemeral
        reply = await anna.click(reply, "Do it for me")
    await harness.quiet()

    heads = ("Secret orders", "Run, and Commanders", "Archers", "Horsemen", "Lock")
    assert [head for head, words in zip(heads, said, strict=True) if f"**{head}" not in words] == []
    red = {id_: u.hex for id_, u in (await harness.game()).state.units.items() if u.side == "red"}
    assert red == {"akagi": "0508", "nagi-1": "0506", "yari-1": "0505", "yumi-1": "0606", "kiba-1": "0405"}


@pytest.mark.long
async def test_the_sheet_has_the_open_page_and_its_button(harness: Any) -> None:
    anna = await start_lesson(harness)

    post = [m for m in anna.sees("battle") if "Give orders" in m.labels and not m.ephemeral][-1]
    reply = await anna.click(post, "Give orders")
    await anna.slash("battle", "plan write", unit="nagi-1", order="march", path="NE")
    after = await anna.click(post, "Give orders")

    assert "Try: `nagi-1 march NE`" in reply.words
    assert "Do it for me" in reply.labels
    assert "Try: `yari-1 run NE NE`" in after.words


async def test_the_sheet_by_command_says_what_its_button_does_and_locks(harness: Any) -> None:
    anna = await start_lesson(harness)

    reply = await anna.slash("battle", "plan show")

    assert "Try: `nagi-1 march NE`" in reply.words
    assert {"Do it for me", "Lock orders", "Give orders"} <= {*reply.labels}


@pytest.mark.long
async def test_against_a_person_the_page_is_read_on_the_own_sheet_alone(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", battle="nonaka", side="red", rated=False)
    await harness.quiet()
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await harness.quiet()

    post = [m for m in bruno.sees("battle") if "Give orders" in m.labels][-1]
    mine, his = await anna.click(post, "Give orders"), await bruno.click(post, "Give orders")

    assert "Lesson" not in post.words
    assert "Do it for me" not in post.labels
    assert "Do it for me" in mine.labels
    assert "Lesson" not in his.words


@pytest.mark.long
async def test_after_an_order_the_panel_has_the_unit_of_the_next_page_in_hand(harness: Any) -> None:
    anna = await start_lesson(harness)
    post = [m for m in anna.sees("battle") if "Do it for me" in m.labels and not m.ephemeral][-1]

    reply = await anna.click(post, "Do it for me")
    first = reply.words
    while "Try: `lock`" not in reply.words:
        reply = await anna.click(reply, "Do it for me")

    assert "**yari-1** (Yari-gumi Kubo) at " in first
    assert "**akagi** (" not in first
    assert "**akagi** (" not in reply.words
    assert "Lock orders" in reply.labels


@pytest.mark.long
async def test_the_line_to_type_is_in_the_language_of_who_reads_it_and_is_understood(build: Any) -> None:
    async with build(world=World().with_locales({"Anna": "fr"})) as harness:
        anna = await start_lesson(harness)
        first = (await anna.slash("battle", "plan show")).words

        form = await anna.slash("battle", "orders")
        plan = await anna.submit(form, {"text": "nagi-1 marche NE\nyari-1 course NE NE"})
        give = next(label for label in plan.labels if label.startswith("Donner"))
        await anna.click(plan, give)
        after = (await anna.slash("battle", "plan show")).words

    assert "`nagi-1 marche NE`" in first
    assert "`yumi-1 marche NE`" in after

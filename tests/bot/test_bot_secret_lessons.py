"""Lessons about secret orders, over real sockets: read on the sheet, done with one button, by one side."""

from __future__ import annotations

from typing import Any

from sandbox.world import World


async def begun(house: Any) -> Any:
    """Anna plays Red at Nonaka against the sparring partner; her first orders are due."""
    house.bot.desk.secret = lambda n: b"\x07" * n
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="nonaka", side="red", partner=True)
    await house.quiet()
    await anna.slash("battle", "game start")
    await house.quiet()
    return anna


async def test_the_pages_are_turned_by_the_orders_they_propose(house: Any) -> None:
    anna = await begun(house)
    post = [m for m in anna.sees("battle") if "Do it for me" in m.labels and not m.ephemeral][-1]

    shown, said = await anna.click(post, "Do it for me"), [post.words]
    while (await house.game()).state.turn == 1:
        await house.quiet()
        said.append(shown.words)
        assert shown.ephemeral
        shown = await anna.click(shown, "Do it for me")
    await house.quiet()

    heads = ("Secret orders", "Run, and Commanders", "Archers", "Horsemen", "Lock")
    assert [head for head, words in zip(heads, said, strict=True) if f"**{head}" not in words] == []
    red = {id_: u.hex for id_, u in (await house.game()).state.units.items() if u.side == "red"}
    assert red == {"akagi": "0508", "nagi-1": "0506", "yari-1": "0505", "yumi-1": "0606", "kiba-1": "0405"}


async def test_the_sheet_has_the_open_page_and_its_button(house: Any) -> None:
    anna = await begun(house)

    post = [m for m in anna.sees("battle") if "Give orders" in m.labels and not m.ephemeral][-1]
    shown = await anna.click(post, "Give orders")
    await anna.slash("battle", "order", unit="nagi-1", order="march", path="NE")
    after = await anna.click(post, "Give orders")

    assert "Try: `nagi-1 march NE`" in shown.words
    assert "Do it for me" in shown.labels
    assert "Try: `yari-1 run NE NE`" in after.words


async def test_the_sheet_by_command_says_what_its_button_does_and_locks(house: Any) -> None:
    anna = await begun(house)

    shown = await anna.slash("battle", "sheet")

    assert "Try: `nagi-1 march NE`" in shown.words
    assert {"Do it for me", "Lock the orders", "Give orders"} <= {*shown.labels}


async def test_against_a_person_the_page_is_read_on_the_own_sheet_alone(house: Any) -> None:
    anna, bruno = house.person("Anna"), house.person("Bruno")
    await anna.slash("battle", "game new", scenario="nonaka", side="red")
    await house.quiet()
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    await house.quiet()

    post = [m for m in bruno.sees("battle") if "Give orders" in m.labels][-1]
    mine, his = await anna.click(post, "Give orders"), await bruno.click(post, "Give orders")

    assert "Lesson" not in post.words
    assert "Do it for me" not in post.labels
    assert "Do it for me" in mine.labels
    assert "Lesson" not in his.words


async def test_after_an_order_the_panel_has_the_unit_of_the_next_page_in_hand(house: Any) -> None:
    anna = await begun(house)
    post = [m for m in anna.sees("battle") if "Do it for me" in m.labels and not m.ephemeral][-1]

    shown = await anna.click(post, "Do it for me")
    first = shown.words
    while "Try: `lock`" not in shown.words:
        shown = await anna.click(shown, "Do it for me")

    assert "(`yari-1`)" in first
    assert "(`akagi`)" not in first
    assert "(`akagi`)" not in shown.words
    assert "Lock the orders" in shown.labels


async def test_the_line_to_type_is_in_the_language_of_who_reads_it_and_is_understood(build: Any) -> None:
    async with build(world=World().speaking({"Anna": "fr"})) as house:
        anna = await begun(house)
        first = (await anna.slash("battle", "sheet")).words

        form = await anna.slash("battle", "orders")
        plan = await anna.submit(form, {"text": "nagi-1 marche NE\nyari-1 course NE NE"})
        give = next(label for label in plan.labels if label.startswith("Donner"))
        await anna.click(plan, give)
        after = (await anna.slash("battle", "sheet")).words

    assert "`nagi-1 marche NE`" in first
    assert "`yumi-1 marche NE`" in after

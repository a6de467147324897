"""Forms with choices: what is filled in gives the same order as typing it, and mistakes are told kindly."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.features.secret_orders.test_secret_orders import envelope, panel, start_game


@pytest.mark.long
async def test_a_secret_order_in_one_form_takes_two_presses(harness: Any) -> None:
    anna, _ = await start_game(harness)
    form = await anna.click(await panel(harness, anna), "Order form")
    sheet = await anna.submit(form, {"unit": "yari-1", "order": "march", "text": "0907"})
    await harness.quiet()

    assert (await envelope(harness, "red"))["yari-1"]["order"] == "march"
    assert "yari-1" in sheet.words or "Yari" in sheet.words


@pytest.mark.long
async def test_what_a_unit_cannot_do_is_refused_and_nothing_is_written(harness: Any) -> None:
    anna, _ = await start_game(harness)
    form = await anna.click(await panel(harness, anna), "Order form")
    answer = await anna.submit(form, {"unit": "yari-1", "order": "march", "text": "0101"})
    await harness.quiet()

    assert "0101" in answer.words
    assert "yari-1" not in await envelope(harness, "red")


async def test_a_clock_is_chosen_in_a_form(harness: Any) -> None:
    anna, _ = await start_game(harness)
    form = await anna.click(await anna.slash("battle", "time clock"), "Choose a clock")
    answer = await anna.submit(form, {"time": "3d", "late": "wait", "text": ""})
    await harness.quiet()

    assert "3 days" in answer.words

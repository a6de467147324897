"""A phase ends, and orders are locked, only when that is meant."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.features.batch_orders.test_batch_orders import at_ormes, plan
from tests.bot.features.secret_orders.test_secret_orders import start_game


async def test_a_pressed_button_asks_once_while_units_can_still_act(harness: Any) -> None:
    anna = await at_ormes(harness)
    panel = await anna.slash("battle", "move", unit="line-1", path="0708")
    before = await harness.game()

    asked = await anna.click(panel, "Done with movement")
    words, kept = asked.words, await harness.game()
    meant = await anna.click(asked, "Done with movement anyway")

    assert "units can still act in this phase" in words
    assert "line-2" in words
    assert (kept.last, kept.state.phase) == (before.last, before.state.phase)
    assert (await harness.game()).state.player != before.state.player
    assert "anyway" not in " ".join(meant.labels)


async def test_a_typed_end_of_the_phase_is_meant(harness: Any) -> None:
    anna = await at_ormes(harness)
    before = await harness.game()

    await anna.slash("battle", "done")

    assert (await harness.game()).last > before.last


@pytest.mark.long
async def test_a_press_that_is_stale_when_asked_for_ends_nothing(
    harness: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.transport.latest_panels.LIFE", -1.0)  # too old to be deleted by a newer one
    anna = await at_ormes(harness)
    panel = await anna.slash("battle", "move", unit="line-1", path="0708")
    asked = await anna.click(panel, "Done with movement")
    await anna.slash("battle", "done")
    before = await harness.game()

    late = await anna.click(asked, "Done with movement anyway")

    assert (await harness.game()).last == before.last
    assert "outdated" in late.words or "no longer" in late.words or "since" in late.words


@pytest.mark.long
async def test_orders_are_not_locked_after_a_line_that_was_refused(harness: Any) -> None:
    anna, _ = await start_game(harness)

    reply = await plan(harness, anna, "yari-9 march NW\nyari-1 march NW\nlock")
    words = reply.words
    await anna.click(reply, "Give this order")

    game = await harness.game()
    assert "red" in game.state.active, "not locked"
    assert "line 1 was refused" in words

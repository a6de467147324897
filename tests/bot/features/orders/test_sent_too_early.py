"""An end of a phase, or a lock, belongs to the phase in which it was sent, however late it is received."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.locking import ALL_THE_SAME, lock

LATE = 5.0
"""Seconds that what was typed is under way."""


async def sent_before(harness: Any, who: str, command: str) -> Any:
    """Typed some seconds before now, received now."""
    harness.sandbox.delivery.age = LATE
    try:
        return await harness.person(who).slash("battle", command)
    finally:
        harness.sandbox.delivery.age = 0.0


@pytest.mark.long
async def test_a_lock_sent_before_the_turn_began_does_not_lock_the_next_turn(harness: Any) -> None:
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await anna.slash("battle", "game new", {"battle": "nonaka", "side": "red"})
    await bruno.slash("battle", "game join")
    await anna.slash("battle", "game start")
    harness.clock.passes(seconds=60)
    await anna.slash("battle", "plan write", {"unit": "yari-1", "order": "rest"})
    await lock(anna)
    await lock(bruno)
    await harness.quiet()
    assert (await harness.game()).state.turn == 2
    await anna.slash("battle", "plan write", {"unit": "yari-1", "order": "rest"})

    again = await sent_before(harness, "Anna", "plan lock")

    game = await harness.game()
    assert "You sent that before the **planning** phase began" in again.words
    assert "red" in game.state.active
    assert game.state.turn == 2


async def test_a_done_sent_twice_ends_one_phase(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", {"battle": "ormes", "side": "both"})
    await anna.slash("battle", "game start")
    harness.clock.passes(seconds=60)
    await anna.slash("battle", "done")
    await harness.quiet()
    before = (await harness.game()).state

    second = await sent_before(harness, "Anna", "done")

    after = (await harness.game()).state
    assert "You sent that before" in second.words
    assert (after.turn, after.player, after.phase) == (before.turn, before.player, before.phase)
    await anna.slash("battle", "done")
    assert (await harness.game()).state.player != before.player


@pytest.mark.parametrize("written", [0, 1])
async def test_a_typed_lock_asks_while_units_have_no_order(harness: Any, written: int) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", {"battle": "nonaka", "side": "red"})
    await harness.person("Bruno").slash("battle", "game join")
    await anna.slash("battle", "game start")

    if written:
        await anna.slash("battle", "plan write", unit="yari-1", order="march", path="NW")

    asked = await anna.slash("battle", "plan lock")

    assert f"{5 - written} units have no order yet" in asked.words
    assert "red" in (await harness.game()).state.active
    await anna.click(asked.message, ALL_THE_SAME)
    assert "red" not in (await harness.game()).state.active

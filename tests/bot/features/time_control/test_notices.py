"""Short notices: you are the last to lock; and, for those who wish it, you are next."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.features.time_control.test_time_control import posts, start_game
from tests.bot.locking import lock
from tests.bot.two_players import order

LAST, NEXT = "you are the last to lock", "has begun"


def mentioned(post: Any) -> list[str]:
    return [user["id"] for user in post.json["mentions"]]


@pytest.mark.long
async def test_the_last_to_lock_is_told_once_and_the_notice_goes_when_they_have(harness: Any) -> None:
    anna, bruno = await start_game(harness, "", "nonaka")
    none = posts(harness, LAST)
    await lock(bruno)
    await harness.quiet()
    [notice] = posts(harness, LAST)
    calls = posts(harness, "your orders:")
    await harness.again()
    await harness.quiet()
    again = posts(harness, LAST)
    anna, bruno = harness.person("Anna"), harness.person("Bruno")
    await bruno.slash("battle", "plan unlock")
    await harness.quiet()
    withdrawn = posts(harness, LAST)
    await lock(bruno)
    await harness.quiet()
    relocked = posts(harness, LAST)
    await lock(anna)
    await harness.quiet()

    assert none == []
    assert mentioned(notice) == [anna.id]
    assert all(anna.id not in mentioned(call) for call in calls), "one call at a time stands"
    assert [m.id for m in again] == [notice.id]
    assert withdrawn == relocked == [], "who locks and unlocks does not ring the bell each time"
    assert (await harness.game()).state.turn >= 1
    assert posts(harness, LAST) == []


@pytest.mark.long
async def test_the_notice_says_nothing_of_what_the_other_side_has_ordered(harness: Any) -> None:
    _anna, bruno = await start_game(harness, "", "nonaka")
    game = await harness.game()
    side = game.sides_of(int(bruno.id))[0]
    own = [u for u in game.state.units.values() if u.side == side]
    await lock(bruno)
    await harness.quiet()

    words = posts(harness, LAST)[-1].words

    assert not any(unit.id in words or (unit.name and unit.name in words) for unit in own)
    assert not any(unit.hex and unit.hex in words for unit in own)


async def test_no_one_is_last_against_the_computer_player(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="nonaka", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()

    assert posts(harness, LAST) == []


@pytest.mark.long
async def test_who_wishes_it_is_told_when_the_side_before_has_begun(harness: Any) -> None:
    anna, bruno = await start_game(harness, "")
    await order(harness)
    silent = posts(harness, NEXT)
    await bruno.slash("battle", "time hours", next=True)
    while (await harness.game()).state.player == "blue":
        await anna.slash("battle", "done")
        await harness.quiet()
    late = posts(harness, NEXT)
    while (await harness.game()).state.player == "orange":
        await bruno.slash("battle", "done")
        await harness.quiet()
    before = posts(harness, NEXT)
    await order(harness)
    [notice] = posts(harness, NEXT)
    await order(harness)
    await harness.again()
    await harness.quiet()
    once = posts(harness, NEXT)
    anna = harness.person("Anna")
    while (await harness.game()).state.player == "blue":
        await anna.slash("battle", "done")
        await harness.quiet()

    assert silent == late == before == [], "off unless wished for; not in the middle of a turn"
    assert mentioned(notice) == [bruno.id]
    assert [m.id for m in once] == [notice.id]
    assert posts(harness, NEXT) == [], "it has served"

"""What a turn costs a channel in messages, and whom it pings."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandbox.faults import Fault
from tests.bot.two_people import CHANNEL, begin, order, play

CALL = "🔔"


def calls(house: Any) -> list[Any]:
    """The calls that stand in the channel."""
    return [m for m in house.sandbox.messages(CHANNEL, "Clara") if CALL in m.text]


def pinged(message: Any) -> list[str]:
    return [str(user["id"]) for user in message["mentions"]]


@pytest.mark.parametrize(
    ("scenario", "reports", "called"), [("ormes", 2, 2), ("nonaka", 1, 1), ("gue", 2, 2), ("puits", 4, 4)]
)
async def test_a_turn_leaves_one_report_a_player_turn_and_one_call(
    house: Any, scenario: str, reports: int, called: int
) -> None:
    await begin(house, scenario)

    cost = await play(house)

    told = [m for m in cost.sent if m not in cost.calls]
    standing = [m for m in cost.left if m in cost.calls]
    assert len(told) == reports
    assert all(m in cost.left and m["embeds"] for m in told), "what is told stays, and tells something"
    assert len(cost.calls) == called
    assert len(standing) == 1, "only whoever must act now is called still"
    assert all(CALL in m["content"] and len(m["mentions"]) == 1 for m in cost.calls)


async def test_each_player_turn_pings_exactly_whoever_must_act(house: Any) -> None:
    anna, bruno = await begin(house, "ormes")
    before = calls(house)
    cost = await play(house)

    assert before == [], "Anna has begun the game herself"
    assert [pinged(m) for m in cost.calls] == [[bruno.id], [anna.id]]
    sent = [e.json for e in house.sandbox.exchanges if e.method == "POST" and e.path.endswith("/messages")]
    bodies = [b for b in sent if isinstance(b, dict)]
    assert all(CALL in b["content"] for b in bodies if b["allowed_mentions"].get("users"))


async def handed_over(house: Any, anna: Any) -> None:
    """Anna ends her player-turn."""
    side = (await house.game()).owing
    while (await house.game()).owing == side:
        await anna.slash(CHANNEL, "done")
        await house.quiet()


async def test_a_call_vanishes_with_the_first_order_and_its_buttons_work_until_then(house: Any) -> None:
    anna, bruno = await begin(house, "ormes")
    await handed_over(house, anna)
    call = calls(house)[0]

    panel = await bruno.click(call, "Give orders")
    await order(house)

    assert "Done with" in " ".join(panel.labels)
    assert call.gone
    assert calls(house) == []


async def test_who_takes_his_turn_back_takes_the_call_away_too(house: Any) -> None:
    anna, _bruno = await begin(house, "ormes")
    await handed_over(house, anna)
    first = calls(house)
    await anna.slash(CHANNEL, "undo")
    await house.quiet()
    question = [m for m in house.sandbox.messages(CHANNEL, "Bruno") if "Agree" in m.labels][-1]
    await house.person("Bruno").click(question, "Agree")
    await house.quiet()

    assert len(first) == 1
    assert first[0].gone
    assert [pinged(m.json) for m in calls(house)] == [[anna.id]], "she has to be told that he agreed"


async def test_nobody_is_called_for_what_he_has_done_while_discord_was_away(house: Any) -> None:
    anna, bruno = await begin(house, "ormes")
    house.sandbox.faults.append(Fault(method="POST", path="/channels/*/messages", status=503, times=2))
    side = (await house.game()).owing
    while (await house.game()).owing == side:
        await anna.slash(CHANNEL, "done")
    await bruno.slash(CHANNEL, "done")
    await house.quiet()

    sent = [m for m in house.sandbox.messages(CHANNEL, "Clara") if m.json["mentions"]]
    assert all(pinged(m.json) != [bruno.id] for m in sent)


async def test_a_call_that_could_not_be_taken_away_goes_after_a_restart(house: Any) -> None:
    anna, bruno = await begin(house, "ormes")
    await handed_over(house, anna)
    call = calls(house)[0]
    house.sandbox.faults.append(Fault(method="DELETE", path="/channels/*/messages/*", status=503, times=99))
    await bruno.slash(CHANNEL, "done")
    stands = not call.gone
    await house.close()
    house.sandbox.faults.clear()
    await house.open()
    async with asyncio.timeout(10):
        while not call.gone:
            await house.sandbox.announcer.changed(0.1)

    assert stands


@pytest.mark.fault(75)
async def test_a_call_that_somebody_deleted_is_forgotten(house: Any) -> None:
    anna, bruno = await begin(house, "ormes")
    await handed_over(house, anna)
    house.sandbox.composer.delete(calls(house)[0].post)
    await bruno.slash(CHANNEL, "done")
    await house.quiet()

    assert [c.side for c in await house.store.ask(lambda r: r.calls())] == ["blue"], "it is her turn again"

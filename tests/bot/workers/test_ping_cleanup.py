"""What a turn costs a channel in messages, and whom it pings."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sandbox.rest.faults import Fault
from tests.bot.two_players import CHANNEL, begin, order, play
from tests.patience import PATIENCE

CALL = "🔔"


def calls(harness: Any) -> list[Any]:
    """The calls that stand in the channel."""
    return [m for m in harness.sandbox.messages(CHANNEL, "Clara") if CALL in m.text]


def pinged(message: Any) -> list[str]:
    return [str(user["id"]) for user in message["mentions"]]


@pytest.mark.long
@pytest.mark.parametrize(
    ("scenario", "reports", "called"), [("ormes", 2, 2), ("nonaka", 1, 2), ("gue", 2, 2), ("puits", 4, 6)]
)
async def test_a_turn_leaves_one_report_a_player_turn_and_one_call(
    harness: Any, scenario: str, reports: int, called: int
) -> None:
    await begin(harness, scenario)

    cost = await play(harness)

    reports_ = [m for m in cost.sent if m not in cost.calls]
    standing = [m for m in cost.left if m in cost.calls]
    assert len(reports_) == reports
    assert all(m in cost.left and m["components"] for m in reports_), (
        "what is told stays, and tells something"
    )
    assert len(cost.calls) == called
    assert len(standing) == 1, "only whoever must act now is called still"
    assert all(CALL in m["content"] and len(m["mentions"]) == 1 for m in cost.calls)


@pytest.mark.long
async def test_each_player_turn_pings_exactly_whoever_must_act(harness: Any) -> None:
    anna, bruno = await begin(harness, "ormes")
    before = calls(harness)
    so_far = len(harness.sandbox.exchanges)  # that the lobby is full may have been told
    cost = await play(harness)

    assert before == [], "Anna has begun the game herself"
    assert [pinged(m) for m in cost.calls] == [[bruno.id], [anna.id]]
    since = [*harness.sandbox.exchanges][so_far:]
    sent = [e.json for e in since if e.method == "POST" and e.path.endswith("/messages")]
    bodies = [b for b in sent if isinstance(b, dict)]
    assert [b for b in bodies if b["allowed_mentions"].get("users") and CALL not in b["content"]] == []


async def handed_over(harness: Any, anna: Any) -> None:
    """Anna ends her player-turn."""
    side = (await harness.game()).owing
    while (await harness.game()).owing == side:
        await anna.slash(CHANNEL, "done")
        await harness.quiet()


@pytest.mark.long
async def test_a_call_vanishes_with_the_first_order_and_its_buttons_work_until_then(harness: Any) -> None:
    anna, bruno = await begin(harness, "ormes")
    await handed_over(harness, anna)
    call = calls(harness)[0]

    panel = await bruno.click(call, "Give orders")
    await order(harness)

    assert "Done with" in " ".join(panel.labels)
    assert call.gone
    assert calls(harness) == []


@pytest.mark.long
async def test_who_takes_his_turn_back_takes_the_call_away_too(harness: Any) -> None:
    anna, _bruno = await begin(harness, "ormes")
    await handed_over(harness, anna)
    first = calls(harness)
    await anna.slash(CHANNEL, "undo")
    await harness.quiet()
    question = [m for m in harness.sandbox.messages(CHANNEL, "Bruno") if "Agree" in m.labels][-1]
    await harness.person("Bruno").click(question, "Agree")
    await harness.quiet()

    assert len(first) == 1
    assert first[0].gone
    assert [pinged(m.json) for m in calls(harness)] == [[anna.id]], "she has to be told that he agreed"


@pytest.mark.long
async def test_players_who_acted_while_discord_was_away_are_not_pinged(harness: Any) -> None:
    anna, bruno = await begin(harness, "ormes")
    harness.sandbox.faults.append(Fault(method="POST", path="/channels/*/messages", status=503, times=2))
    side = (await harness.game()).owing
    while (await harness.game()).owing == side:
        await anna.slash(CHANNEL, "done")
    await bruno.slash(CHANNEL, "done")
    await harness.quiet()

    sent = [m for m in harness.sandbox.messages(CHANNEL, "Clara") if m.json["mentions"]]
    assert all(pinged(m.json) != [bruno.id] for m in sent)


@pytest.mark.long
async def test_a_call_that_could_not_be_taken_away_goes_after_a_restart(harness: Any) -> None:
    anna, bruno = await begin(harness, "ormes")
    await handed_over(harness, anna)
    call = calls(harness)[0]
    harness.sandbox.faults.append(Fault(method="DELETE", path="/channels/*/messages/*", status=503, times=99))
    await bruno.slash(CHANNEL, "done")
    stands = not call.gone
    await harness.close()
    harness.sandbox.faults.clear()
    await harness.open()
    async with asyncio.timeout(PATIENCE):
        while not call.gone:
            await harness.sandbox.broadcaster.wait_for_change(0.1)

    assert stands


@pytest.mark.fault(75)
async def test_a_turn_ping_that_was_deleted_is_forgotten(harness: Any) -> None:
    anna, bruno = await begin(harness, "ormes")
    await handed_over(harness, anna)
    harness.sandbox.message_writer.delete(calls(harness)[0].post)
    await bruno.slash(CHANNEL, "done")
    await harness.quiet()

    assert [c.side for c in await harness.store.turn_pings.all()] == ["blue"], "it is her turn again"

"""Who wants words is answered with the first call, where the answer is ready at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.transport import interactions
from bot.transport.pending_answers import PendingAnswer
from sandbox import Fault
from tests.bot.features.batch_orders.test_batch_orders import at_ormes
from tests.patience import PATIENCE

MOVE = {"unit": "line-1", "path": "NE"}
CALLBACK = {"method": "POST", "path": "*/callback"}
LATE = "could not answer you in time"


async def in_words(harness: Any) -> Any:
    """Ormes, where Anna moves; she wants words."""
    anna = await at_ormes(harness)
    await anna.slash("battle", "me look", pictures="words")
    await harness.quiet()
    return anna


def calls(harness: Any, reply: Any) -> list[str]:
    """What the bot called to answer, in order."""
    about = reply.interaction.token
    return [f"{e.method} {e.path.rpartition('/')[2]}" for e in harness.sandbox.exchanges if about in e.path]


async def moved(harness: Any) -> bool:
    """Whether the order was carried out, once."""
    orders = [e for e in (await harness.game()).active_entries if getattr(e.command, "unit", "") == "line-1"]
    assert len(orders) < 2
    return bool(orders)


@pytest.mark.long
async def test_an_order_in_words_is_answered_with_one_call_and_a_press_too(harness: Any) -> None:
    anna = await in_words(harness)

    reply = await anna.slash("battle", "move", **MOVE)
    typed, words = calls(harness, reply), reply.words
    pressed = await anna.click(reply, "Undo")
    await harness.quiet()

    assert typed == ["POST callback"]
    assert "1st Line" in words or "line-1" in words
    assert calls(harness, pressed) == ["POST callback"]
    assert pressed.message.id == reply.message.id
    assert "Undone" in pressed.words
    assert not await moved(harness)


@pytest.mark.long
async def test_nothing_is_kept_of_an_answer_but_its_buttons_work(harness: Any) -> None:
    anna = await in_words(harness)
    kept = harness.bot._connection._view_store
    before = {*asyncio.all_tasks()}, len(kept._views), len(kept._synced_message_views)

    reply = await anna.slash("battle", "move", **MOVE)
    await harness.quiet()

    waiting = [task for task in {*asyncio.all_tasks()} - before[0] if "timeout" in repr(task.get_coro())]
    assert waiting == []
    assert (len(kept._views), len(kept._synced_message_views)) == before[1:]
    assert "Undone" in (await anna.click(reply, "Undo")).words


@pytest.mark.long
async def test_the_panel_before_an_answer_at_once_is_taken_away(harness: Any) -> None:
    anna = await in_words(harness)

    first = await anna.slash("battle", "move", **MOVE)
    second = await anna.slash("battle", "undo")
    await harness.quiet()

    assert (first.message.gone, second.message.gone) == (True, False)


@pytest.mark.long
@pytest.mark.promise(3)
@pytest.mark.fault(27)
async def test_what_is_not_ready_or_not_early_is_acknowledged_first(harness: Any) -> None:
    anna = await in_words(harness)
    handler = harness.bot.interactions
    patient = handler.timeouts

    handler.timeouts = replace(patient, early=-1.0)
    late = await anna.slash("battle", "move", **MOVE)
    handler.timeouts = replace(patient, at_once=0.0)
    slow = await anna.slash("battle", "undo")

    assert calls(harness, late)[:2] == ["POST callback", "PATCH @original"]
    assert calls(harness, slow)[:2] == ["POST callback", "PATCH @original"]
    assert not await moved(harness)


@pytest.mark.promise(2, 4)
@pytest.mark.fault(41, 46, 47, 48)
@pytest.mark.parametrize(
    "fault",
    [
        Fault(**CALLBACK, status=500, times=1),
        Fault(**CALLBACK, processed=True, drop=True),
        Fault(**CALLBACK, drop=True),
        Fault(**CALLBACK, status=0, mangled=lambda body: []),
    ],
    ids=["500", "done and lost", "lost", "unreadable"],
)
async def test_an_answer_at_once_that_fails_comes_another_way_and_the_order_stands(
    harness: Any, fault: Fault
) -> None:
    anna = await in_words(harness)
    harness.sandbox.faults.append(replace(fault))

    reply = await anna.slash("battle", "move", **MOVE)
    await harness.quiet()

    assert await moved(harness)
    assert "line-1" in reply.words


@pytest.mark.fault(28)
@pytest.mark.parametrize("begin", [in_words, at_ormes], ids=["words", "pictures"])
async def test_what_discord_has_forgotten_meanwhile_stands_and_the_channel_says_so(
    harness: Any, begin: Any
) -> None:
    anna = await begin(harness)
    await harness.quiet()
    harness.neglected = ["move"]
    harness.sandbox.faults.append(Fault.refusal(404, 10062, **CALLBACK))

    await anna.slash("battle", "move", MOVE, wait=False)
    post = await anna.until("battle", LATE)
    after = await anna.slash("battle", "undo")

    assert "1st Line" not in post.words
    assert calls(harness, after)[:2] == ["POST callback", "PATCH @original"], "acknowledged first for a while"
    assert not await moved(harness), "it stood, and was taken back"
    assert "Undone" in after.words


@pytest.mark.long
async def test_an_order_is_carried_out_while_its_acknowledgement_is_on_its_way(harness: Any) -> None:
    anna = await at_ormes(harness)
    await harness.quiet()
    harness.sandbox.faults.append(Fault(**CALLBACK, status=0, delay=0.5))

    made = await anna.slash("battle", "move", MOVE, wait=False)
    while not await moved(harness):
        await asyncio.sleep(0.01)
    acknowledged = harness.sandbox.state.records.interactions[made.interaction.id].acknowledged
    await harness.quiet()

    assert not acknowledged
    assert calls(harness, made)[:2] == ["POST callback", "PATCH @original"]


@pytest.mark.fault(27)
async def test_while_much_is_under_way_nothing_is_begun_that_discord_may_have_forgotten(
    harness: Any, monkeypatch: Any, caplog: Any
) -> None:
    monkeypatch.setattr(interactions, "MOST_EARLY", 0)
    anna = await at_ormes(harness)
    await harness.quiet()
    harness.neglected = ["move"]
    harness.sandbox.faults.append(Fault.refusal(404, 10062, **CALLBACK))

    await anna.slash("battle", "move", MOVE, wait=False)
    while "has expired" not in caplog.text or harness.bot.interactions.busy:
        await asyncio.sleep(0.01)

    assert not await moved(harness)


@pytest.mark.long
@pytest.mark.promise(7)
@pytest.mark.fault(76)
async def test_killed_between_the_order_and_its_only_call_the_channel_says_so(harness: Any) -> None:
    anna = await in_words(harness)
    harness.neglected = ["move"]
    harness.sandbox.faults.append(Fault(**CALLBACK, status=500, delay=60, times=9))
    made = await anna.slash("battle", "move", MOVE, wait=False)
    while not await moved(harness):
        await asyncio.sleep(0.01)
    owed: list[PendingAnswer] = list(harness.bot.interactions.pending_answers._open.values())
    await harness.bot.interactions.finish(0.0)
    await harness.again()  # the fault stays: the call may be on its way, and would be taken without it

    post = await harness.person("Anna").until("battle", LATE, timeout=PATIENCE)

    assert [o.interaction for o in owed] == [int(made.interaction.id)]
    assert "1st Line" not in post.words
    assert await moved(harness)

"""What a process sent just before it ended, without noting it."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text

from bot.core.game_service import GameService
from bot.workers.computer_player import choose
from bot.workers.outbox_sender import NOTHING
from storage import Store
from tests.bot.two_players import CHANNEL, actor, begin
from tests.bot.workers.test_ping_cleanup import calls, handed_over

FORGET = (
    "UPDATE letters SET posted = NULL WHERE id >= (SELECT min(id) FROM letters WHERE posted = {0})",
    "DELETE FROM calls WHERE message >= {0}",
)


async def ended_before_it_noted(harness: Any, message: Any, orders: int) -> None:
    """The bot has ended, and what it has posted from this message on is not noted; so many orders were given
    since."""
    await harness.close()
    store = await Store.open(harness.database, clock=harness.clock)
    async with store.writing() as tx:
        for sql in FORGET:
            await tx.session.execute(text(sql.format(int(message.id))))
    service = GameService(store, clock=harness.clock)
    for _ in range(orders):
        game = await service.game((await store.games.all())[-1].id)
        side = game.owing[0]
        await service.order(game.record.id, actor(harness, game.seat(side).user), choose(game, side))
    await store.close()


async def go_on(harness: Any) -> list[Any]:
    """Start the bot again; what it has tried to say where there was nothing left to say."""
    so_far = len(harness.sandbox.exchanges)
    await harness.open()
    await harness.quiet()
    since = [each.json for each in [*harness.sandbox.exchanges][so_far:] if isinstance(each.json, dict)]
    return [body for body in since if body.get("content") == NOTHING]


async def called(harness: Any) -> Any:
    """The message that calls Bruno, after Anna's player-turn."""
    anna, _ = await begin(harness, "ormes")
    await handed_over(harness, anna)
    [call] = calls(harness)
    return call


@pytest.mark.long
@pytest.mark.promise(1)
async def test_a_call_that_has_served_before_it_was_noted_is_deleted_by_the_next_process(
    harness: Any,
) -> None:
    call = await called(harness)
    await ended_before_it_noted(harness, call, orders=1)

    silent = await go_on(harness)

    assert call.gone
    assert [(body["flags"], body["allowed_mentions"]) for body in silent] == [(1 << 12, {"parse": []})]
    assert not [m for m in harness.sandbox.messages(CHANNEL, "Clara") if m.text == NOTHING]


@pytest.mark.long
async def test_what_asks_for_a_call_that_discord_does_not_remember_is_deleted(harness: Any) -> None:
    call = await called(harness)
    await ended_before_it_noted(harness, call, orders=1)
    harness.clock.passes(minutes=6)  # Discord remembers a nonce for five

    silent = await go_on(harness)

    assert len(silent) == 1
    assert not [m for m in harness.sandbox.messages(CHANNEL, "Clara") if m.text == NOTHING]


@pytest.mark.promise(1)
async def test_a_call_that_still_holds_stays_as_it_is(harness: Any) -> None:
    call = await called(harness)
    await ended_before_it_noted(harness, call, orders=0)
    harness.clock.passes(seconds=20)
    so_far = len(harness.sandbox.exchanges)

    silent = await go_on(harness)

    assert silent == []
    assert [m.id for m in calls(harness)] == [call.id]
    since = [each.path for each in [*harness.sandbox.exchanges][so_far:] if each.method == "PATCH"]
    assert not [path for path in since if path.endswith(call.id)]


@pytest.mark.long
@pytest.mark.promise(1)
async def test_a_report_that_was_not_noted_is_brought_up_to_date_in_its_message(harness: Any) -> None:
    call = await called(harness)
    [report] = [
        m for m in harness.sandbox.messages(CHANNEL, "Clara") if m.pictures and int(m.id) < int(call.id)
    ][-1:]
    await ended_before_it_noted(harness, report, orders=0)
    harness.clock.passes(seconds=20)
    so_far = len(harness.sandbox.exchanges)

    await go_on(harness)

    since = [*harness.sandbox.exchanges][so_far:]
    assert {each.status for each in since if each.path.endswith(report.id)} == {200}
    assert [m.id for m in calls(harness)] == [call.id]
    assert await harness.store.outbox.waiting() == []

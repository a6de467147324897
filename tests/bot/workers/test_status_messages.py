"""The board of a game and of a server: one message each, edited in place; and the list of your games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandbox.model.permissions import Permission
from sandbox.rest.faults import Fault
from tests.bot.two_players import CHANNEL, begin, order

PINNED_LINE = 6


def status_message(harness: Any, channel: str = CHANNEL) -> Any:
    """The newest board of the channel."""
    messages = [m for m in harness.sandbox.messages(channel, "Clara") if "units on the map" in m.words]
    return messages[-1]


@pytest.mark.long
async def test_the_lobby_becomes_the_board_pinned_without_a_word_and_edited_with_every_change(
    harness: Any,
) -> None:
    anna, _bruno = await begin(harness, "ormes")
    first = status_message(harness)
    before = first.words
    while (await harness.game()).owing == ("blue",):
        await anna.slash(CHANNEL, "done")
        await harness.quiet()

    report = [m for m in harness.sandbox.messages(CHANNEL, "Clara") if m.attachments][-1]
    assert "**Turn 1 of 8** · Movement" in before
    assert "Waiting for 🔵 **Blue** (Anna)" in before
    assert status_message(harness).id == first.id
    assert "Waiting for 🟠 **Orange** (Bruno)" in status_message(harness).words
    assert f"/{report.id})" in status_message(harness).words
    assert status_message(harness).json["pinned"]
    assert [m for m in harness.sandbox.messages(CHANNEL, "Clara") if m.json["type"] == PINNED_LINE] == []


@pytest.mark.long
async def test_the_board_answers_whoever_presses_it(harness: Any) -> None:
    anna, bruno = await begin(harness, "ormes")

    panel = await anna.click(status_message(harness), "Give orders")
    waits = await bruno.click(status_message(harness), "Give orders")
    looks = await harness.person("Clara").click(status_message(harness), "Status")

    assert "Done with movement" in panel.labels
    assert "Blue's turn" in waits.words
    assert "Turn 1 of 8" in looks.words


async def test_what_is_still_secret_changes_nothing_on_the_board(harness: Any) -> None:
    await begin(harness, "nonaka")
    before = status_message(harness).json["edited_timestamp"]
    await order(harness)

    assert (await harness.game()).last == 2
    assert status_message(harness).json["edited_timestamp"] == before


@pytest.mark.parametrize("code", [10008, 30046])
async def test_a_board_that_can_be_edited_no_more_is_posted_and_pinned_again(harness: Any, code: int) -> None:
    anna, _bruno = await begin(harness, "ormes")
    old = status_message(harness)
    if code == 10008:
        harness.sandbox.message_writer.delete(old.post)
    else:
        said = "Maximum number of edits to messages older than 1 hour reached. Try again later."
        refusal = {"code": code, "message": said, "retry_after": 0.01, "global": False}
        fault = Fault(method="PATCH", path=f"/channels/*/messages/{old.id}", status=429, body=refusal)
        harness.sandbox.faults.append(replace(fault, headers={"Via": "1.1 google"}, times=5))
    await anna.slash(CHANNEL, "done")
    await harness.quiet()
    await order(harness)

    pinned = [m for m in harness.sandbox.messages(CHANNEL, "Clara") if m.json["pinned"]]
    assert old.gone
    assert [m.id for m in pinned] == [status_message(harness).id]


@pytest.mark.long
async def test_a_restart_leaves_a_board_that_is_right_alone(harness: Any) -> None:
    await begin(harness, "ormes")
    old = status_message(harness)
    stamp = old.json["edited_timestamp"]
    await harness.again()
    await harness.quiet()

    assert status_message(harness).id == old.id
    assert status_message(harness).json["edited_timestamp"] == stamp


async def test_where_pinning_is_not_allowed_the_board_goes_without(harness: Any) -> None:
    no = Permission.PIN_MESSAGES | Permission.MANAGE_MESSAGES
    harness.sandbox.permit_bot(CHANNEL, deny=no)
    await harness.sandbox.settled()
    await begin(harness, "ormes")

    tried = [e for e in harness.sandbox.exchanges if e.method == "PUT" and "/pins/" in e.path]
    assert not status_message(harness).json["pinned"]
    assert tried == []


@pytest.mark.long
async def test_at_the_end_the_board_shows_the_result_and_is_unpinned(harness: Any) -> None:
    anna, _bruno = await begin(harness, "ormes")
    sure = await anna.slash(CHANNEL, "game resign")
    await anna.click(sure, "Yes, give up Blue")
    await harness.quiet()

    assert "The game is over" in status_message(harness).words
    assert not status_message(harness).json["pinned"]
    assert status_message(harness).buttons == []
    assert await harness.store.status_messages.all() == []


@pytest.mark.long
async def test_the_board_of_a_server_lists_the_games_that_everyone_may_see(harness: Any) -> None:
    guild = int(harness.sandbox.channel(CHANNEL)["guild_id"])
    async with harness.store.writing() as tx:
        await tx.settings.set(guild, "board", int(harness.sandbox.channel("tutorial")["id"]))
    await begin(harness, "ormes")
    harness.bot.workers.status_messages.wake_server(guild)
    await harness.quiet()
    listed = [m for m in harness.sandbox.messages("tutorial", "Clara") if "Games on this server" in m.words][
        -1
    ]
    seen = listed.words
    async with harness.store.writing() as tx:
        await tx.settings.set(guild, "board", None)
    harness.bot.workers.status_messages.wake_server(guild)
    await harness.quiet()

    assert listed.gone
    assert "[The bridge at Ormes](https://discord.com/channels/" in seen
    assert "🔵 Anna – 🟠 Bruno · turn 1 of 8: ➡️ Blue" in seen


@pytest.mark.long
async def test_my_games_are_listed_everywhere_first_those_that_wait_for_me(harness: Any) -> None:
    anna, bruno = await begin(harness, "ormes")
    await anna.slash("parlour", "game new", battle="gue", side="both")
    await harness.quiet()

    mine = await anna.slash("tutorial", "game list")
    his = await bruno.slash("tutorial", "game list")
    waits = his.words
    past = await bruno.click(his, "Finished games")

    assert mine.ephemeral
    assert mine.words.index("1 game is waiting for you") < mine.words.index("The bridge at Ormes")
    assert mine.words.index("The bridge at Ormes") < mine.words.index("Waiting for others")
    assert f"/{status_message(harness).id})" in mine.words
    assert "No games are waiting for you" in waits
    assert "You have not finished any games yet" in past.words

"""The board of a game and of a server: one message each, edited in place; and one's own games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandbox.faults import Fault
from sandbox.permissions import Permission
from tests.bot.two_people import CHANNEL, begin, order

PINNED_LINE = 6


def board(house: Any, channel: str = CHANNEL) -> Any:
    """The newest board of the channel."""
    found = [m for m in house.sandbox.messages(channel, "Clara") if "Dice: SHA-256" in m.words]
    return found[-1]


async def test_the_lobby_becomes_the_board_pinned_without_a_word_and_edited_with_every_change(
    house: Any,
) -> None:
    anna, _bruno = await begin(house, "ormes")
    first = board(house)
    before = first.words
    while (await house.game()).owing == ("blue",):
        await anna.slash(CHANNEL, "done")
        await house.quiet()

    report = [m for m in house.sandbox.messages(CHANNEL, "Clara") if m.attachments][-1]
    assert "**Turn 1 of 8** · Movement" in before
    assert "**Blue** (Anna) is to decide" in before
    assert board(house).id == first.id
    assert "**Orange** (Bruno) is to decide" in board(house).words
    assert f"/{report.id})" in board(house).words
    assert board(house).json["pinned"]
    assert [m for m in house.sandbox.messages(CHANNEL, "Clara") if m.json["type"] == PINNED_LINE] == []


async def test_the_board_answers_whoever_presses_it(house: Any) -> None:
    anna, bruno = await begin(house, "ormes")

    panel = await anna.click(board(house), "Give orders")
    waits = await bruno.click(board(house), "Give orders")
    looks = await house.person("Clara").click(board(house), "Status")

    assert "Done with movement" in panel.labels
    assert "Blue's turn" in waits.words
    assert "Turn 1 of 8" in looks.words


async def test_what_is_still_secret_changes_nothing_on_the_board(house: Any) -> None:
    await begin(house, "nonaka")
    before = board(house).json["edited_timestamp"]
    await order(house)

    assert (await house.game()).last == 2
    assert board(house).json["edited_timestamp"] == before


@pytest.mark.parametrize("code", [10008, 30046])
async def test_a_board_that_can_be_edited_no_more_is_posted_and_pinned_anew(house: Any, code: int) -> None:
    anna, _bruno = await begin(house, "ormes")
    old = board(house)
    if code == 10008:
        house.sandbox.composer.delete(old.post)
    else:
        said = "Maximum number of edits to messages older than 1 hour reached. Try again later."
        refusal = {"code": code, "message": said, "retry_after": 0.01, "global": False}
        fault = Fault(method="PATCH", path=f"/channels/*/messages/{old.id}", status=429, body=refusal)
        house.sandbox.faults.append(replace(fault, headers={"Via": "1.1 google"}, times=5))
    await anna.slash(CHANNEL, "done")
    await house.quiet()
    await order(house)

    pinned = [m for m in house.sandbox.messages(CHANNEL, "Clara") if m.json["pinned"]]
    assert old.gone
    assert [m.id for m in pinned] == [board(house).id]


async def test_a_restart_leaves_a_board_that_is_right_alone(house: Any) -> None:
    await begin(house, "ormes")
    old = board(house)
    stamp = old.json["edited_timestamp"]
    await house.again()
    await house.quiet()

    assert board(house).id == old.id
    assert board(house).json["edited_timestamp"] == stamp


async def test_where_pinning_is_not_allowed_the_board_goes_without(house: Any) -> None:
    no = Permission.PIN_MESSAGES | Permission.MANAGE_MESSAGES
    house.sandbox.permit_bot(CHANNEL, deny=no)
    await house.sandbox.settled()
    await begin(house, "ormes")

    tried = [e for e in house.sandbox.exchanges if e.method == "PUT" and "/pins/" in e.path]
    assert not board(house).json["pinned"]
    assert tried == []


async def test_at_the_end_the_board_shows_the_result_and_is_unpinned(house: Any) -> None:
    anna, _bruno = await begin(house, "ormes")
    sure = await anna.slash(CHANNEL, "game resign")
    await anna.click(sure, "Yes, give up Blue")
    await house.quiet()

    assert "The game is over" in board(house).words
    assert not board(house).json["pinned"]
    assert board(house).buttons == []
    assert await house.store.ask(lambda r: r.boards()) == []


async def test_the_board_of_a_server_lists_the_games_that_everybody_may_see(house: Any) -> None:
    guild = int(house.sandbox.channel(CHANNEL)["guild_id"])
    async with house.store.writing() as w:
        await w.settle(guild, "board", int(house.sandbox.channel("tutorial")["id"]))
    await begin(house, "ormes")
    house.bot.boards.wake_server(guild)
    await house.quiet()
    listed = [m for m in house.sandbox.messages("tutorial", "Clara") if "Games on this server" in m.words][-1]
    seen = listed.words
    async with house.store.writing() as w:
        await w.settle(guild, "board", None)
    house.bot.boards.wake_server(guild)
    await house.quiet()

    assert listed.gone
    assert "[The bridge at Ormes](https://discord.com/channels/" in seen
    assert "🔵 Anna – 🟠 Bruno · turn 1 of 8: ➡️ Blue" in seen


async def test_my_games_are_listed_everywhere_first_those_that_wait_for_me(house: Any) -> None:
    anna, bruno = await begin(house, "ormes")
    await anna.slash("parlour", "game new", scenario="gue", side="both")
    await house.quiet()

    mine = await anna.slash("tutorial", "games")
    his = await bruno.slash("tutorial", "games")
    waits = his.words
    past = await bruno.click(his, "Finished games")

    assert mine.ephemeral
    assert mine.words.index("1 game waits for you") < mine.words.index("The bridge at Ormes")
    assert mine.words.index("The bridge at Ormes") < mine.words.index("Others are to decide")
    assert f"/{board(house).id})" in mine.words
    assert "Nothing waits for you" in waits
    assert "You have finished no game yet" in past.words

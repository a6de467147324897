"""The reports of one player-turn share one message, which grows with each phase."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot import sheets
from bot.page import Note, Page
from bot.partner import choose
from sandbox.faults import Fault
from tests.bot.two_people import CHANNEL, begin, order


def reports(house: Any) -> list[Any]:
    """The posts that have a map."""
    return [m for m in house.sandbox.messages(CHANNEL, "Clara") if m.attachments]


def titles(message: Any) -> list[str]:
    return [e.get("title", "").split(" · ")[1] for e in message.embeds if " · " in e.get("title", "")]


async def told(house: Any, phases: int = 1) -> Any:
    """Orange's player-turn of the first turn, until so many of its phases have been told."""
    while not (found := reports(house)) or "Orange" not in found[-1].words or len(titles(found[-1])) < phases:
        await order(house)
    return found[-1]


async def test_a_later_phase_is_told_below_the_earlier_one_with_a_fresh_map(house: Any) -> None:
    await begin(house, "ormes")
    first = await told(house)
    text, alt = first.words, first.attachments[0]["description"]
    why = [b for b in first.labels if b.startswith("Why")]
    later = await told(house, 2)

    assert later.id == first.id
    assert titles(later) == ["bombardment", "movement"]
    assert text.splitlines()[2] in later.words, "what stood there stands there still"
    assert "goes on with the **movement** phase" in text
    assert "goes on with the **movement** phase" not in later.words
    assert len(later.attachments) == 1
    assert later.attachments[0]["description"] != alt
    assert why == [b for b in later.labels if b.startswith("Why")], "the dice of the bombardment"


async def test_it_grows_on_after_a_restart(house: Any) -> None:
    await begin(house, "ormes")
    first = await told(house)
    await house.again()
    later = await told(house, 2)

    assert later.id == first.id


@pytest.mark.parametrize("code", [10008, 30046, 50005])
async def test_a_message_that_can_be_edited_no_more_is_followed_by_a_new_one(house: Any, code: int) -> None:
    await begin(house, "ormes")
    first = await told(house)
    refusal = {"code": code, "message": "no", "retry_after": 0.01, "global": False}
    status = {10008: 404, 30046: 429, 50005: 403}[code]
    fault = Fault(method="PATCH", path=f"/channels/*/messages/{first.id}", status=status, body=refusal)
    house.sandbox.faults.append(replace(fault, headers={"Via": "1.1 google"}, times=9))
    while reports(house)[-1].id == first.id:
        await order(house)

    assert titles(first) == ["bombardment"]
    assert titles(reports(house)[-1]) == ["movement"]


async def test_after_a_post_that_an_order_was_taken_back_a_new_message_begins(house: Any) -> None:
    _anna, bruno = await begin(house, "ormes")
    first = await told(house, 2)
    await bruno.slash(CHANNEL, "undo")
    await house.quiet()
    struck = house.sandbox.messages(CHANNEL, "Clara")[-1]
    while reports(house)[-1].id == first.id:
        await order(house)

    assert "taken back" in struck.words
    assert titles(first) == ["bombardment", "movement"], "what was told stays as it was told"
    assert titles(reports(house)[-1])[0] == "movement"


async def test_what_has_waited_is_told_with_one_edit(house: Any) -> None:
    await begin(house, "ormes")
    first = await told(house)
    edits = len([e for e in house.sandbox.exchanges if _edits(e, first)])
    await house.bot.postman.close()
    desk, table = house.bot.desk, await house.game()
    while table.state.player == "orange":
        entry = desk.play(table, "orange", choose(table, "orange"), table.seat("orange").user)
        table = (await desk.write(table, entry, None)).table
    house.bot.postman.start()
    await house.quiet()

    done = [e for e in house.sandbox.exchanges if _edits(e, first)][edits:]
    assert titles(first) == ["bombardment", "movement", "combat"]
    assert [e.status for e in done if e.status == 200] == [200]


def _edits(exchange: Any, message: Any) -> bool:
    return bool(exchange.method == "PATCH" and exchange.path.endswith(f"/messages/{message.id}"))


def test_a_message_holds_so_much_and_no_more() -> None:
    notes = (Note(title="a" * 100, text="b" * 2900), Note(title="c" * 100, text="d" * 2900))

    assert sheets.fits(Page(text="x" * 2000, notes=notes))
    assert not sheets.fits(Page(text="x" * 2001, notes=notes))
    assert not sheets.fits(Page(notes=(*notes, Note(text="e"))))
    assert not sheets.fits(Page(notes=(Note(text="f"),) * 11))


async def test_a_report_no_longer_asks_for_orders_once_the_other_side_is_called(house: Any) -> None:
    anna, _ = await begin(house, "ormes")
    opening = reports(house)[-1]
    asked, picture = opening.words, opening.attachments[0]["id"]
    while (await house.game()).owing == ("blue",):
        await anna.slash(CHANNEL, "done")
        await house.quiet()

    assert "your orders, please" in asked
    assert "your orders, please" not in opening.words
    assert "Give orders" not in opening.labels
    assert [a["id"] for a in opening.attachments] == [picture], "the map is not sent again"


async def test_when_all_is_over_no_report_says_that_somebody_goes_on(house: Any) -> None:
    anna, _ = await begin(house, "ormes")
    await told(house)
    going_on = reports(house)[-1].words
    side = (await house.game()).side_for(int(anna.id))
    press = next(b for b in (await anna.slash(CHANNEL, "game resign")).buttons)
    await anna.click(anna.sees(CHANNEL)[-1], press["custom_id"])
    await house.quiet()

    assert side == "blue"
    assert "goes on with" in going_on
    assert not any("goes on with" in m.words or "Give orders" in m.labels for m in reports(house))

"""The reports of one player-turn share one message, which grows with each phase."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.transport import cards
from bot.ui.page import Embed, Page
from bot.workers.computer_player import choose
from sandbox.rest.faults import Fault
from tests.bot.two_players import CHANNEL, begin, order

HEADLINE = re.compile(r"(?:#+ |\*\*(?=.*\*\*$))([^*]+)(?:\*\*)?")


def reports(harness: Any) -> list[Any]:
    """The posts that have a map."""
    return [m for m in harness.sandbox.messages(CHANNEL, "Clara") if m.attachments]


def titles(message: Any) -> list[str]:
    """The phases that are told, by their headlines: the first of a card, below it bold ones."""
    headlines = (HEADLINE.fullmatch(line) for line in message.text.splitlines())
    return [found[1].split(" · ")[1] for found in headlines if found and " · " in found[1]]


async def turn_report(harness: Any, phases: int = 1) -> Any:
    """Orange's player-turn of the first turn, until so many of its phases have been told."""
    while (
        not (posts := reports(harness)) or "Orange" not in posts[-1].words or len(titles(posts[-1])) < phases
    ):
        await order(harness)
    return posts[-1]


@pytest.mark.long
async def test_a_later_phase_is_told_below_the_earlier_one_with_a_fresh_map(harness: Any) -> None:
    await begin(harness, "ormes")
    first = await turn_report(harness)
    text, alt = first.words, first.pictures[0]["description"]
    why = [b for b in first.labels if b.startswith("Why")]
    later = await turn_report(harness, 2)

    assert later.id == first.id
    assert titles(later) == ["bombardment", "movement"]
    assert text.splitlines()[1] in later.words, "what stood there stands there still"
    assert "continues with the **movement** phase" in text
    assert "continues with the **movement** phase" not in later.words
    assert len(later.pictures) == 1
    assert later.pictures[0]["description"] != alt
    assert len(why) <= len([b for b in later.labels if b.startswith("Why")]), "each fight keeps its own"


@pytest.mark.long
async def test_it_grows_on_after_a_restart(harness: Any) -> None:
    await begin(harness, "ormes")
    first = await turn_report(harness)
    await harness.again()
    later = await turn_report(harness, 2)

    assert later.id == first.id


@pytest.mark.long
@pytest.mark.parametrize("code", [10008, 30046, 50005])
async def test_a_message_that_can_be_edited_no_more_is_followed_by_a_new_one(harness: Any, code: int) -> None:
    await begin(harness, "ormes")
    first = await turn_report(harness)
    refusal = {"code": code, "message": "no", "retry_after": 0.01, "global": False}
    status = {10008: 404, 30046: 429, 50005: 403}[code]
    fault = Fault(method="PATCH", path=f"/channels/*/messages/{first.id}", status=status, body=refusal)
    harness.sandbox.faults.append(replace(fault, headers={"Via": "1.1 google"}, times=9))
    while reports(harness)[-1].id == first.id:
        await order(harness)

    assert titles(first) == ["bombardment"]
    assert titles(reports(harness)[-1]) == ["movement"]


@pytest.mark.long
async def test_after_a_post_that_an_order_was_taken_back_a_new_message_begins(harness: Any) -> None:
    _anna, bruno = await begin(harness, "ormes")
    first = await turn_report(harness, 2)
    await bruno.slash(CHANNEL, "undo")
    await harness.quiet()
    struck = harness.sandbox.messages(CHANNEL, "Clara")[-1]
    while reports(harness)[-1].id == first.id:
        await order(harness)

    assert "has undone its last order" in struck.words
    assert titles(first) == ["bombardment", "movement"]
    assert "movement · turn 1~~" in first.words
    assert "bombardment · turn 1~~" not in first.words
    assert "~~" in first.words, "what was undone is struck through"
    assert len(first.pictures) == 1, "that of the phase that stands"
    assert titles(reports(harness)[-1])[0] == "movement"


@pytest.mark.long
async def test_a_report_of_which_all_was_undone_is_struck_through_without_picture_and_buttons(
    harness: Any,
) -> None:
    _anna, bruno = await begin(harness, "ormes")
    told = await turn_report(harness)
    had = told.labels, told.pictures

    await bruno.slash(CHANNEL, "undo")
    await harness.quiet()

    assert all(had)
    assert not told.labels
    assert not told.pictures
    lines = [line for line in told.text.splitlines() if line]
    assert lines
    assert all(line.endswith(("~~", "~~**")) for line in lines)


@pytest.mark.long
async def test_what_has_waited_is_told_with_one_edit(harness: Any) -> None:
    await begin(harness, "ormes")
    first = await turn_report(harness)
    edits = len([e for e in harness.sandbox.exchanges if _edits(e, first)])
    await harness.bot.workers.outbox_sender.close()
    games, game = harness.bot.games, await harness.game()
    while game.state.player == "orange":
        entry = games.play(game, "orange", choose(game, "orange"), game.seat("orange").user)
        game = (await games.write(game, entry, None)).game
    harness.bot.workers.outbox_sender.start()
    await harness.quiet()

    done = [e for e in harness.sandbox.exchanges if _edits(e, first)][edits:]
    assert titles(first) == ["bombardment", "movement", "combat"]
    assert [e.status for e in done if e.status == 200] == [200]


def _edits(exchange: Any, message: Any) -> bool:
    return bool(exchange.method == "PATCH" and exchange.path.endswith(f"/messages/{message.id}"))


def test_a_message_holds_so_much_and_no_more() -> None:
    notes = (Embed(title="a" * 100, text="b" * 900), Embed(title="c" * 100, text="d" * 900))
    longest = max(n for n in range(cards.MOST_CHARACTERS) if cards.fits(Page(text="x" * n, embeds=notes)))
    shown = cards.card(Page(text="x" * longest, embeds=notes), pictured=False).walk_children()
    text = "".join(part.content for part in shown if isinstance(part, discord.ui.TextDisplay))

    assert [text.count(letter) for letter in "xabcd"] == [longest, 100, 900, 100, 900]
    assert cards.MOST_CHARACTERS - 20 < len(text) <= cards.MOST_CHARACTERS
    assert not cards.fits(Page(embeds=(*notes, Embed(text="e" * 2000))))
    assert cards.fits(Page(embeds=(Embed(text="f"),) * 30))
    assert not cards.fits(Page(embeds=(Embed(text="f"),) * 38))


@pytest.mark.long
async def test_a_report_no_longer_asks_for_orders_once_the_other_side_is_called(harness: Any) -> None:
    anna, _ = await begin(harness, "ormes")
    opening = reports(harness)[-1]
    text, picture = opening.words, opening.pictures[0]["id"]
    while (await harness.game()).owing == ("blue",):
        await anna.slash(CHANNEL, "done")
        await harness.quiet()

    assert "your orders, please" in text
    assert "your orders, please" not in opening.words
    assert "Give orders" not in opening.labels
    assert [a["id"] for a in opening.pictures] == [picture], "the map is not sent again"


@pytest.mark.long
async def test_when_all_is_over_no_report_says_that_someone_goes_on(harness: Any) -> None:
    anna, _ = await begin(harness, "ormes")
    await turn_report(harness)
    going_on = reports(harness)[-1].words
    side = (await harness.game()).side_for(int(anna.id))
    press = next(b for b in (await anna.slash(CHANNEL, "game resign")).buttons)
    await anna.click(anna.sees(CHANNEL)[-1], press["custom_id"])
    await harness.quiet()

    assert side == "blue"
    assert "continues with" in going_on
    assert not any("continues with" in m.words or "Give orders" in m.labels for m in reports(harness))

"""Batch orders over real sockets: the form, the check, and each order given once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest


async def at_ormes(harness: Any, side: str = "both") -> Any:
    """Anna at Ormes in Blue's movement phase."""
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side=side, partner=side != "both")
    await anna.slash("battle", "game start")
    await harness.quiet()
    assert (await harness.game()).state.phase == "movement"
    return anna


async def fighting(harness: Any) -> Any:
    """Anna in the tutorial, in her first combat phase: the Guard next to the militia."""
    anna = harness.person("Anna")
    await anna.click(await anna.until("tutorial", "Welcome"), "Start the tutorial")
    await anna.slash("tutorial", "done")
    await anna.slash("tutorial", "move", unit="guard", path="0206 0305")
    await anna.slash("tutorial", "done")
    await harness.quiet()
    assert (await harness.game()).state.phase == "combat"
    return anna


async def plan(harness: Any, person: Any, text: str, channel: str = "battle") -> Any:
    reply = await person.submit(await person.slash(channel, "orders"), {"text": text})
    await harness.quiet()
    return reply


def lines(reply: Any) -> list[str]:
    """The verdicts of a plan."""
    return [line for line in reply.words.splitlines() if line[:1] in "✅🎲⏳❌" and line[1:2] == " "]


@pytest.mark.long
async def test_each_line_is_judged_in_the_position_after_the_lines_before(harness: Any) -> None:
    anna = await at_ormes(harness)
    before = await harness.game()

    reply = await plan(
        harness,
        anna,
        "# the right wing\nline-1 NE\n\n1st Line NE  # on\n"
        "huss-3 -> 0807\ncav-9 NE\nline-1 0807\ngun-1 fires baden",
    )

    verdicts = lines(reply)
    assert "2 of 6 orders can be given" in reply.words
    assert [line.split()[:2] for line in verdicts[:6]] == [
        ["✅", "2."],
        ["✅", "4."],
        ["❌", "5."],
        ["❌", "6."],
        ["❌", "7."],
        ["❌", "8."],
    ]
    assert "0709 → 0708 · 1 movement point, 2 left" in verdicts[0]
    assert "0708 → 0807 · 2 movement points, 0 left" in verdicts[1]
    assert "**0807** is occupied by **line-1** (1st Line)" in verdicts[2]
    assert "MP-MOV-6" in verdicts[2]
    assert "no unit" in verdicts[3]
    assert "bombardment phase" in verdicts[5]
    assert reply.ephemeral
    assert reply.pictures[0]["filename"] == "map.png"
    assert (await harness.game()).last == before.last, "a plan changes nothing"


@pytest.mark.long
async def test_what_is_legal_is_given_in_order_each_an_entry_of_its_own(harness: Any) -> None:
    anna = await at_ormes(harness)
    reply = await plan(harness, anna, "line-1 NE\ncav-9 NE\nline-1 NE\nhuss-3 NE NE")
    before = await harness.game()

    given = await anna.click(reply, "Give these orders")
    await harness.quiet()

    game = await harness.game()
    made = game.entries[before.last :]
    assert [(e.kind, e.command.unit, e.who) for e in made] == [
        ("order", unit, int(anna.id)) for unit in ("line-1", "line-1", "huss-3")
    ]
    assert game.state.units["line-1"].hex == "0807"
    assert "3 orders given." in given.words
    assert "0709 → 0708" in given.words
    assert "kept in the form (`/orders`): `cav-9 NE`" in given.words
    assert "Done with movement" in given.labels
    form = await anna.click(given, "Write orders")
    assert form.fields[0]["value"] == "cav-9 NE"


async def test_a_double_click_gives_them_once(harness: Any) -> None:
    anna = await at_ormes(harness)
    reply = await plan(harness, anna, "line-1 NE\nline-2 NE")
    before = await harness.game()

    first, second = await asyncio.gather(anna.click(reply, "Give"), anna.click(reply, "Give"))
    await harness.quiet()

    assert (await harness.game()).last == before.last + 2
    assert "already been given" in first.words + second.words
    assert "0709 → 0708" in reply.words, "whichever answer comes last tells what was done"


async def test_a_double_click_on_a_plan_with_something_left_gives_nothing_twice(harness: Any) -> None:
    anna = await at_ormes(harness)
    reply = await plan(harness, anna, "line-1 NE\ncav-9 NE")
    before = await harness.game()

    first, second = await asyncio.gather(anna.click(reply, "Give"), anna.click(reply, "Give"))
    await harness.quiet()

    assert (await harness.game()).last == before.last + 1
    told = first.words + second.words
    assert "checked again below" in told or "1 order given." in told, "the answer that comes last stands"


async def test_what_is_delivered_twice_is_done_once(harness: Any) -> None:
    anna = await at_ormes(harness)
    before = await harness.game()
    form = await anna.slash("battle", "orders")
    harness.bot.interactions.most_known, harness.sandbox.delivery.copies = 0, 2

    reply = await anna.submit(form, {"text": "line-1 NE\nline-2 NE"})
    await harness.quiet()
    given = await anna.click(reply, "Give")
    await harness.quiet()

    assert (await harness.store.drafts.get(before.record.id, int(anna.id))).number == 1
    assert (await harness.game()).last == before.last + 2
    assert "given" in given.words or "already done" in given.words


@pytest.mark.long
async def test_a_plan_survives_a_restart(harness: Any) -> None:
    anna = await at_ormes(harness)
    reply = await plan(harness, anna, "line-1 NE\nline-2 NE")

    await harness.again()
    form = await anna.click(reply, "Change")
    given = await anna.click(reply, "Give")
    await harness.quiet()

    assert form.fields[0]["value"] == "line-1 NE\nline-2 NE"
    assert "2 orders given." in given.words
    assert (await harness.game()).state.units["line-1"].hex == "0708"


@pytest.mark.long
async def test_a_form_that_was_open_during_a_restart_is_read(harness: Any) -> None:
    anna = await at_ormes(harness)
    form = await anna.slash("battle", "orders")

    await harness.again()
    reply = await anna.submit(form, {"text": "line-1 NE"})
    await harness.quiet()

    assert "1 of 1 order can be given" in reply.words


@pytest.mark.long
async def test_orders_are_judged_again_when_the_game_changed_meanwhile(harness: Any) -> None:
    anna = await at_ormes(harness)
    reply = await plan(harness, anna, "line-1 NE\nline-2 NE")
    await anna.slash("battle", "move", unit="line-1", path="0708")
    before = await harness.game()

    again = await anna.click(reply, "Give")
    await harness.quiet()

    assert "checked again below" in again.words
    assert "**line-1 (1st Line)** 0708 → 0807" in again.words
    assert (await harness.game()).last == before.last
    await anna.click(again, "Give")
    await harness.quiet()
    assert (await harness.game()).last == before.last + 2


async def test_the_button_of_an_older_plan_gives_nothing(harness: Any) -> None:
    anna = await at_ormes(harness)
    older = await plan(harness, anna, "line-1 NE")
    await plan(harness, anna, "line-2 NE")
    before = await harness.game()

    reply = await anna.click(older, "Give")
    await harness.quiet()

    assert "already been given or replaced" in reply.words
    assert (await harness.game()).last == before.last


@pytest.mark.long
async def test_where_a_die_decides_the_plan_says_so_and_the_orders_stop_when_one_is_refused(
    harness: Any,
) -> None:
    anna = await fighting(harness)
    before = await harness.game()

    reply = await plan(
        harness,
        anna,
        "guard attacks militia\nguard attacks militia\ninf-1 attacks recruits\ndone",
        "tutorial",
    )
    verdicts, says = lines(reply), reply.words
    given = await anna.click(reply, "Give")
    await harness.quiet()

    assert [line.split()[:2] for line in verdicts[:4]] == [
        ["🎲", "1."],
        ["⏳", "2."],
        ["❌", "3."],
        ["❌", "4."],
    ]
    assert "No die is rolled until you give the order" in says
    assert "1 order given." in given.words
    assert "Stopped at line 2, `guard attacks militia`" in given.words
    assert (
        "kept in the form (`/orders`): `guard attacks militia` `inf-1 attacks recruits` `done`" in given.words
    )
    game = await harness.game()
    assert game.last == before.last + 1
    assert game.state.phase == "combat", "what comes after the refusal is not given"


async def test_the_ways_are_shown_on_a_private_map(harness: Any) -> None:
    from bot.features.batch_orders.check import check_lines
    from bot.features.batch_orders.page import planned
    from engine.view import look

    await at_ormes(harness)
    game = (await harness.game()).seen("blue")
    checked = check_lines(game, "blue", "line-1 NE\nline-1 NE\nhuss-3 -> 0607")
    view = planned(look(game.system, game.scenario, game.state, "blue"), "blue", checked.verdicts)

    assert [t.path for t in view.trails] == [
        ("0709", "0708"),
        ("0708", "0807"),
        ("0609", *checked.verdicts[2].command.path),
    ]
    assert view.counter("line-1").hex == "0709", "nothing has moved yet"


@pytest.mark.long
async def test_done_in_a_plan_ends_the_phase_and_the_report_is_posted(harness: Any) -> None:
    anna = await at_ormes(harness)
    posts = len(harness.sandbox.messages("battle", "Clara"))

    await anna.click(await plan(harness, anna, "line-1 NE\ndone"), "Give")
    await harness.quiet()

    assert (await harness.game()).state.player == "orange"
    public = harness.sandbox.messages("battle", "Clara")[posts:]
    assert "0709 → 0708" in public[0].words


async def test_the_panel_offers_the_form(harness: Any) -> None:
    anna = await at_ormes(harness)
    panel = await anna.click(await anna.until("battle", "your orders, please"), "Give orders")

    form = await anna.click(panel, "Write orders")
    reply = await anna.submit(form, {"text": "line-1 NE"})
    await harness.quiet()

    assert form.kind == 9
    assert reply.message.id == panel.message.id, "the plan takes the panel's place"


@pytest.mark.parametrize(
    ("who", "channel", "words"),
    [("Clara", "battle", "no side in this game"), ("Anna", "parlour", "No game")],
)
async def test_whoever_cannot_give_orders_gets_no_form(
    harness: Any, who: str, channel: str, words: str
) -> None:
    await at_ormes(harness)

    reply = await harness.person(who).slash(channel, "orders")

    assert reply.kind != 9
    assert words in reply.words
    assert reply.ephemeral


async def test_batch_orders_for_the_other_side_are_refused(build: Any) -> None:
    async with build() as harness:
        anna, bruno = harness.person("Anna"), harness.person("Bruno")
        await anna.slash("battle", "game new", battle="ormes", side="blue")
        await bruno.slash("battle", "game join")
        await anna.slash("battle", "game start")
        await harness.quiet()

        reply = await plan(harness, bruno, "line-1 NE\nbaden SE")

        assert "0 of 2 orders can be given" in reply.words
        assert "Orange has nothing to decide now" in reply.words
        assert "Give these orders" not in reply.labels


async def test_a_form_of_another_version_is_answered(harness: Any) -> None:
    anna = await at_ormes(harness)
    form = await anna.slash("battle", "orders")
    form.modal["custom_id"] = "f0:1:1:orders"

    reply = await anna.submit(form, {"text": "line-1 NE"})

    assert "out of date" in reply.words


NASTY = {
    "nothing": "   \n # only a remark \n\n",
    "controls": "line-1\x00 NE\x07\nline-2\tNE\r\n\u202eline-1 NE\u200b",
    "mentions": "@everyone @here <@1> <@&2> <#3> https://x.y [a](b)",
    "markdown": "```\n**line-1** NE\n||x||\n`` ` ``\n> > >",
    "emoji": "🐎 👨‍👩‍👧‍👦 NE\nשלום NE\nline-1 ²NE\nline-1 ٠٧٠٨\nline-1 ０７０８",
    "yaml": "!!python/object:os.system x\n../../etc/passwd\n'; DROP TABLE games; --",
    "long": "x" * 4000,
    "many": "line-1 NE\n" * 400,
    "many unknown": "\n".join(f"cav-{n} NE SE" for n in range(280)),
    "many ways": "\n".join(f"line-1 -> {c:02d}{r:02d}" for c in range(1, 17) for r in range(1, 13)),
    "deep": "line-1 " + "9NE " * 900,
    "arrows": "->->-> line-1 ->\nline-1 ->\n-> 0708\nmove\nattack\nattack line-1\nplace\n/",
}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
async def test_no_text_does_any_harm(harness: Any, text: str) -> None:
    anna = await at_ormes(harness)
    before = await harness.game()

    reply = await plan(harness, anna, text)
    await harness.quiet()

    assert reply.ephemeral
    assert "number" not in reply.words, "nothing went wrong inside"
    assert (await harness.game()).last == before.last
    sent = [x.json for x in harness.sandbox.exchanges if x.method == "PATCH" and "@original" in x.path]
    assert all(not s["allowed_mentions"].get("users") and s["allowed_mentions"]["parse"] == [] for s in sent)
    if "Give these orders" in reply.labels or "Give this order" in reply.labels:
        await anna.click(reply, "Give")
        await harness.quiet()
        assert (await harness.game()).last > before.last

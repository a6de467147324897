"""Many orders at once over real sockets: the form, the plan, the orders given, each of them once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest


async def at_ormes(house: Any, side: str = "both") -> Any:
    """Anna at Ormes in Blue's movement phase."""
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="ormes", side=side, partner=side != "both")
    await anna.slash("battle", "game start")
    await house.quiet()
    assert (await house.game()).state.phase == "movement"
    return anna


async def fighting(house: Any) -> Any:
    """Anna in the tutorial, in her first combat phase: the Guard next to the militia."""
    anna = house.person("Anna")
    await anna.click(await anna.until("tutorial", "Welcome"), "Start the tutorial")
    await anna.slash("tutorial", "done")
    await anna.slash("tutorial", "move", unit="guard", path="0206 0305")
    await anna.slash("tutorial", "done")
    await house.quiet()
    assert (await house.game()).state.phase == "combat"
    return anna


async def plan(house: Any, person: Any, text: str, channel: str = "battle") -> Any:
    shown = await person.submit(await person.slash(channel, "orders"), {"text": text})
    await house.quiet()
    return shown


def lines(shown: Any) -> list[str]:
    """The verdicts of a plan."""
    return [line for line in shown.words.splitlines() if line[:1] in "✅🎲⏳❌" and line[1:2] == " "]


async def test_each_line_is_judged_on_the_table_the_lines_before_leave(house: Any) -> None:
    anna = await at_ormes(house)
    before = await house.game()

    shown = await plan(
        house,
        anna,
        "# the right wing\nline-1 NE\n\n1st Line NE  # on\n"
        "huss-3 -> 0807\ncav-9 NE\nline-1 0807\ngun-1 fires baden",
    )

    told = lines(shown)
    assert "2 of 6 orders can be given" in shown.words
    assert [line.split()[:2] for line in told[:6]] == [
        ["✅", "2."],
        ["✅", "4."],
        ["❌", "5."],
        ["❌", "6."],
        ["❌", "7."],
        ["❌", "8."],
    ]
    assert "0709 → 0708 · 1 movement point, 2 left" in told[0]
    assert "0708 → 0807 · 2 movement points, 0 left" in told[1]
    assert "**0807** is occupied by **1st Line**" in told[2]
    assert "MP-MOV-6" in told[2]
    assert "no unit" in told[3]
    assert "bombardment phase" in told[5]
    assert shown.ephemeral
    assert shown.attachments[0]["filename"] == "map.png"
    assert (await house.game()).last == before.last, "a plan changes nothing"


async def test_what_is_legal_is_given_in_order_each_an_entry_of_its_own(house: Any) -> None:
    anna = await at_ormes(house)
    shown = await plan(house, anna, "line-1 NE\ncav-9 NE\nline-1 NE\nhuss-3 NE NE")
    before = await house.game()

    given = await anna.click(shown, "Give these orders")
    await house.quiet()

    table = await house.game()
    made = table.entries[before.last :]
    assert [(e.kind, e.command.unit, e.who) for e in made] == [
        ("order", unit, int(anna.id)) for unit in ("line-1", "line-1", "huss-3")
    ]
    assert table.state.units["line-1"].hex == "0807"
    assert "3 orders given." in given.words
    assert "0709 → 0708" in given.words
    assert "kept in the form (`/orders`): `cav-9 NE`" in given.words
    assert "Done with movement" in given.labels
    form = await anna.click(given, "Write orders")
    assert form.fields[0]["value"] == "cav-9 NE"


async def test_a_double_click_gives_them_once(house: Any) -> None:
    anna = await at_ormes(house)
    shown = await plan(house, anna, "line-1 NE\nline-2 NE")
    before = await house.game()

    first, second = await asyncio.gather(anna.click(shown, "Give"), anna.click(shown, "Give"))
    await house.quiet()

    assert (await house.game()).last == before.last + 2
    assert "given already" in first.words + second.words
    assert "0709 → 0708" in shown.words, "whichever answer comes last tells what was done"


async def test_a_double_click_on_a_plan_with_something_left_gives_nothing_twice(house: Any) -> None:
    anna = await at_ormes(house)
    shown = await plan(house, anna, "line-1 NE\ncav-9 NE")
    before = await house.game()

    first, second = await asyncio.gather(anna.click(shown, "Give"), anna.click(shown, "Give"))
    await house.quiet()

    assert (await house.game()).last == before.last + 1
    assert "judged anew below" in first.words + second.words


async def test_what_is_delivered_twice_is_done_once(house: Any) -> None:
    anna = await at_ormes(house)
    before = await house.game()
    form = await anna.slash("battle", "orders")
    house.bot.reception.most_known, house.sandbox.delivery.copies = 0, 2

    shown = await anna.submit(form, {"text": "line-1 NE\nline-2 NE"})
    await house.quiet()
    given = await anna.click(shown, "Give")
    await house.quiet()

    assert (await house.store.draft(before.game.id, int(anna.id))).number == 1
    assert (await house.game()).last == before.last + 2
    assert "given" in given.words or "done already" in given.words


async def test_a_plan_survives_a_restart(house: Any) -> None:
    anna = await at_ormes(house)
    shown = await plan(house, anna, "line-1 NE\nline-2 NE")

    await house.again()
    form = await anna.click(shown, "Change")
    given = await anna.click(shown, "Give")
    await house.quiet()

    assert form.fields[0]["value"] == "line-1 NE\nline-2 NE"
    assert "2 orders given." in given.words
    assert (await house.game()).state.units["line-1"].hex == "0708"


async def test_a_form_that_was_open_during_a_restart_is_read(house: Any) -> None:
    anna = await at_ormes(house)
    form = await anna.slash("battle", "orders")

    await house.again()
    shown = await anna.submit(form, {"text": "line-1 NE"})
    await house.quiet()

    assert "1 of 1 order can be given" in shown.words


async def test_a_table_that_changed_meanwhile_is_judged_anew(house: Any) -> None:
    anna = await at_ormes(house)
    shown = await plan(house, anna, "line-1 NE\nline-2 NE")
    await anna.slash("battle", "move", unit="line-1", path="0708")
    before = await house.game()

    again = await anna.click(shown, "Give")
    await house.quiet()

    assert "judged anew below" in again.words
    assert "**1st Line** 0708 → 0807" in again.words
    assert (await house.game()).last == before.last
    await anna.click(again, "Give")
    await house.quiet()
    assert (await house.game()).last == before.last + 2


async def test_the_button_of_an_older_plan_gives_nothing(house: Any) -> None:
    anna = await at_ormes(house)
    older = await plan(house, anna, "line-1 NE")
    await plan(house, anna, "line-2 NE")
    before = await house.game()

    reply = await anna.click(older, "Give")
    await house.quiet()

    assert "others have taken their place" in reply.words
    assert (await house.game()).last == before.last


async def test_where_a_die_decides_the_plan_says_so_and_the_orders_stop_when_one_is_refused(
    house: Any,
) -> None:
    anna = await fighting(house)
    before = await house.game()

    shown = await plan(
        house, anna, "guard attacks militia\nguard attacks militia\ninf-1 attacks recruits\ndone", "tutorial"
    )
    told, says = lines(shown), shown.words
    given = await anna.click(shown, "Give")
    await house.quiet()

    assert [line.split()[:2] for line in told[:4]] == [["🎲", "1."], ["⏳", "2."], ["❌", "3."], ["✅", "4."]]
    assert "No die is rolled before you give the order" in says
    assert "1 order given." in given.words
    assert "Stopped at line 2, `guard attacks militia`" in given.words
    assert (
        "kept in the form (`/orders`): `guard attacks militia` `inf-1 attacks recruits` `done`" in given.words
    )
    table = await house.game()
    assert table.last == before.last + 1
    assert table.state.phase == "combat", "what comes after the refusal is not given"


async def test_the_ways_are_shown_on_a_private_map(house: Any) -> None:
    from bot.plan import judge
    from bot.say.drafting import planned
    from engine.view import look

    await at_ormes(house)
    table = (await house.game()).seen("blue")
    found = judge(table, "blue", "line-1 NE\nline-1 NE\nhuss-3 -> 0607")
    view = planned(look(table.system, table.scenario, table.state, "blue"), "blue", found.verdicts)

    assert [t.path for t in view.trails] == [
        ("0709", "0708"),
        ("0708", "0807"),
        ("0609", *found.verdicts[2].command.path),
    ]
    assert view.counter("line-1").hex == "0709", "nothing has moved yet"


async def test_done_in_a_plan_ends_the_phase_and_the_report_is_posted(house: Any) -> None:
    anna = await at_ormes(house)
    posts = len(house.sandbox.messages("battle", "Clara"))

    await anna.click(await plan(house, anna, "line-1 NE\ndone"), "Give")
    await house.quiet()

    assert (await house.game()).state.player == "orange"
    public = house.sandbox.messages("battle", "Clara")[posts:]
    assert "0709 → 0708" in public[0].words


async def test_the_panel_offers_the_form(house: Any) -> None:
    anna = await at_ormes(house)
    panel = await anna.click(await anna.until("battle", "your orders, please"), "Give orders")

    form = await anna.click(panel, "Write orders")
    shown = await anna.submit(form, {"text": "line-1 NE"})
    await house.quiet()

    assert form.kind == 9
    assert shown.message.id == panel.message.id, "the plan takes the panel's place"


@pytest.mark.parametrize(
    ("who", "channel", "words"),
    [("Clara", "battle", "no side in this game"), ("Anna", "parlour", "No game")],
)
async def test_whoever_cannot_give_orders_gets_no_form(
    house: Any, who: str, channel: str, words: str
) -> None:
    await at_ormes(house)

    reply = await house.person(who).slash(channel, "orders")

    assert reply.kind != 9
    assert words in reply.words
    assert reply.ephemeral


async def test_nobody_plans_for_the_other_side(build: Any) -> None:
    async with build() as house:
        anna, bruno = house.person("Anna"), house.person("Bruno")
        await anna.slash("battle", "game new", scenario="ormes", side="blue")
        await bruno.slash("battle", "game join")
        await anna.slash("battle", "game start")
        await house.quiet()

        shown = await plan(house, bruno, "line-1 NE\nbaden SE")

        assert "0 of 2 orders can be given" in shown.words
        assert "Orange has no decision to make now" in shown.words
        assert "Give these orders" not in shown.labels


async def test_a_form_of_another_version_is_answered(house: Any) -> None:
    anna = await at_ormes(house)
    form = await anna.slash("battle", "orders")
    form.modal["custom_id"] = "f0:1:1:orders"

    reply = await anna.submit(form, {"text": "line-1 NE"})

    assert "older table" in reply.words


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
async def test_no_text_does_any_harm(house: Any, text: str) -> None:
    anna = await at_ormes(house)
    before = await house.game()

    shown = await plan(house, anna, text)
    await house.quiet()

    assert shown.ephemeral
    assert "number" not in shown.words, "nothing went wrong inside"
    assert (await house.game()).last == before.last
    sent = [x.json for x in house.sandbox.exchanges if x.method == "PATCH" and "@original" in x.path]
    assert all(not s["allowed_mentions"].get("users") and s["allowed_mentions"]["parse"] == [] for s in sent)
    if "Give these orders" in shown.labels or "Give this order" in shown.labels:
        await anna.click(shown, "Give")
        await house.quiet()
        assert (await house.game()).last > before.last

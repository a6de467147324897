"""/log, /why and /help at a real table: private, page by page, by buttons that survive everything."""

from __future__ import annotations

from typing import Any

from tests.bot.test_bot_consent import AGREE, a_turn_over, question
from tests.bot.test_bot_secret_orders import pick, press


def labels(choices: Any) -> list[str]:
    return [choice["name"] for choice in choices]


async def test_the_log_tells_what_was_done_and_what_was_taken_back_by_whom(house: Any) -> None:
    anna, bruno = await a_turn_over(house)
    await anna.slash("battle", "undo")
    await house.quiet()
    await bruno.click(question(house), AGREE)
    await house.quiet()

    newest = await house.person("Clara").slash("battle", "log")
    moves = await anna.slash("battle", "log", phase="movement", turn=1)
    none = await anna.slash("battle", "log", turn=7)
    nowhere = await anna.slash("battle", "log", phase="siege")
    offered = await anna.complete("battle", "log", {"phase": "mov"}, focused="phase")

    assert newest.ephemeral
    assert "Anna takes back 1 order; Bruno has agreed" in newest.words
    assert "taken back by Anna, Bruno agreed" in newest.words
    assert "~~" in newest.words
    assert "is done with movement" in moves.words
    assert "combat" not in moves.words
    assert "Nothing of the kind" in none.words
    assert "no phase" in nowhere.words
    assert labels(offered) == ["Movement"]


async def test_pages_are_turned_by_buttons_also_after_a_restart(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="gue", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await house.quiet()
    while (await house.game()).state.turn < 3:
        await anna.slash("battle", "done")
        await house.quiet()

    last = await anna.slash("battle", "log")
    await house.again()
    first = await press(house, anna, last, "«")
    begins = first.words
    second = await press(house, anna, first, "›")

    pages = last.words.rpartition(" of ")[2].split()[0]
    assert int(pages) > 1
    assert f"Page {pages} of {pages}" in last.words
    assert "The game begins" in begins
    assert f"Page 2 of {pages}" in second.words


async def test_a_result_is_explained_from_the_report_and_by_its_words(house: Any) -> None:
    anna = house.person("Anna")
    await anna.slash("battle", "game new", scenario="gue", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await house.quiet()
    nothing = await anna.slash("battle", "why")
    shot = await anna.slash("battle", "bombard", unit="gun-1", target="linz")
    for _ in range(2):
        await anna.slash("battle", "done")
        await house.quiet()

    report = next(m for m in house.sandbox.messages("battle", "Clara") if "Why?" in m.labels)
    why = await house.person("Clara").click(report, "Why?")
    offered = await anna.complete("battle", "why", {"about": ""}, focused="about")
    typed = await anna.slash("battle", "why", about="fires at")
    unheard = await anna.slash("battle", "why", about="elephants")

    assert "Nothing has happened yet" in nothing.words
    assert "Why?" in shot.labels
    assert why.ephemeral
    assert "key" not in why.words, "a key counts orders, secret ones, too"
    assert "The rules" in why.words
    assert any("fires at" in label for label in labels(offered))
    assert "fire number" in typed.words
    assert "PP-FIR-11" in typed.words
    assert "fits “elephants”" in unheard.words


async def test_a_refusal_opens_its_rule_and_help_says_what_to_do_next(house: Any) -> None:
    anna = house.person("Anna")
    before = await anna.slash("battle", "help")
    await anna.slash("battle", "game new", scenario="ormes", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await house.quiet()

    refused = await anna.slash("battle", "move", unit="line-1", path="0101")
    rule = await anna.click(refused, "Read")
    now = await anna.slash("battle", "help")
    told = now.words
    topic = await pick(house, anna, now, "help", "undo")
    guide = await anna.click(topic, "Player's guide")

    assert "`/learn`" in before.words
    assert "MP-" in rule.words
    assert "It is your move" in told
    assert "`/move`" in told
    assert "`/whatif`" in topic.words
    assert "Morne Plaine" in guide.file(0).decode()

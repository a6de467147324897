"""/log, /why and /help in a game: private, paged, with buttons that survive restarts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.features.agreements.test_consent import AGREE, a_turn_over, question
from tests.bot.features.secret_orders.test_secret_orders import pick, press


def labels(choices: Any) -> list[str]:
    return [choice["name"] for choice in choices]


async def test_the_log_tells_what_was_done_and_what_was_taken_back_by_whom(harness: Any) -> None:
    anna, bruno = await a_turn_over(harness)
    await anna.slash("battle", "undo")
    await harness.quiet()
    await bruno.click(question(harness), AGREE)
    await harness.quiet()

    newest = await harness.person("Clara").slash("battle", "log")
    moves = await anna.slash("battle", "log", phase="movement", turn=1)
    none = await anna.slash("battle", "log", turn=7)
    nowhere = await anna.slash("battle", "log", phase="siege")
    offered = await anna.complete("battle", "log", {"phase": "mov"}, focused="phase")

    assert newest.ephemeral
    assert "Anna undid 1 order; Bruno agreed" in newest.words
    assert "undone by Anna; Bruno agreed" in newest.words
    assert "~~" in newest.words
    assert "finished the movement phase" in moves.words
    assert "combat" not in moves.words
    assert "Nothing like that" in none.words
    assert "no phase" in nowhere.words
    assert labels(offered) == ["Movement"]


@pytest.mark.long
async def test_pages_are_turned_by_buttons_also_after_a_restart(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="gue", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()
    while (await harness.game()).state.turn < 3:
        await anna.slash("battle", "done")
        await harness.quiet()

    last = await anna.slash("battle", "log")
    await harness.again()
    first = await press(harness, anna, last, "«")
    begins = first.words
    second = await press(harness, anna, first, "›")

    pages = last.words.rpartition(" of ")[2].split()[0]
    assert int(pages) > 1
    assert f"Page {pages} of {pages}" in last.words
    assert "The game begins" in begins
    assert f"Page 2 of {pages}" in second.words


@pytest.mark.long
async def test_a_result_is_explained_from_the_report_and_by_its_words(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="gue", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()
    nothing = await anna.slash("battle", "why")
    shot = await anna.slash("battle", "unit bombard", unit="gun-1", target="linz")
    for _ in range(2):
        await anna.slash("battle", "done")
        await harness.quiet()

    report = next(m for m in harness.sandbox.messages("battle", "Clara") if "Why?" in m.labels)
    why = await harness.person("Clara").click(report, "Why?")
    offered = await anna.complete("battle", "why", {"about": ""}, focused="about")
    typed = await anna.slash("battle", "why", about="fires at")
    unheard = await anna.slash("battle", "why", about="elephants")

    assert "No dice or rules have decided" in nothing.words
    assert "Why?" in shot.labels
    assert why.ephemeral
    assert "key" not in why.words, "a key counts orders, secret ones, too"
    assert "The rules" in why.words
    assert any("fires at" in label for label in labels(offered))
    assert "fire number" in typed.words
    assert "PP-FIR-11" in typed.words
    assert "matches “elephants”" in unheard.words


@pytest.mark.long
async def test_a_refusal_opens_its_rule_and_help_says_what_to_do_next(harness: Any) -> None:
    anna = harness.person("Anna")
    before = await anna.slash("battle", "help")
    await anna.slash("battle", "game new", battle="ormes", side="blue", partner=True)
    await anna.slash("battle", "game start")
    await harness.quiet()

    refused = await anna.slash("battle", "move", unit="line-1", path="0101")
    rule = await anna.click(refused, "Read")
    now = await anna.slash("battle", "help")
    text = now.words
    topic = await pick(harness, anna, now, "help", "undo")
    guide = await anna.click(topic, "Player's guide")

    assert "`/learn`" in before.words
    assert "MP-" in rule.words
    assert "It is your move" in text
    assert "`/move`" in text
    assert "`/whatif`" in topic.words
    assert "Morne Plaine" in guide.file(0).decode()

"""Discord's limits are budgets: the whole command tree, and pages of every topic in every language.

The pages of each battle are in test_bot_two_languages.py; whatever the bot sends in any test is weighed, too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from discord import app_commands

import scenarios
from bot.client import COGS, Grognard
from bot.crier import payload
from bot.page import Page, Press
from bot.privacy import Leaving
from bot.say import posts as saying
from bot.say import preferences, privacy, rules, server, wagers
from bot.steward import Settled
from bot.taste import KINDS, Taste
from bot.tongue import Tongue
from bot.words import Words, languages, speak
from sandbox.limits.commands import check_all
from sandbox.tests.judge import complaints, find
from tests.bot.budgets import over
from tests.bot.tables import laid

MOST = 10**6


@pytest.fixture
async def bot() -> AsyncIterator[Grognard]:
    """The bot with all its commands, connected to nothing."""
    bot = Grognard(None)  # type: ignore[arg-type]
    await bot.tree.set_translator(Tongue())
    for cog in COGS:
        await bot.add_cog(cog(bot))
    yield bot
    await bot.close()


async def test_the_whole_command_tree_is_taken_by_discords_description_and_its_hand_written_rules(
    bot: Grognard,
) -> None:
    told = await payload(bot.tree)
    operation = find("PUT", "/applications/1/commands")
    assert operation is not None
    schema = operation.body["requestBody"]["content"]["application/json"]["schema"]

    check_all(told)
    assert complaints(schema, told) == []
    assert len(told) > 40


async def test_no_description_of_an_option_was_cut_by_the_library(bot: Grognard) -> None:
    found = [p for c in bot.tree.walk_commands() if isinstance(c, app_commands.Command) for p in c.parameters]

    assert len(found) > 60
    assert [p.name for p in found if str(p.description)[-1] == "…" or str(p.description) == "…"] == []


def kept(n: int) -> Any:
    """What is kept of somebody who has done a great deal."""
    game = {"status": "playing", "orders": [{}] * n, "letters": [{}] * n}
    own = {name: [{}] for name in ("drafts", "whatifs", "predictions", "vacations", "seekers", "tastes")}
    return {"games": [game] * 20, "letters": [], "players": [{"kept": n, "missed": n}], **own}


def leavings() -> list[Leaving]:
    """Every battle, left in every way."""
    tables = [laid(id_) for id_ in scenarios.all()]
    return [
        Leaving(table=table, how=how, sides=table.scenario.side_ids if how == "sought" else ())
        for table in tables
        for how in ("closed", "left", "sought", "ended")
    ]


def pages(words: Words) -> Iterator[Page]:
    """Pages that do not depend on a table."""
    yield saying.welcome(words)
    yield privacy.summary(words, kept(MOST // 100))
    yield privacy.exported(words, "{}")
    yield privacy.sure(words, leavings())
    yield privacy.deleted(words)
    everything = Taste(
        theme=max(KINDS["theme"], key=len),
        symbols=KINDS["symbols"][0],
        overlays=KINDS["overlays"],
        pictures="words",
    )
    yield preferences.page(words, Taste())
    yield preferences.page(words, everything)
    lacking = ("view_channel", "send_messages", "embed_links", "attach_files", "pin_messages")
    settled = [Settled(name=n, value=MOST**3, lacking=lacking) for n in ("moderator", "board", "gallery")]
    yield server.page(words.language, settled, ("board",))
    yield wagers.board(words, [], 1)
    for system in ("morne_plaine", "pousse_pion", "desastre_colonial", "art_of_tactic"):
        battle = next(b for b in map(scenarios.load, scenarios.all()) if b.system == system)
        book = rules.Book(words=words, system=system, language=words.language, charts=battle.charts)
        yield from (rules.page(book, id_) for id_, _ in rules.found(book, ""))


@pytest.mark.parametrize("language", languages())
def test_pages_of_every_topic_fit_before_anything_is_cut(language: str) -> None:
    found = list(pages(speak(language)))

    assert len(found) > 100
    assert [
        (page.notes[0].title if page.notes else page.text, over(page)) for page in found if over(page)
    ] == []


def test_a_page_that_is_too_large_is_found() -> None:
    twice = Press(label="", id="g1:1:1:done")

    assert over(Page(text="x" * 2001, rows=((twice, twice),))) == [
        f"text: 2001 {'x' * 60!r}",
        "button g1:1:1:done: nothing on it",
        "button g1:1:1:done: nothing on it",
        "g1:1:1:done twice",
    ]
    assert over(Page()) == ["an empty message"]

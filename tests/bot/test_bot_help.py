"""Help fits on one screen, says what can be done here and now, and forgets no command."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import AsyncIterator, Mapping

import pytest

import scenarios
from bot.client import COGS, Grognard
from bot.helping import told
from bot.page import Page
from bot.say import help as saying
from bot.say.help import TOPICS, TYPED, Told
from bot.say.names import Names
from bot.words import languages, speak
from engine.commands import Command
from engine.systems import find
from tests.bot.tables import laid

LINES, SHORT, ACROSS = 15, 21, 46
"""Lines of a page as written, and as a phone 390 px wide breaks them at so many letters."""


@pytest.fixture
async def commands() -> AsyncIterator[dict[str, Mapping[str, Told]]]:
    """Every command of the tree, by language."""
    bot = Grognard(None)  # type: ignore[arg-type]
    for cog in COGS:
        await bot.add_cog(cog(bot))
    yield {language: told(bot.tree, speak(language)) for language in languages()}
    await bot.close()


def one_screen(page: Page) -> None:
    lines = page.notes[0].text.split("\n")
    broken = [part for line in lines for part in textwrap.wrap(line, ACROSS) or [""]]
    assert len(lines) <= LINES, page.notes[0].text
    assert len(broken) <= SHORT, page.notes[0].text


async def test_every_command_is_told_in_exactly_one_topic(commands: dict[str, Mapping[str, Told]]) -> None:
    listed = Counter(name for names in TOPICS.values() for name in names)
    outer = {name for name in commands["en"] if " " not in name}

    assert outer - set(listed) == set(), "a command is missing in bot.say.help.TOPICS"
    assert set(listed) - outer == set(), "a command is told that does not exist"
    assert [name for name, times in listed.items() if times > 1] == []


async def test_every_page_of_help_is_one_screen(commands: dict[str, Mapping[str, Told]]) -> None:
    for language in languages():
        words = speak(language)
        for topic in TOPICS:
            one_screen(saying.topic(words, commands[language], topic, guide=True))
        one_screen(saying.now(None, words, commands[language], 1, guide=True))
        for battle in scenarios.all():
            names = Names(words, laid(battle).seen(""))
            for user in (1, 2, 3):
                one_screen(saying.now(names, words, commands[language], user, guide=True))


async def test_what_is_told_now_fits_the_rulebook_and_the_phase(
    commands: dict[str, Mapping[str, Told]],
) -> None:
    def now(battle: str, user: int) -> str:
        words = speak()
        names = Names(words, laid(battle).seen(""))
        return saying.now(names, words, commands["en"], user, guide=True).notes[0].text

    assert "`/move`" in now("ormes", 1)
    assert "`/done`" in now("ormes", 1)
    assert "Waiting for" in now("ormes", 2)
    assert "You look on" in now("ormes", 3)
    assert "`/order`" in now("takase", 1) or "`/place`" in now("takase", 1)
    assert "`/activate`" in now("puits", 1)


async def test_every_order_of_every_phase_can_be_typed(commands: dict[str, Mapping[str, Told]]) -> None:
    taken: set[type[Command]] = set()
    for battle in scenarios.all():
        for phase in find(scenarios.load(battle).system).phases.values():
            taken |= set(phase.takes)

    assert {kind.__name__ for kind in taken - set(TYPED)} <= {
        "Answer",
        "Release",
        "Resign",
        "Instruct",
        "Expired",
    }
    assert set(TYPED.values()) <= set(commands["en"])

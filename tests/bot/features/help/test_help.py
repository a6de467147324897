"""Help fits on one screen, says what can be done here and now, and forgets no command."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import AsyncIterator, Mapping

import pytest

import scenarios
from bot.features.help import page as help_page
from bot.features.help.page import TYPED, CommandHelp
from bot.features.help.service import command_help
from bot.features.help.topics import TOPICS
from bot.i18n.catalogue import catalogue_for, languages
from bot.i18n.names import Names
from bot.ui.page import Page
from bot.without_discord import bot_without_discord
from engine.commands import Command
from engine.systems import find
from tests.bot.sample_games import new_game

LINES, SHORT, ACROSS = 15, 21, 46
"""Lines of a page as written, and as a phone 390 px wide breaks them at so many letters."""


@pytest.fixture
async def commands() -> AsyncIterator[dict[str, Mapping[str, CommandHelp]]]:
    """Every command of the tree, by language."""
    async with bot_without_discord() as bot:
        yield {language: command_help(bot.tree, catalogue_for(language)) for language in languages()}


def one_screen(page: Page) -> None:
    lines = page.embeds[0].text.split("\n")
    broken = [part for line in lines for part in textwrap.wrap(line, ACROSS) or [""]]
    assert len(lines) <= LINES, page.embeds[0].text
    assert len(broken) <= SHORT, page.embeds[0].text


async def test_every_command_is_told_in_a_topic_by_itself_or_with_its_group(
    commands: dict[str, Mapping[str, CommandHelp]],
) -> None:
    told = {command.id for command in commands["en"].values() if command.topic in TOPICS}
    places = Counter((command.topic, command.place) for command in commands["en"].values() if command.topic)

    assert [
        command.id
        for command in commands["en"].values()
        if not command.subs and not {command.id, command.id.rpartition(" ")[0]} & told
    ] == []
    assert [place for place, times in places.items() if times > 1] == []


async def test_every_page_of_help_is_one_screen(commands: dict[str, Mapping[str, CommandHelp]]) -> None:
    for language in languages():
        words = catalogue_for(language)
        for topic in TOPICS:
            one_screen(help_page.topic(words, commands[language], topic, guide=True))
        one_screen(help_page.now(None, words, commands[language], 1, guide=True))
        for battle in scenarios.all():
            names = Names(words, new_game(battle).seen(""))
            for user in (1, 2, 3):
                one_screen(help_page.now(names, words, commands[language], user, guide=True))


async def test_what_is_told_now_fits_the_rulebook_and_the_phase(
    commands: dict[str, Mapping[str, CommandHelp]],
) -> None:
    def now(battle: str, user: int) -> str:
        words = catalogue_for()
        names = Names(words, new_game(battle).seen(""))
        return help_page.now(names, words, commands["en"], user, guide=True).embeds[0].text

    assert "`/move`" in now("ormes", 1)
    assert "`/done`" in now("ormes", 1)
    assert "Waiting for" in now("ormes", 2)
    assert "You are watching" in now("ormes", 3)
    assert "`/plan write`" in now("takase", 1) or "`/unit place`" in now("takase", 1)
    assert "`/unit activate`" in now("puits", 1)


async def test_every_order_of_every_phase_can_be_typed(
    commands: dict[str, Mapping[str, CommandHelp]],
) -> None:
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
    assert {name.replace(".", " ") for name in TYPED.values()} <= set(commands["en"])

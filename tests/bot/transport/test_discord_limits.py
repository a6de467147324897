"""Discord's limits are budgets: the whole command tree, and pages of every topic in every language.

The pages of each battle are in test_two_languages.py; whatever the bot sends in any test is weighed, too.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from discord import app_commands

import scenarios
from bot.client import Grognard
from bot.connection.command_sync import payload
from bot.features.help import page as help_page
from bot.features.predictions import page as predictions_page
from bot.features.preferences import page as preferences_page
from bot.features.preferences.model import KINDS, PlayerPreferences
from bot.features.privacy import page as privacy_page
from bot.features.privacy.service import Departure
from bot.features.rulebook import page as rulebook_page
from bot.features.server_settings import page as server_settings_page
from bot.features.server_settings.service import Setting
from bot.i18n.catalogue import Catalogue, catalogue_for, languages
from bot.i18n.command_translator import CommandTranslator
from bot.transport import messages
from bot.ui.page import Button, Page
from bot.without_discord import bot_without_discord
from sandbox.limits.commands import check_all
from sandbox.tests.judge import complaints, find
from tests.bot.page_limits import page_excesses
from tests.bot.sample_games import new_game
from tests.long_forms import long_but

MOST = 10**6


@pytest.fixture
async def bot() -> AsyncIterator[Grognard]:
    """The bot with all its commands, connected to nothing."""
    async with bot_without_discord() as bot:
        await bot.tree.set_translator(CommandTranslator())
        yield bot


async def test_the_whole_command_tree_is_taken_by_discords_description_and_its_hand_written_rules(
    bot: Grognard,
) -> None:
    tree = await payload(bot.tree)
    operation = find("PUT", "/applications/1/commands")
    assert operation is not None
    schema = operation.body["requestBody"]["content"]["application/json"]["schema"]

    check_all(tree)
    assert complaints(schema, tree) == []
    assert len(tree) <= 29, "a player looks through these"
    assert len([c for c in bot.tree.walk_commands() if isinstance(c, app_commands.Command)]) > 60


async def test_no_description_of_an_option_was_cut_by_the_library(bot: Grognard) -> None:
    parameters = [
        p for c in bot.tree.walk_commands() if isinstance(c, app_commands.Command) for p in c.parameters
    ]

    assert len(parameters) > 60
    assert [p.name for p in parameters if str(p.description)[-1] == "…" or str(p.description) == "…"] == []


def kept(n: int) -> Any:
    """The stored data of a very active player."""
    game = {"status": "playing", "orders": [{}] * n, "letters": [{}] * n}
    own = {
        name: [{}]
        for name in ("drafts", "whatifs", "predictions", "vacations", "seekers", "ratings", "tastes")
    }
    return {
        "games": [game] * 20,
        "letters": [],
        "players": [{"recent": "+-" * 25, "kept": n, "missed": n}],
        **own,
    }


def leavings() -> list[Departure]:
    """Every battle, left in every way."""
    tables = [new_game(id_) for id_ in scenarios.all()]
    return [
        Departure(game=game, how=how, sides=game.scenario.side_ids if how == "sought" else ())
        for game in tables
        for how in ("closed", "left", "sought", "ended")
    ]


def pages(words: Catalogue) -> Iterator[Page]:
    """Pages that do not depend on a game."""
    yield help_page.welcome(words)
    yield privacy_page.summary(words, kept(MOST // 100))
    yield privacy_page.exported(words, "{}")
    yield privacy_page.sure(words, leavings())
    yield privacy_page.deleted(words)
    everything = PlayerPreferences(
        theme=max(KINDS["theme"], key=len),
        symbols=KINDS["symbols"][0],
        overlays=KINDS["overlays"],
        pictures="words",
    )
    yield preferences_page.page(words, PlayerPreferences())
    yield preferences_page.page(words, everything)
    lacking = ("view_channel", "send_messages", "embed_links", "attach_files", "pin_messages")
    settled = [Setting(name=n, value=MOST**3, missing=lacking) for n in ("moderator", "board", "gallery")]
    yield server_settings_page.page(words.language, settled, ("board",))
    yield predictions_page.board(words, [], 1)
    for system in ("morne_plaine", "pousse_pion", "desastre_colonial", "art_of_tactic"):
        battle = next(b for b in map(scenarios.load, scenarios.all()) if b.system == system)
        book = rulebook_page.Rulebook(
            words=words, system=system, language=words.language, charts=battle.charts
        )
        yield from (rulebook_page.page(book, id_) for id_, _ in rulebook_page.matching(book, ""))


@pytest.mark.parametrize("language", long_but(["en"], languages()))
def test_pages_of_every_topic_fit_before_anything_is_cut(language: str) -> None:
    all_pages = list(pages(catalogue_for(language)))

    assert len(all_pages) > 100
    assert [
        (page.embeds[0].title if page.embeds else page.text, page_excesses(page))
        for page in all_pages
        if page_excesses(page)
    ] == []


def test_a_page_that_is_too_large_is_found() -> None:
    twice = Button(label="", id="g1:1:1:done")

    assert page_excesses(Page(text="x" * 2001, rows=((twice, twice),), pings=(1,))) == [
        f"text: 2001 {'x' * 60!r}",
        "button g1:1:1:done: nothing on it",
        "button g1:1:1:done: nothing on it",
        "g1:1:1:done twice",
    ]
    assert page_excesses(Page(text="x" * 3990)) == []
    assert page_excesses(Page(text="x" * 3990, foot="y" * 20)) == ["more than a card holds"]
    assert page_excesses(Page()) == ["an empty message"]


@pytest.mark.parametrize("pings", [(), (7,)], ids=["a card", "a call"])
def test_whatever_a_message_says_it_notifies_those_alone_whom_it_calls(pings: tuple[int, ...]) -> None:
    page = Page(text="@everyone @here <@&5> <@6>", pings=(*pings, -1))

    for message in (messages.as_message(page, None), messages.as_edit(page, None)):
        mentions = message["allowed_mentions"].to_dict()
        assert mentions["parse"] == []
        assert mentions.get("users", []) == list(pings)
        assert not mentions.get("roles")

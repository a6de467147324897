"""A French and an English player in a French server: each reads his own language, all read the server’s."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import scenarios
from bot.features.batch_orders import page as batch_orders_page
from bot.features.game_view import service as game_view_service
from bot.features.game_view import status_page
from bot.features.game_view.map_request import MapRequest
from bot.features.help import page as help_page
from bot.features.leaders import standing_orders
from bot.features.lobby import page as lobby_page
from bot.features.my_games import page as my_games_page
from bot.features.orders import panel as orders_panel
from bot.features.orders import step_panel
from bot.features.preferences.model import PlayerPreferences
from bot.features.rulebook import page as rulebook_page
from bot.features.secret_orders import panel as secret_orders_panel
from bot.i18n.catalogue import catalogue_for, languages
from bot.i18n.names import Names
from bot.reports import event_lines
from bot.transport import messages as transport_messages
from bot.ui.page import Menu, Page
from engine.commands import Write
from render.caption import Caption
from sandbox.limits import messages
from sandbox.model.refusals import Form
from sandbox.model.world import GuildPlan, PersonPlan, World
from tests.bot.page_limits import page_excesses
from tests.bot.sample_games import game_after, game_with_log, new_game
from tests.long_forms import FIRST_BATTLES, long_but

ENGLISH = re.compile(r"\b(the|of|and|with|your|you|hex|hexes|unit|against|not|turn|phase of|moves?)\b")
FRENCH = re.compile(r"\b(vous|votre|vos|tour|unité|hexagone|donner|carte)\b", re.IGNORECASE)
TYPED = re.compile(r"`[^`]*`|<@\d+>|Art of Tactic")
"""What is typed as it stands, mentions, and the title of a rulebook."""
FRENCH_TABLE = World(
    guilds=(GuildPlan(name="La table", channels=("battle",), locale="fr"),),
    people=(PersonPlan(name="Anna"), PersonPlan(name="Bruno", locale="fr")),
)
ORDERS = 25
"""Orders of the computer players before the pages are read."""
LATER = 70
"""Repeat after this many."""


def read(page: Any) -> str:
    """All texts of a message, including the descriptions of its pictures."""
    menus = [s.get("placeholder", "") for s in page.selects]
    lines = [f"{o['label']} {o.get('description') or ''}" for s in page.selects for o in s["options"]]
    alts = [a.get("description") or "" for a in page.pictures]
    return TYPED.sub("", "\n".join([page.words, *page.labels, *menus, *lines, *alts]))


@pytest.mark.long
async def test_each_player_reads_his_language_and_all_the_servers(build: Callable[..., Any]) -> None:
    async with build(world=FRENCH_TABLE) as harness:
        anna, bruno = harness.person("Anna"), harness.person("Bruno")
        opened = await anna.slash("battle", "game new", battle="ormes")
        joined = await bruno.slash("battle", "game join")
        await anna.slash("battle", "game start")
        await harness.quiet()

        called = next(m for m in reversed(anna.sees("battle")) if m.labels and not m.ephemeral)
        text = called.words
        english = await anna.click(called, "Donner des ordres")
        refused = [await who.slash("battle", "done") for who in (bruno, anna)]
        looked = [await who.slash("battle", "map") for who in (bruno, anna)]
        replies = [await who.slash("battle", "game board") for who in (bruno, anna)]
        ruled = [await who.slash("battle", "rule", query="MP-MOV-2") for who in (bruno, anna)]
        await harness.quiet()

        public = [m for m in bruno.sees("battle") if not m.ephemeral]
        own = {
            who: [r for r in messages if r.ephemeral] for who, messages in (("Bruno", [joined, refused[0]]),)
        }
        assert "is open in this channel" in opened.words
        assert "Vous jouez Orange." in joined.words
        assert "turn 1 of" in english.words
        assert "n’a rien à décider maintenant" in refused[0].words
        assert "Nothing to do: " in refused[1].words
        for reply in [joined, refused[0], looked[0], replies[0], ruled[0], *public, *own["Bruno"]]:
            assert not ENGLISH.search(read(reply)), read(reply)
        for reply in [opened, english, refused[1], looked[1], replies[1], ruled[1]]:
            assert not FRENCH.search(read(reply)), read(reply)
        assert "vos ordres, s’il vous plaît" in text


# --- every page of every battle, in both languages ----------------------------------------------------


def pages(names: Names) -> Iterator[Page]:
    """Everything one of its players can look at in a game."""
    game = names.game
    side = game.viewer or ""
    units = [u.id for u in game.state.units_on_map(side)]
    yield lobby_page.lobby(Names(names.words, replace(game, record=replace(game.record, status="lobby"))))
    yield status_page.status(names)
    yield my_games_page.game(names, None, "https://discord.com/channels/1/2/3")
    yield game_view_service._map(names, side, MapRequest(area="whole"), PlayerPreferences())
    yield game_view_service._board(names, side, "", "", 0, True)
    yield orders_panel.panel(names, side)
    for unit in units[:2]:
        yield game_view_service._map(names, side, MapRequest(unit=unit), PlayerPreferences())
        yield orders_panel.panel(names, side, unit=unit)
        yield step_panel.page(names, side, unit, pictured=False)
    if game.system.standing_answers:
        yield standing_orders.page(names, side)
        yield from (standing_orders.page(names, side, kind) for kind in game.system.standing_answers)
    phase = game.system.phases.get(game.state.phase)
    if phase is not None and Write in phase.takes:
        yield secret_orders_panel.page(names, side)
        yield from (secret_orders_panel.orders(names, side, unit) for unit in units[:2])
    if names.words.language != "en":
        yield Page(text=batch_orders_page.example(names, side).replace("{", ""))


def names_in_games(battle: str) -> Iterator[Names]:
    """A battle as it begins and some orders later, as each side knows it."""
    for orders in (0, ORDERS, LATER):
        game = game_with_log(battle, orders)
        if game.state.result is not None:
            game = replace(game, record=replace(game.record, status="over"))
        for side in game.scenario.side_ids:
            yield Names(catalogue_for("en"), game.seen(side))


def page_text(page: Page) -> str:
    """All that stands on a page, in its picture and in what is said of it."""
    rows: list[str] = []
    for row in page.rows:
        if isinstance(row, Menu):
            rows += [row.hint, *(f"{c.label} {c.about}" for c in row.choices)]
        else:
            rows += [press.label for press in row]
    notes = [f"{n.title}\n{n.text}\n{n.footer}" for n in page.embeds]
    pictured = [page.picture.alt, *_captioned(page)] if page.picture is not None else []
    papers = [paper.text for paper in page.files]
    notes += [section.text for section in page.sections]
    return TYPED.sub("", "\n".join([page.text, page.foot, *notes, *rows, *pictured, *papers]))


def _captioned(page: Page) -> list[str]:
    caption = getattr(page.picture, "caption", None)
    if not isinstance(caption, Caption):
        return []
    return [caption.header, caption.sub, *caption.legend.values()]


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
def test_every_page_fits_before_it_is_cut_and_is_in_its_language(battle: str) -> None:
    for names in names_in_games(battle):
        for language in languages():
            for page in pages(Names(catalogue_for(language), names.game)):
                assert page_excesses(page) == []
                made = transport_messages.as_message(replace(page, picture=None, files=()), None)
                form = Form()
                components = made["view"].to_components() if "view" in made else []
                body = {"content": made.get("content"), "components": components}
                body["embeds"] = [e.to_dict() for e in made.get("embeds", ())]
                messages.check(body, form, layout=not page.pings)
                form.check()
                if language == "fr":
                    assert [line for line in page_text(page).splitlines() if ENGLISH.search(line)] == []


@pytest.mark.parametrize("battle", long_but(FIRST_BATTLES, scenarios.all()))
def test_nothing_english_is_left_in_a_french_report(battle: str) -> None:
    _, events = game_after(battle, ORDERS * 4)
    start = new_game(battle)

    report = event_lines.lines(Names(catalogue_for("fr"), start.seen("")), events)

    assert len(report) > ORDERS / 2
    assert [line for line in report if ENGLISH.search(TYPED.sub("", line))] == []
    assert not ENGLISH.search(page_text(help_page.welcome(catalogue_for("fr"))))


@pytest.mark.parametrize("language", languages())
def test_forms_have_room_for_their_labels(language: str) -> None:
    words = catalogue_for(language)

    for battle in scenarios.all():
        game = new_game(battle)
        titles = [words("drafting.form", phase=words(f"phase.{phase}")) for phase in game.system.phases]
        assert [title for title in titles if len(title) > 45] == []
        for side in game.scenario.side_ids:
            assert len(batch_orders_page.example(Names(words, game.seen(side)), side)) <= 100
    assert len(words("drafting.label")) <= 45


def test_a_table_of_a_rulebook_is_told_in_french() -> None:
    charts = scenarios.load("ormes").charts
    book = rulebook_page.Rulebook(
        words=catalogue_for("fr"), system="morne_plaine", language="fr", charts=charts
    )

    text = page_text(rulebook_page.page(book, "MP-MOV-2"))

    assert "Marais" in rulebook_page.page(book, "MP-MOV-2").embeds[1].text
    assert not ENGLISH.search(text)

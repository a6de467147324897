"""A French and an English player in a French server: each reads his own language, all read the server’s."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import scenarios
from bot import lookup, post
from bot.page import Menu, Page
from bot.say import boards, drafting, lobby, panel, planning, posts, report, rose, rules, standing, status
from bot.say.names import Names
from bot.taste import Taste
from bot.wish import Wish
from bot.words import languages, speak
from engine.commands import Write
from render.caption import Caption
from sandbox.limits import messages
from sandbox.refusals import Form
from sandbox.world import GuildPlan, PersonPlan, World
from tests.bot.budgets import over
from tests.bot.tables import laid, logged, played

ENGLISH = re.compile(r"\b(the|of|and|with|your|you|hex|hexes|unit|against|not|turn|phase of|moves?)\b")
FRENCH = re.compile(r"\b(vous|votre|vos|tour|unité|hexagone|donner|carte)\b", re.IGNORECASE)
TYPED = re.compile(r"`[^`]*`|<@\d+>")
FRENCH_TABLE = World(
    guilds=(GuildPlan(name="La table", channels=("battle",), locale="fr"),),
    people=(PersonPlan(name="Anna"), PersonPlan(name="Bruno", locale="fr")),
)
ORDERS = 25
"""So many orders of the sparring partners, then the table is looked at."""
LATER = 70
"""And once more after so many."""


def read(shown: Any) -> str:
    """All that somebody reads in a message, what is said of its pictures included."""
    menus = [s.get("placeholder", "") for s in shown.selects]
    lines = [f"{o['label']} {o.get('description') or ''}" for s in shown.selects for o in s["options"]]
    alts = [a.get("description") or "" for a in shown.attachments]
    return TYPED.sub("", "\n".join([shown.words, *shown.labels, *menus, *lines, *alts]))


async def test_each_player_reads_his_language_and_all_the_servers(build: Callable[..., Any]) -> None:
    async with build(world=FRENCH_TABLE) as house:
        anna, bruno = house.person("Anna"), house.person("Bruno")
        opened = await anna.slash("battle", "game new", scenario="ormes")
        joined = await bruno.slash("battle", "game join")
        await anna.slash("battle", "game start")
        await house.quiet()

        called = next(m for m in reversed(anna.sees("battle")) if m.labels and not m.ephemeral)
        asked = called.words
        english = await anna.click(called, "Donner des ordres")
        refused = [await who.slash("battle", "done") for who in (bruno, anna)]
        looked = [await who.slash("battle", "map") for who in (bruno, anna)]
        told = [await who.slash("battle", "board") for who in (bruno, anna)]
        ruled = [await who.slash("battle", "rule", query="MP-MOV-2") for who in (bruno, anna)]
        await house.quiet()

        public = [m for m in bruno.sees("battle") if not m.ephemeral]
        own = {who: [r for r in found if r.ephemeral] for who, found in (("Bruno", [joined, refused[0]]),)}
        assert "is open in this channel" in opened.words
        assert "Vous jouez Orange." in joined.words
        assert "turn 1 of" in english.words
        assert "n’a rien à décider maintenant" in refused[0].words
        assert "You play" in refused[1].words or "Blue" in refused[1].words
        for reply in [joined, refused[0], looked[0], told[0], ruled[0], *public, *own["Bruno"]]:
            assert not ENGLISH.search(read(reply)), read(reply)
        for reply in [opened, english, refused[1], looked[1], told[1], ruled[1]]:
            assert not FRENCH.search(read(reply)), read(reply)
        assert "vos ordres, s’il vous plaît" in asked


# --- every page of every battle, in both languages ----------------------------------------------------


def pages(names: Names) -> Iterator[Page]:
    """What can be looked at on a table by one of its players."""
    table = names.table
    side = table.viewer or ""
    units = [u.id for u in table.state.fielded(side)]
    yield lobby.lobby(Names(names.words, replace(table, game=replace(table.game, status="lobby"))))
    yield status.status(names)
    yield boards.game(names, None, "https://discord.com/channels/1/2/3")
    yield lookup._map(names, side, Wish(area="whole"), Taste())
    yield lookup._board(names, side, "", "", 0, True)
    yield panel.panel(names, side)
    for unit in units[:2]:
        yield lookup._map(names, side, Wish(unit=unit), Taste())
        yield panel.panel(names, side, unit=unit)
        yield rose.page(names, side, unit, pictured=False)
    if table.system.standing:
        yield standing.page(names, side)
        yield from (standing.page(names, side, kind) for kind in table.system.standing)
    phase = table.system.phases.get(table.state.phase)
    if phase is not None and Write in phase.takes:
        yield planning.page(names, side)
        yield from (planning.orders(names, side, unit) for unit in units[:2])
    if names.words.language != "en":
        yield Page(text=drafting.example(names, side).replace("{", ""))


def tables(battle: str) -> Iterator[Names]:
    """A battle as it begins and some orders later, as each side knows it."""
    for orders in (0, ORDERS, LATER):
        table = logged(battle, orders)
        if table.state.result is not None:
            table = replace(table, game=replace(table.game, status="over"))
        for side in table.scenario.side_ids:
            yield Names(speak("en"), table.seen(side))


def said(page: Page) -> str:
    """All that stands on a page, in its picture and in what is said of it."""
    rows: list[str] = []
    for row in page.rows:
        if isinstance(row, Menu):
            rows += [row.hint, *(f"{c.label} {c.about}" for c in row.choices)]
        else:
            rows += [press.label for press in row]
    notes = [f"{n.title}\n{n.text}\n{n.footer}" for n in page.notes]
    pictured = [page.picture.alt, *_captioned(page)] if page.picture is not None else []
    papers = [paper.text for paper in page.papers]
    return TYPED.sub("", "\n".join([page.text, *notes, *rows, *pictured, *papers]))


def _captioned(page: Page) -> list[str]:
    caption = getattr(page.picture, "caption", None)
    if not isinstance(caption, Caption):
        return []
    return [caption.header, caption.sub, *caption.legend.values()]


@pytest.mark.parametrize("battle", scenarios.all())
def test_every_page_fits_before_it_is_cut_and_is_in_its_language(battle: str) -> None:
    for names in tables(battle):
        for language in languages():
            for page in pages(Names(speak(language), names.table)):
                assert over(page) == []
                made = post.sent(replace(page, picture=None, papers=()), None)
                form = Form()
                shown = made["view"].to_components() if "view" in made else []
                body = {"content": made["content"], "components": shown}
                body["embeds"] = [e.to_dict() for e in made["embeds"]]
                messages.check(body, form, layout=False)
                form.check()
                if language == "fr":
                    assert [line for line in said(page).splitlines() if ENGLISH.search(line)] == []


@pytest.mark.parametrize("battle", scenarios.all())
def test_nothing_english_is_left_in_a_french_report(battle: str) -> None:
    _, events = played(battle, ORDERS * 4)
    start = laid(battle)

    told = report.lines(Names(speak("fr"), start.seen("")), events)

    assert len(told) > ORDERS
    assert [line for line in told if ENGLISH.search(TYPED.sub("", line))] == []
    assert not ENGLISH.search(said(posts.welcome(speak("fr"))))


@pytest.mark.parametrize("language", languages())
def test_forms_have_room_for_their_labels(language: str) -> None:
    words = speak(language)

    for battle in scenarios.all():
        table = laid(battle)
        titles = [words("drafting.form", phase=words(f"phase.{phase}")) for phase in table.system.phases]
        assert [title for title in titles if len(title) > 45] == []
        for side in table.scenario.side_ids:
            assert len(drafting.example(Names(words, table.seen(side)), side)) <= 100
    assert len(words("drafting.label")) <= 45


def test_a_table_of_a_rulebook_is_told_in_french() -> None:
    charts = scenarios.load("ormes").charts
    book = rules.Book(words=speak("fr"), system="morne_plaine", language="fr", charts=charts)

    shown = said(rules.page(book, "MP-MOV-2"))

    assert "Marais" in rules.page(book, "MP-MOV-2").notes[1].text
    assert not ENGLISH.search(shown)

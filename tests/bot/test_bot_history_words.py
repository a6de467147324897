"""The history in words, and the reasons of results: whole, within limits, in both languages, no secrets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import scenarios
from bot import results
from bot.history import Wanted
from bot.page import Page
from bot.reasons import _choices, _told
from bot.say import history, why
from bot.say.names import Names
from bot.say.rules import Book
from bot.table import Table
from bot.words import languages, speak
from engine.commands import Attack, Move, Write
from storage import Entry
from tests.bot.tables import logged
from tests.bot.test_bot_two_languages import ENGLISH, said

BATTLES = ("ormes", "gue", "takase", "puits")
"""One of each rulebook."""


@cache
def log_of(battle: str) -> Table:
    return logged(battle, 130)


def named(table: Table, viewer: str = "", language: str = "en") -> Names:
    return Names(speak(language), table.seen(viewer))


def told(table: Table, viewer: str = "", language: str = "en", unit: str = "") -> list[str]:
    names = named(table, viewer, language)
    return history.paged(names, history.items(names, table, {}, unit))


def book(table: Table, language: str) -> Book:
    return Book(
        words=speak(language),
        system=table.scenario.system,
        language=language,
        charts=table.scenario.charts,
        options=table.scenario.options,
    )


@pytest.mark.parametrize("battle", BATTLES)
def test_every_page_of_a_history_fits_and_the_french_one_is_french(battle: str) -> None:
    table = log_of(battle)
    for side in ("", *table.scenario.side_ids):
        english, french = (told(table, side, language) for language in ("en", "fr"))

        assert len(english) > 3
        assert all(len(page) < 2200 for page in (*english, *french))
        assert [line for page in french for line in page.split("\n") if ENGLISH.search(line)] == []


def test_a_page_that_is_full_stays_what_it_is() -> None:
    table = log_of("gue")
    earlier = told(table.at(table.last - 20))

    assert told(table)[: len(earlier) - 1] == earlier[:-1]


def test_the_newest_page_comes_first_and_buttons_keep_the_filters() -> None:
    table = log_of("ormes")
    names = named(table)
    found = history.items(names, table, {})
    wanted = Wanted(turn=1, phase="movement")

    newest, first = (history.page(names, found, Wanted(), n) for n in (0, 1))
    some = history.page(names, found, wanted)

    assert newest.notes[0].footer == f"Page {len(told(table))} of {len(told(table))}"
    assert "The game begins" in first.notes[0].text
    assert "Turn 2" not in some.notes[0].text
    assert "Turn 1 · Movement" in some.notes[0].text
    assert "only turn 1" in some.notes[0].text
    back = newest.rows[0][1].id  # type: ignore[union-attr, index]
    assert back.split(":")[3:] == ["log", "b", str(len(told(table)) - 1), "0", "", ""]
    kept = history._id(names, "back", 2, Wanted(unit="huss-3", phase="bombardment", turn=12))
    assert kept.endswith(":log:b:2:12:bombardment:huss-3")


def test_the_history_of_a_unit_tells_all_of_it_and_nothing_else() -> None:
    table = log_of("takase")
    names = named(table)

    found = history.items(names, table, {}, "kiba-1")

    assert found
    fights = [line for item in found for line in item.lines if line.startswith("⚔️")]
    assert fights
    assert [line for line in fights if names.unit("kiba-1") not in line] == []
    assert not any("🎲 –" in line for line in fights), "with the dice that fell in them"


def test_what_was_taken_back_is_struck_through_with_who_and_how() -> None:
    table = log_of("ormes")
    moved = next(e for e in table.entries if isinstance(e.command, Move))
    undo = Entry(kind="undo", seq=table.last + 1, side=moved.side, who=2, at=moved.at)
    then = table.at(moved.seq)
    after = then.struck((moved.seq,), replace(undo, seq=then.last + 1))
    names = named(after)

    free, agreed = (
        [line for item in history.items(names, after, how) for line in item.lines][-3:]
        for how in ({}, {then.last + 1: "player"})
    )

    assert free[0].startswith("~~")
    assert free[0].endswith("~~")
    assert "taken back by orange" in free[1]
    assert "takes back 1 order" in free[2]
    assert "orange agreed" in agreed[1]
    assert "orange has agreed" in agreed[2]


def test_secret_orders_are_not_even_counted() -> None:
    table = log_of("takase")
    public = replace(table, entries=table.known_to(""))

    assert any(isinstance(e.command, Write) for e in table.entries)
    assert told(table) == told(public)
    assert told(table, "red") != told(public, "red")
    assert [r.id for r in results.newest(table)] == [r.id for r in results.newest(public)]


def fits(page: Page) -> None:
    assert sum(len(n.title) + len(n.text) + len(n.footer) for n in page.notes) < 6000
    assert all(len(n.text) <= 4096 for n in page.notes)


@pytest.mark.parametrize("battle", BATTLES)
def test_every_kind_of_result_is_explained_by_its_rules(battle: str) -> None:
    table = log_of(battle)
    found = {r.notes[0].kind: r for r in results.newest(table)}
    rules = scenarios.rulebook(table.scenario.system)["rules"]

    assert len(found) > 2
    for result in found.values():
        for language in languages():
            names = named(table, "", language)
            page = _told(names, table, book(table, language), result.id)
            fits(page)
            assert len(page.notes) == 2, "what it came from, and the rules"
            assert not any(f"`{die.key}`" in page.notes[0].text for die in result.dice)
            page = _told(named(over(table), "", language), over(table), book(table, language), result.id)
            assert all(f"`{die.key}`" in page.notes[0].text for die in result.dice[: why.MOST_DICE])
            shown = [line for line in said(page).splitlines() if ENGLISH.search(line)]
            assert language == "en" or shown == []
        assert [id_ for id_ in why.rules_of(named(table), result) if id_ not in rules] == []
    assert all(result.id == results.called(table, result.id).id for result in found.values())  # type: ignore[union-attr]


def over(table: Table) -> Table:
    """The same table when the game is over."""
    return replace(table, game=replace(table.game, status="over"))


def test_the_rules_that_remarks_do_not_name_exist() -> None:
    for place, ids in why.BESIDES.items():
        rules = scenarios.rulebook(place.partition(".")[0])["rules"]
        assert [id_ for id_ in ids.split() if id_ not in rules] == []


def test_an_attack_is_explained_with_its_sums_its_column_and_its_die() -> None:
    table = log_of("ormes")
    entry = next(e for e in reversed(table.entries) if isinstance(e.command, Attack))
    result = next(r for r in results.newest(table) if r.entry is entry and r.notes[0].kind == "attack")
    facts = result.notes[0].facts

    page = _told(named(table), table, book(table, "en"), result.id)

    text = page.notes[0].text
    assert f"{facts['attack']} to {facts['defence']} is column **{facts['column']}**" in text
    assert f"➡️ **{facts['row']}** `{facts['result']}`" in text
    assert "`MP-CBT-34` **Reading the CRT**" in page.notes[1].text


def test_a_result_is_found_by_words_from_it() -> None:
    table = log_of("ormes")
    names = named(table)
    offered = _choices(names, table, "charges")

    assert offered
    assert all("charges" in choice.label for choice in offered)
    assert _told(names, table, book(table, "en"), offered[0].label.partition(" at ")[0]).notes

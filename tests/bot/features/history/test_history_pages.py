"""Pages of the history and of explanations: complete, within limits, in both languages, without secrets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

import scenarios
from bot.core.game import Game
from bot.features.history import explain_page, log_page
from bot.features.history import results as history_results
from bot.features.history.explain_service import _choices, _result_page
from bot.features.history.log_sections import LogFilter
from bot.features.rulebook.page import Rulebook
from bot.i18n.catalogue import catalogue_for, languages
from bot.i18n.names import Names
from bot.ui.page import Page
from engine.commands import Attack, Move, Write
from engine.systems import SYSTEMS
from scenarios.presentation import presentation
from storage import Entry
from tests.bot.i18n.test_two_languages import ENGLISH, page_text
from tests.bot.sample_games import game_with_log
from tests.long_forms import long_but

BATTLES = ("ormes", "gue", "takase", "puits")
"""One of each rulebook."""


@cache
def log_of(battle: str) -> Game:
    return game_with_log(battle, 130)


def named(game: Game, viewer: str = "", language: str = "en") -> Names:
    return Names(catalogue_for(language), game.seen(viewer))


def log_lines(game: Game, viewer: str = "", language: str = "en", unit: str = "") -> list[str]:
    names = named(game, viewer, language)
    return log_page.paged(names, log_page.items(names, game, {}, unit))


def book(game: Game, language: str) -> Rulebook:
    return Rulebook(
        words=catalogue_for(language),
        system=game.scenario.system,
        language=language,
        charts=game.scenario.charts,
        options=game.scenario.options,
    )


@pytest.mark.parametrize("battle", long_but(BATTLES[:1], BATTLES))
def test_every_page_of_a_history_fits_and_the_french_one_is_french(battle: str) -> None:
    game = log_of(battle)
    for side in ("", *game.scenario.side_ids):
        english, french = (log_lines(game, side, language) for language in ("en", "fr"))

        assert len(english) > 3
        assert all(len(page) < 2200 for page in (*english, *french))
        assert [line for page in french for line in page.split("\n") if ENGLISH.search(line)] == []


@pytest.mark.long
def test_a_page_that_is_full_stays_what_it_is() -> None:
    game = log_of("gue")
    earlier = log_lines(game.at(game.last - 20))

    assert log_lines(game)[: len(earlier) - 1] == earlier[:-1]


@pytest.mark.long
def test_the_newest_page_comes_first_and_buttons_keep_the_filters() -> None:
    game = log_of("ormes")
    names = named(game)
    items = log_page.items(names, game, {})
    wanted = LogFilter(turn=1, phase="movement")

    newest, first = (log_page.page(names, items, LogFilter(), n) for n in (0, 1))
    some = log_page.page(names, items, wanted)

    assert newest.embeds[0].footer == f"Page {len(log_lines(game))} of {len(log_lines(game))}"
    assert "The game begins" in first.embeds[0].text
    assert "Turn 2" not in some.embeds[0].text
    assert "Turn 1 · Movement" in some.embeds[0].text
    assert "only turn 1" in some.embeds[0].text
    back = newest.rows[0][1].id  # type: ignore[union-attr, index]
    assert back.split(":")[3:] == ["log", "b", str(len(log_lines(game)) - 1), "0", "", ""]
    kept = log_page._id(names, "back", 2, LogFilter(unit="huss-3", phase="bombardment", turn=12))
    assert kept.endswith(":log:b:2:12:bombardment:huss-3")


@pytest.mark.long
def test_the_history_of_a_unit_tells_all_of_it_and_nothing_else() -> None:
    game = log_of("takase")
    names = named(game)

    items = log_page.items(names, game, {}, "kiba-1")

    assert items
    fights = [line for item in items for line in item.lines if line.startswith("⚔️")]
    assert fights
    assert [line for line in fights if names.unit("kiba-1") not in line] == []
    assert not any("🎲 –" in line for line in fights), "with the dice that fell in them"


def test_what_was_taken_back_is_struck_through_with_who_and_how() -> None:
    game = log_of("ormes")
    moved = next(e for e in game.entries if isinstance(e.command, Move))
    undo = Entry(kind="undo", seq=game.last + 1, side=moved.side, who=2, at=moved.at)
    then = game.at(moved.seq)
    after = then.struck((moved.seq,), replace(undo, seq=then.last + 1))
    names = named(after)

    free, agreed = (
        [line for item in log_page.items(names, after, how) for line in item.lines][-3:]
        for how in ({}, {then.last + 1: "player"})
    )

    assert free[0].startswith("~~")
    assert free[0].endswith("~~")
    assert "undone by orange" in free[1]
    assert "undid 1 order" in free[2]
    assert "orange agreed" in agreed[1]
    assert "orange agreed" in agreed[2]


def test_secret_orders_are_not_even_counted() -> None:
    game = log_of("takase")
    public = replace(game, entries=game.known_to(""))

    assert any(isinstance(e.command, Write) for e in game.entries)
    assert log_lines(game) == log_lines(public)
    assert log_lines(game, "red") != log_lines(public, "red")
    assert [r.id for r in history_results.newest(game)] == [r.id for r in history_results.newest(public)]


def fits(page: Page) -> None:
    assert sum(len(n.title) + len(n.text) + len(n.footer) for n in page.embeds) < 6000
    assert all(len(n.text) <= 4096 for n in page.embeds)


@pytest.mark.parametrize("battle", long_but(BATTLES[:1], BATTLES))
def test_every_kind_of_result_is_explained_by_its_rules(battle: str) -> None:
    game = log_of(battle)
    results = {r.notes[0].kind: r for r in history_results.newest(game)}
    rules = scenarios.rulebook(game.scenario.system)["rules"]

    assert len(results) > 2
    for result in results.values():
        for language in languages():
            names = named(game, "", language)
            page = _result_page(names, game, book(game, language), result.id)
            fits(page)
            assert len(page.embeds) == 2, "what it came from, and the rules"
            assert not any(f"`{die.key}`" in page.embeds[0].text for die in result.dice)
            page = _result_page(
                named(finished(game), "", language), finished(game), book(game, language), result.id
            )
            assert all(f"`{die.key}`" in page.embeds[0].text for die in result.dice[: explain_page.MOST_DICE])
            english = [line for line in page_text(page).splitlines() if ENGLISH.search(line)]
            assert language == "en" or english == []
        assert [id_ for id_ in explain_page.rules_of(named(game), result) if id_ not in rules] == []
    assert all(result.id == history_results.called(game, result.id).id for result in results.values())  # type: ignore[union-attr]


def finished(game: Game) -> Game:
    """The same game, finished."""
    return replace(game, record=replace(game.record, status="over"))


def test_the_rules_that_remarks_do_not_name_exist() -> None:
    for system in SYSTEMS:
        rules, named = scenarios.rulebook(system)["rules"], presentation(system).result_rules
        assert named
        assert [id_ for ids in named.values() for id_ in ids if id_ not in rules] == []


def test_an_attack_is_explained_with_its_sums_its_column_and_its_die() -> None:
    game = log_of("ormes")
    entry = next(e for e in reversed(game.entries) if isinstance(e.command, Attack))
    result = next(r for r in history_results.newest(game) if r.entry is entry and r.notes[0].kind == "attack")
    facts = result.notes[0].facts

    page = _result_page(named(game), game, book(game, "en"), result.id)

    text = page.embeds[0].text
    assert f"{facts['attack']} to {facts['defence']} is column **{facts['column']}**" in text
    assert f"➡️ **{facts['row']}** `{facts['result']}`" in text
    assert "`MP-CBT-34` **Reading the CRT**" in page.embeds[1].text


def test_a_result_is_found_by_words_from_it() -> None:
    game = log_of("ormes")
    names = named(game)
    offered = _choices(names, game, "charge")

    assert offered
    assert all("charge" in choice.label for choice in offered)
    assert _result_page(names, game, book(game, "en"), offered[0].label.partition(" at ")[0]).embeds

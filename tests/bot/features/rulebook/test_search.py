"""Rules are found in either language, whatever their endings and accents, and by words that mean the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import scenarios
from bot.features.rulebook import page as rulebook_page
from bot.features.rulebook.terms import languages
from bot.i18n.catalogue import catalogue_for


def ids(query: str, *, system: str = "morne_plaine", reader: str = "en") -> list[str]:
    book = rulebook_page.Rulebook(
        words=catalogue_for(reader), system=system, language=reader, charts=scenarios.charts(system)
    )
    return [id_ for id_, _ in rulebook_page.matching(book, query)]


@pytest.mark.parametrize(
    ("query", "same"),
    [
        ("une unité démoralisée", "une unite demoralisee"),
        ("ralliement", "rallier"),
        ("ils chargent", "il charge"),
        ("retreating", "Retreats!"),
        ("l’artillerie", "artillerie"),
        ("zoc", "zone of control"),
    ],
)
def test_spelling_and_endings_make_no_difference(query: str, same: str) -> None:
    assert ids(query)[0] == ids(same)[0]


@pytest.mark.parametrize("system", ["morne_plaine", "art_of_tactic", "pousse_pion", "desastre_colonial"])
@pytest.mark.parametrize("query", ["how does a unit fall back", "retraite"])
def test_a_retreat_is_found_in_every_rulebook_whatever_it_is_called(system: str, query: str) -> None:
    rules = scenarios.rulebook(system)["rules"]

    first = ids(query, system=system)[0]

    assert any(word in rules[first]["title"]["en"].casefold() for word in ("retreat", "flee", "rout"))


def test_a_word_of_both_languages_is_looked_for_in_the_readers() -> None:
    english, french = (ids("charge", system="art_of_tactic", reader=reader) for reader in ("en", "fr"))

    assert english[0] == french[0] == "AT-MOV-04"  # Charging, Charger


def test_an_english_word_is_not_taken_for_a_french_one() -> None:
    assert ids("movement", system="art_of_tactic")[0] == "AT-MOV-03"  # in French there is "Move and Fire"


def test_the_beginning_of_a_word_is_enough() -> None:
    assert ids("demoralis")[0] == ids("demoralised")[0]


def test_small_words_alone_find_what_has_them() -> None:
    assert ids("pas du")


@pytest.mark.long
def test_threads_may_search_at_once() -> None:
    queries = ["retreat", "comment se rallier", "who can charge", "rivière"] * 10
    expected = [ids(query) for query in queries]

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ids, queries)) == expected


@pytest.mark.parametrize("name", ["en", "fr"])
def test_no_word_stands_twice_in_a_group_of_the_same_meaning(name: str) -> None:
    for group in scenarios.search_words()[name]["same"]:
        assert len(group) == len(set(group)) > 1, group


def test_every_language_of_the_rulebooks_can_be_searched() -> None:
    assert set(languages()) == set(scenarios.rulebook("morne_plaine")["title"])


async def test_an_english_discord_finds_a_rule_by_french_words(harness: Any) -> None:
    anna = harness.person("Anna")
    await anna.slash("battle", "game new", battle="ormes", side="blue")

    reply = await anna.slash("battle", "rule", query="retraite")
    choices = await anna.complete("battle", "rule", {"query": "retraite"}, focused="query")

    assert "MP-RET-1" in reply.words
    assert "A retreat is one hex" in reply.words
    assert choices[0]["value"] == "MP-RET-1"

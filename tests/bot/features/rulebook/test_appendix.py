"""Rulebook search beyond the rules: charts and options are found, in both languages."""

from __future__ import annotations

import pytest

import scenarios
from bot.features.lobby.rule_options import rule_options
from bot.features.rulebook import page as rulebook_page
from bot.i18n.catalogue import catalogue_for
from engine.errors import NotOnTable

ORMES = scenarios.load("ormes")
WRITTEN = scenarios.rulebook("morne_plaine")


def book(language: str = "en", system: str = "morne_plaine", **options: str) -> rulebook_page.Rulebook:
    return rulebook_page.Rulebook(
        words=catalogue_for(language), system=system, language=language, charts=ORMES.charts, options=options
    )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("id_", WRITTEN["tables"])
def test_every_table_is_shown_in_fixed_width(id_: str, language: str) -> None:
    page = rulebook_page.page(book(language), id_.lower())

    title, text = page.embeds[0].title, page.embeds[0].text
    assert title == f"{id_} · {WRITTEN['tables'][id_]['title'][language]}"
    assert text.startswith("```\n")
    assert WRITTEN["tables"][id_][language].splitlines()[0] in text
    assert len(text) < 4096
    assert max(map(len, text.splitlines())) <= 60, "a phone shows no more in one line"


@pytest.mark.parametrize("name", WRITTEN["options"])
def test_every_option_is_found_by_its_name_and_leads_to_its_rule(name: str) -> None:
    page = rulebook_page.page(book(), name)

    assert f"⚙️ {name}" == page.embeds[0].title
    assert rule_options("morne_plaine")[name].rule in page.embeds[0].text
    assert [press.label for row in page.rows for press in row] == [rule_options("morne_plaine")[name].rule]


def test_a_rule_names_its_options_and_how_they_are_set_here() -> None:
    page = rulebook_page.page(book(line_of_sight="yes"), "MP-BOM-7")

    assert "Option `line_of_sight`: no · **yes**" in page.embeds[0].text
    assert "line_of_sight" in [press.label for row in page.rows for press in row]


def test_an_option_says_how_it_is_set_here() -> None:
    page = rulebook_page.page(book(line_of_sight="yes"), "option.line_of_sight")

    assert "In this channel's game: **yes**." in page.embeds[0].text


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("rally", "MP-RAL"),
        ("support", "MP-"),
        ("zoc", "MP-ZOC"),
        ("option", "option."),
        ("T-C", "T-C"),
        ("line_of_sight", "option.line_of_sight"),
    ],
)
def test_leaves_do_not_push_rules_aside(text: str, first: str) -> None:
    assert rulebook_page.matching(book(), text)[0][0].startswith(first)


@pytest.mark.parametrize(
    ("system", "number"),
    [("morne_plaine", "MP-RAL-99"), ("art_of_tactic", "AT-DZ-99"), ("desastre_colonial", "DC-PRO-S9")],
)
def test_what_no_leaf_bears_is_refused_with_near_misses(system: str, number: str) -> None:
    with pytest.raises(NotOnTable) as refusal:
        rulebook_page.page(book(system=system), number)

    assert refusal.value.facts["near"]


@pytest.mark.parametrize(
    ("query", "first"),
    [("movement", "AT-MOV"), ("kill zone", "AT-DZ-10"), ("assaut", "AT-ORD-42"), ("T-ORDERS", "T-ORDERS")],
)
def test_a_book_is_searched_alone(query: str, first: str) -> None:
    language = "fr" if query == "assaut" else "en"
    ids = [id_ for id_, _ in rulebook_page.matching(book(language, system="art_of_tactic"), query)]

    assert ids[0].startswith(first)
    assert all(id_.startswith(("AT-", "T-", "option.")) for id_ in ids)

"""The rulebook, one rule at a time, in the asker's language when the book has it, and its tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any

import scenarios
from bot.features.lobby.rule_options import RuleOption, rule_options
from bot.features.rulebook import appendix as rulebook_appendix
from bot.features.rulebook import charts as rulebook_charts
from bot.features.rulebook.search import Entry, RuleIndex
from bot.features.rulebook.terms import languages
from bot.i18n.catalogue import Catalogue, catalogue_for
from bot.i18n.grammar import typeset
from bot.ui.page import LONGEST_LABEL, Button, Embed, Page, button_id
from engine.errors import NotOnTable
from scenarios.presentation import Chart, presentation

LONGEST_TEXT = 3000
MOST_SEEN = 5
_NUMBER = re.compile(r"\s*\w{2,}-\w{2,3}-[A-Za-z]?\d+\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """A rulebook to be read: the words around it, its system, the reader's language, the numbers in force."""

    words: Catalogue
    system: str
    language: str = ""
    charts: Mapping[str, Any]
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def tables(self) -> Mapping[str, Any]:
        """Every table as it is written, by id."""
        tables: Mapping[str, Any] = _written(self.system).get("tables", {})
        return tables

    @property
    def charts_with_rules(self) -> Mapping[str, Chart]:
        """The charts that are shown with rules, by id."""
        return presentation(self.system).charts

    @property
    def rules(self) -> Mapping[str, Any]:
        """Every rule as it is written, by id."""
        rules: Mapping[str, Any] = _written(self.system)["rules"]
        return rules

    def of(self, texts: Mapping[str, Any]) -> str:
        """A text in the asker's language, else in the language of the sentences around it."""
        short = self.language.split("-")[0].lower()
        return typeset(short, str(texts[short])) if short in texts else self.words.localized(texts)

    def chapter(self, rule: Mapping[str, Any]) -> str:
        """What the chapter of a rule is called."""
        return self.of(_written(self.system)["sections"][rule["section"]])

    def title(self, id_: str) -> str:
        """What a rule, or a table, is called."""
        if id_ in self.charts_with_rules:
            return rulebook_charts.title(self.words, self.charts_with_rules[id_])
        if id_ in self.tables:
            return self.of(self.tables[id_]["title"])
        if id_.startswith(rulebook_appendix.OPTION):
            return id_.removeprefix(rulebook_appendix.OPTION)
        return self.of(self.rules[id_]["title"])


@cache
def _written(system: str) -> Mapping[str, Any]:
    return scenarios.rulebook(system)


def matching(book: Rulebook, text: str) -> list[tuple[str, str]]:
    """The ids and titles of the rules and tables that a text may mean, likeliest first."""
    return [(id_, book.title(id_)) for id_ in _search(book, text)]


def _search(book: Rulebook, text: str) -> list[str]:
    return _index(book.system).search(text, book.words.language)


@cache
def _index(system: str) -> RuleIndex:
    """All that can be found in a rulebook, in every language that can be searched."""
    written = _written(system)
    tabled = [
        Entry(
            id=id_,
            texts={
                name: (rulebook_charts.search_text(catalogue_for(name), chart), "", "")
                for name in languages()
            },
        )
        for id_, chart in presentation(system).charts.items()
    ]
    places = {section: count() for section in written["sections"]}
    ruled = [
        Entry(
            id=id_,
            texts={
                name: (
                    rule["title"].get(name, ""),
                    written["sections"][rule["section"]].get(name, ""),
                    rule[name],
                )
                for name in languages()
                if name in rule
            },
            place=next(places[rule["section"]]),
        )
        for id_, rule in written["rules"].items()
    ]
    leaves = rulebook_appendix.entries(written.get("tables", {}), system, languages())
    return RuleIndex([*tabled, *ruled, *leaves], languages())


def page(book: Rulebook, text: str, game_id: int = 0) -> Page:
    """The rule or table that is asked for, and what else may have been meant.

    Raises NotOnTable no_such_rule, with ids that may have been meant.
    """
    ids = _search(book, text)
    if not ids or (_NUMBER.fullmatch(text) and ids[0].casefold() != text.strip().casefold()):
        near = tuple(id_ for id_ in ids if id_ in book.rules)[:3] or _guess(text, book.rules)
        raise NotOnTable("", "no_such_rule", asked=text[:60], near=near)
    charts = book.charts_with_rules
    if ids[0] not in book.rules and ids[0] not in charts:
        return _leaf(book, ids[0], game_id)
    rule = charts[ids[0]].rule if ids[0] in charts else ids[0]
    others = [] if ids[0].casefold() == text.strip().casefold() else [i for i in ids[1:] if i != rule]
    notes = [_note(book, rule, others[:MOST_SEEN])]
    notes += [rulebook_charts.embed(book.words, book.charts, c) for c in charts.values() if c.rule == rule]
    if ids[0] in charts:
        notes.reverse()
    see = [rulebook_appendix.OPTION + s.name for s in rulebook_appendix.options_of(rule, book.system)]
    see += [id_ for id_ in book.rules[rule].get("see", []) if id_ in book.rules]
    return Page(embeds=tuple(notes), rows=_buttons(book, see, others, game_id))


def _leaf(book: Rulebook, id_: str, game_id: int) -> Page:
    """A table as printed, or an option."""
    footer = book.of(_written(book.system)["title"])
    if id_ in book.tables:
        return Page(embeds=(rulebook_appendix.table(book.of, id_, book.tables[id_], footer),))
    switch = rule_options(book.system)[id_.removeprefix(rulebook_appendix.OPTION)]
    note = rulebook_appendix.option(book.of, switch, book.words, book.options.get(switch.name, ""), footer)
    return Page(embeds=(note,), rows=_buttons(book, [switch.rule], [], game_id))


def _option_line(book: Rulebook, switch: RuleOption) -> str:
    values = " · ".join(f"**{v}**" if v == book.options.get(switch.name) else v for v in switch.values)
    return book.words("rule.option", name=switch.name, values=values)


def _note(book: Rulebook, id_: str, others: list[str]) -> Embed:
    words, rule = book.words, book.rules[id_]
    paragraphs = [book.of(rule)[:LONGEST_TEXT]]
    paragraphs += [_option_line(book, switch) for switch in rulebook_appendix.options_of(id_, book.system)]
    see = [other for other in rule.get("see", []) if other in book.rules]
    if see:
        paragraphs.append(words("rule.see", rules=_row(book, see)))
    if others:
        paragraphs.append(words("rule.others", rules=_row(book, others)))
    return Embed(
        title=words("rule.title", id=id_, title=book.title(id_)),
        text="\n\n".join(paragraphs),
        footer=words(
            "rule.footer", system=book.of(_written(book.system)["title"]), section=book.chapter(rule)
        ),
    )


def _row(book: Rulebook, ids: list[str]) -> str:
    return ", ".join(f"`{id_}` {book.title(id_)}" if id_ in book.rules else book.title(id_) for id_ in ids)


def _buttons(
    book: Rulebook, see: list[str], others: list[str], game_id: int
) -> tuple[tuple[Button, ...], ...]:
    """A row for what the rule refers to, a row for what else was found."""
    rows, listed = [], set[str]()
    for ids in (see, others):
        fresh = [id_ for id_ in dict.fromkeys(ids) if id_ not in listed][:MOST_SEEN]
        listed |= set(fresh)
        rows.append(tuple(_button(book, id_, game_id) for id_ in fresh))
    return tuple(row for row in rows if row)


def _button(book: Rulebook, id_: str, game_id: int) -> Button:
    label = id_ if id_ in book.rules else book.title(id_)
    return Button(label=label[:LONGEST_LABEL], id=button_id(game_id, 0, "rule", id_))


def _guess(text: str, rules: Mapping[str, Any]) -> tuple[str, ...]:
    """A few ids with the same section or number, when nothing else fits."""
    parts = [part for part in text.upper().replace(" ", "-").split("-") if part]
    return tuple(id_ for id_ in rules if any(part in id_.split("-") for part in parts))[:3]

"""The rulebook, one rule at a time, in the asker's language when the book has it, and its tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import scenarios
from bot.grammar import typeset
from bot.page import LONGEST_LABEL, Note, Page, Press, press_id
from bot.say import leaves, tables
from bot.search import Entry, search
from bot.switches import Switch, switches
from bot.words import Words
from engine.errors import NotOnTable

LONGEST_TEXT = 3000
MOST_SEEN = 5
_NUMBER = re.compile(r"\s*\w{2,}-\w{2,3}-[A-Za-z]?\d+\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A rulebook to be read: the words around it, its system, the asker's language, the charts in force."""

    words: Words
    system: str
    language: str = ""
    charts: Mapping[str, Any]
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def tables(self) -> Mapping[str, Any]:
        """Every table as it is written, by id."""
        found: Mapping[str, Any] = _written(self.system).get("tables", {})
        return found

    @property
    def rules(self) -> Mapping[str, Any]:
        """Every rule as it is written, by id."""
        rules: Mapping[str, Any] = _written(self.system)["rules"]
        return rules

    def of(self, texts: Mapping[str, Any]) -> str:
        """A text in the asker's language, else in the language of the sentences around it."""
        short = self.language.split("-")[0].lower()
        return typeset(short, str(texts[short])) if short in texts else self.words.of(texts)

    def chapter(self, rule: Mapping[str, Any]) -> str:
        """What the chapter of a rule is called."""
        return self.of(_written(self.system)["sections"][rule["section"]])

    def title(self, id_: str) -> str:
        """What a rule, or a table, is called."""
        if id_ in tables.TABLES:
            return self.words(f"table.{id_}.title")
        if id_ in self.tables:
            return self.of(self.tables[id_]["title"])
        if id_.startswith(leaves.OPTION):
            return id_.removeprefix(leaves.OPTION)
        return self.of(self.rules[id_]["title"])


@cache
def _written(system: str) -> Mapping[str, Any]:
    return scenarios.rulebook(system)


def found(book: Book, text: str) -> list[tuple[str, str]]:
    """The ids and titles of the rules and tables that a text may mean, likeliest first."""
    return [(id_, book.title(id_)) for id_ in search(text, _entries(book))]


def _entries(book: Book) -> list[Entry]:
    charted = tables.titles(book.words, book.rules)
    tabled = [Entry(id=key, title=title) for key, title in charted.items()]
    ruled = [
        Entry(id=id_, title=book.title(id_), chapter=book.chapter(rule), text=book.of(rule))
        for id_, rule in book.rules.items()
    ]
    return tabled + ruled + leaves.entries(book.of, book.tables, book.system, book.words)


def page(book: Book, text: str, game: int = 0) -> Page:
    """The rule or table that is asked for, and what else may have been meant.

    Raises NotOnTable no_such_rule, with ids that may have been meant.
    """
    ids = search(text, _entries(book))
    if not ids or (_NUMBER.fullmatch(text) and ids[0].casefold() != text.strip().casefold()):
        near = tuple(id_ for id_ in ids if id_ in book.rules)[:3] or _guess(text, book.rules)
        raise NotOnTable("", "no_such_rule", asked=text[:60], near=near)
    if ids[0] not in book.rules and ids[0] not in tables.TABLES:
        return _leaf(book, ids[0], game)
    shown = tables.TABLES.get(ids[0], ids[0])
    others = [] if ids[0].casefold() == text.strip().casefold() else [i for i in ids[1:] if i != shown]
    notes = [_note(book, shown, others[:MOST_SEEN])]
    notes += [tables.note(book.words, book.charts, key) for key in tables.tables_of(shown)]
    if ids[0] in tables.TABLES:
        notes.reverse()
    see = [leaves.OPTION + s.name for s in leaves.options_of(shown, book.system)]
    see += [id_ for id_ in book.rules[shown].get("see", []) if id_ in book.rules]
    return Page(notes=tuple(notes), rows=_buttons(book, see, others, game))


def _leaf(book: Book, id_: str, game: int) -> Page:
    """A table as printed, or an option."""
    footer = book.of(_written(book.system)["title"])
    if id_ in book.tables:
        return Page(notes=(leaves.table(book.of, id_, book.tables[id_], footer),))
    switch = switches(book.system)[id_.removeprefix(leaves.OPTION)]
    note = leaves.option(book.of, switch, book.words, book.options.get(switch.name, ""), footer)
    return Page(notes=(note,), rows=_buttons(book, [switch.rule], [], game))


def _option_line(book: Book, switch: Switch) -> str:
    values = " · ".join(f"**{v}**" if v == book.options.get(switch.name) else v for v in switch.values)
    return book.words("rule.option", name=switch.name, values=values)


def _note(book: Book, id_: str, others: list[str]) -> Note:
    words, rule = book.words, book.rules[id_]
    told = [book.of(rule)[:LONGEST_TEXT]]
    told += [_option_line(book, switch) for switch in leaves.options_of(id_, book.system)]
    see = [other for other in rule.get("see", []) if other in book.rules]
    if see:
        told.append(words("rule.see", rules=_row(book, see)))
    if others:
        told.append(words("rule.others", rules=_row(book, others)))
    return Note(
        title=words("rule.title", id=id_, title=book.title(id_)),
        text="\n\n".join(told),
        footer=words(
            "rule.footer", system=book.of(_written(book.system)["title"]), section=book.chapter(rule)
        ),
    )


def _row(book: Book, ids: list[str]) -> str:
    return ", ".join(f"`{id_}` {book.title(id_)}" if id_ in book.rules else book.title(id_) for id_ in ids)


def _buttons(book: Book, see: list[str], others: list[str], game: int) -> tuple[tuple[Press, ...], ...]:
    """A row for what the rule refers to, a row for what else was found."""
    rows, seen = [], set[str]()
    for ids in (see, others):
        fresh = [id_ for id_ in dict.fromkeys(ids) if id_ not in seen][:MOST_SEEN]
        seen |= set(fresh)
        rows.append(tuple(_button(book, id_, game) for id_ in fresh))
    return tuple(row for row in rows if row)


def _button(book: Book, id_: str, game: int) -> Press:
    label = id_ if id_ in book.rules else book.title(id_)
    return Press(label=label[:LONGEST_LABEL], id=press_id(game, 0, "rule", id_))


def _guess(text: str, rules: Mapping[str, Any]) -> tuple[str, ...]:
    """A few ids with the same section or number, when nothing else fits."""
    wanted = [part for part in text.upper().replace(" ", "-").split("-") if part]
    return tuple(id_ for id_ in rules if any(part in id_.split("-") for part in wanted))[:3]

"""What reports, explanations, `/rule` and lessons must know of a rulebook: the end of its rules file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import scenarios
from engine.systems import SYSTEMS

_VALUES = ("strength", "morale", "cover")
_REPORTS = ("step_costs", "rallies", "passing_friends")
_WHY = ("results", "joined", "dice_after", "follows", "at_once", "rules")
_CHART = ("rule", "layout", "entries", "lines")
_COURSE = ("battle", "next")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A chart shown with a rule. `layout` says how its lines are made, `entries` is the way to its numbers in
    the charts of the rulebook, `lines` are the ids of its lines where these are not read from there."""

    id: str
    system: str
    rule: str
    layout: str
    entries: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation:
    """How a rulebook is reported, explained, looked up and taught.

    `strength` and `morale`: the numbers of a counter that say how strong it is and how steady, whose loss is
    reported and predicted. `cover`: the terrain in which units are sheltered.

    `step_costs`: rules by which movement points pay for a step. `rallies`: rules that give morale back with a
    note of their own. `passing_friends`: chapters in which a unit that passes a friend is reported.

    `results`: kinds of notes that are results by themselves; `joined`: those that continue a note of the same
    kind; `dice_after`: those whose dice are rolled after them. `follows`: kinds that belong to the fight
    before them, each with the kinds of those fights; `at_once`: kinds of fights that are all fought before
    their consequences are told. `result_rules`: rules behind a result that its
    note does not name, by kind. `course` is the battle that teaches the rulebook, `next_battle` the one to
    play after it; "" where there is none.

    `instead`: orders that only other rulebooks know, each with what does the same here, by language;
    an order there is its name in braces.
    """

    system: str
    strength: tuple[str, ...]
    morale: tuple[str, ...]
    cover: frozenset[str]
    step_costs: frozenset[str]
    rallies: frozenset[str]
    passing_friends: tuple[str, ...]
    results: frozenset[str]
    joined: frozenset[str]
    dice_after: frozenset[str]
    follows: Mapping[str, tuple[str, ...]]
    at_once: frozenset[str]
    result_rules: Mapping[str, tuple[str, ...]]
    charts: Mapping[str, Chart]
    course: str
    next_battle: str
    instead: Mapping[str, Mapping[str, str]]


@cache
def presentation(system: str) -> Presentation:
    """How a rulebook is presented. What it leaves out is empty."""
    book = scenarios.rulebook(system)
    values = _entries(book, "values", _VALUES)
    reports, why = _entries(book, "reports", _REPORTS), _entries(book, "why", _WHY)
    course = _entries(book, "course", _COURSE)
    return Presentation(
        system=system,
        strength=_texts(values, "strength"),
        morale=_texts(values, "morale"),
        cover=frozenset(_texts(values, "cover")),
        step_costs=frozenset(_texts(reports, "step_costs")),
        rallies=frozenset(_texts(reports, "rallies")),
        passing_friends=_texts(reports, "passing_friends"),
        results=frozenset(_texts(why, "results")),
        joined=frozenset(_texts(why, "joined")),
        dice_after=frozenset(_texts(why, "dice_after")),
        follows={str(kind): _texts(why["follows"], kind) for kind in why.get("follows", ())},
        at_once=frozenset(_texts(why, "at_once")),
        result_rules={str(kind): _texts(why["rules"], kind) for kind in why.get("rules", ())},
        charts={str(id_): _chart(book["charts"], str(id_), system) for id_ in book.get("charts", ())},
        course=str(course.get("battle", "")),
        next_battle=str(course.get("next", "")),
        instead={str(order): _words(book["instead"], str(order)) for order in book.get("instead", ())},
    )


def courses() -> dict[str, str]:
    """The battle that teaches each rulebook which has one, in the order of the rulebooks."""
    return {name: battle for name in SYSTEMS if (battle := presentation(name).course)}


def _chart(charts: Mapping[str, Any], id_: str, system: str) -> Chart:
    chart = _entries(charts, id_, _CHART)
    return Chart(
        id=id_,
        system=system,
        rule=str(chart["rule"]),
        layout=str(chart["layout"]),
        entries=_texts(chart, "entries"),
        lines=_texts(chart, "lines"),
    )


def _entries(page: Mapping[str, Any], name: str, known: tuple[str, ...]) -> Mapping[str, Any]:
    entries: Mapping[str, Any] = page.get(name, {})
    unknown = [str(entry) for entry in entries if entry not in known]
    assert not unknown, f"{name}: unknown {', '.join(unknown)}; known: {', '.join(known)}"
    return entries


def _words(page: Mapping[str, Any], name: str) -> Mapping[str, str]:
    """A text in every language."""
    return {str(language): str(text) for language, text in _entries(page, name, ("en", "fr")).items()}


def _texts(page: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(map(str, page.get(name, ())))

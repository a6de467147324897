"""Small positions in which entries of charts show, table by table.

A probe answers with what comes of an entry under the chart that scripts are played with at the time; when the
entry says otherwise the answer is another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatch
from typing import Any

from engine.errors import BadScenario
from notation.scripts.position import Position
from notation.scripts.runner import run

Entry = tuple[str, ...]
Probe = Callable[[str, Entry, Any], object]
"""(rulebook, way to the entry, the rulebook's own chart): what comes of the entry."""
Probes = Sequence[tuple[str, Probe]]
"""Probes with the pattern of the entries that they show."""

FIRST = {"morne_plaine": "b1: 0405 {}", "pousse_pion": "b1: 0405 {}", "desastre_colonial": "c1: 0405 {}",
         "art_of_tactic": "R1: 0405 ashigaru_yari {}"}  # fmt: skip
"""How a script states one counter."""


def position(system: str, script: Mapping[str, Any]) -> Position:
    """The position of a script."""
    return run({"system": system, **script}).position


def error_of(system: str, script: Mapping[str, Any]) -> str:
    """What is wrong with a script, "" when nothing is."""
    try:
        position(system, script)
    except BadScenario as error:
        return str(error)
    return ""


def one_counter(system: str, words: str) -> dict[str, str]:
    """What a script says of its only counter."""
    id_, _, text = FIRST[system].format(words).partition(": ")
    return {id_: text.strip()}


def usual_number(system: str, way: Entry, chart: Any) -> object:
    """usual.KIND.NUMBER: what a counter has when a script says nothing."""
    at = position(system, {"place": one_counter(system, way[1])})
    return [dict(unit.values) for unit in at.state.units.values()]


def switch(system: str, way: Entry, chart: Any) -> object:
    """options.NAME.NUMBER: which values a switch takes, and which when nothing is said."""
    name = way[1]
    refused = [error_of(system, {"options": {name: word}}) for word in chart["options"][name]]
    return refused, position(system, {}).scenario.option(name)


def bound(system: str, way: Entry, chart: Any) -> object:
    """bounds.NUMBER: which numbers a counter may have."""
    name = way[1]
    kind = next((kind for kind, numbers in chart.get("kinds", {}).items() if name in numbers), "")
    words = (one_counter(system, f"{kind} {name} {number}") for number in range(13))
    return [error_of(system, {"place": place}) for place in words]


def word_of_mark(system: str, way: Entry, chart: Any) -> object:
    """mark_words.MARK.NUMBER: what a mark may point at."""
    place = one_counter(system, "")
    marks = ({next(iter(place)): f"{way[1]} {word}"} for word in chart["mark_words"][way[1]])
    return [error_of(system, {"place": place, "marks": mark}) for mark in marks]


def arrival(system: str, way: Entry, chart: Any) -> object:
    """reinforcements: whether a counter may wait in the reserve."""
    first, second = (f"{side[0]}1" for side in chart["own_edge"])
    return error_of(system, {"place": {first: "reserve arrives 3 enters 0105", second: "0901"}})


OF_SCRIPTS: Probes = (
    ("reinforcements", arrival),
    ("usual.*", usual_number),
    ("options.*", switch),
    ("bounds.*", bound),
    ("mark_words.*", word_of_mark),
)
"""What every rulebook says of positions stated in scripts."""


def first_match(probes: Probes, way: Entry) -> Probe | None:
    """The probe of an entry, None where a case has to show it."""
    entry = ".".join(way)
    return next((probe for pattern, probe in probes if fnmatch(entry, pattern)), None)

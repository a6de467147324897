"""The entries of charts, changed one at a time, and what such a change shows in: a probe, or a case.

Probes (tests/engine/charts/) answer for whole tables. For every other entry `python -m
tests.engine.chart_entries art_of_tactic` finds a quick case of tests/cases that then fails, and writes it to
tests/data/charts/art_of_tactic.yaml; it prints the entries that nothing shows.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import yaml

import scenarios
from engine.scenario_builder import charts as charting
from engine.scenario_builder.mapping_reader import parse_int
from notation.scripts import battle
from notation.scripts.runner import run
from tests.engine.charts.by_rulebook import probe_of
from tests.engine.charts.probes import Probe

HERE = Path(__file__).resolve().parent
CASES, TABLES = HERE.parent / "cases", HERE.parent / "data" / "charts"
TRIES = 60
"""Cases tried at most for one change when a case is looked for."""

Entry = tuple[str, ...]
"""The way to one word of a chart; an item of a list is named by its number, from 0."""


def entries(chart: Any) -> Iterator[Entry]:
    """Every entry of a chart that could say something else: numbers, yes and no, words of a table's column.

    Names and lists of names are not among them.
    """
    return (way for way in _words(chart, ()) if other_values(chart, way))


def _words(chart: Any, way: Entry) -> Iterator[Entry]:
    """Every single word of a chart."""
    if isinstance(chart, Mapping):
        for name, inner in chart.items():
            yield from _words(inner, (*way, str(name)))
    elif isinstance(chart, (list, tuple)):
        for n, inner in enumerate(chart):
            yield from _words(inner, (*way, str(n)))
    else:
        yield way


def at(chart: Any, way: Entry) -> Any:
    """What stands at an entry."""
    for name in way:
        chart = chart[int(name)] if isinstance(chart, (list, tuple)) else chart[name]
    return chart


def changed(chart: Any, way: Entry, value: Any) -> Any:
    """The chart with another value at an entry."""
    name, *rest = way
    if isinstance(chart, Mapping):
        return {n: changed(c, tuple(rest), value) if rest and n == name else value if n == name else c
                for n, c in chart.items()}  # fmt: skip
    items = list(chart)
    if rest:
        items[int(name)] = changed(items[int(name)], tuple(rest), value)
    else:
        items[int(name)] = value
    return items


def other_values(chart: Any, way: Entry) -> list[str]:
    """What may stand at an entry instead: near numbers, another cell of a table of results, the other of yes
    and no, words of the same column."""
    word = str(at(chart, way))
    number = parse_int(word)
    if number is not None:
        return [str(number + by) for by in (1, -1, 3, -3)]
    if cell := re.fullmatch(r"(\S+)/(\d+)(\*?)", word):  # of a results table, or the odds of a column
        return [f"{cell[1]}/{int(cell[2]) + 1}{cell[3]}"]
    if word in ("yes", "no"):
        return ["no" if word == "yes" else "yes"]
    if isinstance(at(chart, way[:-1]), (list, tuple)):
        return ["1"] if word == "any" else []
    column = {
        str(at(chart, e)) for e in _words(chart[way[0]], ()) for e in [(way[0], *e)] if e[-1] == way[-1]
    }
    return sorted(column - {word}) if len(way) > 2 else []


@contextmanager
def chart_of(system: str, chart: Any) -> Iterator[None]:
    """Scripts of a rulebook are played with this chart."""
    before = scenarios.charts
    scenarios.charts = lambda name: chart if name == system else before(name)
    try:
        yield
    finally:
        scenarios.charts = before


@cache
def cases_of(system: str) -> dict[str, Any]:
    """The automated cases of a rulebook that state their own map, by name."""
    files = sorted((CASES / system).glob("*.yaml"))
    cases = (case for file in files for case in scenarios.read_list(file))
    return {str(c["case"]): c for c in cases if c.get("automated") != "no" and "scenario" not in c}


def holds(case: Any) -> bool:
    """Whether a case comes out as it says."""
    try:
        played = run(case, case["case"])
        for _ in played.outcomes():
            pass
    except Exception:  # a number that nothing expects may end in any error: the case has changed
        return False
    return not played.failed and played.cup.left == 0


def shows(system: str, chart: Any, way: Entry, name: str) -> bool:
    """Whether a case fails when an entry of the chart is changed, one way or another."""
    for value in other_values(chart, way):
        with chart_of(system, changed(chart, way, value)):
            if not holds(cases_of(system)[name]):
                return True
    return False


def tells(system: str, chart: Any, way: Entry, probe: Probe) -> bool:
    """Whether a probe finds something else when an entry of the chart is changed, one way or another."""
    plain = probe(system, way, chart)
    for value in other_values(chart, way):
        with chart_of(system, changed(chart, way, value)):
            try:
                if probe(system, way, chart) != plain:
                    return True
            except Exception:  # such a number has no place in the rules
                return True
    return False


def table(system: str) -> dict[str, list[str]]:
    """The entries that a case shows, by its name."""
    file = TABLES / f"{system}.yaml"
    return yaml.safe_load(file.read_text("utf-8")) if file.exists() else {}


# --- finding cases ------------------------------------------------------------------------------------------


class _Watched(dict[str, Any]):
    """Entries of a chart that note which of them are read."""

    def __init__(self, inner: Mapping[str, Any], way: Entry, read: Callable[[Entry], None]) -> None:
        super().__init__({n: _watched(c, (*way, n), read) for n, c in inner.items()})
        self.way, self.read = way, read

    def __getitem__(self, name: str) -> Any:
        self.read((*self.way, name))
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.read((*self.way, name))
        return super().get(name, default)

    def items(self) -> Any:
        for name in self:
            self.read((*self.way, name))
        return super().items()

    def values(self) -> Any:
        return [inner for _, inner in self.items()]


def _watched(chart: Any, way: Entry, read: Callable[[Entry], None]) -> Any:
    return _Watched(chart, way, read) if isinstance(chart, Mapping) else chart


def _readers(system: str) -> dict[Entry, list[str]]:
    """The cases that read an entry, or a list, the quickest first."""
    seconds, readers = dict[str, float](), dict[Entry, set[str]]()
    plain = charting.chart_values
    for name, case in cases_of(system).items():
        read: set[Entry] = set()

        def values(thing: Any, path: str = "charts", read: set[Entry] = read) -> Any:
            return _watched(plain(thing, path), (), read.add)

        battle.charting.chart_values = values
        begun = perf_counter()
        try:
            assert holds(case), name
        finally:
            battle.charting.chart_values = plain
        seconds[name] = perf_counter() - begun
        for way in read:
            readers.setdefault(way, set()).add(name)
    return {way: sorted(names, key=seconds.__getitem__) for way, names in readers.items()}


@cache
def _of_tables(system: str) -> tuple[str, ...]:
    """The cases that show whole tables, such as unit cards, which are read before play."""
    file = CASES / system / "tables.yaml"
    return tuple(str(c["case"]) for c in scenarios.read_list(file)) if file.exists() else ()


def find(system: str) -> tuple[dict[str, list[str]], list[str]]:
    """A table with a case for every entry without a probe, as far as there is one; those with neither."""
    chart, known, missing = scenarios.charts(system), table(system), list[str]()
    shown = {e: name for name, words in known.items() if name in cases_of(system) for e in words}
    with chart_of(system, chart):
        readers = _readers(system)
    found: dict[str, str] = {}
    for way in entries(chart):
        entry = ".".join(way)
        if probe_of(system, way) is not None:
            continue
        likely = [n for k in range(len(way), 0, -1) for n in readers.get(way[:k], ())[:TRIES]]
        first = [shown[entry]] if entry in shown else []
        used = {*found.values()} & {name for k in range(1, len(way) + 1) for name in readers.get(way[:k], ())}
        popular = sorted(used, key=[*found.values()].count, reverse=True)
        names = dict.fromkeys((*first, *popular[:6], *likely, *_of_tables(system)))
        case = next((n for n in names if shows(system, chart, way, n)), None)
        if case is None:
            missing.append(entry)
            print("no case shows", entry, at(chart, way), flush=True)
        else:
            found[entry] = case
    return {n: sorted(e for e in found if found[e] == n) for n in sorted(set(found.values()))}, missing


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rows, _ = find(name)
        TABLES.mkdir(exist_ok=True)
        (TABLES / f"{name}.yaml").write_text(yaml.safe_dump(rows, width=110, allow_unicode=True), "utf-8")

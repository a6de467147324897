"""Battles, charts and rulebooks in YAML, and the only code that reads them.

`battles` has a folder for each, with scenario.yaml, map.yaml and units.yaml. `charts` holds the numbers of
each rulebook, `rules` its text, `templates` what a new battle of it is made of, `search` the words by which
texts are searched. How to write a battle: docs/authors-guide.md. A rulebook from elsewhere brings a
folder laid out like this one; its `texts` are the sentences that only this rulebook needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine import scenario_builder
from engine.errors import BadScenario
from engine.scenario import Scenario
from engine.scenario_builder.mapping_reader import suggestion
from engine.system import BattleFault, System
from engine.systems import find as find_system
from engine.systems import register as register_system
from scenarios import catalogue, inherited_map
from scenarios.text import Row, Table, Text, parse, unlocated

HERE = Path(__file__).resolve().parent
BATTLES = HERE / "battles"
"""Where the battles are that come along, a folder each."""
FOLDERS = [HERE]
"""This folder, and those of rulebooks that come from elsewhere."""
FIRST = "ormes"
"""The default battle."""

__all__ = [
    *("Row", "Table", "Text", "all", "checked", "load", "open_box"),
    *("read", "read_list", "register", "rulebook", "template", "templated"),
]


def register(system: System, folder: Path) -> None:
    """Add a rulebook: `folder` holds its charts, rules, texts and battles, laid out like this one."""
    register_system(system)
    FOLDERS.append(folder)


def read(source: Path | str, name: str = "") -> Table:
    """The entries of a YAML file, or of a YAML text called `name` in messages; every word stays text.

    Raises BadScenario when it cannot be read or does not hold entries.
    """
    document = _read(source, name)
    if not isinstance(document, Table):
        raise BadScenario("should hold entries (name: value)", "(file)", document.where)
    return document


def read_list(source: Path | str, name: str = "") -> Row:
    """The items of a YAML file or text that is a list. Raises BadScenario like `read`."""
    document = _read(source, name)
    if not isinstance(document, Row):
        raise BadScenario("should be a list (lines beginning with '-')", "(file)", document.where)
    return document


def _read(source: Path | str, name: str) -> Text | Row | Table:
    if isinstance(source, str):
        return parse(source, name or "text")
    name = name or f"{source.parent.name}/{source.name}"
    try:
        return parse(source.read_bytes(), name)
    except OSError as error:
        raise BadScenario(error.strerror or "cannot be read", "(file)", name) from error


def all() -> tuple[str, ...]:  # noqa: A001 - reads well as scenarios.all()
    """The ids of all battles in these folders."""
    found = (path for folder in FOLDERS for path in folder.glob("battles/*/scenario.yaml"))
    return tuple(sorted(path.parent.name for path in found))


@cache
def load(id_: str) -> Scenario:
    """The battle of that name. Raises BadScenario when there is none, or a mistake in it."""
    if id_ not in all():
        raise BadScenario(f"no such battle; choose one of: {', '.join(all())}", id_)
    places = (folder / "battles" / id_ for folder in FOLDERS)
    return open_box(next(place for place in places if (place / "scenario.yaml").exists()))


def open_box(folder: Path) -> Scenario:
    """The battle in a folder named after its id. Raises BadScenario for the first mistake found."""
    printed = read(folder / "scenario.yaml")
    if printed.get("id") != folder.name:
        raise BadScenario(f"should be {folder.name!r}, the name of the folder", "id", _where(printed, "id"))
    sheet = whole_map(read(folder / "map.yaml"), folder.parent)
    printed = assembled(printed, sheet, read(folder / "units.yaml"))
    catalogue.translate(printed, catalogue.files(folder), folder.name)
    printed["charts"] = scenario_builder.merged(charts(system_of(printed)), printed.get("charts", {}))
    return checked(scenario_builder.build(printed), printed)


def whole_map(sheet: Any, beside: Path | None = None) -> Any:
    """A map with what it inherits from another one: of `beside`, a folder, or of the battles that come along.
    Raises BadScenario."""
    if not isinstance(sheet, Table) or inherited_map.INHERITS not in sheet:
        return sheet
    others = {path.parent.name: path for folder in FOLDERS for path in folder.glob("battles/*/map.yaml")}
    return inherited_map.whole_map(sheet, beside, others)


def checked(scenario: Scenario, printed: Mapping[str, Any]) -> Scenario:
    """The scenario itself. Raises BadScenario when its rulebook says that it cannot be played."""
    if fault := find_system(scenario.system).battle_fault(scenario):
        key = fault.key if isinstance(fault, BattleFault) else "zones"
        part, _, entry = key.partition(".")
        where = _where(printed, part) if isinstance(printed, Table) else ""
        if entry and isinstance(printed.get(part), Table):
            where = _where(printed[part], entry)
        raise BadScenario(fault, key, where)
    return scenario


def assembled(printed: Table, sheet: Table, units: Table) -> Table:
    """All entries of a battle, from its three files. Raises BadScenario for an entry in the wrong file."""
    _only(units, "types", "units")
    _not_yet(printed, "map", *units)
    printed.update(units, map=sheet)
    return printed


def _where(table: Table, name: str) -> str:
    return str(getattr(table.get(name), "where", table.where))


def _only(table: Table, *names: str) -> None:
    for name in table:
        if name not in names:
            raise BadScenario(f"unknown entry; known: {', '.join(names)}", name, getattr(name, "where", ""))


def _not_yet(printed: Table, *names: str) -> None:
    for name in names:
        if name in printed:
            raise BadScenario("belongs in another file", name, _where(printed, name))


def system_of(printed: Table) -> str:
    """The rulebook a scenario is written for. Only those with charts are known."""
    name = printed.get("system", "")
    known = sorted(_files("charts"))
    if name not in known:
        guess = suggestion(str(name), known) or f"; known: {', '.join(known)}"
        raise BadScenario(f"no such rulebook{guess}", "system", _where(printed, "system"))
    return str(name)


def book_of(rule: str) -> str:
    """The rulebook that a rule id ("MP-MOV-3") belongs to, or "" when there is none."""
    prefix = rule.strip().upper().partition("-")[0]
    return next((name for name in sorted(_files("rules")) if prefix and _prefix(name) == prefix), "")


@cache
def _prefix(system: str) -> str:
    """What every rule id of a rulebook begins with."""
    return str(next(iter(rulebook(system)["rules"]))).partition("-")[0]


def charts(system: str) -> Table:
    """The numbers of a rulebook, as text. Do not change them: every battle is built with the same."""
    return _charts(_files("charts")[system])


@cache
def _charts(path: Path) -> Table:
    return read(path)


def template(system: str) -> Table:
    """What a new battle of a rulebook is made of."""
    return read(_files("templates")[system])


def templated() -> tuple[str, ...]:
    """The names of the rulebooks that have a template."""
    return tuple(_files("templates"))


def charted() -> tuple[str, ...]:
    """The names of the rulebooks that have charts."""
    return tuple(_files("charts"))


@cache
def rulebook(system: str) -> Table:
    """The text of a rulebook by rule id: section, and the rule in each language. Do not change it."""
    book: Table = unlocated(read(_files("rules")[system]))
    return book


def texts() -> dict[str, Table]:
    """The sentences that rulebooks bring along: by rulebook, then by language."""
    return {system: read(path) for system, path in _files("texts").items()}


def search_words() -> dict[str, Table]:
    """How rules are searched for in each language: stemmer, small words, words of the same meaning."""
    return {language: read(path) for language, path in _files("search").items()}


def _files(kind: str) -> dict[str, Path]:
    """The files of that kind ("charts", "rules" ...), by rulebook; those of "search" by language."""
    paths = (path for folder in FOLDERS for path in sorted(folder.glob(f"{kind}/*.yaml")))
    return {path.stem.replace("-", "_"): path for path in paths}

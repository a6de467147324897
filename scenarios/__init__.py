"""The author's folder: battles, charts and rulebooks in YAML. The only reader of YAML in the house.

A battle is a folder with scenario.yaml, map.yaml and units.yaml. `charts` holds the numbers of each
rulebook, `rules` its text. How to write a battle: docs/authors-guide.md.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine import box
from engine.errors import BadScenario
from engine.scenario import Scenario
from scenarios.text import Row, Table, Text, parse

HERE = Path(__file__).resolve().parent
FIRST = "ormes"
"""The battle that is meant where none is named."""

__all__ = ["Row", "Table", "Text", "all", "load", "open_box", "read", "read_list", "rulebook"]


def read(source: Path | str, name: str = "") -> Table:
    """The entries of a YAML file, or of a YAML text called `name` in messages; every word stays text.

    Raises BadScenario when it cannot be read or does not hold entries.
    """
    found = _read(source, name)
    if not isinstance(found, Table):
        raise BadScenario("should hold entries (name: value)", "(file)", found.where)
    return found


def read_list(source: Path | str, name: str = "") -> Row:
    """The items of a YAML file or text that is a list. Raises BadScenario like `read`."""
    found = _read(source, name)
    if not isinstance(found, Row):
        raise BadScenario("should be a list (lines beginning with '-')", "(file)", found.where)
    return found


def _read(source: Path | str, name: str) -> Text | Row | Table:
    if isinstance(source, str):
        return parse(source, name or "text")
    name = name or f"{source.parent.name}/{source.name}"
    try:
        return parse(source.read_bytes(), name)
    except OSError as error:
        raise BadScenario(error.strerror or "cannot be read", "(file)", name) from error


def all() -> tuple[str, ...]:  # noqa: A001 - reads well as scenarios.all()
    """The ids of the battles that lie in the folder."""
    return tuple(sorted(path.parent.name for path in HERE.glob("*/scenario.yaml")))


@cache
def load(id_: str) -> Scenario:
    """The battle of that name. Raises BadScenario when there is none, or a mistake in it."""
    if id_ not in all():
        raise BadScenario(f"there is no such battle; there are {', '.join(all())}", id_)
    return open_box(HERE / id_)


def open_box(folder: Path) -> Scenario:
    """The battle in a folder, which bears its id. Raises BadScenario for the first mistake found."""
    printed = read(folder / "scenario.yaml")
    if printed.get("id") != folder.name:
        raise BadScenario(f"should be {folder.name!r}, the name of the folder", "id", _where(printed, "id"))
    printed = assembled(printed, read(folder / "map.yaml"), read(folder / "units.yaml"))
    printed["charts"] = box.merged(charts(system_of(printed)), printed.get("charts", {}))
    return box.build(printed)


def assembled(printed: Table, sheet: Table, units: Table) -> Table:
    """All entries of a battle, of its three files. Raises BadScenario for one that is in the wrong file."""
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
            raise BadScenario("belongs into another file", name, _where(printed, name))


def system_of(printed: Table) -> str:
    """The rulebook a scenario is written for. Only those with charts are known."""
    name = printed.get("system", "")
    known = sorted(path.stem.replace("-", "_") for path in HERE.glob("charts/*.yaml"))
    if name not in known:
        raise BadScenario(f"no such rulebook; known: {', '.join(known)}", "system", _where(printed, "system"))
    return str(name)


def book_of(rule: str) -> str:
    """The rulebook whose rules bear such an id ("MP-MOV-3"), or "" when there is none."""
    prefix = rule.strip().upper().partition("-")[0]
    known = sorted(path.stem.replace("-", "_") for path in HERE.glob("rules/*.yaml"))
    return next((name for name in known if prefix and _prefix(name) == prefix), "")


@cache
def _prefix(system: str) -> str:
    """What every rule id of a rulebook begins with."""
    return str(next(iter(rulebook(system)["rules"]))).partition("-")[0]


def charts(system: str) -> Table:
    """The numbers of a rulebook, as text."""
    return read(HERE / "charts" / _file(system))


@cache
def rulebook(system: str) -> Table:
    """The text of a rulebook by rule id: section, and the rule in each language. To be read only."""
    return read(HERE / "rules" / _file(system))


def _file(system: str) -> str:
    return f"{system.replace('_', '-')}.yaml"

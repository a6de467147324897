"""`grognard referee FILE`: a script of orders played without Discord, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from bot.script.runner import Run, run
from engine.errors import BadScenario
from scenarios.text import Row, Table, parse

FAILED = 1
UNREADABLE = 2


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--view", metavar="SIDE", default="", help="Print only what this side may see.")
def referee(file: Path, view: str) -> None:
    """Play a script of typed orders and print what the referee says, as JSON.

    FILE is YAML ("-" for standard input); docs/referee-scripts.md says how to write one. One JSON object
    is printed for every order, then one with the final table.

    Exit status: 0 the script ran, 1 an `expect` in it failed, 2 it could not be read.
    """
    failed = False
    try:
        for played in _scripts(file):
            failed = _played(played, view) or failed
    except BadScenario as error:
        click.echo(f"{error}", err=True)
        raise SystemExit(UNREADABLE) from error
    raise SystemExit(FAILED if failed else 0)


def _scripts(file: Path) -> Iterator[Run]:
    """The script in a file, or each of a list of them."""
    found = _parsed(file)
    if isinstance(found, Row):
        for n, entry in enumerate(found, start=1):
            if not isinstance(entry, Table):
                raise BadScenario("should hold entries (name: value)", f"[{n}]", found.where)
            if entry.get("automated") != "no":
                yield run(entry, f"[{n}]")
        return
    if not isinstance(found, Mapping):
        raise BadScenario("should hold entries (name: value)", "(file)", str(file))
    yield run(found)


def _parsed(file: Path) -> Any:
    try:
        with click.open_file(str(file), "rb") as source:
            return parse(source.read(), "standard input" if str(file) == "-" else str(file))
    except OSError as error:
        raise BadScenario(error.strerror or "cannot be read", "(file)", str(file)) from error


def _played(played: Run, view: str) -> bool:
    """Play one script, printing as it goes; whether an expectation failed."""
    sides = played.laid.scenario.side_ids
    if view and view not in sides:
        raise BadScenario(f"{view!r} is no side; there are {', '.join(sides)}", "--view")
    case = {"case": str(played.page.entries["case"])} if "case" in played.page else {}
    for outcome in played.outcomes():
        _print({**case, **outcome.json(view)})
    _print({**case, **played.final(view)})
    return bool(played.failed)


def _print(thing: Mapping[str, Any]) -> None:
    click.echo(json.dumps(thing, ensure_ascii=False, separators=(", ", ": ")))


if __name__ == "__main__":
    referee()

"""`grognard referee FILE`: play a script of orders without Discord, with one JSON object per line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from engine.errors import BadScenario
from notation.scripts.runner import Run, run
from opponent import choose
from scenarios.text import Row, parse

FAILED = 1
UNREADABLE = 2


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--view", metavar="SIDE", default="", help="Print only what this side may see.")
def referee(file: Path, view: str) -> None:
    """Play a script of typed orders and print the referee's answers as JSON.

    FILE is YAML ("-" for standard input); docs/referee-scripts.md describes the format. It prints one JSON
    object for every order, then one with the final position.

    Exit status: 0 the script ran, 1 an `expect` in it failed, 2 it could not be read or played to the end.
    In a list of scripts the others are still played.
    """
    status = 0
    try:
        for entry, path in _scripts(file):
            status = max(status, _judged(entry, path, view))
    except BadScenario as error:
        click.echo(f"{error}", err=True)
        status = UNREADABLE
    raise SystemExit(status)


def _judged(entry: Any, path: str, view: str) -> int:
    """Play one script of a file and return its exit status; print why it cannot be played, with its name."""
    try:
        if not isinstance(entry, Mapping):
            raise BadScenario("should hold entries (name: value)", path, getattr(entry, "where", ""))
        return FAILED if _played(run(entry, path, choose), view) else 0
    except BadScenario as error:
        return _unreadable(entry, str(error))
    except Exception as error:
        where = getattr(entry, "where", "")
        what = f"{type(error).__name__}: {error}"
        return _unreadable(entry, f"{where + ': ' if where else ''}this script cannot be played ({what})")


def _unreadable(entry: Any, what: str) -> int:
    """Print what is wrong with a script, with its name."""
    case = f"case {entry['case']}: " if isinstance(entry, Mapping) and "case" in entry else ""
    click.echo(f"{case}{what}", err=True)
    return UNREADABLE


def _scripts(file: Path) -> Iterator[tuple[Any, str]]:
    """The script in a file, or each of a list of them, with the key that leads to it."""
    document = _parsed(file)
    if isinstance(document, Row):
        if not document:
            raise BadScenario("holds no script", "(file)", document.where or str(file))
        for n, entry in enumerate(document, start=1):
            if not isinstance(entry, Mapping) or entry.get("automated") != "no":
                yield entry, f"[{n}]"
        return
    if not isinstance(document, Mapping):
        raise BadScenario("should hold entries (name: value)", "(file)", str(file))
    yield document, ""


def _parsed(file: Path) -> Any:
    try:
        with click.open_file(str(file), "rb") as source:
            return parse(source.read(), "standard input" if str(file) == "-" else str(file))
    except OSError as error:
        raise BadScenario(error.strerror or "cannot be read", "(file)", str(file)) from error


def _played(played: Run, view: str) -> bool:
    """Play one script and print each outcome; return whether an expectation failed."""
    sides = played.position.scenario.side_ids
    if view and view not in sides:
        raise BadScenario(f"{view!r} is not a side; choose one of: {', '.join(sides)}", "--view")
    case = {"case": str(played.page.entries["case"])} if "case" in played.page else {}
    for outcome in played.outcomes():
        _print({**case, **outcome.json(view)})
    _print({**case, **played.final(view)})
    return bool(played.failed)


def _print(thing: Mapping[str, Any]) -> None:
    click.echo(json.dumps(thing, ensure_ascii=False, separators=(", ", ": ")))


if __name__ == "__main__":
    referee()

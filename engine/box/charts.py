"""Charts out of text: numbers become numbers, a scenario's own entries replace the rulebook's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.box.page import Page, guess, whole
from engine.errors import BadScenario


def values(thing: Any, path: str = "charts") -> Any:
    """The charts with whole numbers as numbers, every other word as text, lists as tuples. Keys stay text."""
    if isinstance(thing, Mapping):
        return {str(name): values(entry, f"{path}.{name}") for name, entry in thing.items()}
    if isinstance(thing, (list, tuple)):
        return tuple(values(entry, path) for entry in thing)
    if not isinstance(thing, str):
        raise BadScenario(f"should be text, not {thing!r}", path)
    number = whole(thing)
    return str(thing) if number is None else number


def merged(charts: Mapping[str, Any], own: Mapping[str, Any], path: str = "charts") -> dict[str, Any]:
    """The rulebook's charts with a scenario's own entries in place of theirs.

    Tables are merged entry by entry, lists are replaced whole. Raises BadScenario for an entry the
    rulebook does not have, or one of another shape.
    """
    result = dict(charts)
    page = Page.of(own, path)
    for name, entry in page.entries.items():
        if name not in charts:
            raise page.wrong(f"the rulebook has no such entry{guess(name, charts)}", name, at=name)
        theirs = charts[name]
        if _shape(theirs) != _shape(entry):
            raise page.wrong(f"should be {_shape(theirs)}, as in the rulebook's charts", name)
        result[name] = merged(theirs, entry, page.key(name)) if isinstance(theirs, Mapping) else entry
    return result


def _shape(entry: Any) -> str:
    if isinstance(entry, Mapping):
        return "entries (name: value)"
    return "a list" if isinstance(entry, (list, tuple)) else "one word"


def options(page: Page, choices: Mapping[str, Any]) -> dict[str, str]:
    """How every switch is set. `choices` has the values of each, the default first."""
    page.only(*choices)
    allowed = {name: tuple(map(str, words)) for name, words in choices.items()}
    return {name: page.choice(name, words, default=words[0]) for name, words in allowed.items()}

"""Read charts: words become numbers, a scenario's own entries replace the rulebook's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import BadScenario
from engine.scenario_builder.mapping_reader import MappingReader, parse_int, suggestion


def chart_values(thing: Any, path: str = "charts") -> Any:
    """The charts with whole numbers as numbers, every other word as text, lists as tuples. Keys stay text."""
    if isinstance(thing, Mapping):
        return {str(name): chart_values(entry, f"{path}.{name}") for name, entry in thing.items()}
    if isinstance(thing, (list, tuple)):
        return tuple(chart_values(entry, path) for entry in thing)
    if not isinstance(thing, str):
        raise BadScenario(f"should be text, not {thing!r}", path)
    number = parse_int(thing)
    return str(thing) if number is None else number


def merged(charts: Mapping[str, Any], own: Mapping[str, Any], path: str = "charts") -> dict[str, Any]:
    """The rulebook's charts with a scenario's own entries in place of theirs.

    Tables are merged entry by entry, lists are replaced whole. Raises BadScenario for an entry the
    rulebook does not have, or one of another shape.
    """
    result = dict(charts)
    reader = MappingReader.of(own, path)
    for name, entry in reader.entries.items():
        if name not in charts:
            raise reader.mistake(f"the rulebook has no such entry{suggestion(name, charts)}", name, at=name)
        theirs = charts[name]
        if _shape(theirs) != _shape(entry):
            raise reader.mistake(f"should be {_shape(theirs)}, as in the rulebook's charts", name)
        result[name] = merged(theirs, entry, reader.key(name)) if isinstance(theirs, Mapping) else entry
    return result


def _shape(entry: Any) -> str:
    if isinstance(entry, Mapping):
        return "entries (name: value)"
    return "a list" if isinstance(entry, (list, tuple)) else "one word"


def options(reader: MappingReader, choices: Mapping[str, Any]) -> dict[str, str]:
    """How every switch is set. `choices` has the values of each, the default first."""
    reader.allow_only(*choices)
    allowed = {name: tuple(map(str, words)) for name, words in choices.items()}
    return {name: reader.choice(name, words, default=words[0]) for name, words in allowed.items()}

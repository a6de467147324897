"""What a script expects to have happened, or not: dice rolled, remarks of the referee, events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine import codec
from engine.events import Event, Noted, Rolled
from engine.scenario_builder.mapping_reader import MappingReader, suggestion
from engine.state import State
from notation.scripts.compare import ALONE, same
from notation.scripts.position import Position


def rolled(page: MappingReader, position: Position, state: State, events: Sequence[Event]) -> Iterator[str]:
    """All the rolls, in order: "charge 6 cav-1", or the first words of that; an empty list for none."""
    had = [
        f"{e.purpose} {' '.join(map(str, e.dice))} {e.by}".strip() for e in events if isinstance(e, Rolled)
    ]
    entry = page.entries["rolled"]
    expected = ([] if entry in ALONE else [entry]) if isinstance(entry, str) else page.texts("rolled")
    fits = len(had) == len(expected) and all(
        f"{h} ".startswith(f"{w} ") for h, w in zip(had, expected, strict=True)
    )
    if not fits:
        yield f"rolled: {had}, not {list(map(str, expected))}"


def notes(page: MappingReader, position: Position, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Remarks of the referee: each of these was made, with at least these facts."""
    _not_empty(page, "notes")
    remarks = [{"kind": e.kind, "rule": e.rule, **e.facts} for e in events if isinstance(e, Noted)]
    for inner in page.mappings("notes"):
        if not any(all(same(had.get(k), w) for k, w in inner.entries.items()) for had in remarks):
            near = [had for had in remarks if had["kind"] == inner.entries.get("kind")] or remarks
            yield f"notes: {dict(inner.entries)} is not among {near}"


def events(page: MappingReader, position: Position, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Events in this order, others between them allowed: a word, or a word with fields."""
    had = iter([codec.to_json(event) for event in events])
    for expected in _expected(page, "events"):
        if not any(_happened(event, expected) for event in had):
            yield f"events: {expected} did not happen (in this order)"


def never(page: MappingReader, position: Position, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Events that did not happen; an entry that does not say which event (`is`) means a remark of the
    referee, by its facts."""
    had = [{**codec.to_json(e), **(e.facts if isinstance(e, Noted) else {})} for e in events]
    for entry in _expected(page, "never"):
        expected = {"is": "noted", **entry}
        if (name := expected["is"]) not in codec.EVENTS:
            what = f"{name!r} is not an event{suggestion(str(name), codec.EVENTS)}"
            raise page.mistake(what, "never", at=name)
        if any(_happened(event, expected) for event in had):
            yield f"never: {dict(entry)} did happen"


def _expected(page: MappingReader, name: str) -> Iterator[Mapping[str, Any]]:
    """Events as a script writes them, by their fields."""
    _not_empty(page, name)
    for entry in page.rows(name):
        yield (
            {"is": entry}
            if isinstance(entry, str)
            else MappingReader.of(entry, page.key(name), page.at).entries
        )


def _not_empty(page: MappingReader, name: str) -> None:
    """Refuse an empty list, which nothing could fail."""
    if not page.rows(name):
        raise page.mistake("is empty: it expects nothing", name)


def _happened(event: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    return all(same(event.get(key), want) for key, want in expected.items())

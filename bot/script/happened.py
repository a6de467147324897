"""What a script expects to have happened, or not: dice rolled, remarks of the referee, events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.script.table import Laid
from bot.script.verdict import ALONE, same
from engine.box.page import Page, guess
from engine.events import Event, Noted, Rolled
from engine.state import State
from storage import codec


def rolled(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> Iterator[str]:
    """All the rolls, in order: "charge 6 cav-1", or the first words of that; an empty list for none."""
    had = [
        f"{e.purpose} {' '.join(map(str, e.dice))} {e.by}".strip() for e in events if isinstance(e, Rolled)
    ]
    entry = page.entries["rolled"]
    wanted = ([] if entry in ALONE else [entry]) if isinstance(entry, str) else page.texts("rolled")
    fits = len(had) == len(wanted) and all(
        f"{h} ".startswith(f"{w} ") for h, w in zip(had, wanted, strict=True)
    )
    if not fits:
        yield f"rolled: {had}, not {list(map(str, wanted))}"


def notes(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Remarks of the referee: each of these was made, with at least these facts."""
    made = [{"kind": e.kind, "rule": e.rule, **e.facts} for e in events if isinstance(e, Noted)]
    for inner in page.pages("notes"):
        if not any(all(same(had.get(k), w) for k, w in inner.entries.items()) for had in made):
            near = [had for had in made if had["kind"] == inner.entries.get("kind")] or made
            yield f"notes: {dict(inner.entries)} is not among {near}"


def events(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Events in this order, others between them allowed: a word, or a word with fields."""
    had = iter([codec.to_json(event) for event in events])
    for wanted in _wanted(page, "events"):
        if not any(_happened(event, wanted) for event in had):
            yield f"events: {wanted} did not happen (in this order)"


def never(page: Page, laid: Laid, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Events that did not happen; a remark of the referee is meant by its facts, too."""
    had = [{**codec.to_json(e), **(e.facts if isinstance(e, Noted) else {})} for e in events]
    for wanted in _wanted(page, "never"):
        if (name := wanted.get("is", "noted")) not in codec.EVENTS:
            raise page.wrong(f"{name!r} is no event{guess(str(name), codec.EVENTS)}", "never", at=name)
        if any(_happened(event, wanted) for event in had):
            yield f"never: {wanted} did happen"


def _wanted(page: Page, name: str) -> Iterator[Mapping[str, Any]]:
    """Events as a script writes them, by their fields."""
    for entry in page.rows(name):
        yield {"is": entry} if isinstance(entry, str) else Page.of(entry, page.key(name), page.at).entries


def _happened(event: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(same(event.get(key), want) for key, want in wanted.items())

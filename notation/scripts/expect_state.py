"""Expectations about a position other than counters and marks: numbers, pools of dice, changed terrain,
standing orders, what is left to do, and the front, flank and rear of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.events import Event
from engine.hexes import Hex
from engine.scenario_builder import map_text
from engine.scenario_builder.mapping_reader import MappingReader
from engine.state import State
from notation.scripts.compare import ALONE, plain, same
from notation.scripts.position import Position

Held = Callable[[State], Mapping[str, Any]]


def lying(name: str, held: Held) -> Callable[..., Iterator[str]]:
    """A check of what lies there by name; "none" for what does not."""

    def check(
        page: MappingReader, position: Position, state: State, events: Sequence[Event]
    ) -> Iterator[str]:
        had = held(state)
        if page.entries[name] in ALONE:
            if had:
                yield f"{name}: {dict(had)}, not none"
            return
        for key, want in page.mapping(name).entries.items():
            actual = had.get(key)
            none = isinstance(want, str) and want in ALONE and actual is None
            if not none and not same(actual, want):
                yield f"{name}.{key}: {plain(actual)}, not {plain(want)!r}"

    return check


def standing(page: MappingReader, position: Position, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Standing orders by side: `{colonial: {keep: no}, native: none}`."""
    table = page.mapping("standing")
    table.allow_only(*position.scenario.side_ids)
    for side in table.entries:
        had = dict(state.standing.get(side, {}))
        if isinstance(table.entries[side], str):
            if table.entries[side] in ALONE and had:
                yield f"standing.{side}: {had}, not none"
            continue
        for kind, want in table.mapping(side).entries.items():
            actual = had.get(kind, "none")
            if actual != want:
                yield f"standing.{side}.{kind}: {actual}, not {str(want)!r}"


def aspects(page: MappingReader, position: Position, state: State, events: Sequence[Event]) -> Iterator[str]:
    """Which hexes around a unit are its front, flank and rear: `{c1: {0504: front}}`."""
    return by_hex(
        page,
        position,
        state,
        "aspects",
        lambda u: position.system.display.aspects(position.scenario, state, u),
    )


def by_hex(
    page: MappingReader,
    position: Position,
    state: State,
    name: str,
    had: Callable[[str], Mapping[Hex, str]],
    none: str = "none",
) -> Iterator[str]:
    """What hexes are to some units: `had` tells it of a unit; `none` stands for hexes it does not know."""
    table = page.mapping(name)
    table.allow_only(*state.units)
    for unit in table.entries:
        known, inner = had(unit), table.mapping(unit)
        for hex_ in inner.entries:
            map_text.read_hex(inner, hex_, position.scenario.grid, hex_)
            actual = known.get(hex_, none)
            if actual != inner.text(hex_):
                yield f"{name}.{unit}.{hex_}: {actual}, not {str(inner.text(hex_))!r}"


CHECKS: Mapping[str, Callable[..., Iterator[str]]] = {
    "numbers": lying("numbers", lambda s: s.tracks),
    "pools": lying("pools", lambda s: s.pools),
    "painted": lying("painted", lambda s: s.terrain),
    "agenda": lying("agenda", lambda s: {t.kind: t.about for t in s.agenda}),
    "standing": standing,
    "aspects": aspects,
}

"""What recent events leave on the map: trails of moves, shots, halts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import events as ev
from engine.hexes import Hex
from engine.state import State


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """A move just made: hexes from start to end, and its manner (step, crossing, charge, retreat, advance,
    pursuit)."""

    unit: str
    side: str
    path: tuple[Hex, ...]
    manner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """Fire or a fight just now: hexes, kind (attack, bombard, reaction, charge), result."""

    kind: str
    source: Hex
    target: Hex
    result: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Halt:
    """A unit stopped on its way just now: where it stands, the hex it was going to, why (encounter, blocked,
    contact, shot)."""

    unit: str
    hex: Hex
    towards: Hex
    reason: str


def trails(state: State, events: Sequence[ev.Event]) -> tuple[Trail, ...]:
    """Consecutive moves of a unit in one manner joined into one trail; a step taken back leaves none."""
    trails: list[Trail] = []
    last: dict[str, int] = {}
    for e in events:
        if not isinstance(e, ev.Moved) or e.unit not in state.units:
            continue
        at = last.get(e.unit)
        if e.manner == "back":
            if at is not None and trails[at].path[-2:] == (e.hex, e.origin):
                trails[at] = replace(trails[at], path=trails[at].path[:-1])
            continue
        if at is not None and trails[at].manner == e.manner and trails[at].path[-1] == e.origin:
            old = trails[at]
            trails[at] = Trail(unit=old.unit, side=old.side, manner=old.manner, path=(*old.path, e.hex))
            continue
        last[e.unit] = len(trails)
        trails.append(
            Trail(unit=e.unit, side=state.units[e.unit].side, path=(e.origin, e.hex), manner=e.manner)
        )
    return tuple(trail for trail in trails if len(trail.path) > 1)


def shots(events: Sequence[ev.Event]) -> tuple[Shot, ...]:
    """The shots in the notes that rulebooks make of fights, which name source, place and result."""
    return tuple(
        Shot(
            kind=str(e.facts.get("how", e.kind)),
            source=str(e.facts["source"]),
            target=str(e.facts["place"]),
            result=str(e.facts.get("result", "")),
        )
        for e in events
        if isinstance(e, ev.Noted) and "source" in e.facts and "place" in e.facts
    )


def halts(events: Sequence[ev.Event]) -> tuple[Halt, ...]:
    """The halts in the rulebooks' notes of kind "stopped"."""
    return tuple(
        Halt(
            unit=str(e.facts["unit"]),
            hex=str(e.facts["at"]),
            towards=str(e.facts.get("towards", "")),
            reason=str(e.facts.get("reason", "")),
        )
        for e in events
        if isinstance(e, ev.Noted) and e.kind == "stopped" and "at" in e.facts
    )

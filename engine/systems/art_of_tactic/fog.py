"""Fog of war (R-08, R-53, R-78): what a side may know of a position, and which events it is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine import events as ev
from engine.rules import setup as shared
from engine.rules.setup import HIDDEN as UNKNOWN_PLACE
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.art_of_tactic.marks import HAS_KILL_ZONE, HIDDEN

AMMO = "ammo"


def as_seen_by(scn: Scenario, state: State, viewer: str) -> State:
    """The position as a side may know it; a spectator ("") knows no side's secrets.

    Left out are the other side's orders, the ammunition of its units, its hidden units except that they are
    hidden, and during set-up where its units stand.
    """
    own_orders = {side: orders for side, orders in state.envelopes.items() if side == viewer}
    state = replace(state, envelopes=own_orders)
    if state.result is not None:
        return state
    if state.phase == "setup":  # until both sides are done
        state = shared.hide_units(state, viewer)
    hidden = _hidden_from(state, viewer)
    known_marks = (
        mark
        for mark in state.marks
        if not (mark.name == HAS_KILL_ZONE and state.units[mark.on].side != viewer)  # tells of ammunition
        and not (mark.name != HIDDEN and {mark.on, mark.to} & hidden)
    )
    return replace(
        state,
        units={
            id_: unit if unit.side == viewer else _enemy_unit(unit, hidden)
            for id_, unit in state.units.items()
        },
        marks=frozenset(known_marks),
        orders={id_: order for id_, order in state.orders.items() if id_ not in hidden},
    )


def _hidden_from(state: State, viewer: str) -> frozenset[str]:
    """The ids of the units hidden from a viewer."""
    return frozenset(m.on for m in state.marks if m.name == HIDDEN and state.units[m.on].side != viewer)


def _enemy_unit(unit: Unit, hidden: frozenset[str]) -> Unit:
    """A unit as the other side may know it: without ammunition; of a hidden one, no more than its card."""
    if unit.id not in hidden:
        return replace(unit, values={name: n for name, n in unit.values.items() if name != AMMO})
    card = {name: n for name, n in unit.printed.items() if name != AMMO}
    return replace(unit, place=UNKNOWN_PLACE, values=card, facing={})


def audience(scn: Scenario, state: State, event: ev.Event) -> str:
    """The only side that may know of an event, "" for all: its own, for ammunition and hidden units.

    Everyone is told that a unit hides, and that it is revealed.
    """
    if event.only:
        return event.only
    if isinstance(event, ev.Written):
        return event.side
    if isinstance(event, ev.Placed) and event.manner == "setup":  # both sides set up at the same time
        return state.units[event.unit].side
    if isinstance(event, ev.Changed) and event.value == AMMO:
        return state.units[event.unit].side
    if isinstance(event, (ev.Marked, ev.Unmarked)) and event.name in (HAS_KILL_ZONE, HIDDEN):
        return state.units[event.on].side if event.name == HAS_KILL_ZONE else ""
    hidden_sides = (state.units[name].side for name in _named_in(event) if state.marked(name, HIDDEN))
    return next(hidden_sides, "")


def _named_in(event: ev.Event) -> Iterator[str]:
    """The names in an event that may be ids of units."""
    if isinstance(event, (ev.Moved, ev.Placed, ev.Turned, ev.Changed, ev.Ordered)):
        yield event.unit
    elif isinstance(event, (ev.Marked, ev.Unmarked)):
        yield from (event.on, event.to)
    elif isinstance(event, ev.Rolled):
        yield event.by
    elif isinstance(event, ev.Noted):
        for fact in event.facts.values():
            yield from fact if isinstance(fact, tuple) else (str(fact),)

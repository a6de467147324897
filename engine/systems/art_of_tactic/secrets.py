"""What a side may not know of the table (R-08, R-53, R-78), and who is told of what happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine import events as ev
from engine.rules import setup as shared
from engine.rules.setup import HIDDEN as NOWHERE
from engine.scenario import Scenario
from engine.state import Mark, Orders, State, Unit
from engine.systems.art_of_tactic import setup
from engine.systems.art_of_tactic.marks import AIMS, HIDDEN

AMMO = "ammo"


def veil(scn: Scenario, state: State, viewer: str) -> State:
    """The table as a side may know it; a spectator ("") sees no side's secrets.

    Others' envelopes, the ammunition of their units, all of a hidden unit but that it is hidden, and through
    set-up where they stand.
    """
    state = replace(state, envelopes=_own(state, viewer))
    if state.result is not None:
        return state
    if setup.hiding(state):
        state = shared.veil(state, viewer)
    lying = _lying(state, viewer)
    return replace(
        state,
        units={id_: _veiled(u, id_ in lying) if u.side != viewer else u for id_, u in state.units.items()},
        marks=frozenset(m for m in state.marks if _told(state, m, viewer) and not _betrays(m, lying)),
        orders={id_: words for id_, words in state.orders.items() if id_ not in lying},
    )


def _own(state: State, viewer: str) -> dict[str, Orders]:
    return {side: orders for side, orders in state.envelopes.items() if side == viewer}


def _lying(state: State, viewer: str) -> frozenset[str]:
    """The units hidden from a viewer."""
    return frozenset(m.on for m in state.marks if m.name == HIDDEN and state.units[m.on].side != viewer)


def _told(state: State, mark: Mark, viewer: str) -> bool:
    """Whether a mark says nothing about ammunition, or to those who know."""
    return mark.name != AIMS or state.units[mark.on].side == viewer


def _betrays(mark: Mark, lying: frozenset[str]) -> bool:
    return mark.name != HIDDEN and bool({mark.on, mark.to} & lying)


def _veiled(unit: Unit, lies: bool) -> Unit:
    """A unit as the other side may know it: while it is hidden, no more than its card."""
    if not lies:
        return replace(unit, values={name: n for name, n in unit.values.items() if name != AMMO})
    values = {name: n for name, n in unit.printed.items() if name != AMMO}
    return replace(unit, place=NOWHERE, values=values, facing={})


def audience(scn: Scenario, state: State, event: ev.Event) -> str:
    """Who may know of an event: what concerns a hidden unit, or ammunition, its own side alone.

    That a unit hides, or is hidden no longer, is for all to see.
    """
    if event.only:
        return event.only
    if isinstance(event, ev.Written):
        return event.side
    if isinstance(event, ev.Placed) and event.manner == "setup":  # both set up at the same time
        return state.units[event.unit].side
    if isinstance(event, ev.Changed) and event.value == AMMO:
        return state.units[event.unit].side
    if isinstance(event, (ev.Marked, ev.Unmarked)) and event.name in (AIMS, HIDDEN):
        return state.units[event.on].side if event.name == AIMS else ""
    hidden = (state.units[name].side for name in _named(event) if state.marked(name, HIDDEN))
    return next(hidden, "")


def _named(event: ev.Event) -> Iterator[str]:
    """The units an event names, if they are units."""
    if isinstance(event, (ev.Moved, ev.Placed, ev.Turned, ev.Changed, ev.Ordered)):
        yield event.unit
    elif isinstance(event, (ev.Marked, ev.Unmarked)):
        yield from (event.on, event.to)
    elif isinstance(event, ev.Rolled):
        yield event.by
    elif isinstance(event, ev.Noted):
        for fact in event.facts.values():
            yield from fact if isinstance(fact, tuple) else (str(fact),)

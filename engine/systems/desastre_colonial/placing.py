"""Units that a Faux Pas has placed anew before the battle: whom it concerns, and where they may go (5.12)."""

from __future__ import annotations

from engine import events as ev
from engine.errors import IllegalOrder
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.orders import refusal
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial import ground, setup, values
from engine.systems.desastre_colonial.marks import SCATTERED

NATIVE = "native"
ROWS, REACH, ANYWHERE = "rows", "reach", "zone"
"""How far units may be put: into the rows at the edge, so many hexes away, anywhere in their own zone.

A unit that waits is marked with one of these, a stroke and a number: `reach/2`; `rows/0`. The units that have
been put already bear the same with `put` before it, until the effect is over."""
PUT = "put/"
WITH = f"{PUT}with"
"""What a Chief is marked with who goes with the scattered units."""


def mark(ledger: Ledger, unit_id: str, how: str, number: int = 0) -> None:
    """Have a unit wait to be put on another hex."""
    ledger.tell(ev.Marked(name=SCATTERED, on=unit_id, to=f"{how}/{number}", rule="DC-FAU-04"))


def waiting(state: State) -> tuple[Unit, ...]:
    """The units that wait to be put on another hex, in the order of their ids."""
    found = (state.units[m.on] for m in state.marks if m.name == SCATTERED and not m.to.startswith(PUT))
    return tuple(sorted(found, key=lambda unit: unit.id))


def _how(state: State, unit: Unit) -> tuple[str, int]:
    word = min(state.pointed(unit.id, SCATTERED), default="")
    how, _, number = word.partition("/")
    return how, int(number or 0)


def _already(state: State) -> tuple[Unit, ...]:
    return tuple(
        state.units[m.on]
        for m in state.marks
        if m.name == SCATTERED and m.to.startswith(PUT) and m.to != WITH
    )


def check(scn: Scenario, state: State, unit: Unit, to: Hex) -> None:
    """Raises IllegalOrder unless a unit that waits may be put there: on an empty hex in its reach, in contact
    with those put before it by the same effect, and not next to a Native unit (5.12)."""
    if unit not in waiting(state):
        raise IllegalOrder("DC-FAU-04", "not_waiting", unit=unit.id, hex=to)
    how, number = _how(state, unit)
    if any(other.id != unit.id for other in state.on(to)) or ground.impassable(scn, state, to):
        raise IllegalOrder("DC-FAU-04", "occupied_place", unit=unit.id, hex=to)
    if not _in_reach(scn, unit, to, how, number):
        raise IllegalOrder("DC-FAU-04", "outside_zone", unit=unit.id, hex=to)
    if unit.side == NATIVE:
        near = setup.near(scn, state, unit, to)
        if near is not None:
            raise near
        return
    by = next((n for n in values.troops(state, NATIVE) if scn.grid.adjacent(n.place, to)), None)
    if by is not None:
        raise IllegalOrder("DC-FAU-04", "next_to_enemy", unit=unit.id, hex=to, by=by.id)
    placed = _already(state)
    if placed and not any(scn.grid.adjacent(to, other.place) for other in placed):
        raise IllegalOrder("DC-FAU-04", "apart_from_others", unit=unit.id, hex=to)


def _in_reach(scn: Scenario, unit: Unit, to: Hex, how: str, number: int) -> bool:
    if how == ROWS:
        return scn.grid.place(to)[1] in scn.chart("faux_pas", "rows")
    if how == REACH:
        return scn.grid.distance(unit.place, to) <= number
    return to in scn.zones.get(unit.side, frozenset(scn.grid))


def spots(scn: Scenario, state: State, unit: Unit) -> tuple[Hex, ...]:
    """The hexes where a unit that waits may be put, by their labels."""
    return tuple(h for h in sorted(scn.grid) if refusal(check, scn, state, unit, h) is None)


def put(scn: Scenario, ledger: Ledger, unit: Unit, to: Hex) -> None:
    """Put a unit there; a Chief who goes with the scattered ones goes with the first of them (5.12)."""
    for word in sorted(ledger.state.pointed(unit.id, SCATTERED)):
        ledger.tell(ev.Unmarked(name=SCATTERED, on=unit.id, to=word, rule="DC-FAU-04"))
        ledger.tell(ev.Marked(name=SCATTERED, on=unit.id, to=f"{PUT}{word}", rule="DC-FAU-04"))
    _place(ledger, unit, to)
    for chief in companions(ledger.state):
        ledger.tell(ev.Unmarked(name=SCATTERED, on=chief.id, to=WITH, rule="DC-FAU-04"))
        _place(ledger, chief, to)


def companions(state: State) -> tuple[Unit, ...]:
    """The Chiefs who go with the first unit that is put."""
    return tuple(state.units[m.on] for m in state.marks if m.name == SCATTERED and m.to == WITH)


def _place(ledger: Ledger, unit: Unit, to: Hex) -> None:
    if unit.place != to:
        ledger.tell(
            ev.Placed(unit=unit.id, origin=unit.place, place=to, manner="scattered", rule="DC-FAU-04")
        )

"""Reinforcements: when and where they come onto the map, and what that costs (PP-MOV-39 to 41, PP-MOV-50).

Off the map they cost nothing and nothing happens to them (PP-GEN-20); on it they move like any unit.
"""

from __future__ import annotations

from engine import events as ev
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.moving import Barred, Footing, Toll
from engine.scenario import RESERVE, Scenario
from engine.state import State, Unit
from engine.system import Entry
from engine.systems.pousse_pion import minimum
from engine.systems.pousse_pion.ground import contacts, ground_cost
from engine.systems.pousse_pion.marks import BEGUN, PAID
from engine.systems.pousse_pion.minimum import Minimum
from engine.systems.pousse_pion.values import exposed
from engine.systems.pousse_pion.zoc import controlled


def edge(scn: Scenario) -> tuple[Hex, ...]:
    """The hexes along the edge of the map, by their labels."""
    return scn.kept("edge", lambda: _edge(scn))


def _edge(scn: Scenario) -> tuple[Hex, ...]:
    ends = (1, scn.grid.columns), (1, scn.grid.rows)
    at_an_end = (
        hex_ for hex_ in scn.grid if any(n in end for n, end in zip(scn.grid.place(hex_), ends, strict=True))
    )
    return tuple(sorted(at_an_end))


def entries(scn: Scenario, state: State, unit: Unit) -> tuple[Hex, ...]:
    """The hexes by which a unit in the reserve may enter now, whatever the turn: its own; and, when that is
    occupied or in enemy contact, the nearest edge hexes that are neither (PP-MOV-41, PP-MOV-50)."""
    own, enemy = scn.counters[unit.id].enters, scn.enemy(unit.side)
    empty = () if state.on(own) else (own,)
    if empty and not contacts(scn, state, own, enemy):
        return empty
    others = [h for h in edge(scn) if not state.on(h) and not contacts(scn, state, h, enemy)]
    least = min((scn.grid.distance(own, h) for h in others), default=0)
    return (*empty, *(h for h in others if scn.grid.distance(own, h) == least))


def barred(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit in the reserve may not enter in this turn, or None (PP-MOV-41)."""
    turn = scn.counters[unit.id].arrives
    if state.turn < turn:
        return Barred("PP-MOV-41", "not_yet_arrived", {"unit": unit.id, "turn": turn})
    return None


def toll(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> Toll | Barred:
    """The price of entering by a hex: its terrain alone, on no way (PP-MOV-41); or why it is forbidden.

    A unit that cannot pay enters with its minimum movement (PP-MOV-24).
    """
    enemy, open_ = scn.enemy(unit.side), entries(scn, state, unit)
    if to not in open_:
        return Barred("PP-MOV-50", "no_entry", {"unit": unit.id, "hex": to, "entries": open_})
    by = contacts(scn, state, to, enemy)
    if by and exposed(unit):
        return Barred("PP-ZOC-15", "contact_closed", {"unit": unit.id, "hex": to, "by": by[0].id})
    needs, stops = ground_cost(scn, unit.kind, "", to), controlled(scn, state, to, enemy)
    then = Footing(hex=to, left=max(0, at.left - needs), marks=frozenset({BEGUN, PAID}))
    if needs > at.left:
        return Minimum(cost=at.left, footing=then, rule=minimum.RULE, stops=stops, needs=needs)
    return Toll(cost=needs, footing=then, rule="PP-MOV-41", stops=stops)


def enter(ledger: Ledger, unit: Unit, hex_: Hex) -> None:
    """Put a unit on the hex it enters by, and take it in hand: there is no way back (PP-MOV-41)."""
    ledger.tell(ev.Placed(unit=unit.id, origin=unit.place, place=hex_, manner="entry", rule="PP-MOV-41"))
    ledger.tell(ev.Selected(unit=unit.id))


def awaited(scn: Scenario, state: State) -> tuple[Entry, ...]:
    """Who waits in the reserve, from which turn on, and by which hexes each could enter as things stand."""
    return tuple(
        Entry(
            side=unit.side,
            hexes=frozenset(entries(scn, state, unit)),
            turn=scn.counters[unit.id].arrives,
            units=(unit.id,),
        )
        for unit in state.units.values()
        if unit.place == RESERVE
    )

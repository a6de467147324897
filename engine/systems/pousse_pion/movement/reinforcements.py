"""Reinforcements: when and where they come onto the map, and what that costs (PP-MOV-39 to 41, PP-MOV-50).

Off the map they cost nothing and nothing happens to them (PP-GEN-20); on it they move like any unit.
"""

from __future__ import annotations

from engine import events as ev
from engine.battle.exits import on_map
from engine.battle.reinforcements import DUE, due
from engine.display import MapEntry
from engine.hexes import Hex
from engine.ledger import Ledger
from engine.rules.movement import Barred, MoveState, StepCost
from engine.scenario import RESERVE, Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.marks import BEGUN, PAID
from engine.systems.pousse_pion.terrain import contacts, terrain_cost
from engine.systems.pousse_pion.units import kept_from_contact
from engine.systems.pousse_pion.zoc import controlled


def edge_hexes(scn: Scenario) -> tuple[Hex, ...]:
    """The hexes along the edge of the map, by their labels."""
    return scn.cached("edge", lambda: tuple(sorted(filter(scn.grid.at_edge, scn.grid))))


def entry_hexes(scn: Scenario, state: State, unit: Unit) -> tuple[Hex, ...]:
    """The hexes by which a unit in the reserve may enter now, whatever the turn: its own; and, when that is
    occupied or in enemy contact, the nearest edge hexes that are neither (PP-MOV-41, PP-MOV-50)."""
    arrival, enemy = scn.arrival_of(unit.id), scn.enemy(unit.side)
    own = sorted(arrival.hexes) if arrival is not None else ()
    empty = tuple(h for h in own if not state.on(h))
    if any(not contacts(scn, state, h, enemy) for h in empty):
        return empty
    others = [h for h in edge_hexes(scn) if not state.on(h) and not contacts(scn, state, h, enemy)]
    away = {h: min((scn.grid.distance(entry, h) for entry in own), default=0) for h in others}
    least = min(away.values(), default=0)
    return (*empty, *(h for h in others if away[h] == least))


def barred(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit in the reserve may not enter in this turn, or None (PP-MOV-41)."""
    arrival = scn.arrival_of(unit.id)
    if arrival is not None and state.turn < arrival.turn:
        return Barred("PP-MOV-41", "not_yet_arrived", {"unit": unit.id, "turn": arrival.turn})
    return None if due(scn, state, unit) else Barred("PP-MOV-41", "arrival_uncertain", {"unit": unit.id})


def entry_cost(scn: Scenario, state: State, unit: Unit, at: MoveState, to: Hex) -> StepCost | Barred:
    """The price of entering by a hex: its terrain alone, on no way (PP-MOV-41); or why it is forbidden.

    A unit that cannot pay enters with its minimum movement (PP-MOV-24).
    """
    enemy, open_hexes = scn.enemy(unit.side), entry_hexes(scn, state, unit)
    if to not in open_hexes:
        return Barred("PP-MOV-50", "no_entry", {"unit": unit.id, "hex": to, "entries": open_hexes})
    by = contacts(scn, state, to, enemy)
    if by and kept_from_contact(unit):
        return Barred("PP-ZOC-15", "contact_closed", {"unit": unit.id, "hex": to, "by": by[0].id})
    needs, stops = terrain_cost(scn, unit.kind, "", to), controlled(scn, state, to, enemy)
    then = MoveState(hex=to, left=max(0, at.left - needs), marks=frozenset({BEGUN, PAID}))
    if needs > at.left:
        return StepCost(cost=at.left, then=then, rule="PP-MOV-24", stops=stops, full_cost=needs)
    return StepCost(cost=needs, then=then, rule="PP-MOV-41", stops=stops)


def enter(ledger: Ledger, unit: Unit, hex_: Hex) -> None:
    """Put a unit on the hex it enters by, and select it: the step cannot be taken back (PP-MOV-41)."""
    ledger.tell(ev.Placed(unit=unit.id, origin=unit.place, place=hex_, manner="entry", rule="PP-MOV-41"))
    if DUE in ledger.state.marks_on(unit.id):
        ledger.tell(ev.Unmarked(name=DUE, on=unit.id))
    ledger.tell(ev.Selected(unit=unit.id))


def expected_entries(scn: Scenario, state: State) -> tuple[MapEntry, ...]:
    """Who waits in the reserve, from which turn on, and by which hexes each could enter as things stand; the
    exits of the battle."""
    coming = (
        MapEntry(
            side=unit.side,
            hexes=frozenset(entry_hexes(scn, state, unit)),
            turn=arrival.turn,
            units=(unit.id,),
        )
        for unit in state.units.values()
        if unit.place == RESERVE and (arrival := scn.arrival_of(unit.id)) is not None
    )
    return (*coming, *on_map(scn))

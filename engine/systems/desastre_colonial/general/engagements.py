"""Which units are engaged in melee: from the declaration until the melee is over (DC-MEL-01, DC-MEL-34).

An attacker bears the mark ENGAGES, which points at its defender, for the whole run.
"""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.marks import ENGAGES, FOUGHT, PRINCIPAL, ROUTED
from engine.systems.desastre_colonial.general.values import by_id, cohesion

HITS = "hits"
"""The value of a unit that counts hits by fire until they become losses (DC-FIR-23, DC-FIR-25)."""


def attackers(scn: Scenario, state: State, defender: Unit) -> tuple[Unit, ...]:
    """The units that are still to fight a defender, by id; none once its melee is over.

    A unit that has routed or left the map since its declaration no longer fights.
    """
    if defender.hex is None or state.marked(defender.id, FOUGHT):
        return ()
    declared = (
        state.units[mark.on] for mark in state.marks if mark.name == ENGAGES and mark.to == defender.id
    )
    return by_id(unit for unit in declared if _still_fights(scn, state, unit, defender))


def _still_fights(scn: Scenario, state: State, unit: Unit, defender: Unit) -> bool:
    adjacent = unit.hex is not None and scn.grid.adjacent(unit.hex, defender.place)
    return adjacent and ROUTED not in state.marks_on(unit.id)


def engaged(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit is to defend itself in a melee of this run (DC-MEL-17)."""
    return bool(attackers(scn, state, unit))


def target_of(state: State, unit: Unit) -> str:
    """The enemy that a unit has engaged in this run, even if that melee is over; "" for none (DC-FIR-03)."""
    return next(iter(state.targets_of_mark(unit.id, ENGAGES)), "")


def defenders(scn: Scenario, state: State) -> tuple[Unit, ...]:
    """The units that are to defend themselves in a melee of this run, by hex."""
    ids = {mark.to for mark in state.marks if mark.name == ENGAGES}
    units = (state.units[id_] for id_ in ids if id_ in state.units)
    return tuple(sorted((u for u in units if engaged(scn, state, u)), key=lambda unit: unit.place))


def principal(scn: Scenario, state: State, defender: Unit) -> Unit | None:
    """The principal attacker of a defender, once named and while it still fights (DC-MEL-12)."""
    ids = state.targets_of_mark(defender.id, PRINCIPAL)
    return next((unit for unit in attackers(scn, state, defender) if unit.id in ids), None)


def strongest(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The attackers of the highest cohesion, one of which is the principal attacker (DC-MEL-11,
    DC-MEL-13)."""
    highest = max(map(cohesion, units), default=0)
    return tuple(unit for unit in units if cohesion(unit) == highest)


def end_melee(ledger: Ledger, defender_id: str) -> None:
    """End the melee of a defender, fought or not (DC-MEL-34), and discard its hits by fire (DC-FIR-24)."""
    state = ledger.state
    hits = state.units[defender_id][HITS]
    if hits:
        ledger.tell(ev.Changed(unit=defender_id, value=HITS, was=hits, now=0, rule="DC-FIR-24"))
    for attacker in sorted(state.targets_of_mark(defender_id, PRINCIPAL)):
        ledger.tell(ev.Unmarked(name=PRINCIPAL, on=defender_id, to=attacker, rule="DC-MEL-34"))
    declared = any(mark.name == ENGAGES and mark.to == defender_id for mark in state.marks)
    if declared and not state.marked(defender_id, FOUGHT):
        ledger.tell(ev.Marked(name=FOUGHT, on=defender_id, rule="DC-MEL-34"))

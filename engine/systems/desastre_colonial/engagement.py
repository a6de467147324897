"""Who fights whom hand to hand: engaged by declaration, until the melee is over (DC-MEL-01, DC-MEL-34).

An attacker bears a mark that points at its defender for the whole run: it does not fire (DC-FIR-03).
"""

from __future__ import annotations

from engine import events as ev
from engine.ledger import Ledger
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial import values
from engine.systems.desastre_colonial.marks import ENGAGES, FOUGHT, PRINCIPAL, ROUTED

HITS = "hits"
"""The value of a unit that counts hits by fire, until they are turned into losses (DC-FIR-23, DC-FIR-25)."""


def attackers(scn: Scenario, state: State, defender: Unit) -> tuple[Unit, ...]:
    """The units that are to fight a defender, by id; none once its melee is over.

    Whoever has routed or left the map since it declared fights no more.
    """
    if defender.hex is None or state.marked(defender.id, FOUGHT):
        return ()
    units = (state.units[mark.on] for mark in state.marks if mark.name == ENGAGES and mark.to == defender.id)
    found = (unit for unit in units if _fights(scn, state, unit, defender))
    return tuple(sorted(found, key=lambda unit: unit.id))


def _fights(scn: Scenario, state: State, unit: Unit, defender: Unit) -> bool:
    near = unit.hex is not None and scn.grid.adjacent(unit.hex, defender.place)
    return near and ROUTED not in state.names_on(unit.id)


def engaged(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit is attacked hand to hand in this run, its melee still to come (DC-MEL-17)."""
    return bool(attackers(scn, state, unit))


def engages(state: State, unit: Unit) -> str:
    """The enemy a unit has engaged in this run, whatever has become of that; "" when none (DC-FIR-03)."""
    return next(iter(state.pointed(unit.id, ENGAGES)), "")


def defenders(scn: Scenario, state: State) -> tuple[Unit, ...]:
    """The units whose melees are still to come, by hex."""
    named = {mark.to for mark in state.marks if mark.name == ENGAGES}
    found = (state.units[id_] for id_ in named if id_ in state.units)
    return tuple(sorted((u for u in found if engaged(scn, state, u)), key=lambda unit: unit.place))


def principal(scn: Scenario, state: State, defender: Unit) -> Unit | None:
    """The principal attacker of a defender, once he is named and while he still fights (DC-MEL-12)."""
    named = state.pointed(defender.id, PRINCIPAL)
    return next((unit for unit in attackers(scn, state, defender) if unit.id in named), None)


def strongest(attacking: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Of several attackers those of the highest cohesion, who could be the principal one (DC-MEL-11, 13)."""
    most = max(map(values.cohesion, attacking), default=0)
    return tuple(unit for unit in attacking if values.cohesion(unit) == most)


def close(ledger: Ledger, unit_id: str, rule: str = "DC-MEL-34") -> None:
    """End the melee of a defender, fought or not; hits by fire that were kept for it lapse (DC-FIR-24)."""
    state = ledger.state
    hits = state.units[unit_id][HITS]
    if hits:
        ledger.tell(ev.Changed(unit=unit_id, value=HITS, was=hits, now=0, rule="DC-FIR-24"))
    for attacker in sorted(state.pointed(unit_id, PRINCIPAL)):
        ledger.tell(ev.Unmarked(name=PRINCIPAL, on=unit_id, to=attacker, rule=rule))
    if any(m.name == ENGAGES and m.to == unit_id for m in state.marks) and not state.marked(unit_id, FOUGHT):
        ledger.tell(ev.Marked(name=FOUGHT, on=unit_id, rule=rule))

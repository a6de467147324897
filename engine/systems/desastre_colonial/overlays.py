"""What may be laid over a map of Désastre Colonial on request. Asks the rules, changes nothing."""

from __future__ import annotations

from engine.hexes import Hex
from engine.rules.aiming import seen_from
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Lead, Leadership, Sight
from engine.systems.desastre_colonial import advance, command, fire
from engine.systems.desastre_colonial.marks import DEACTIVATED
from engine.systems.desastre_colonial.sight import blocked
from engine.systems.desastre_colonial.values import bases, chiefs, is_chief, troops

WAYS = {"rout": "rout", "rout_step": "rout", "aside": "aside", "flight": "flight"}
"""How the one about whom a question is asked would move, by its kind."""


def leadership(scn: Scenario, state: State, side: str) -> Leadership:
    """Where each Chief's word reaches as the table stands, past the enemy's units, and whom he may
    command; and who waits to be commanded in vain (DC-CMD-04 to 09)."""
    leads = tuple(_lead(scn, state, chief) for chief in sorted(chiefs(state, side), key=lambda c: c.id))
    led = {unit for lead in leads for unit in lead.units}
    waiting = (u.id for u in troops(state, side) if not command.SPENT & state.names_on(u.id))
    return Leadership(leads=leads, unled=tuple(id_ for id_ in waiting if id_ not in led))


def _lead(scn: Scenario, state: State, chief: Unit) -> Lead:
    """One Chief's reach; none when he commands no more this turn (DC-CMD-33). He may command any unit of his
    side (DC-CMD-01)."""
    able = not state.marked(chief.id, DEACTIVATED)
    hexes = command.reach(scn, state, chief, chief["radius"]) if able else frozenset()
    units = command.eligible(scn, state, chief) if able else ()
    near = scn.grid.within(chief.place, chief["radius"]) if able and chief.hex else frozenset[Hex]()
    return Lead(leader=chief.id, side=chief.side, corps="", hexes=hexes, units=units, barred=near - hexes)


def sight(scn: Scenario, state: State, unit_id: str) -> Sight | None:
    """What the bases of a unit bear on within range, what blocks, whom it could fire at; None of a unit that
    has no weapon (DC-FIR-05 to 08)."""
    unit = state.units[unit_id]
    reach = fire.weapon_range(scn, unit)
    here = unit.hex
    if here is None or is_chief(unit) or not reach:
        return None
    return seen_from(
        scn,
        unit,
        reach,
        fire.within(scn, state, unit),
        screened=lambda hex_: blocked(scn, state, here, hex_),
        missed=lambda enemy: fire.missed(scn, state, unit, enemy),
        reason=fire.reason(scn, state, unit),
        arc=frozenset[Hex]().union(*(fire.arc(scn, state, unit, base) for base in bases(unit))),
    )


def proposals(scn: Scenario, state: State) -> tuple[tuple[str, tuple[Hex, ...], str], ...]:
    """Where those may run about whom a question waits: to cover or a chief, a step of a rout, out of a rout's
    way, a chief to his men; where a principal attacker may advance (DC-ROU-01, DC-ROU-06, DC-ROU-26,
    DC-MOV-19, DC-MEL-33)."""
    runs = (
        (question.about, (state.units[question.about].place, goal), manner)
        for question in state.questions
        if (manner := WAYS.get(question.kind))
        for option in question.options
        if (goal := _goal(state, option)) in scn.grid
    )
    return (*runs, *advance.proposals(scn, state))


def _goal(state: State, option: str) -> Hex:
    """The hex an answer names: its last word, or where the unit of that name stands."""
    name = option.split()[-1]
    return state.units[name].place if name in state.units else name

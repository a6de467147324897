"""What a single step costs, or why it is forbidden (MP-MOV-2 to 33, MP-ZOC-9 to 15). Changes nothing.

What the map asks of a step is its `going`; what the table asks is here: who is in the way (`ahead`), what it
takes to leave (`parting`), what points are needed (`least`). Moving and listing moves ask `toll`, which puts
these together for one step; planning (`routes`) searches by the same four for all.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Fact
from engine.hexes import Hex
from engine.rules.moving import Barred, Footing, Toll
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.going import column
from engine.systems.morne_plaine.ground import demoralised, mounted
from engine.systems.morne_plaine.marks import FIRED, MOVED, PAID, STOPPED, STUCK, UNCOMMANDED
from engine.systems.morne_plaine.survey import survey, terms
from engine.systems.morne_plaine.zoc import controllers, zone

NOWHERE: frozenset[Hex] = frozenset()
ONLY_MOVED = frozenset({MOVED})
PRICED_BY = frozenset({MOVED, PAID})
"""The marks of a unit that its next step is priced by: leaving a zone (MP-ZOC-11), road steps (MP-MOV-21)."""


def footing(state: State, unit: Unit) -> Footing:
    """How a unit stands before its next step."""
    return Footing(hex=unit.place, left=unit["mp"], marks=state.names_on(unit.id) & PRICED_BY)


def barred_from_moving(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit may not move at all now, or None (MP-MOV-5, 14, 15, 18)."""
    here, marks = unit.place, state.names_on(unit.id)
    if FIRED in marks and not moves_after_fire(scn, state, unit):
        return Barred("MP-MOV-15", "fired_before", {"unit": unit.id, "hex": here})
    if STUCK in marks:
        return Barred("MP-MOV-18", "stuck_in_marsh", {"unit": unit.id, "hex": here})
    if STOPPED in marks:
        return Barred("MP-MOV-14", "stopped_by_zone", {"unit": unit.id, "hex": here})
    if unit["mp"] < least(scn):
        return Barred("MP-MOV-5", "no_points_left", {"unit": unit.id, "hex": here})
    return None


def moves_after_fire(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit may make a half move after firing: horse artillery in command, by a switch (O-2)."""
    horse = scn.option("horse_artillery") == "yes" and "horse" in unit.traits
    return horse and not state.marked(unit.id, UNCOMMANDED)


def least(scn: Scenario) -> int:
    """The fewest movement points a unit must have left for a step, even one that costs nothing (MP-MOV-5)."""
    return 0 if scn.option("free_step_at_zero") == "yes" else 1


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Ahead:
    """What the table puts in the way of a side's units, or of those that are demoralised.

    Counters stand on `taken` hexes (MP-MOV-6); the enemy controls those `held`, where movement ends
    (MP-MOV-14); those `shunned` may not be entered (MP-ZOC-10).
    """

    taken: frozenset[Hex]
    held: frozenset[Hex]
    shunned: frozenset[Hex]


def ahead(scn: Scenario, state: State, unit: Unit) -> Ahead:
    """What is in the way of a unit as the table stands."""
    shy = demoralised(unit)
    return state.kept((survey(scn), unit.side, shy), lambda: _ahead(scn, state, unit.side, shy=shy))


def _ahead(scn: Scenario, state: State, side: str, *, shy: bool) -> Ahead:
    held = zone(scn, state, scn.enemy(side))
    return Ahead(
        taken=frozenset(unit.place for unit in state.fielded()), held=held, shunned=held if shy else NOWHERE
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """What it takes to leave a hex: movement points added, and the hexes one may not go to, each with why."""

    cost: int = 0
    closed: frozenset[Hex] = NOWHERE
    why: Barred | None = None


FREELY = Parting()


def parting(scn: Scenario, state: State, unit: Unit, at: Footing) -> Parting:
    """What it takes a unit to leave the hex it stands on, out of an enemy zone (MP-ZOC-11 to 15)."""
    held = ahead(scn, state, unit).held
    if at.hex not in held:
        return FREELY
    holders = controllers(scn, state, at.hex, scn.enemy(unit.side))
    by: dict[str, Fact] = {"by": holders[0].id}
    if MOVED in at.marks:
        around = frozenset(scn.grid.neighbours(at.hex).values())
        return Parting(closed=around, why=Barred("MP-ZOC-11", "zone_after_moving", by))
    if mounted(unit) and not any(mounted(h) for h in holders):
        return FREELY
    rule = "MP-ZOC-14" if mounted(unit) else "MP-ZOC-12"
    return Parting(cost=int(scn.chart("leave_zoc")), closed=held, why=Barred(rule, "zone_to_zone", by))


def toll(scn: Scenario, state: State, unit: Unit, at: Footing, to: Hex) -> Toll | Barred:
    """The price of the step from where the unit stands to a hex, or why it is forbidden."""
    facts: dict[str, Fact] = {"unit": unit.id, "hex": to, "from": at.hex}
    going = terms(scn, column(scn, unit)).goings.get(at.hex, {}).get(to)
    if going is None:
        return Barred("MP-MOV-2", "not_neighbours", facts)
    way_in, way_out = ahead(scn, state, unit), parting(scn, state, unit, at)
    if to in way_in.taken and to != unit.place:  # never two in a hex (MP-GEN-11)
        return Barred("MP-MOV-6", "occupied", {**facts, "by": state.on(to)[0].id})
    if going.bar is not None:
        return going.bar.about(facts)
    if to in way_out.closed and way_out.why is not None:
        return way_out.why.about(facts)
    if to in way_in.shunned:
        return Barred("MP-ZOC-10", "demoralised_into_zone", facts)
    if going.shuns is not None:
        return going.shuns.about(facts)
    paid = PAID in at.marks
    cost = way_out.cost + going.costs[paid]
    if cost > at.left:
        return Barred("MP-MOV-3", "too_far", {**facts, "needs": cost, "has": at.left})
    if at.left < least(scn):
        return Barred("MP-MOV-5", "no_points_left", facts)
    then = Footing(hex=to, left=at.left - cost, marks=PRICED_BY if going.paid_next[paid] else ONLY_MOVED)
    return Toll(cost=cost, footing=then, way=going.way, stops=to in way_in.held, tests=int(going.marsh))

"""What a single step costs, or why it is forbidden (MP-MOV-2 to 33, MP-ZOC-9 to 15). Changes nothing.

`step_cost` puts together, for one step, what the map asks (`terrain_cost`), the hexes that are obstructed
(`obstructed`), what it takes to leave an enemy zone (`zone_exit`) and the points needed (`least_points`).
Moving and listing moves use it; planning (`routes`) searches by the same four parts for all steps at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import Fact
from engine.hexes import Hex
from engine.rules.movement import Barred, MoveState, StepCost
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.marks import FIRED, MOVED, PAID, STOPPED, STUCK, UNCOMMANDED
from engine.systems.morne_plaine.movement.cost_table import cost_table, places
from engine.systems.morne_plaine.movement.terrain_cost import column
from engine.systems.morne_plaine.units import demoralised, mounted
from engine.systems.morne_plaine.zoc import controllers, zone

NO_HEXES: frozenset[Hex] = frozenset()
HAS_MOVED = frozenset({MOVED})
HAS_MOVED_PAID_NEXT = frozenset({MOVED, PAID})
PRICED_BY = HAS_MOVED_PAID_NEXT
"""The marks of a unit that its next step is priced by: leaving a zone (MP-ZOC-11), road steps (MP-MOV-21)."""


def step_cost(scn: Scenario, state: State, unit: Unit, at: MoveState, to: Hex) -> StepCost | Barred:
    """The cost of the step from where the unit stands to a hex, or why it is forbidden, line by line."""
    facts: dict[str, Fact] = {"unit": unit.id, "hex": to, "from": at.hex}
    # MP-MOV-2: only between neighbours.
    terrain = cost_table(scn, column(scn, unit)).steps.get(at.hex, {}).get(to)
    if terrain is None:
        return Barred("MP-MOV-2", "not_neighbours", facts)
    # MP-MOV-6, MP-GEN-11: never into an occupied hex.
    ahead = obstructed(scn, state, unit)
    if to in ahead.occupied and to != unit.place:
        return Barred("MP-MOV-6", "occupied", {**facts, "by": state.on(to)[0].id})
    # MP-MOV-8, 12: never across a river without bridge or ford, nor a steep slope without a track.
    if terrain.barred is not None:
        return terrain.barred.about(facts)
    # MP-ZOC-11, 12, 14: some units may not leave an enemy zone, or not for another.
    leaving = zone_exit(scn, state, unit, at)
    if to in leaving.closed and leaving.why is not None:
        return leaving.why.about(facts)
    # MP-ZOC-10: a demoralised unit enters no enemy zone.
    if to in ahead.closed_zone:
        return Barred("MP-ZOC-10", "demoralised_into_zone", facts)
    # Table 6.1: terrain that such units never enter.
    if terrain.never_enters is not None:
        return terrain.never_enters.about(facts)
    # MP-MOV-3, 7, MP-ZOC-15: the unit must have the points for terrain, hexside and leaving a zone.
    paid = PAID in at.marks
    cost = terrain.costs[paid] + leaving.cost
    if cost > at.left:
        dear = _what_makes_it_dear(state, unit, leaving)
        return Barred("MP-MOV-3", "too_far", {**facts, "needs": cost, "has": at.left, **dear})
    # MP-MOV-5: with 0 points left it cannot move, not even by a free road step.
    if at.left < least_points(scn):
        return Barred("MP-MOV-5", "no_points_left", facts)
    # MP-MOV-21 to 25: whether the next road step is a paid one. MP-MOV-14: an enemy zone ends the movement.
    marks = HAS_MOVED_PAID_NEXT if terrain.next_road_step_paid[paid] else HAS_MOVED
    return StepCost(
        cost=cost,
        then=MoveState(hex=to, left=at.left - cost, marks=marks),
        way=terrain.way,
        stops=to in ahead.enemy_zone,
        tests=int(terrain.marsh_test),  # MP-MOV-16
    )


def _what_makes_it_dear(state: State, unit: Unit, leaving: ZoneExit) -> dict[str, Fact]:
    """What makes a step too dear, as facts: the zone left (MP-ZOC-15), the allowance halved (MP-CMD-3)."""
    facts: dict[str, Fact] = {}
    if leaving.cost and leaving.why is not None:
        facts |= {"surcharge": leaving.cost, "zone_of": leaving.why.facts["by"]}
    if UNCOMMANDED in state.marks_on(unit.id):
        facts["halved"] = unit["ma"]
    return facts


def move_state(state: State, unit: Unit) -> MoveState:
    """How a unit stands before its next step."""
    return MoveState(hex=unit.place, left=unit["mp"], marks=state.marks_on(unit.id) & PRICED_BY)


def barred_from_moving(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit may not move at all now, or None (MP-MOV-5, 14, 15, 18)."""
    marks, facts = state.marks_on(unit.id), {"unit": unit.id, "hex": unit.place}
    if FIRED in marks and not moves_after_fire(scn, state, unit):
        return Barred("MP-MOV-15", "fired_before", facts)
    if STUCK in marks:
        return Barred("MP-MOV-18", "stuck_in_marsh", facts)
    if STOPPED in marks:
        return Barred("MP-MOV-14", "stopped_by_zone", facts)
    if unit["mp"] < least_points(scn):
        return Barred("MP-MOV-5", "no_points_left", facts)
    return None


def moves_after_fire(scn: Scenario, state: State, unit: Unit) -> bool:
    """Whether a unit may make a half move after firing: horse artillery in command, by a switch (O-2)."""
    horse = scn.option("horse_artillery") == "yes" and "horse" in unit.traits
    return horse and not state.marked(unit.id, UNCOMMANDED)


def least_points(scn: Scenario) -> int:
    """The fewest movement points a unit must have left for a step, even one that costs nothing (MP-MOV-5)."""
    return 0 if scn.option("free_step_at_zero") == "yes" else 1


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Obstructed:
    """The hexes that the position obstructs for a side's units, or for those of them that are demoralised.

    Units stand on those `occupied` (MP-MOV-6); in the `enemy_zone` movement ends (MP-MOV-14); the hexes of
    the `closed_zone` may not be entered (MP-ZOC-10).
    """

    occupied: frozenset[Hex]
    enemy_zone: frozenset[Hex]
    closed_zone: frozenset[Hex]


def obstructed(scn: Scenario, state: State, unit: Unit) -> Obstructed:
    """The hexes that are obstructed for a unit in this position."""
    closed = demoralised(unit)
    return state.cached((places(scn), unit.side, closed), lambda: _obstructed(scn, state, unit.side, closed))


def _obstructed(scn: Scenario, state: State, side: str, closed: bool) -> Obstructed:
    enemy_zone = zone(scn, state, scn.enemy(side))
    return Obstructed(
        occupied=frozenset(unit.place for unit in state.units_on_map()),
        enemy_zone=enemy_zone,
        closed_zone=enemy_zone if closed else NO_HEXES,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneExit:
    """What it takes to leave a hex: movement points added, and the hexes that are closed, with the reason."""

    cost: int = 0
    closed: frozenset[Hex] = NO_HEXES
    why: Barred | None = None


FREE_EXIT = ZoneExit()


def zone_exit(scn: Scenario, state: State, unit: Unit, at: MoveState) -> ZoneExit:
    """What it takes a unit to leave the hex it stands on, out of an enemy zone (MP-ZOC-11 to 15)."""
    enemy_zone = obstructed(scn, state, unit).enemy_zone
    if at.hex not in enemy_zone:
        return FREE_EXIT
    enemies = controllers(scn, state, at.hex, scn.enemy(unit.side))
    by: dict[str, Fact] = {"by": enemies[0].id}
    # MP-ZOC-11: only as the first step of the movement phase.
    if MOVED in at.marks:
        around = frozenset(scn.grid.neighbours(at.hex).values())
        return ZoneExit(closed=around, why=Barred("MP-ZOC-11", "zone_after_moving", by))
    # MP-ZOC-13: a mounted unit leaves a hex that only infantry controls freely.
    if mounted(unit) and not any(mounted(enemy) for enemy in enemies):
        return FREE_EXIT
    # MP-ZOC-12, 14: all others only into a hex in no enemy zone, at 1 point more.
    rule = "MP-ZOC-14" if mounted(unit) else "MP-ZOC-12"
    return ZoneExit(cost=int(scn.chart("leave_zoc")), closed=enemy_zone, why=Barred(rule, "zone_to_zone", by))

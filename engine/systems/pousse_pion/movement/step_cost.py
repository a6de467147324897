"""What a single voluntary step costs, or why it is forbidden (PP-MOV, PP-ZOC-08 to 15). Changes nothing.

Moving, listing moves and planning all use `step_cost`. Charges, pursuits and retreats do not: for them there
are no ways, no surcharge and no minimum movement (PP-MOV-20, PP-MOV-26); they use `terrain.off_way_cost`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.errors import Fact
from engine.hexes import Hex
from engine.rules.movement import Barred, MoveState, StepCost
from engine.rules.zoc import ZocRules
from engine.scenario import RESERVE, Scenario
from engine.state import ELIMINATED, State, Unit
from engine.systems.pousse_pion.marks import BEGUN, CALLED, CHARGED, FIRED, PAID, STOPPED, UNCOMMANDED
from engine.systems.pousse_pion.movement import reinforcements
from engine.systems.pousse_pion.movement.cost_table import TerrainCost, terrain_costs
from engine.systems.pousse_pion.terrain import clear, contact
from engine.systems.pousse_pion.units import kept_from_contact, max_mv
from engine.systems.pousse_pion.zoc import surcharging_enemies, zone

MANOEUVRE = "manoeuvre"
PRICED_BY = frozenset({BEGUN, PAID})
"""The marks of a unit that its next step is priced by."""
AFTER_A_PAID_STEP = frozenset({BEGUN})
CONTACT = ZocRules(extends=contact, exerts_any=lambda scn, state, unit: True)
"""The hexes in contact with units, computed like the hexes that they control."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transit(MoveState):
    """A unit on the hex of a friend it passes: the hex its crossing began on and those of friends since."""

    passed: frozenset[Hex]


def step_cost(scn: Scenario, state: State, unit: Unit, at: MoveState, to: Hex) -> StepCost | Barred:
    """The cost of the step from where the unit stands to a hex, or why it is forbidden."""
    result: StepCost | Barred | None = _charge_bars(state, unit, to)
    if result is None and at.hex == RESERVE:
        result = reinforcements.entry_cost(scn, state, unit, at, to)
    elif result is None:
        result = _step_between_hexes(scn, state, unit, at, to)
    if isinstance(result, Barred):
        return result.about({"unit": unit.id, "hex": to, "from": at.hex})
    return result


def _step_between_hexes(scn: Scenario, state: State, unit: Unit, at: MoveState, to: Hex) -> StepCost | Barred:
    """The same between two hexes of the map, line by line (4.13, 1)."""
    # PP-MOV-02: only between adjacent hexes.
    terrain = terrain_costs(scn, unit.kind)[at.hex].get(to)
    if terrain is None:
        return Barred("PP-MOV-02", "not_neighbours")
    # PP-GEN-14: never into the hex of an enemy.
    others = [other for other in state.on(to) if other.id != unit.id]
    for other in others:
        if other.side != unit.side:
            return Barred("PP-GEN-14", "enemy_there", {"by": other.id})
    # PP-MOV-37, C-10: a crossing goes on, it does not turn back.
    if isinstance(at, Transit) and to in at.passed:
        return Barred("PP-MOV-37", "crossing_goes_on")
    # PP-MOV-46: with MV 0 no unit moves, not even by a road step of cost 0.
    if at.left < 1:
        return Barred("PP-MOV-46", "no_points_left")
    # PP-MOV-05, 19, 21, 22: the full cost; PP-MOV-13, 14, 16: hexsides that this class cannot cross.
    enemy_zone = _enemy_zone(scn, state, unit)
    way = "" if at.hex in enemy_zone else terrain.way
    cost = _full_cost(scn, state, unit, at, terrain, way, enemy_zone)
    if isinstance(cost, Barred):
        return cost
    # PP-MOV-48, PP-ZOC-15: enemy contact that is closed.
    closed = _contact_closed(scn, state, unit, to)
    if closed is not None:
        return closed
    then = MoveState(hex=to, left=max(0, at.left - cost), marks=_marks_after(at, way))
    # PP-MOV-34 to 37, 45: past a friend.
    if others:
        onto = StepCost(cost=cost, then=then, way=way, rule="PP-MOV-34", passing=True)
        return _pass_friend(scn, state, unit, at, onto, others[0])
    # PP-ZOC-06: an enemy zone ends the movement.
    stops = to in enemy_zone
    # PP-MOV-04: the cost must be covered ...
    if cost <= at.left:
        return StepCost(cost=cost, then=then, way=way, stops=stops, rule=_rule(way))
    # PP-MOV-24: ... but a unit that has not moved can always move one hex, for all it has.
    if minimum_movement_allowed(at):
        return StepCost(cost=at.left, then=then, rule="PP-MOV-24", stops=stops, full_cost=cost)
    return Barred("PP-MOV-27", "too_far", _too_dear(scn, state, unit, at, way, cost))


def _too_dear(scn: Scenario, state: State, unit: Unit, at: MoveState, way: str, cost: int) -> dict[str, Fact]:
    """The facts of a step that costs too much: that minimum movement is over, and what makes it dear: the
    zone left (PP-ZOC-08), MV halved out of command (PP-CMD-09)."""
    facts: dict[str, Fact] = {"needs": cost, "has": at.left, "begun": 1}
    enemies = () if way else surcharging_enemies(scn, state, unit, at.hex)
    if enemies:
        facts |= {"surcharge": int(scn.chart("zoc", "exit")), "zone_of": enemies[0].id}
    if UNCOMMANDED in state.marks_on(unit.id) and scn.option("uncommanded.mv") != "full":
        facts["halved"] = max_mv(unit)
    return facts


def _charge_bars(state: State, unit: Unit, to: Hex) -> Barred | None:
    """A unit that has charged moves no more in the phase (PP-CHG-23), nor does it take the approach back
    (PP-MOV-32)."""
    if CHARGED not in state.marks_on(unit.id):
        return None
    if to in state.targets_of_mark(unit.id, CHARGED):
        return Barred("PP-MOV-32", "charge_stays_made")
    return Barred("PP-CHG-23", "charged_before")


def usable_way(scn: Scenario, state: State, unit: Unit, at: MoveState, to: Hex) -> str:
    """The way that a step can follow: road, track, or "" where there is none or the unit stands in an enemy
    zone (PP-MOV-20, PP-ZOC-21).

    The other conditions of PP-MOV-20 hold for every step that `step_cost` is asked about: the unit is the
    player's and moves voluntarily, in a phase for moving.
    """
    enemy_zone = _enemy_zone(scn, state, unit)
    return "" if at.hex in enemy_zone else terrain_costs(scn, unit.kind)[at.hex][to].way


def _enemy_zone(scn: Scenario, state: State, unit: Unit) -> frozenset[Hex]:
    """The hexes that the enemies of a unit control."""
    return state.cached(("enemy zone", unit.side), lambda: zone(scn, state, scn.enemy(unit.side)))


def _full_cost(
    scn: Scenario,
    state: State,
    unit: Unit,
    at: MoveState,
    terrain: TerrainCost,
    way: str,
    enemy_zone: frozenset[Hex],
) -> int | Barred:
    """The cost of a step in MV, whether the unit has as much or not."""
    # PP-MOV-19, 22: a road step costs 0 and 1 by turns, whatever the terrain and the hexside.
    if way == "road":
        free, paid = scn.chart("road_step")
        return int(paid if PAID in at.marks else free)
    # PP-MOV-19, 21: a track step costs 1, whatever the terrain and the hexside.
    if way == "track":
        return int(scn.chart("track_step"))
    # PP-MOV-05: else terrain and hexside ...
    cost = terrain.off_way
    if isinstance(cost, Barred):
        return cost
    # PP-ZOC-08: ... and the surcharge for leaving an enemy zone.
    if at.hex in enemy_zone and surcharging_enemies(scn, state, unit, at.hex):
        cost += int(scn.chart("zoc", "exit"))
    return cost


def _marks_after(at: MoveState, way: str) -> frozenset[str]:
    """The marks of a unit after a step: it has moved; and whether its next road step is a paid one.

    Road steps are free and paid by turns (PP-MOV-22). A track step, or one off the ways, sets the next road
    step to the paid one (PP-MOV-23).
    """
    was_paid_road_step = way == "road" and PAID in at.marks
    return AFTER_A_PAID_STEP if was_paid_road_step else PRICED_BY


def _rule(way: str) -> str:
    return {"road": "PP-MOV-22", "track": "PP-MOV-21"}.get(way, "PP-MOV-02")


def minimum_movement_allowed(at: MoveState) -> bool:
    """Whether a unit may still move one hex whatever it costs: it has not moved this phase, and has MV
    (PP-MOV-27)."""
    return BEGUN not in at.marks and at.left >= 1


def _contact_closed(scn: Scenario, state: State, unit: Unit, to: Hex) -> Barred | None:
    """Enemy contact is closed in a Manoeuvre phase to all (PP-MOV-48), else to generals and artillery
    (PP-ZOC-15)."""
    manoeuvre = state.phase == MANOEUVRE
    if not manoeuvre and not kept_from_contact(unit):
        return None
    enemy = _first_in_contact(scn, state, to, scn.enemy(unit.side))
    if not enemy:
        return None
    rule, reason = ("PP-MOV-48", "contact_in_manoeuvre") if manoeuvre else ("PP-ZOC-15", "contact_closed")
    return Barred(rule, reason, {"by": enemy})


def _first_in_contact(scn: Scenario, state: State, hex_: Hex, side: str) -> str:
    """A unit of a side in contact with a hex, the first clockwise from NE, or "" (PP-GEN-12)."""
    if hex_ not in CONTACT.zone(scn, state, side):
        return ""
    return CONTACT.controllers(scn, state, hex_, side)[0].id


def _pass_friend(
    scn: Scenario, state: State, unit: Unit, at: MoveState, onto: StepCost, friend: Unit
) -> StepCost | Barred:
    """The step onto a friend's hex, line by line."""
    here = friend.place
    # PP-MOV-34: only in clear terrain, out of enemy contact.
    if not clear(scn, here):
        facts: dict[str, Fact] = {"by": friend.id, "terrain": scn.terrain(here)}
        return Barred("PP-MOV-34", "friend_not_in_the_open", facts)
    if _first_in_contact(scn, state, here, scn.enemy(friend.side)):
        return Barred("PP-MOV-34", "friend_in_contact", {"by": friend.id})
    # PP-MOV-45, C-07: never by minimum movement.
    if onto.cost > at.left:
        short: dict[str, Fact] = {"by": friend.id, "needs": onto.cost, "has": at.left}
        if minimum_movement_allowed(at):
            return Barred("PP-MOV-45", "no_minimum_across", short)
        return Barred("PP-MOV-27", "too_far", {**short, "begun": 1})
    # PP-MOV-35, 36: only where the unit can go on, to an empty hex or past another friend.
    passed = at.passed if isinstance(at, Transit) else frozenset({at.hex})
    then = onto.then
    transit = Transit(hex=then.hex, left=then.left, marks=then.marks, passed=passed | {then.hex})
    near = scn.grid.neighbours(here).values()
    if not any(isinstance(step_cost(scn, state, unit, transit, to), StepCost) for to in near):
        return Barred("PP-MOV-35", "nowhere_beyond", {"by": friend.id})
    return replace(onto, then=transit)


def onward(scn: Scenario, state: State, unit: Unit, transit: MoveState) -> dict[Hex, StepCost]:
    """How a unit on the hex of a friend can go on, clockwise from NE, with the cost (PP-MOV-35 to 37)."""
    near = scn.grid.neighbours(transit.hex).values()
    costs = {to: step_cost(scn, state, unit, transit, to) for to in near}
    return {to: cost for to, cost in costs.items() if isinstance(cost, StepCost)}


def move_state(state: State, unit: Unit) -> MoveState:
    """How a unit stands before its next step."""
    return MoveState(hex=unit.place, left=unit["mp"], marks=state.marks_on(unit.id) & PRICED_BY)


def destinations(scn: Scenario, state: State, unit: Unit, hex_: Hex) -> Iterable[Hex]:
    """Where a step could lead: to a neighbouring hex, or from the reserve onto the map."""
    if hex_ == RESERVE:
        return reinforcements.entry_hexes(scn, state, unit)
    return scn.grid.neighbours(hex_).values() if hex_ in scn.grid else ()


def barred(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit may not move at all now, or None.

    For a unit that has charged `step_cost` says it, since the hex it charged from has a rule of its own.
    """
    facts, marks = {"unit": unit.id, "hex": unit.place}, state.marks_on(unit.id)
    off_map = _kept_off_the_map(scn, state, unit)
    if off_map is not None:
        return off_map.about(facts)
    if state.phase == MANOEUVRE and CALLED not in marks:
        return Barred("PP-MOV-44", "not_called", facts)
    if CHARGED in marks:
        return None
    if STOPPED in marks:
        return Barred("PP-ZOC-06", "stopped_by_zone", facts)
    if unit["mp"] > 0:
        return None
    if FIRED in marks and "horse" not in unit.traits:
        return Barred("PP-FIR-14", "fired_before", facts)
    if FIRED in marks and UNCOMMANDED in marks:
        return Barred("PP-FIR-15", "fired_before", {**facts, "kind": "horse"})
    return Barred("PP-MOV-46", "no_points_left", facts)


def _kept_off_the_map(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why a unit that is not on the map stays off it, or None."""
    if unit.place == RESERVE:
        return reinforcements.barred(scn, state, unit)
    if unit.place == ELIMINATED:
        return Barred("PP-GEN-18", "unit_eliminated")
    return Barred("PP-GEN-20", "unit_off_map") if unit.hex is None else None

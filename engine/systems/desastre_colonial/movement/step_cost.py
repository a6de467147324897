"""The cost of a step, or why it is forbidden (DC-MOV, DC-TER-04 to 09, DC-VAG-02).

Every step costs one hex of the move. The hex entered may forbid entry, or limit the whole move to fewer hexes
than it has made (`allowance`). Moving, offering moves and planning use this; routs and advances do not.
"""

from __future__ import annotations

from dataclasses import replace

from engine.errors import Fact
from engine.hexes import Hex
from engine.rules.movement import Barred, MoveState, StepCost
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.marks import SLOWED, TACTICAL
from engine.systems.desastre_colonial.general.values import is_chief, skirmisher, unit_on
from engine.systems.desastre_colonial.movement import allowance
from engine.systems.desastre_colonial.movement.allowance import MoveSoFar
from engine.systems.desastre_colonial.movement.permission import CHIEFS
from engine.systems.desastre_colonial.terrain import terrain


def step_cost(scn: Scenario, state: State, unit: Unit, at: MoveState, to: Hex) -> StepCost | Barred:
    """The cost of a counter's next step, to a hex, or why it is forbidden."""
    assert isinstance(at, MoveSoFar), at
    step = _no_entry(scn, state, unit, at, to) or _within_allowance(scn, state, unit, at, to)
    if isinstance(step, Barred):
        facts: dict[str, Fact] = {"unit": unit.id, "hex": to, "from": at.hex}
        return step.about(facts)
    return step


def _no_entry(scn: Scenario, state: State, unit: Unit, at: MoveSoFar, to: Hex) -> Barred | None:
    """Why a counter may not enter a hex at all: not adjacent (DC-GEN-09), impassable (DC-TER-09), or held by
    another counter (DC-MOV-13, DC-GEN-10); or None."""
    if not scn.grid.adjacent(at.hex, to):
        return Barred("DC-GEN-09", "not_neighbours")
    if terrain.impassable(scn, state, to):
        return Barred("DC-TER-09", "impassable", {"terrain": terrain.at(scn, state, to)})
    if terrain.impassable_between(scn, at.hex, to):
        return Barred("DC-TER-09", "impassable_between", {"terrain": terrain.linear(scn, at.hex, to)})
    if not state.on(to):
        return Barred("DC-MOV-13", "crossing_goes_on") if to in at.passed else None
    other = unit_on(state, to)
    if other is not None and other.side != unit.side:
        return Barred("DC-MOV-13", "enemy_there", {"by": other.id})
    if is_chief(unit):
        enemy_chief = next((counter for counter in state.on(to) if counter.side != unit.side), None)
        return None if enemy_chief is None else Barred("DC-GEN-10", "enemy_there", {"by": enemy_chief.id})
    if other is not None and other.id != unit.id and not (skirmisher(unit) or skirmisher(other)):
        return Barred("DC-MOV-13", "occupied", {"by": other.id})
    return Barred("DC-MOV-13", "crossing_goes_on") if to in at.passed else None


def _within_allowance(scn: Scenario, state: State, unit: Unit, at: MoveSoFar, to: Hex) -> StepCost | Barred:
    """The cost of a step into a hex that the counter may enter, within the allowance of the whole move."""
    before = allowance.limits_so_far(scn, state, unit, at)
    refusal = allowance.used_up(scn, state, unit, at, before)
    if refusal is not None:
        return refusal
    limits = before | allowance.limits_entering(scn, state, unit, at.hex, to)
    hexes = allowance.whole_move(scn, state, unit, limits)
    refusal = _entered_too_late(scn, state, unit, at, to, limits - before, hexes)
    if refusal is not None:
        return refusal
    made = at.made + 1
    then = MoveSoFar(hex=to, left=hexes - made, marks=limits, start=at.start, made=made)
    friend = None if is_chief(unit) else unit_on(state, to)
    if friend is not None and friend.id != unit.id:
        return _through_friend(scn, state, unit, at, then, friend)
    return StepCost(cost=1, then=then, rule=_rule(state, unit, limits))


def _entered_too_late(
    scn: Scenario,
    state: State,
    unit: Unit,
    at: MoveSoFar,
    to: Hex,
    added: frozenset[str],
    hexes: int,
) -> Barred | None:
    """Why a move may not enter a hex now: the limits the hex adds leave the whole move only so many hexes
    (DC-TER-04, DC-MOV-07), or a free move comes near an enemy (DC-VAG-02); or None."""
    if state.phase == allowance.FREE_MOVE:
        enemy = allowance.free_move_enemy(scn, state, unit, to)
        return Barred("DC-VAG-02", "enemy_too_near_there", {"by": enemy}) if enemy else None
    if at.made < hexes:
        return None
    if SLOWED in added:
        hex_is_slow = terrain.slow(scn, state, to)
        name = terrain.at(scn, state, to) if hex_is_slow else terrain.linear(scn, at.hex, to)
        return Barred("DC-TER-04", "slow_ground", {"terrain": name, "made": at.made})
    if TACTICAL in added:
        enemy = allowance.tactical_enemy(scn, state, unit, to)
        return Barred("DC-MOV-07", "becomes_tactical", {"by": enemy, "made": at.made, "most": hexes})
    return None


def _rule(state: State, unit: Unit, limits: frozenset[str]) -> str:
    """The rule of a legal step."""
    if state.phase == allowance.FREE_MOVE:
        return "DC-VAG-02"
    if is_chief(unit):
        return "DC-MOV-03" if state.phase == CHIEFS else "DC-MOV-02"
    return "DC-MOV-06" if TACTICAL in limits else "DC-MOV-08"


def _through_friend(
    scn: Scenario, state: State, unit: Unit, at: MoveSoFar, then: MoveSoFar, friend: Unit
) -> StepCost | Barred:
    """The cost of a step into a friend's hex, which needs a way on from there (DC-MOV-13)."""
    passing = replace(then, passed=(at.passed or frozenset({at.hex})) | {then.hex})
    if not ways_on(scn, state, unit, passing):
        return Barred("DC-MOV-13", "nowhere_beyond", {"by": friend.id})
    return StepCost(cost=1, then=passing, rule="DC-MOV-13", passing=True)


def ways_on(scn: Scenario, state: State, unit: Unit, at: MoveState) -> dict[Hex, StepCost]:
    """The steps by which a unit in a friend's hex can go on, clockwise, with their costs (DC-MOV-13)."""
    steps = {to: step_cost(scn, state, unit, at, to) for to in scn.grid.neighbours(at.hex).values()}
    return {to: step for to, step in steps.items() if isinstance(step, StepCost)}

"""Planning: every hex a unit can reach in this position, its next step, the cost of a path."""

from __future__ import annotations

from dataclasses import replace

from engine.display import PricedPath, Route, StepOffer
from engine.hexes import Hex
from engine.rules import routes as planning
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.pousse_pion.marks import CHARGED
from engine.systems.pousse_pion.movement import charge
from engine.systems.pousse_pion.movement.movement import MOVEMENT, step_to_take_back
from engine.systems.pousse_pion.movement.reach import Reach
from engine.systems.pousse_pion.movement.step_cost import barred

CHARGE_PHASE = "movement"  # PP-CHG-01


def routes(scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """The cheapest route to each hex in reach, in MV, past friends where it can; among equals the fewest
    hexes. Empty when the unit may not move. What fire and zones bring on the way is left out."""
    return state.cached(("routes", unit_id), lambda: _routes(scn, state, state.units[unit_id]))


def _routes(scn: Scenario, state: State, unit: Unit) -> dict[Hex, Route]:
    if unit.hex is None or CHARGED in state.marks_on(unit.id):
        return planning.routes(MOVEMENT, scn, state, unit.id)
    return {} if barred(scn, state, unit) is not None else Reach(scn, state, unit).routes()


def next_steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepOffer]:
    """The next step of a unit to each hex around it, clockwise, or the refusal it would meet: past a friend,
    by minimum movement, back where it came from; and the unit it could charge by way of that hex."""
    unit = state.units[unit_id]
    offers = planning.next_steps(MOVEMENT, scn, state, unit_id)
    for to, cost in MOVEMENT.next_step_costs(scn, state, unit_id).items():
        friends = state.on(to) if cost.passing else ()
        offers[to] = replace(offers[to], across=friends[0].id if friends else "", least=cost.full_cost > 0)
    last = step_to_take_back(state, unit)
    if last is not None:
        refund = last.had.get("mp", unit["mp"]) - unit["mp"]
        offers[last.origin] = StepOffer(cost=refund, back=True)
    for target in charge.targets(scn, state, unit_id) if state.phase == CHARGE_PHASE else ():
        between = charge.check_target(scn, state, unit, target)
        offers[between] = replace(offers[between], may_charge=target.id)
    return offers


def price_path(
    scn: Scenario, state: State, unit_id: str, path: tuple[Hex, ...], order: str = ""
) -> PricedPath:
    """The cost of a path, step by step, up to the first step that is forbidden (PP-MOV-02)."""
    return planning.price_path(MOVEMENT, scn, state, unit_id, path)

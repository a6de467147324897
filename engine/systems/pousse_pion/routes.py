"""Planning: every hex a unit can reach on the table as it stands, its next step, the price of a path."""

from __future__ import annotations

from dataclasses import replace

from engine.hexes import Hex
from engine.rules import moving
from engine.rules import routes as planning
from engine.scenario import Scenario
from engine.state import State
from engine.system import Route, StepOffer, Way
from engine.systems.pousse_pion import back, charge
from engine.systems.pousse_pion.minimum import Minimum
from engine.systems.pousse_pion.movement import TERMS

CHARGES = "movement"
"""The phase for charges (PP-CHG-01)."""


def routes(scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """The cheapest route to each hex in reach, in MV, past friends where it can; among equals the fewest
    hexes. Empty when the unit may not move. What fire and zones bring on the way is left out."""
    return planning.routes(TERMS, scn, state, unit_id)


def steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepOffer]:
    """The next step of a unit to each hex around it, clockwise, or the refusal it would meet: past a friend,
    by minimum movement, back where it came from, and whom it could charge by way of that hex."""
    unit = state.units[unit_id]
    found, prices = planning.steps(TERMS, scn, state, unit_id), moving.next_tolls(TERMS, scn, state, unit_id)
    for to, price in prices.items():
        friends = state.on(to) if price.passing else ()
        found[to] = replace(
            found[to], across=friends[0].id if friends else "", least=isinstance(price, Minimum)
        )
    last = back.point(state, unit)
    if last is not None:
        regained = last.had.get("mp", unit["mp"]) - unit["mp"]
        found[last.origin] = StepOffer(cost=regained, back=True)
    for target in charge.targets(scn, state, unit_id) if state.phase == CHARGES else ():
        between = charge.check(scn, state, unit, target)
        found[between] = replace(found[between], may_charge=target.id)
    return found


def way(scn: Scenario, state: State, unit_id: str, path: tuple[Hex, ...], order: str = "") -> Way:
    """The price of a path, step by step, up to the first step that is forbidden (PP-MOV-02)."""
    return planning.way(TERMS, scn, state, unit_id, path)

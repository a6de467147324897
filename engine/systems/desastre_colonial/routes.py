"""Planning: every hex a counter can reach on the table as it stands, its next step, the price of a path."""

from __future__ import annotations

from dataclasses import replace

from engine.hexes import Hex
from engine.rules import moving
from engine.rules import routes as planning
from engine.rules.moving import Barred
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Route, StepOffer, Way
from engine.systems.desastre_colonial import toll
from engine.systems.desastre_colonial.marks import ACTIVATED, COMMANDED, DEACTIVATED, DONE
from engine.systems.desastre_colonial.movement import TERMS
from engine.systems.desastre_colonial.values import is_chief

BEFORE = ("initiative", "command", "sharing")
"""The phases in which commands are thought out."""
SPENT = frozenset({ACTIVATED, DONE})


def planned(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why there is nothing to plan for a counter, or None: while commands are thought out it is planned for
    whoever could still be commanded, or activated himself, as though he were."""
    if state.phase not in BEFORE or unit.hex is None:
        return toll.barred(scn, state, unit)
    borne = state.names_on(unit.id)
    if is_chief(unit):
        spent = {ACTIVATED, DEACTIVATED} & borne or scn.option("chiefs.move") == "end_of_turn"
        return toll.barred(scn, state, unit) if spent else toll.unable(scn, state, unit)
    if SPENT & borne or (COMMANDED in borne and state.phase != "sharing"):
        return toll.barred(scn, state, unit)
    return toll.unable(scn, state, unit)


PLANNING = replace(TERMS, barred=planned)


def routes(scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """The way of fewest hexes to each hex in reach within the limits of the move (DC-MOV-07), past friends
    where it can. Empty when the counter may not move."""
    return planning.routes(PLANNING, scn, state, unit_id)


def steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepOffer]:
    """The next step of a counter to each hex around it, clockwise, or the refusal it would meet; past a
    friend or not."""
    found = planning.steps(TERMS, scn, state, unit_id)
    for to, price in moving.next_tolls(TERMS, scn, state, unit_id).items():
        friends = [u.id for u in state.on(to) if not is_chief(u)] if price.passing else []
        found[to] = replace(found[to], across=friends[0] if friends else "")
    return found


def way(scn: Scenario, state: State, unit_id: str, path: tuple[Hex, ...], order: str = "") -> Way:
    """The price of a path, step by step, up to the first step that is forbidden (DC-MOV-07)."""
    return planning.way(PLANNING, scn, state, unit_id, path)

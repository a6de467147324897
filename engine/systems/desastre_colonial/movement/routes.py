"""Planning: the hexes a counter can reach, its next steps, the cost of a path."""

from __future__ import annotations

from dataclasses import replace

from engine.display import PricedPath, Route, StepOffer
from engine.hexes import Hex
from engine.rules import routes as planning
from engine.rules.movement import Barred
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.desastre_colonial.general.marks import ACTIVATED, COMMANDED, DEACTIVATED, DONE
from engine.systems.desastre_colonial.general.values import is_chief
from engine.systems.desastre_colonial.movement import permission
from engine.systems.desastre_colonial.movement.movement import MOVEMENT

COMMAND_PHASES = ("initiative", "command", "sharing")
"""The phases in which a player plans whom to command."""


def not_planned(scn: Scenario, state: State, unit: Unit) -> Barred | None:
    """Why there is nothing to plan for a counter, or None. In the command phases a counter that could still
    be activated is planned for as if it were."""
    could_be_activated = state.phase in COMMAND_PHASES and unit.hex is not None
    if could_be_activated and not _already_had_its_turn(scn, state, unit):
        return permission.no_hex_left(scn, state, unit)
    return permission.barred(scn, state, unit)


def _already_had_its_turn(scn: Scenario, state: State, unit: Unit) -> bool:
    marks = state.marks_on(unit.id)
    if is_chief(unit):
        return bool({ACTIVATED, DEACTIVATED} & marks) or permission.chiefs_move_at_end_of_turn(scn)
    return bool({ACTIVATED, DONE} & marks) or (COMMANDED in marks and state.phase != "sharing")


PLANNING = replace(MOVEMENT, barred=not_planned)


def routes(scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """The shortest route to each hex in reach (DC-MOV-07); empty when the counter may not move."""
    return planning.routes(PLANNING, scn, state, unit_id)


def steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepOffer]:
    """The next step of a counter to each neighbouring hex, clockwise, or its refusal; `across` names a friend
    it would pass through (DC-MOV-13)."""
    offers = planning.next_steps(MOVEMENT, scn, state, unit_id)
    for to, step in MOVEMENT.next_step_costs(scn, state, unit_id).items():
        friends = [unit.id for unit in state.on(to) if not is_chief(unit)] if step.passing else []
        offers[to] = replace(offers[to], across=friends[0] if friends else "")
    return offers


def way(scn: Scenario, state: State, unit_id: str, path: tuple[Hex, ...], order: str = "") -> PricedPath:
    """The cost of a path, step by step, up to the first forbidden step (DC-MOV-07)."""
    return planning.price_path(PLANNING, scn, state, unit_id, path)

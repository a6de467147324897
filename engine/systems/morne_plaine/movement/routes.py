"""Planning: every hex a unit can reach in this position, by the cheapest path; its next step; a priced path.

The rules are the parts of `step_cost`, applied once to all steps instead of once to each.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.display import PricedPath, Route, StepOffer
from engine.hexes import Hex
from engine.rules import path_search
from engine.rules import routes as planning
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.systems.morne_plaine.marks import PAID
from engine.systems.morne_plaine.movement.charge import can_charge, charge_target, run
from engine.systems.morne_plaine.movement.cost_table import Places, cost_table, places
from engine.systems.morne_plaine.movement.movement import MOVEMENT
from engine.systems.morne_plaine.movement.step_cost import (
    FREE_EXIT,
    Obstructed,
    barred_from_moving,
    least_points,
    move_state,
    obstructed,
    zone_exit,
)
from engine.systems.morne_plaine.movement.terrain_cost import column


def routes(scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """The cheapest route to each hex in reach, in movement points; among equals the fewest marshes, then
    the fewest hexes. Empty when the unit may not move. Dice on the way (marsh, fire, charge) are left out.
    They are worked out once for a state."""
    return state.cached(("routes", unit_id), lambda: _routes(scn, state, state.units[unit_id]))


def _routes(scn: Scenario, state: State, unit: Unit) -> dict[Hex, Route]:
    graph = cost_table(scn, column(scn, unit)).graph
    start = _start(scn, state, unit, graph)
    if start is None:
        return {}
    reached: dict[Hex, Route] = {}
    charges = can_charge(unit)
    charged: tuple[str, ...] = ()
    runs: dict[tuple[Hex, ...], Run] = {(): Run((unit.place,))}
    for place, path in path_search.paths(graph, start):
        hex_ = graph.hexes[place]
        if charges:
            runs[path.hexes] = longer = runs[path.hexes[:-1]].on(scn, state, unit, hex_)
            charged = longer.charged
        if hex_ not in reached and hex_ != unit.place:
            reached[hex_] = _route(start, place, path, charged)
    return reached


def route(scn: Scenario, state: State, unit_id: str, goal: Hex) -> Route | None:
    """The cheapest route to one hex, the same as among `routes`, or None when it is out of reach."""
    unit = state.units[unit_id]
    graph = cost_table(scn, column(scn, unit)).graph
    start = _start(scn, state, unit, graph)
    if start is None or goal == unit.place or goal not in places(scn).of:
        return None
    for place, path in path_search.paths(graph, start, places(scn).of[goal]):
        if graph.hexes[place] == goal:
            return _route(start, place, path, charged_units(scn, state, unit, path.hexes))
    return None


def costs(scn: Scenario, state: State, unit_id: str) -> dict[Hex, int]:
    """The cost of the cheapest route to each hex in reach, in movement points; by far the fastest query."""
    unit = state.units[unit_id]
    graph = cost_table(scn, column(scn, unit)).graph
    start = _start(scn, state, unit, graph)
    return {} if start is None else path_search.costs(graph, start)


def _route(
    start: path_search.SearchStart, place: path_search.Place, path: path_search.Path, charges: tuple[str, ...]
) -> Route:
    return Route(
        path=path.hexes,
        cost=path.cost,
        steps=path.steps,
        charges=charges,
        left=start.points - path.cost,
        ends=place in start.ends,
    )


def _start(
    scn: Scenario, state: State, unit: Unit, graph: path_search.StepGraph
) -> path_search.SearchStart | None:
    """Where and with what a unit sets out; None when it may not move at all."""
    if unit.hex is None or barred_from_moving(scn, state, unit):
        return None
    at, ahead, all_places = move_state(state, unit), obstructed(scn, state, unit), places(scn)
    leaving, place = zone_exit(scn, state, unit, at), all_places.at(at.hex, paid=PAID in at.marks)
    first = graph.links[place]
    if leaving is not FREE_EXIT:
        able = (link for link in first if graph.hexes[link[0]] not in leaving.closed)
        first = path_search.with_surcharge(able, leaving.cost)
    return path_search.SearchStart(
        place=place,
        first=first,
        points=at.left,
        least=least_points(scn),
        below=state.cached((ahead, at.left), lambda: _cost_limits(all_places, ahead, at.left)),
        home=all_places.of[at.hex],
        ends=state.cached((ahead, "ends"), lambda: all_places.all_of(ahead.enemy_zone)),
    )


def _cost_limits(all_places: Places, ahead: Obstructed, points: int) -> list[int]:
    """What a path must cost less than to enter each place, for units with so many movement points."""
    shut = all_places.all_of(ahead.occupied | ahead.closed_zone)
    return path_search.cost_limits(len(all_places.hexes), points, shut)


@dataclass(frozen=True, slots=True)
class Run:
    """A path as charges see it: the hexes since the last charge, and the units charged."""

    hexes: tuple[Hex, ...]
    charged: tuple[str, ...] = ()

    def on(self, scn: Scenario, state: State, unit: Unit, hex_: Hex) -> Run:
        """The run with one more hex (MP-CHG-10)."""
        hexes = (*self.hexes[-2:], hex_)
        target = charge_target(scn, state, unit, hexes)
        return Run(hexes, self.charged) if target is None else Run((hex_,), (*self.charged, target.id))


def charged_units(scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...]) -> tuple[str, ...]:
    """The units that would be charged on a path, in order (MP-CHG-10)."""
    run_so_far = Run((unit.place,))
    for hex_ in path:
        run_so_far = run_so_far.on(scn, state, unit, hex_)
    return run_so_far.charged


def next_steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepOffer]:
    """The next step of a unit into each neighbouring hex on the map, clockwise (MP-MOV-2, MP-CHG-10).

    The steps of the selected unit count for a charge. Empty when the unit is not on the map.
    """
    unit, hexes_so_far = state.units[unit_id], run(state, unit_id)

    def charged_unit(to: Hex) -> str:
        target = charge_target(scn, state, unit, (*hexes_so_far, to))
        return target.id if target is not None else ""

    return planning.next_steps(MOVEMENT, scn, state, unit_id, charged_unit)


def price_path(
    scn: Scenario, state: State, unit_id: str, path: tuple[Hex, ...], order: str = ""
) -> PricedPath:
    """The cost of a path, step by step, up to the first step that is forbidden (MP-MOV-2, MP-CHG-10)."""
    unit = state.units[unit_id]
    return planning.price_path(
        MOVEMENT, scn, state, unit_id, path, lambda path: charged_units(scn, state, unit, path)
    )

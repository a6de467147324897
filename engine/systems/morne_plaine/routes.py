"""Planning: every hex a unit can reach on the table as it stands, by the cheapest path; its next step.

The rules are those `toll` puts together, asked once for all steps instead of once for each.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.hexes import Hex
from engine.rules import reach
from engine.rules import routes as planning
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Route, StepOffer
from engine.systems.morne_plaine.charge import charge_target
from engine.systems.morne_plaine.charge import run as run_so_far
from engine.systems.morne_plaine.going import column
from engine.systems.morne_plaine.marks import PAID
from engine.systems.morne_plaine.movement import TERMS
from engine.systems.morne_plaine.survey import Survey, survey, terms
from engine.systems.morne_plaine.toll import (
    FREELY,
    Ahead,
    ahead,
    barred_from_moving,
    footing,
    least,
    parting,
)


def routes(scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """The cheapest route to each hex in reach, in movement points; among equals the fewest marshes, then
    the fewest hexes. Empty when the unit may not move. Dice on the way (marsh, fire, charge) are left out."""
    unit = state.units[unit_id]
    net = terms(scn, column(scn, unit)).net
    start = _start(scn, state, unit, net)
    if start is None:
        return {}
    found: dict[Hex, Route] = {}
    runs: dict[tuple[Hex, ...], Run] = {(): Run((unit.place,))}
    for place, path in reach.paths(net, start):
        hex_ = net.hexes[place]
        runs[path.hexes] = run = runs[path.hexes[:-1]].on(scn, state, unit, hex_)
        if hex_ not in found and hex_ != unit.place:
            found[hex_] = _route(start, place, path, run.charged)
    return found


def route(scn: Scenario, state: State, unit_id: str, goal: Hex) -> Route | None:
    """The cheapest route to one hex, the same as among `routes`, or None when it is out of reach."""
    unit = state.units[unit_id]
    net = terms(scn, column(scn, unit)).net
    start = _start(scn, state, unit, net)
    if start is None or goal == unit.place:
        return None
    for place, path in reach.paths(net, start, survey(scn).places[goal]):
        if net.hexes[place] == goal:
            return _route(start, place, path, charged(scn, state, unit, path.hexes))
    return None


def costs(scn: Scenario, state: State, unit_id: str) -> dict[Hex, int]:
    """The cost of the cheapest route to each hex in reach, in movement points; by far the quickest to ask."""
    unit = state.units[unit_id]
    net = terms(scn, column(scn, unit)).net
    start = _start(scn, state, unit, net)
    return {} if start is None else reach.costs(net, start)


def _route(start: reach.Start, place: reach.Place, path: reach.Path, charges: tuple[str, ...]) -> Route:
    return Route(
        path=path.hexes,
        cost=path.cost,
        steps=path.steps,
        charges=charges,
        left=start.points - path.cost,
        ends=place in start.ends,
    )


def _start(scn: Scenario, state: State, unit: Unit, net: reach.Net) -> reach.Start | None:
    """Where and with what a unit sets out; None when it may not move at all."""
    if unit.hex is None or barred_from_moving(scn, state, unit):
        return None
    at, way_in, map_ = footing(state, unit), ahead(scn, state, unit), survey(scn)
    way_out, place = parting(scn, state, unit, at), map_.place(at.hex, paid=PAID in at.marks)
    first = net.links[place]
    if way_out is not FREELY:
        able = (link for link in first if net.hexes[link[0]] not in way_out.closed)
        first = reach.dearer(able, way_out.cost)
    return reach.Start(
        place=place,
        first=first,
        points=at.left,
        least=least(scn),
        below=state.kept((way_in, at.left), lambda: _room(map_, way_in, at.left)),
        home=map_.places[at.hex],
        ends=state.kept((way_in, "ends"), lambda: map_.all_places(way_in.held)),
    )


def _room(map_: Survey, way_in: Ahead, points: int) -> list[int]:
    """The room for units with so many movement points."""
    return reach.room(len(map_.hexes), points, map_.all_places(way_in.taken | way_in.shunned))


@dataclass(frozen=True, slots=True)
class Run:
    """A path as charges see it: the hexes since the last one, and the units charged."""

    hexes: tuple[Hex, ...]
    charged: tuple[str, ...] = ()

    def on(self, scn: Scenario, state: State, unit: Unit, hex_: Hex) -> Run:
        """The run with one more hex (MP-CHG-10)."""
        hexes = (*self.hexes[-2:], hex_)
        target = charge_target(scn, state, unit, hexes)
        return Run(hexes, self.charged) if target is None else Run((hex_,), (*self.charged, target.id))


def charged(scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...]) -> tuple[str, ...]:
    """The units that would be charged on a path, in order (MP-CHG-10)."""
    run = Run((unit.place,))
    for hex_ in path:
        run = run.on(scn, state, unit, hex_)
    return run.charged


def steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepOffer]:
    """The next step of a unit into each neighbouring hex on the map, clockwise (MP-MOV-2, MP-CHG-10).

    Steps it has made in hand count for a charge. Empty when the unit is not on the map.
    """
    unit, before = state.units[unit_id], run_so_far(state, unit_id)

    def charges(to: Hex) -> str:
        target = charge_target(scn, state, unit, (*before, to))
        return target.id if target is not None else ""

    return planning.steps(TERMS, scn, state, unit_id, charges)

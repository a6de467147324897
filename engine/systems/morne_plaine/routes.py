"""Planning: every hex a unit can reach on the table as it stands, by the cheapest path; its next step."""

from __future__ import annotations

import heapq

from engine.hexes import Hex
from engine.scenario import Scenario
from engine.state import State, Unit
from engine.system import Route, StepOffer
from engine.systems.morne_plaine.charge import charge_target, run
from engine.systems.morne_plaine.toll import Barred, Footing, Toll, barred_from_moving, footing, toll

Leg = tuple[tuple[Hex, ...], tuple[int, ...]]


def routes(scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """The cheapest route to each hex in reach, in movement points; among equals the fewest marshes, then
    the fewest hexes. Empty when the unit may not move. Dice on the way (marsh, fire, charge) are left out."""
    unit = state.units[unit_id]
    if unit.hex is None or barred_from_moving(scn, state, unit):
        return {}
    best: dict[Hex, Route] = {}
    seen: set[tuple[Hex, bool]] = set()
    start = footing(state, unit)
    heap: list[tuple[int, int, int, Hex, bool, Footing, Leg, bool]] = []
    heapq.heappush(heap, (0, 0, 0, start.hex, start.paid, start, ((), ()), False))
    while heap:
        cost, marshes, length, hex_, paid, at, (path, steps), ended = heapq.heappop(heap)
        if (hex_, paid) in seen:
            continue
        seen.add((hex_, paid))
        if path and hex_ != start.hex and hex_ not in best:
            best[hex_] = Route(path=path, cost=cost, steps=steps, charges=charges(scn, state, unit, path))
        if ended:
            continue
        for to in scn.grid.neighbours(hex_).values():
            step = toll(scn, state, unit, at, to)
            if isinstance(step, Toll):
                leg = ((*path, to), (*steps, step.cost))
                then = step.footing
                heapq.heappush(
                    heap,
                    (
                        cost + step.cost,
                        marshes + step.marsh,
                        length + 1,
                        to,
                        then.paid,
                        then,
                        leg,
                        step.stops,
                    ),
                )
    return best


def charges(scn: Scenario, state: State, unit: Unit, path: tuple[Hex, ...]) -> tuple[str, ...]:
    """The units that would be charged on a path, in order (MP-CHG-10)."""
    found: list[str] = []
    run: tuple[Hex, ...] = (unit.place,)
    for hex_ in path:
        run = (*run, hex_)
        target = charge_target(scn, state, unit, run)
        if target is not None:
            found.append(target.id)
            run = (hex_,)
    return tuple(found)


def steps(scn: Scenario, state: State, unit_id: str) -> dict[Hex, StepOffer]:
    """The next step of a unit into each neighbouring hex on the map, clockwise (MP-MOV-2, MP-CHG-10).

    Steps it has made in hand count for a charge. Empty when the unit is not on the map.
    """
    unit = state.units[unit_id]
    if unit.hex is None:
        return {}
    barred, at, before = barred_from_moving(scn, state, unit), footing(state, unit), run(state, unit_id)
    found = {}
    for to in scn.grid.neighbours(unit.hex).values():
        price = barred or toll(scn, state, unit, at, to)
        if isinstance(price, Barred):
            found[to] = StepOffer(refusal=price.refusal())
            continue
        target = charge_target(scn, state, unit, (*before, to))
        found[to] = StepOffer(cost=price.cost, charges=target.id if target is not None else "")
    return found

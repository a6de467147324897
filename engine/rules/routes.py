"""Planning by the price of each step: every hex a unit can reach on the table as it stands; its next step."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from engine.hexes import Hex
from engine.rules.moving import Barred, Footing, Terms, Toll
from engine.scenario import Scenario
from engine.state import State
from engine.system import Route, StepOffer

Path = tuple[Hex, ...]
Leg = tuple[Path, tuple[int, ...]]


def no_charges(path: Path) -> tuple[str, ...]:
    """Nobody is charged on the way."""
    return ()


def routes(
    terms: Terms,
    scn: Scenario,
    state: State,
    unit_id: str,
    charges: Callable[[Path], tuple[str, ...]] = no_charges,
) -> dict[Hex, Route]:
    """The cheapest route to each hex in reach, in movement points; among equals the fewest tests, then the
    fewest hexes. Empty when the unit may not move. What dice bring on the way is left out.

    `charges` names the units that would be charged on a path. A hex that may only be passed is no goal.
    """
    unit = state.units[unit_id]
    if terms.barred(scn, state, unit) is not None:
        return {}
    start = terms.footing(state, unit)
    best: dict[Hex, Route] = {}
    seen: set[tuple[Hex, frozenset[str]]] = set()
    heap: list[tuple[int, int, int, Leg, int]] = [(0, 0, 0, ((), ()), 0)]
    arrived: list[tuple[Footing, bool, bool]] = [(start, False, False)]  # footing, movement ends, no goal
    while heap:
        cost, tests, length, (path, steps), number = heappop(heap)
        at, ends, passing = arrived[number]
        if (at.hex, at.marks) in seen:
            continue
        seen.add((at.hex, at.marks))
        if path and not passing and at.hex != start.hex and at.hex not in best:
            best[at.hex] = Route(path=path, cost=cost, steps=steps, charges=charges(path))
        if ends:
            continue
        for to in terms.around(scn, state, unit, at.hex):
            price = terms.toll(scn, state, unit, at, to)
            if isinstance(price, Toll):
                arrived.append((price.footing, price.stops, price.passing))
                leg = ((*path, to), (*steps, price.cost))
                heappush(heap, (cost + price.cost, tests + price.tests, length + 1, leg, len(arrived) - 1))
    return best


def steps(
    terms: Terms, scn: Scenario, state: State, unit_id: str, charges: Callable[[Hex], str] = lambda to: ""
) -> dict[Hex, StepOffer]:
    """The next step of a unit to each hex around it, clockwise, or the refusal it would meet.

    `charges` names the unit that a step would charge.
    """
    unit = state.units[unit_id]
    barred, at = terms.barred(scn, state, unit), terms.footing(state, unit)
    found = {}
    for to in terms.around(scn, state, unit, at.hex):
        price = barred or terms.toll(scn, state, unit, at, to)
        if isinstance(price, Barred):
            found[to] = StepOffer(refusal=price.refusal())
        else:
            found[to] = StepOffer(cost=price.cost, charges=charges(to))
    return found

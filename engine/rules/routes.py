"""Planning by the price of each step: every hex a unit can reach on the table as it stands; its next step."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from engine.hexes import Hex
from engine.rules.moving import Barred, Footing, Terms, Toll
from engine.scenario import Scenario
from engine.state import State
from engine.system import Pace, Route, StepOffer, Way

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
            best[at.hex] = Route(
                path=path, cost=cost, steps=steps, charges=charges(path), left=at.left, ends=ends
            )
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


def way(
    terms: Terms,
    scn: Scenario,
    state: State,
    unit_id: str,
    path: Path,
    charges: Callable[[Path], tuple[str, ...]] = no_charges,
) -> Way:
    """The price of a path, step by step, up to the first step that is forbidden, or the last of those that
    end where the unit could only pass.

    `charges` names the units that would be charged on a path.
    """
    unit = state.units[unit_id]
    at, barred, charged = terms.footing(state, unit), terms.barred(scn, state, unit), charges(())
    paces: list[Pace] = []
    stays = 0  # how many steps lead to the last hex where the unit may stay

    def up_to(steps: int, why: Barred) -> Way:
        return Way(
            unit=unit_id,
            start=unit.place,
            paces=tuple(paces[:steps]),
            barred=path[steps],
            rule=why.rule,
            reason=why.reason,
        )

    for number, to in enumerate(path, start=1):
        price = barred or terms.toll(scn, state, unit, at, to)
        if isinstance(price, Barred):
            return up_to(number - 1, price)
        at, before, charged = price.footing, charged, charges(path[:number])
        charge = charged[-1] if len(charged) > len(before) else ""
        test = price.tests > 0
        paces.append(Pace(hex=to, cost=price.cost, left=at.left, charges=charge, ends=price.stops, test=test))
        if not price.passing:
            stays = number
        if price.stops:
            barred = Barred(terms.halted, "zone_ends_movement")
    if stays < len(path):
        return up_to(len(path) - 1, Barred(terms.passed, "may_not_end_here"))
    return Way(unit=unit_id, start=unit.place, paces=tuple(paces))

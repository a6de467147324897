"""Planning by the cost of each step: every hex a unit can reach in this position, its next step, a priced
path."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from engine.display import PricedPath, PricedStep, Route, StepOffer
from engine.hexes import Hex
from engine.rules.movement import Barred, MovementRules, MoveState, StepCost
from engine.scenario import Scenario
from engine.state import State

Path = tuple[Hex, ...]
PathAndCosts = tuple[Path, tuple[int, ...]]


def no_charges(path: Path) -> tuple[str, ...]:
    """Default: no unit is charged on the way."""
    return ()


def routes(rules: MovementRules, scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """The cheapest route to each hex in reach, in movement points; among equals the fewest tests, then the
    fewest hexes. Empty when the unit may not move. What dice bring on the way is left out.

    A hex that may only be passed is no goal.
    """
    unit = state.units[unit_id]
    if rules.barred(scn, state, unit) is not None:
        return {}
    start = rules.move_state(state, unit)
    best: dict[Hex, Route] = {}
    done: set[tuple[Hex, frozenset[str]]] = set()
    heap: list[tuple[int, int, int, PathAndCosts, int]] = [(0, 0, 0, ((), ()), 0)]
    arrived: list[tuple[MoveState, bool, bool]] = [(start, False, False)]  # state, movement ends, no goal
    while heap:
        cost, tests, length, (path, costs), number = heappop(heap)
        at, ends, passing = arrived[number]
        if (at.hex, at.marks) in done:
            continue
        done.add((at.hex, at.marks))
        if path and not passing and at.hex != start.hex and at.hex not in best:
            best[at.hex] = Route(path=path, cost=cost, steps=costs, left=at.left, ends=ends)
        if ends:
            continue
        for to in rules.destinations(scn, state, unit, at.hex):
            step = rules.step_cost(scn, state, unit, at, to)
            if isinstance(step, StepCost):
                arrived.append((step.then, step.stops, step.passing))
                longer = ((*path, to), (*costs, step.cost))
                heappush(heap, (cost + step.cost, tests + step.tests, length + 1, longer, len(arrived) - 1))
    return best


def next_steps(
    rules: MovementRules,
    scn: Scenario,
    state: State,
    unit_id: str,
    charged_unit: Callable[[Hex], str] = lambda to: "",
) -> dict[Hex, StepOffer]:
    """The next step of a unit to each hex around it, clockwise, or the refusal it would meet.

    `charged_unit` names the unit that a step would charge.
    """
    unit = state.units[unit_id]
    barred, at = rules.barred(scn, state, unit), rules.move_state(state, unit)
    offers = {}
    for to in rules.destinations(scn, state, unit, at.hex):
        cost = barred or rules.step_cost(scn, state, unit, at, to)
        if isinstance(cost, Barred):
            offers[to] = StepOffer(refusal=cost.refusal())
        else:
            offers[to] = StepOffer(cost=cost.cost, charges=charged_unit(to))
    return offers


def price_path(
    rules: MovementRules,
    scn: Scenario,
    state: State,
    unit_id: str,
    path: Path,
    charges: Callable[[Path], tuple[str, ...]] = no_charges,
) -> PricedPath:
    """The cost of a path, step by step, up to the first step that is forbidden, or the last of those that end
    where the unit could only pass.

    `charges` names the units that would be charged on a path.
    """
    unit = state.units[unit_id]
    at, barred, charged = rules.move_state(state, unit), rules.barred(scn, state, unit), charges(())
    steps: list[PricedStep] = []
    last_stay = 0  # how many steps lead to the last hex where the unit may stay

    def up_to(number: int, why: Barred) -> PricedPath:
        return PricedPath(
            unit=unit_id,
            start=unit.place,
            steps=tuple(steps[:number]),
            barred=path[number],
            rule=why.rule,
            reason=why.reason,
        )

    for number, to in enumerate(path, start=1):
        cost = barred or rules.step_cost(scn, state, unit, at, to)
        if isinstance(cost, Barred):
            return up_to(number - 1, cost)
        at, before, charged = cost.then, charged, charges(path[:number])
        charge = charged[-1] if len(charged) > len(before) else ""
        steps.append(
            PricedStep(
                hex=to, cost=cost.cost, left=at.left, charges=charge, ends=cost.stops, test=cost.tests > 0
            )
        )
        if not cost.passing:
            last_stay = number
        if cost.stops:
            barred = Barred(rules.halted_rule, "zone_ends_movement")
    if last_stay < len(path) and rules.passed_rule:
        return up_to(len(path) - 1, Barred(rules.passed_rule, "may_not_end_here"))
    return PricedPath(unit=unit_id, start=unit.place, steps=tuple(steps))

"""Planning by the cost of each step: every hex a unit can reach in this position, its next step, a priced
path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush

from engine.display import PricedPath, PricedStep, Route, StepOffer
from engine.hexes import Hex
from engine.rules.movement import Barred, MovementRules, MoveState, StepCost
from engine.scenario import Scenario
from engine.state import State, Unit

Path = tuple[Hex, ...]
PathAndCosts = tuple[Path, tuple[int, ...]]


def no_charges(path: Path) -> tuple[str, ...]:
    """Default: no unit is charged on the way."""
    return ()


def routes(rules: MovementRules, scn: Scenario, state: State, unit_id: str) -> dict[Hex, Route]:
    """The cheapest route to each hex in reach, in movement points; among equals the fewest tests, then the
    fewest hexes. Empty when the unit may not move. What dice bring on the way is left out.

    A hex that may only be passed is no goal. They are worked out once for a state.
    """
    return state.cached((rules, "routes", unit_id), lambda: _routes(rules, scn, state, state.units[unit_id]))


def _routes(rules: MovementRules, scn: Scenario, state: State, unit: Unit) -> dict[Hex, Route]:
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


@dataclass(slots=True, kw_only=True)
class _Priced:
    """A path priced: its last step, or why that is forbidden (None: no step yet), how the unit stands after
    it, whom it has charged, why it goes no further, and the paths that are one hex longer."""

    step: PricedStep | Barred | None
    at: MoveState
    charged: tuple[str, ...]
    barred: Barred | None = None
    passing: bool = False
    longer: dict[Hex, _Priced] = field(default_factory=dict)


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

    `charges` names the units that would be charged on a path. Paths that begin alike are priced once.
    """
    unit = state.units[unit_id]

    def start() -> _Priced:
        barred = rules.barred(scn, state, unit)
        return _Priced(step=None, at=rules.move_state(state, unit), charged=charges(()), barred=barred)

    here = state.cached((rules, "priced", unit_id), start)
    steps: list[PricedStep] = []

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
        if to not in here.longer:
            here.longer[to] = _one_more(rules, scn, state, unit, here, path[:number], charges)
        here = here.longer[to]
        if isinstance(here.step, Barred):
            return up_to(number - 1, here.step)
        assert here.step is not None, "only the start has no step"
        steps.append(here.step)
    if here.passing and rules.passed_rule:
        return up_to(len(path) - 1, Barred(rules.passed_rule, "may_not_end_here"))
    return PricedPath(unit=unit_id, start=unit.place, steps=tuple(steps))


def _one_more(
    rules: MovementRules,
    scn: Scenario,
    state: State,
    unit: Unit,
    here: _Priced,
    path: Path,
    charges: Callable[[Path], tuple[str, ...]],
) -> _Priced:
    """A priced path with one hex more, which is then `path`."""
    cost = here.barred or rules.step_cost(scn, state, unit, here.at, path[-1])
    if isinstance(cost, Barred):
        return _Priced(step=cost, at=here.at, charged=here.charged)
    charged = charges(path)
    step = PricedStep(
        hex=path[-1],
        cost=cost.cost,
        left=cost.then.left,
        charges=charged[-1] if len(charged) > len(here.charged) else "",
        ends=cost.stops,
        test=cost.tests > 0,
    )
    halted = Barred(rules.halted_rule, "zone_ends_movement") if cost.stops else None
    return _Priced(step=step, at=cost.then, charged=charged, barred=halted, passing=cost.passing)

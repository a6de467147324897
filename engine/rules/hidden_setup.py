"""Battles whose hidden set-up would give something away: zones that overlap, units that could meet or fire at
one another while they are hidden (MP C-13, PP C-15). They are refused when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from engine.hexes import Hex
from engine.rules.movement import MoveState, StepCost
from engine.rules.setup import counter_unit, has_setup, placeable, setup_only
from engine.scenario import OFF_MAP, RESERVE, Counter, Scenario
from engine.state import State, Unit

Hexes = frozenset[Hex]
StepRule = Callable[[Scenario, State, Unit, MoveState, Hex], object]
"""The cost of a step in a position, a StepCost, or anything else when it is forbidden."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenSetupRules:
    """What the check of a battle must know of a rulebook.

    `rules`: the rules it is refused by. `points`: the movement points of a unit in each of the phases in
    which it can move in the first turn, in order; it fires before the last of them. `step_cost`: the cost of
    a step, asked for on an empty map. `blocked_by`: the hexes that block the line of sight between two.
    """

    rules: str
    points: Callable[[Scenario, Counter], tuple[int, ...]]
    step_cost: StepRule
    blocked_by: Callable[[Scenario, Hex, Hex], tuple[Hex, ...]]

    def fault(self, scn: Scenario) -> str:
        """What would give hidden units away, or ""."""
        if not has_setup(scn):
            return ""
        return next((f"{what} ({self.rules})" for what in self._faults(scn)), "")

    def _faults(self, scn: Scenario) -> Iterator[str]:
        first, second = scn.side_ids
        yield from overlaps(scn)
        if setup_only(scn):
            return
        ground = {side: _Ground(self, scn, side) for side in scn.side_ids}
        hidden = "in the first turn, while they are hidden: let `setup_only_first_turn` be yes"
        if near := _pair(scn, ground[first].reached, ground[second].reached, 1):
            yield f"units of {first} on {near[0]} could meet units of {second} on {near[1]} {hidden}"
        for objective in scn.objectives if not near else ():
            passed = [side for side in scn.side_ids if objective.hexes & ground[side].reached]
            if objective.scored == "passing" and len(passed) == 2:
                yield f"both sides could pass {objective.id} {hidden}"
        # The first side fires before the other sets up: at units that stand where they are printed.
        at = {first: _printed_places(scn, second), second: ground[first].reached}
        for side, targets in at.items():
            for weapon_range, places in ground[side].guns.items():
                for gun in sorted(places):
                    near = _pair(scn, frozenset({gun}), targets, weapon_range, self.blocked_by)
                    if near:
                        yield f"units of {side} on {near[0]} could fire at enemies on {near[1]} {hidden}"


def overlap(scn: Scenario) -> str:
    """A hex that is in the set-up zones of both sides of a battle with hidden set-up, or ""."""
    first, second = scn.side_ids
    both = scn.zones.get(first, frozenset()) & scn.zones.get(second, frozenset())
    return min(both, default="") if has_setup(scn) else ""


def overlaps(scn: Scenario) -> Iterator[str]:
    """Hexes on which units of both sides could be placed: who cannot place one there learns of the other."""
    if hex_ := overlap(scn):
        yield f"{hex_} is in the set-up zones of both sides, whose units are hidden"
    for counter in scn.counters.values():
        enemy = scn.enemy(counter.side)
        if counter.place in scn.zones.get(enemy, frozenset()) and placeable(scn, counter_unit(counter, {})):
            yield f"{counter.id}, hidden, may stand on {counter.place}, in the set-up zone of {enemy}"


class _Ground:
    """Where the units of a side could be in the first turn, and its guns when they fire, by their range."""

    def __init__(self, rules: HiddenSetupRules, scn: Scenario, side: str) -> None:
        self.reached: Hexes = frozenset()
        self.guns: dict[int, Hexes] = {}
        runs: dict[object, tuple[Hexes, Hexes]] = {}
        for counter in scn.counters.values():
            start = _start(scn, counter) if counter.side == side else frozenset()
            if not start:
                continue
            points = rules.points(scn, counter)
            key = (counter.kind, counter.traits, points, start)
            if key not in runs:
                runs[key] = _run(rules, scn, counter, start, points)
            before_last, everywhere = runs[key]
            self.reached |= everywhere
            if far := counter.values.get("range", 0):
                self.guns[far] = self.guns.get(far, frozenset()) | before_last


def _start(scn: Scenario, counter: Counter) -> Hexes:
    """Where a unit may stand when its side has set up, or may enter in the first turn."""
    arrival = scn.arrival_of(counter.id) if counter.place == RESERVE else None
    if arrival is not None:
        around = {h for hex_ in arrival.hexes for h in scn.grid.neighbours(hex_).values()}
        near = {*arrival.hexes, *(h for h in around if scn.grid.at_edge(h))}
        return frozenset(near if arrival.turn <= 1 else ())
    printed = frozenset({counter.place}) & frozenset(scn.grid)
    if placeable(scn, counter_unit(counter, {})):
        return printed | scn.zones.get(counter.side, frozenset())
    return printed


def _printed_places(scn: Scenario, side: str) -> Hexes:
    """Where units of a side stand before it has set up."""
    return frozenset(c.place for c in scn.counters.values() if c.side == side) & frozenset(scn.grid)


def _run(
    rules: HiddenSetupRules, scn: Scenario, counter: Counter, start: Hexes, points: tuple[int, ...]
) -> tuple[Hexes, Hexes]:
    """Where a unit could be before the last phase for moving, and after it."""
    before, now = start, start
    for some in points:
        before, now = now, _reach(rules.step_cost, scn, counter, now, some)
    return before, now


def _reach(step_cost: StepRule, scn: Scenario, counter: Counter, start: Iterable[Hex], points: int) -> Hexes:
    """The hexes that a unit could reach from any of some hexes if it were alone on the map."""
    unit = replace(counter_unit(counter, {}), place=OFF_MAP, values={**counter.values, "mp": points})
    state = State(units={unit.id: unit}, phase="movement", player=unit.side, turn=1)
    best: dict[tuple[Hex, frozenset[str]], int] = {}
    heap = [(-points, n, MoveState(hex=hex_, left=points)) for n, hex_ in enumerate(sorted(start))]
    number = len(heap)
    while heap:
        _, _, at = heappop(heap)
        if best.get((at.hex, at.marks), -1) >= at.left:
            continue
        best[at.hex, at.marks] = at.left
        for to in scn.grid.neighbours(at.hex).values():
            step = step_cost(scn, state, unit, at, to)
            if isinstance(step, StepCost):
                number += 1
                heappush(heap, (-step.then.left, number, step.then))
    return frozenset(hex_ for hex_, _ in best)


def _pair(
    scn: Scenario,
    some: Hexes,
    others: Hexes,
    away: int,
    blocked_by: Callable[[Scenario, Hex, Hex], tuple[Hex, ...]] | None = None,
) -> tuple[Hex, Hex] | None:
    """Two hexes, one of each set, at most so many hexes apart, in sight of each other; or None."""
    for one in sorted(some):
        near = scn.grid.within(one, away) if away > 1 else {one, *scn.grid.neighbours(one).values()}
        for other in sorted(near & others):
            if blocked_by is None or not blocked_by(scn, one, other):
                return one, other
    return None

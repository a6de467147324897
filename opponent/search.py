"""The search: which plan comes out best when the referee plays it through, with the same dice for each.

Plans for all units alike are compared first; the best is then changed, one formation or one kind of boldness
at a time, and whatever comes out better is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.state import State, Unit
from opponent.plans import LEADERS, Plan
from opponent.playout import guessed_position, play_on
from opponent.position_value import position_value
from opponent.rulebooks import rulebook
from opponent.view import View

MOST_TOGETHER = 3
"""Units of a formation, where the counters name none."""
FIRST, CONFIRMED = 2, 6
"""Playouts of a plan that is tried, and of one that is taken over."""
MARGIN = 0.04
"""Chance to win by which a first impression may be worse and the plan still be looked at again."""
GAIN = 0.01
"""Chance to win by which a plan must be better to be taken over."""


@dataclass(slots=True)
class _Trial:
    """A plan and the values of its playouts, by dice."""

    plan: Plan
    values: list[float] = field(default_factory=list)

    def mean(self, first: int) -> float:
        """The mean of its first values."""
        return sum(self.values[:first]) / min(first, len(self.values))


class PlanSearch:
    """A search in one position, within so many commands of playouts."""

    def __init__(self, view: View, seed: bytes, commands: int, turns: int) -> None:
        self.view = view
        self.seed = seed
        self.left = commands
        self.until = view.state.turn + turns
        self.book = rulebook(view.system.name)
        self._positions: dict[int, State] = {}
        self._kept: list[_Trial] = []

    def best_plans(self, start: Plan, enemy: Plan, most: int) -> list[Plan]:
        """The best plan against that plan of the enemy, then those that came nearest to it."""
        best = self.best(start, enemy)
        others = sorted(self._kept, key=lambda trial: -trial.mean(CONFIRMED))
        plans = [best]
        plans += [trial.plan for trial in others if trial.plan not in plans]
        return plans[:most]

    def best(self, start: Plan, enemy: Plan) -> Plan:
        """The best plan against that plan of the enemy."""
        self.enemy_plan = enemy
        best = _Trial(start)
        self._sample(best, FIRST)
        self._kept.append(best)
        for plan in self._changes_of_all(start):
            best = self._better(best, plan)
        while self.left > 0:
            before = best
            for change in self._changes(best.plan):
                if self.left <= 0:
                    break
                best = self._better(best, change)
            if best is before:
                break
        return best.plan

    def value(self, plan: Plan, enemy: Plan, samples: int) -> float:
        """The mean value of a plan against a plan."""
        return sum(self._play(plan, enemy, n) for n in range(samples)) / samples

    def _better(self, best: _Trial, plan: Plan) -> _Trial:
        """The better of two plans, the first in doubt."""
        if self.left <= 0 or plan == best.plan:
            return best
        trial = _Trial(plan)
        self._sample(trial, FIRST)
        if trial.mean(FIRST) < best.mean(FIRST) - MARGIN:
            return best
        self._sample(best, CONFIRMED)
        self._sample(trial, CONFIRMED)
        self._kept.append(trial)
        return trial if trial.mean(CONFIRMED) > best.mean(CONFIRMED) + GAIN else best

    def _sample(self, trial: _Trial, number: int) -> None:
        for n in range(len(trial.values), number):
            trial.values.append(self._play(trial.plan, self.enemy_plan, n))

    def _play(self, plan: Plan, enemy: Plan, n: int) -> float:
        view, scenario = self.view, self.view.scenario
        if n not in self._positions:
            self._positions[n] = guessed_position(view, self.seed + b"guess%d" % n)
        plans = {view.side: plan, scenario.enemy(view.side): enemy}
        seed = hashlib.sha256(self.seed + b"dice%d" % n).digest()
        end = play_on(view.system, scenario, self._positions[n], plans, seed, until=self.until)
        self.left -= end.commands
        return position_value(view.system, scenario, end.state, view.side)

    def _aims(self) -> tuple[str, ...]:
        return (*self.book.aims, *(o.id for o in self.view.scenario.objectives))

    def _changes_of_all(self, plan: Plan) -> Iterator[Plan]:
        """Plans with one aim for all units, and bolder and more careful ones."""
        for aim in self._aims():
            yield replace(plan, aim=aim, aims={})
        for odds in self.book.fair_odds:
            yield replace(plan, fair_odds=odds)

    def _changes(self, plan: Plan) -> Iterator[Plan]:
        """Plans that differ in one thing."""
        formations = self._formations()
        for aim in self._aims():
            for formation in formations:
                yield replace(plan, aims={**plan.aims, **dict.fromkeys(formation, aim)})
        for odds in self.book.fair_odds:
            yield replace(plan, fair_odds=odds)
        for caution in (0.3, 1.0, 3.0):
            yield replace(plan, caution=caution)
        for lead in (0, 2, 4):
            yield replace(plan, charge_lead=lead)

    def _formations(self) -> Sequence[tuple[str, ...]]:
        """The units by corps; neighbours together where there is only one corps."""
        units = [u for u in self.view.state.units_on_map(self.view.side) if u.kind not in LEADERS]
        corps = sorted({u.corps for u in units})
        if len(corps) > 2:
            return [tuple(u.id for u in units if u.corps == name) for name in corps]
        return list(self._neighbours(units))

    def _neighbours(self, units: Sequence[Unit]) -> Iterator[tuple[str, ...]]:
        """Groups of units near each other."""
        grid, waiting = self.view.scenario.grid, sorted(units, key=lambda u: u.id)
        most = 1 if len(waiting) <= 5 else MOST_TOGETHER - 1 if len(waiting) <= 10 else MOST_TOGETHER
        while waiting:
            first = waiting[0]
            group = sorted(waiting, key=lambda u: (grid.distance(first.place, u.place), u.id))[:most]
            waiting = [u for u in waiting if u not in group]
            yield tuple(u.id for u in group)

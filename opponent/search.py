"""The search for a plan: which comes out best when the referee plays it through, with the same dice for each.

Plans for all units alike are compared first. The best is then changed again and again in one thing drawn by
lot: where one unit goes, several units around one enemy, the aim of a formation, from which odds to fight.
Whatever comes out better is kept.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.commands import Activate, Command, Lead
from engine.errors import Refused
from engine.referee import options
from engine.state import State, Unit
from opponent.candidates import Candidates
from opponent.plans import LEADERS, Plan
from opponent.playout import Horizon, Playout, guessed_position, play_on
from opponent.playout_ledger import PlayoutDice, Step
from opponent.playout_value import lead_in, playout_value
from opponent.rulebooks import Thorough, rulebook
from opponent.view import View

MOST_TOGETHER = 3
"""Units of a formation, where the counters name none."""
FIRST = 2
"""Playouts of a plan that is tried."""
HOPELESS = 0.05
"""Chance to win by which the first playout of a plan may be worse and the plan be played again."""
MARGIN = 0.02
"""Chance to win by which a first impression may be worse and the plan still be looked at again."""
GAIN = 0.004
"""Chance to win by which a plan must be better to be taken over."""
SLACK = 0.2
"""Chance to win by which a command may be worse and still be looked at with more dice."""
SURE, LIKELY = 2.5, 1.0
"""Standard errors by which a plan must be better to be taken over before the last stage, and at it."""
ENOUGH = 12
"""Playouts from which a plan can be surely better."""
LEADING = 0.35
"""How often another leader, or other units commanded, are tried where these are chosen."""
CAUTIONS, LEADS = (0.3, 1.0, 3.0), (0, 2, 4)


@dataclass(slots=True)
class Trial:
    """A plan and the values of its playouts, by dice; their steps as long as others are compared with it."""

    plan: Plan
    values: list[float] = field(default_factory=list)
    steps: list[Sequence[Step]] = field(default_factory=list)

    def mean(self, first: int) -> float:
        """The mean of its first values."""
        return sum(self.values[:first]) / min(first, len(self.values))


class OutOfTime(Exception):
    """A playout was stopped short, as nothing is left of the effort."""


class PlanSearch:
    """A search in one position; `effort` in milliseconds, as the rulebook reckons them. It is looked at
    before each command of a playout: a playout that is stopped counts for nothing. `thorough`: how plans are
    compared and judged, where that is not as usual."""

    def __init__(
        self,
        view: View,
        seed: bytes,
        effort: float,
        turns: int,
        confirmed: int = 4,
        thorough: Thorough | None = None,
    ) -> None:
        self.view = view
        self.seed = seed
        self.left = effort
        self.book = rulebook(view.system.name)
        self.confirmed = confirmed
        self._horizon = Horizon.of(view.system, view.state, self.book.horizon + turns)
        self._margin = thorough.margin if thorough is not None else None
        self._stages = thorough.stages if thorough is not None else ()
        self._leads = _leads(view) if thorough is not None and thorough.each_lead else ()
        self._lead = lead_in(view.system, view.scenario, view.state, view.side, self._margin)
        self._chance = random.Random(seed)
        self._positions: dict[int, State] = {}
        units = sum(1 for _ in view.state.units_on_map())
        self._price = self.book.command_price * max(1.0, units / 12) ** self.book.crowding

    def best(self, start: Plan, *enemies: Plan) -> Plan:
        """The best plan against those plans of the enemy, which take turns from sample to sample."""
        self._enemy_plans = enemies
        best = Trial(replace(start, turn=self.view.state.turn))
        try:
            self._sample(best, FIRST)
        except OutOfTime:
            return best.plan
        for aim in self.book.aims:
            best = self._better(best, replace(best.plan, aim=aim))
        candidates = Candidates(self.view, self._guess(0), self._chance)
        formations = self._formations()
        while self.left > 0:
            change = self._change(best.plan, candidates, formations)
            best = self._better(best, change)
        return best.plan

    def best_command(self, commands: Sequence[Command], plan: Plan, enemy: Plan, samples: int) -> Command:
        """The command after which the plan comes out best; the first in doubt."""
        values = dict.fromkeys(range(len(commands)), 0.0)
        for sample in range(samples):
            try:
                played = {n: self._play(plan, enemy, sample, (commands[n],)) for n in values}
            except OutOfTime:
                break
            values = {n: values[n] + value for n, value in played.items() if value is not None}
            most = max(values.values(), default=0.0)
            values = {n: v for n, v in values.items() if v >= most - SLACK * (sample + 1)}
            if self.left <= 0 or len(values) < 2:
                break
        return commands[max(values, key=lambda n: (values[n], -n))] if values else commands[0]

    def payoffs(self, plans: Sequence[Plan], enemies: Sequence[Plan], samples: int) -> list[list[float]]:
        """What each plan earns against each of the enemy's, in as many samples as the effort allows, with the
        same dice for all; the sum of their values."""
        total = [[0.0 for _ in enemies] for _ in plans]
        for sample in range(samples):
            try:
                values = [[self._play(plan, enemy, sample) or 0.0 for enemy in enemies] for plan in plans]
            except OutOfTime:
                break
            total = [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(total, values, strict=True)]
        return total

    def _better(self, best: Trial, plan: Plan) -> Trial:
        """The better of two plans, the first in doubt."""
        if self.left <= 0 or plan == best.plan:
            self.left -= self._price
            return best
        trial = Trial(plan)
        try:
            better = self._better_by_stages(best, trial) if self._stages else self._better_tried(best, trial)
        except OutOfTime:
            return best
        (best if better is trial else trial).steps.clear()
        return better

    def _better_tried(self, best: Trial, trial: Trial) -> Trial:
        """The better of two plans. Raises OutOfTime."""
        self._sample(trial, 1, best)
        if trial.values[0] < best.values[0] - HOPELESS:
            return best
        self._sample(trial, FIRST, best)
        if trial.values == best.values[:FIRST] or trial.mean(FIRST) < best.mean(FIRST) - MARGIN:
            return best
        self._sample(best, self.confirmed)
        self._sample(trial, self.confirmed, best)
        return trial if trial.mean(self.confirmed) > best.mean(self.confirmed) + GAIN else best

    def _better_by_stages(self, best: Trial, trial: Trial) -> Trial:
        """The better of two plans, by more and more playouts as long as it may be the new one: what comes out
        better by chance alone is not taken over. Raises OutOfTime."""
        for number in self._stages:
            self._sample(best, number)
            self._sample(trial, number, best)
            pairs = zip(trial.values[:number], best.values[:number], strict=True)
            gains = [new - old for new, old in pairs]
            gain = sum(gains) / number
            if not any(gains) or gain < (-MARGIN if number <= FIRST else 0.0):
                return best
            error = (sum((g - gain) ** 2 for g in gains) / max(1, number - 1) / number) ** 0.5
            if number >= ENOUGH and gain > SURE * error:
                return trial
        return trial if gain > max(GAIN, LIKELY * error) else best

    def _sample(self, trial: Trial, number: int, other: Trial | None = None) -> None:
        """Play a plan so often in all; what it has in common with another is not played again."""
        for n in range(len(trial.values), number):
            like = other.steps[n] if other is not None and n < len(other.steps) else ()
            enemy = self._enemy_plans[n % len(self._enemy_plans)]
            end = self._end(trial.plan, enemy, n, (), like)
            trial.values.append(self._value_of(end.state))
            trial.steps.append(end.steps)

    def _play(self, plan: Plan, enemy: Plan, n: int, first: Sequence[Command] = ()) -> float | None:
        """The value of one playout; None where the first command is refused. Raises OutOfTime."""
        try:
            return self._value_of(self._end(plan, enemy, n, first).state)
        except Refused:
            return None

    def _value_of(self, state: State) -> float:
        view = self.view
        return playout_value(view.system, view.scenario, state, view.side, self._lead, self._margin)

    def _end(
        self, plan: Plan, enemy: Plan, n: int, first: Sequence[Command] = (), like: Sequence[Step] = ()
    ) -> Playout:
        """A playout, by the dice of sample `n`. Raises Refused for the first command, and OutOfTime."""
        view, scenario = self.view, self.view.scenario
        plans = {view.side: plan, scenario.enemy(view.side): enemy}
        dice, most = PlayoutDice(self.seed, n), self.left / self._price
        end = play_on(view.system, scenario, self._guess(n), plans, dice, self._horizon, first, most, like)
        self.left -= max(1, end.commands) * self._price
        if end.cut:
            raise OutOfTime
        return end

    def _guess(self, n: int) -> State:
        """The position that sample `n` starts from."""
        if n not in self._positions:
            guess = guessed_position(self.view, self.seed + b"guess%d" % n)
            self._positions[n] = self._guess(0) if n and guess == self._guess(0) else guess
        return self._positions[n]

    def _aims(self) -> tuple[str, ...]:
        return (*self.book.aims, *(o.id for o in self.view.scenario.objectives))

    def _change(self, plan: Plan, candidates: Candidates, formations: Sequence[tuple[str, ...]]) -> Plan:
        """A plan that differs in one thing."""
        if self._leads and self._chance.random() < LEADING:
            return replace(plan, lead=self._chance.choice(self._leads))
        chance, kind = self._chance, self._chance.random()
        if kind < 0.7:
            change = candidates.change(plan)
            if change is not None:
                return change
        if kind < 0.85 and formations:
            aim = chance.choice(self._aims())
            units = chance.choice(formations)
            moves = {id_: hex_ for id_, hex_ in plan.moves.items() if id_ not in units}
            orders = {id_: words for id_, words in plan.orders.items() if id_ not in units}
            aims = {**plan.aims, **dict.fromkeys(units, aim)}
            return replace(plan, aims=aims, moves=moves, orders=orders)
        what = chance.randrange(3)
        if what == 0:
            return replace(plan, fair_odds=chance.choice(self.book.fair_odds))
        if what == 1:
            return replace(plan, caution=chance.choice(CAUTIONS))
        return replace(plan, charge_lead=chance.choice(LEADS))

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


def _leads(view: View) -> Sequence[Lead | Activate]:
    """The leaders that may be activated now, and the units that they may command."""
    offered = (o.command for o in options(view.system, view.scenario, view.state, view.side))
    return [c for c in offered if isinstance(c, Activate) or (isinstance(c, Lead) and c.units)]

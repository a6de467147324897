"""What a command leads to, beside others that could be given in its place: by playouts with the same dice.

The plan that is followed afterwards is the same for all of them, so that what differs is the command. From a
view alone, and the same for a seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.commands import (
    Answer,
    Attack,
    Bombard,
    Charge,
    Command,
    Done,
    Move,
    Place,
    Rally,
    Seal,
    Volley,
    Write,
)
from engine.errors import Refused
from engine.referee import options
from engine.state import ELIMINATED, State, Unit
from opponent.follower import Follower
from opponent.plans import CLOSE, FALL_BACK, FREE, LEADERS, Plan
from opponent.playout import Horizon, guessed_position, play_on
from opponent.playout_ledger import PlayoutDice
from opponent.playout_value import lead_in, playout_value
from opponent.rulebooks import rulebook
from opponent.rules_of_thumb.evaluation import Evaluation
from opponent.rules_of_thumb.policy import has_moved, next_command
from opponent.rules_of_thumb.secret_orders import planned_orders, possible_orders
from opponent.search import OutOfTime
from opponent.view import View, require_view

FIGHTS = (Attack, Bombard, Charge, Volley)
MOST_FIGHTS, MOST_UNITS, MOST_GOALS, MOST_ORDERS = 8, 6, 2, 6
"""Fights that are compared; units whose moves are; hexes for each of them; secret orders of a unit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a command leads to, in the mean of so many playouts to the end of the enemy's next turn.

    `value` is the chance to win by the evaluation, from 0 to 1. `points`: by how much the lead in points
    grows. `own_lost`, `enemy_lost`: units that each side loses. `unit_lost`: how often the unit that is
    ordered is lost, from 0 to 1; 0 for a command without one.
    """

    command: Command
    value: float
    points: float = 0.0
    own_lost: float = 0.0
    enemy_lost: float = 0.0
    unit_lost: float = 0.0
    samples: int = 0


def unit_of(command: Command) -> str:
    """The unit that a command orders, "" for none; of a volley the first that fires."""
    if isinstance(command, Volley):
        return command.shooters[0].partition("/")[0]
    return str(getattr(command, "unit", getattr(command, "chief", "")))


class Alternatives:
    """Commands of one side in one position, compared. `plan` is followed after each of them; `effort` is how
    much playing may cost, in milliseconds as the rulebook reckons them, looked at before each command that is
    played: what is named last is left out."""

    def __init__(self, view: View, seed: bytes, effort: float, plan: Plan | None = None) -> None:
        require_view(view)
        self.view = view
        self._seed = seed
        self._book = rulebook(view.system.name)
        self.plan = plan if plan is not None else self._book.usual_plan(view.side)
        self._enemy_plan = self._book.usual_plan(view.scenario.enemy(view.side))
        self._horizon = Horizon.of(view.system, view.state, self._book.horizon)
        self._lead = lead_in(view.system, view.scenario, view.state, view.side)
        self._guesses: dict[int, State] = {}
        self.left = effort
        units = sum(1 for _ in view.state.units_on_map())
        self._price = self._book.command_price * max(1.0, units / 12)

    def candidates(self) -> list[Command]:
        """Commands worth a comparison, that of the rules of thumb first. Empty where nothing is to be
        decided."""
        view = self.view
        if view.writes_orders:
            return list(self._secret_orders())
        offered = [o.command for o in options(view.system, view.scenario, view.state, view.side)]
        if not offered:
            return []
        usual = next_command(view, self.plan)
        if view.state.questions or any(isinstance(c, Place) for c in offered):
            return list(dict.fromkeys([usual, *(c for c in offered if isinstance(c, Answer))]))
        fights = [c for c in offered if isinstance(c, FIGHTS)][:MOST_FIGHTS]
        ends = [c for c in offered if isinstance(c, Done | Rally)][:1]
        movers = {c.unit for c in offered if isinstance(c, Move)}
        return list(_distinct([usual, *fights, *self._moves(movers), *ends]))

    def instead_of(self, command: Command) -> list[Command]:
        """Commands that could be given in place of one: other orders and moves of the same unit, fights, the
        end of the phase; other answers to the same question."""
        view = self.view
        if isinstance(command, Write):
            unit = view.state.units.get(command.unit)
            if not view.writes_orders or unit is None:
                return []
            planned = planned_orders(view.system, view.scenario, view.state, view.side, self.plan)
            others = possible_orders(view.system, view.scenario, view.state, unit)
            orders = [words for words in (planned.get(unit.id, {}), *others) if words][:MOST_ORDERS]
            return [c for c in _distinct([Write(unit=unit.id, order=o) for o in orders]) if c != command]
        offered = [o.command for o in options(view.system, view.scenario, view.state, view.side)]
        if view.state.questions:
            return [c for c in offered if isinstance(c, Answer) and c != command]
        ends = [c for c in offered if isinstance(c, Done | Rally)][:1]
        fights = [c for c in offered if isinstance(c, FIGHTS)][:MOST_FIGHTS]
        movers = {c.unit for c in offered if isinstance(c, Move)}
        if isinstance(command, Move):
            movers &= {command.unit}
        found = _distinct([next_command(view, self.plan), *fights, *self._moves(movers), *ends])
        return [c for c in found if c != command and not isinstance(c, Place)]

    def outcomes(self, commands: Sequence[Command], samples: int) -> list[Outcome]:
        """What they lead to, the best first; of equal ones that which was named first. Refused ones are left
        out."""
        known: list[Outcome] = []
        for command in commands:
            if self.left <= 0:
                break
            outcome = self.outcome(command, samples)
            if outcome is not None and (outcome.samples == samples or not known):
                known.append(outcome)
        return sorted(known, key=lambda o: -o.value)

    def outcome(self, command: Command, samples: int) -> Outcome | None:
        """What it leads to; None where it is refused, or nothing is left of the effort. Of fewer playouts
        when that comes to an end."""
        view, unit = self.view, unit_of(command)
        ends: list[State] = []
        for n in range(samples):
            try:
                ends.append(self._end(command, n))
            except Refused:
                return None
            except OutOfTime:
                break
        if not ends:
            return None
        value = sum(playout_value(view.system, view.scenario, e, view.side, self._lead) for e in ends)
        enemy, before = view.scenario.enemy(view.side), self._guess(0)
        return Outcome(
            command=command,
            value=value / len(ends),
            points=sum(self._ahead(e) for e in ends) / len(ends) - self._ahead(view.state),
            own_lost=sum(_lost(e, view.side) for e in ends) / len(ends) - _lost(before, view.side),
            enemy_lost=sum(_lost(e, enemy) for e in ends) / len(ends) - _lost(before, enemy),
            unit_lost=sum(_is_lost(e.units.get(unit)) for e in ends) / len(ends),
            samples=len(ends),
        )

    def _end(self, command: Command, n: int) -> State:
        """Where a playout with a command ends. Raises Refused, OutOfTime."""
        view, scenario = self.view, self.view.scenario
        plans = {view.side: self.plan, scenario.enemy(view.side): self._enemy_plan}
        dice, state, first = PlayoutDice(self._seed, n), self._guess(n), [command]
        if view.writes_orders:
            if isinstance(command, Write):
                mine = {**state.envelopes.get(view.side, {}), command.unit: command.order}
                state = state.altered(envelopes={**state.envelopes, view.side: mine})
            first = []
        most = self.left / self._price
        end = play_on(view.system, scenario, state, plans, dice, self._horizon, first, most)
        self.left -= max(1, end.commands) * self._price
        if end.cut:
            raise OutOfTime
        return end.state

    def _guess(self, n: int) -> State:
        if n not in self._guesses:
            self._guesses[n] = guessed_position(self.view, self._seed + b"guess%d" % n)
        return self._guesses[n]

    def _ahead(self, state: State) -> float:
        """By how many points the side is ahead."""
        view = self.view
        scores = view.system.display.scores(view.scenario, state)
        return scores.get(view.side, 0) - scores.get(view.scenario.enemy(view.side), 0)

    def _secret_orders(self) -> Sequence[Command]:
        """The next order by rules of thumb, other orders of the units nearest the enemy, the seal."""
        view, state = self.view, self.view.state
        have = state.envelopes.get(view.side, {})
        evaluation = Evaluation(view.system, view.scenario, state, view.side, self.plan)
        units = [u for u in state.units_on_map(view.side) if u.id not in have]
        units.sort(key=lambda u: (evaluation.nearest_enemy(u.place), u.id))
        planned = planned_orders(view.system, view.scenario, state, view.side, self.plan)
        commands: list[Command] = []
        for unit in units[:MOST_UNITS]:
            if planned.get(unit.id):
                commands.append(Write(unit=unit.id, order=planned[unit.id]))
            others = possible_orders(view.system, view.scenario, state, unit)
            commands += [Write(unit=unit.id, order=words) for words in others if words][: MOST_GOALS + 1]
        return list(_distinct([*commands, Seal()]))

    def _moves(self, movers: set[str]) -> Sequence[Command]:
        """Moves of the units nearest the enemy to the best hexes for each aim."""
        view, state = self.view, self.view.state
        aims = [
            Evaluation(view.system, view.scenario, state, view.side, Plan(aim=aim))
            for aim in (FREE, CLOSE, FALL_BACK)
        ]
        fresh = [
            state.units[u] for u in movers if not has_moved(view.system, view.scenario, state, state.units[u])
        ]
        fresh.sort(key=lambda u: (u.kind in LEADERS, aims[0].nearest_enemy(u.place) if u.hex else 99, u.id))
        moves: list[Command] = []
        for unit in fresh[:MOST_UNITS]:
            routes = view.system.display.routes(view.scenario, state, unit.id)
            goals = dict.fromkeys([self.plan.moves[unit.id]] if unit.id in self.plan.moves else [])
            for evaluation in aims:
                able = [h for h in routes if evaluation.may_stand(unit, h)]
                goals |= dict.fromkeys(sorted(able, key=lambda h: (-evaluation.worth(unit, h), h))[:1])
            for goal in [g for g in goals if g in routes and g != unit.place][: MOST_GOALS + 1]:
                moves.append(Move(unit=unit.id, path=routes[goal].path))
        return moves


def followed_plan(view: View, plan: Plan) -> Command:
    """What a side gives that follows a plan. Raises ValueError when it has nothing to decide."""
    return Follower(view.system, view.scenario, view.side, plan).next_command(view.state)


def _distinct(commands: Sequence[Command]) -> Sequence[Command]:
    """Commands once each, in order: those with mappings in them cannot be looked up."""
    kept: list[Command] = []
    for command in commands:
        if command not in kept:
            kept.append(command)
    return kept


def _is_lost(unit: Unit | None) -> bool:
    return unit is not None and unit.place == ELIMINATED


def _lost(state: State, side: str) -> int:
    return sum(1 for unit in state.units.values() if unit.side == side and _is_lost(unit))

"""Candidates: the places and secret orders worth a trial for a unit, drawn by lot one change at a time."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.hexes import Hex
from engine.state import State, Unit
from opponent.judging.distances import distances
from opponent.plans import CLOSE, FALL_BACK, FREE, HOLD, LEADERS, Plan
from opponent.rules_of_thumb.evaluation import Evaluation
from opponent.rules_of_thumb.secret_orders import possible_orders
from opponent.view import View

BEST = 3
"""Hexes looked at for each aim."""
REACH = 3
"""Hexes around a unit that are looked at where its routes are not known yet."""
NEAR = 6
"""Hexes to an enemy or objective within which a unit is changed most often."""


class Candidates:
    """Changes of a plan in one position, guessed whole."""

    def __init__(self, view: View, state: State, chance: random.Random) -> None:
        self._view = view
        self._state = state
        self._chance = chance
        self._units = sorted(state.units_on_map(view.side), key=lambda u: u.id)
        self._weights = [self._weight(unit) for unit in self._units]
        self._goals: dict[str, Sequence[Hex]] = {}
        self._orders: dict[str, Sequence[Mapping[str, str]]] = {}

    def change(self, plan: Plan) -> Plan | None:
        """The plan with one unit, or the units around one enemy, sent elsewhere; None for no idea."""
        if not self._units:
            return None
        if self._view.writes_orders:
            return self._rewritten(plan)
        return self._together(plan) if self._chance.random() < 0.25 else self._elsewhere(plan)

    def _weight(self, unit: Unit) -> float:
        """How often a unit is changed: more often near enemies and objectives."""
        away = distances(self._view.scenario, unit.place)
        marks = [u.place for u in self._state.units_on_map() if u.side != unit.side]
        marks += [h for o in self._view.scenario.objectives for h in o.hexes]
        nearest = min((away[h] for h in marks if h in away), default=NEAR)
        return (0.5 if unit.kind in LEADERS else 1.0) * (1.0 if nearest <= NEAR else 0.3)

    def _draw_unit(self) -> Unit:
        return self._chance.choices(self._units, weights=self._weights)[0]

    def _elsewhere(self, plan: Plan) -> Plan | None:
        unit = self._draw_unit()
        if unit.id in plan.moves and self._chance.random() < 0.2:
            return replace(plan, moves={id_: h for id_, h in plan.moves.items() if id_ != unit.id})
        goals = self._goals_of(unit)
        if not goals:
            return None
        return replace(plan, moves={**plan.moves, unit.id: self._chance.choice(goals)})

    def _together(self, plan: Plan) -> Plan | None:
        """Two or three units next to one enemy."""
        view, chance = self._view, self._chance
        enemies = sorted((u.id, u.place) for u in self._state.units_on_map() if u.side != view.side)
        if not enemies:
            return None
        _, target = chance.choice(enemies)
        around = sorted(h for h, n in distances(view.scenario, target).items() if n == 1)
        chance.shuffle(around)
        moves = dict(plan.moves)
        units = [u for u in self._units if u.kind not in (*LEADERS, "artillery")]
        chance.shuffle(units)
        most = chance.choice((2, 3))
        for unit in units:
            goal = next((h for h in around if h in self._reach(unit)), None)
            if goal is not None:
                moves[unit.id] = goal
                around.remove(goal)
                most -= 1
            if not most:
                break
        return replace(plan, moves=moves) if moves != plan.moves else None

    def _reach(self, unit: Unit) -> Sequence[Hex]:
        """The hexes it may come to, its own included."""
        view = self._view
        routes = view.system.display.routes(view.scenario, self._state, unit.id)
        if routes:
            return (unit.place, *routes)
        return sorted(h for h, n in distances(view.scenario, unit.place).items() if n <= REACH)

    def _goals_of(self, unit: Unit) -> Sequence[Hex]:
        """Hexes worth a trial: the best for each aim, objectives, beside enemies, its own."""
        if unit.id in self._goals:
            return self._goals[unit.id]
        view, reach = self._view, self._reach(unit)
        goals = dict.fromkeys((unit.place,))
        for aim in (FREE, CLOSE, FALL_BACK, HOLD):
            evaluation = Evaluation(view.system, view.scenario, self._state, view.side, Plan(aim=aim))
            ranked = sorted(reach, key=lambda h: (-evaluation.worth(unit, h), h))
            goals.update(dict.fromkeys(ranked[:BEST]))
        objectives = {h for o in view.scenario.objectives for h in o.hexes}
        goals.update(dict.fromkeys(h for h in reach if h in objectives))
        beside = [h for h in reach if evaluation.nearest_enemy(h) == 1]
        goals.update(dict.fromkeys(beside[:6]))
        self._goals[unit.id] = tuple(goals)
        return self._goals[unit.id]

    def _rewritten(self, plan: Plan) -> Plan | None:
        """Another secret order for one unit, or none."""
        unit = self._draw_unit()
        if unit.id in plan.orders and self._chance.random() < 0.15:
            return replace(plan, orders={id_: o for id_, o in plan.orders.items() if id_ != unit.id})
        if unit.id not in self._orders:
            view = self._view
            self._orders[unit.id] = possible_orders(view.system, view.scenario, self._state, unit)
        orders = self._orders[unit.id]
        return replace(plan, orders={**plan.orders, unit.id: self._chance.choice(orders)})

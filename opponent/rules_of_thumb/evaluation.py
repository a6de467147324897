"""Evaluation: the value of a hex for a unit, about one point for each hex of progress."""

from __future__ import annotations

from engine.battle.exits import left
from engine.hexes import Hex
from engine.scenario import Objective, Scenario
from engine.state import State, Unit
from engine.system import System
from opponent.judging.distances import distances
from opponent.plans import CLOSE, FALL_BACK, FREE, HOLD, LEADERS, PLAIN, Plan
from opponent.rulebooks import rulebook

COVER = frozenset({"woods", "village", "built_up"})
FAR = 99
PREY = 2.5
"""What standing next to an enemy that is easily beaten counts at most, beside the usual advantage."""
EXIT_POINTS = 2
"""What leaving is worth where the rulebook counts no points."""


class Evaluation:
    """One side's evaluation of one position."""

    def __init__(
        self, system: System, scenario: Scenario, state: State, side: str, plan: Plan = PLAIN
    ) -> None:
        self.scenario = scenario
        self.plan = plan
        self.strength = rulebook(system.name).strength or system.display.strength
        self.side = side
        self._sight, self._seen = system.display.sight, state
        self._reaches: dict[str, int] = {}
        self._nearest: dict[Hex, int] = {}
        self.ending = state.turn >= (scenario.ending.turn if scenario.ending else scenario.turns) - 1
        self.enemies = [u for u in state.units_on_map() if u.side != side]
        self.friends = list(state.units_on_map(side))
        owners = system.display.objective_owners(scenario, state)
        self.goals = [o for o in scenario.objectives if owners.get(o.id) != side and o.points.get(side)]
        self.goals += _exits_as_goals(scenario, state, side)
        self.held = [o for o in scenario.objectives if owners.get(o.id) == side]

    def nearest_enemy(self, hex_: Hex) -> int:
        """Hexes to the nearest enemy, FAR when there is none."""
        if hex_ not in self._nearest:
            away = distances(self.scenario, hex_)
            self._nearest[hex_] = min((away[f.place] for f in self.enemies), default=FAR)
        return self._nearest[hex_]

    def may_stand(self, unit: Unit, hex_: Hex) -> bool:
        """Whether the unit should stand there at all: leaders and guns do not move next to an enemy."""
        return unit.kind not in (*LEADERS, "artillery") or self.nearest_enemy(hex_) > 1

    def worth(self, unit: Unit, hex_: Hex) -> float:
        """The value of standing there."""
        if unit.kind in LEADERS:
            return self._leader_value(unit, hex_)
        value = self._progress_value(unit, hex_) + self._holding_value(hex_)
        if unit.kind == "artillery":
            return value + (2.0 if 2 <= self.nearest_enemy(hex_) <= max(2, unit["range"]) else 0.0)
        if 2 <= self.nearest_enemy(hex_) <= self.fire_range(unit):
            value += 2.0
        value += 0.5 if self.scenario.terrain(hex_) in COVER and unit.kind == "infantry" else 0.0
        return value + self._local_odds_value(unit, hex_)

    def share_ranges(self, ranges: dict[str, int]) -> None:
        """Look the ranges of units up in these, which are filled as they are needed."""
        self._reaches = ranges

    def fire_range(self, unit: Unit) -> int:
        """The range of a unit other than a gun, in hexes, where its counter does not say; 0 for none."""
        if unit.id not in self._reaches:
            sight = self._sight(self.scenario, self._seen, unit.id) if "range" not in unit.printed else None
            self._reaches[unit.id] = sight.reach if sight is not None else 0
        return self._reaches[unit.id]

    def _progress_value(self, unit: Unit, hex_: Hex) -> float:
        """The value of being nearer to what the plan aims at; by itself near an objective to take, or near
        the enemy when there is none."""
        aim = self.plan.aim_of(unit)
        if aim == HOLD:
            return -0.5 * self.scenario.grid.distance(hex_, unit.place) if unit.hex else 0.0
        if aim == FALL_BACK:
            return 0.5 * min(8, self.nearest_enemy(hex_))
        goals = [(h, o) for o in self.goals for h in o.hexes]
        if aim not in (FREE, CLOSE):
            goals = [(h, o) for o in self.scenario.objectives if o.id == aim for h in o.hexes]
        if not goals or aim == CLOSE:
            return -0.3 * self.nearest_enemy(hex_)
        return max(self._objective_value(hex_, goal, objective) for goal, objective in goals)

    def _objective_value(self, hex_: Hex, goal: Hex, objective: Objective) -> float:
        away = distances(self.scenario, goal)[hex_]
        return objective.points.get(self.side, 0) * (3.0 if away == 0 else 0.5) - away

    def _holding_value(self, hex_: Hex) -> float:
        """The value of staying on an objective that must be occupied, or that an enemy could take; higher in
        the last turns."""
        held = [o for o in self.held if hex_ in o.hexes]
        if any(o.scored == "occupied" for o in held):
            return 12.0 if self.ending else 4.0
        return 3.0 if held and self.nearest_enemy(hex_) <= 5 else 0.0

    def _local_odds_value(self, unit: Unit, hex_: Hex) -> float:
        """The value of friends against enemies next to the hex: do not walk alone into bad odds."""
        if self.nearest_enemy(hex_) > 1:
            return 0.0
        away = distances(self.scenario, hex_)
        against = sum(self.strength(f) for f in self.enemies if away[f.place] == 1)
        if not against:
            return 0.0
        near = (f for f in self.friends if f.id != unit.id and f.kind not in LEADERS)
        beside = sum(self.strength(f) for f in near if away[f.place] == 1)
        ratio = (self.strength(unit) + beside / 2) / against
        if ratio < 1:
            return -4.0 * self.plan.caution
        prey = min(PREY, max(0.0, ratio - self.plan.fair_odds))
        return prey + (1.5 if ratio >= 1.5 else 0.5)

    def _leader_value(self, unit: Unit, hex_: Hex) -> float:
        """A leader keeps their corps within the radius, stays next to shaken units and behind the line."""
        away, radius = distances(self.scenario, hex_), max(1, unit["radius"], unit["cd"])
        corps = [f for f in self.friends if f.corps == unit.corps and f.id != unit.id]
        if not unit.corps:  # the army general leads units without a corps first, then all
            corps = corps or [f for f in self.friends if f.id != unit.id]
        reached = sum(1.0 for f in corps if away[f.place] <= radius)
        shaken = sum(0.5 for f in corps if _has_lost_morale(f) and away[f.place] == 1)
        safety = 0.2 * min(3, self.nearest_enemy(hex_))
        return reached + shaken + safety


def _exits_as_goals(scenario: Scenario, state: State, side: str) -> list[Objective]:
    """The exits of a side, as something to reach."""
    ways = (way for way in scenario.exits if way.side == side and way.turn <= state.turn + 1)
    return [
        Objective(
            id=way.id, name=way.name, hexes=way.hexes, scored="exit", points={side: way.points or EXIT_POINTS}
        )
        for way in ways
        if not (most := way.most or way.needed) or len(left(state, way)) < most
    ]


def _has_lost_morale(unit: Unit) -> bool:
    """Whether a unit has lost morale: its MO where it has one, else its MV."""
    morale = "mo" if "mo" in unit.printed else "mv"
    return unit[morale] < unit.printed.get(morale, 0)

"""Evaluation: the value of a hex for a unit, about one point for each hex of progress."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.battle.exits import left
from engine.hexes import Hex
from engine.scenario import Objective, Scenario
from engine.state import State, Unit
from engine.system import System
from opponent.judging.distances import distance_table
from opponent.plans import CLOSE, FALL_BACK, FREE, HOLD, LEADERS, PLAIN, Plan
from opponent.rulebooks import rulebook

COVER = frozenset({"woods", "village", "built_up"})
FAR = 99
PREY = 2.5
"""What standing next to an enemy that is easily beaten counts at most, beside the usual advantage."""
EXIT_POINTS = 2
"""What leaving is worth where the rulebook counts no points."""


@dataclass(slots=True)
class Remembered:
    """What is the same in many positions of a game: how far units fire, by unit; the hexes to the nearest
    enemy, by where enemies stand; the value of being nearer to goals, by side and goals."""

    ranges: dict[str, int] = field(default_factory=dict)
    nearest: dict[frozenset[Hex], dict[Hex, int]] = field(default_factory=dict)
    progress: dict[tuple[str, ...], dict[Hex, float]] = field(default_factory=dict)


class Evaluation:
    """One side's evaluation of one position. `remembered` is filled as it is needed."""

    def __init__(
        self,
        system: System,
        scenario: Scenario,
        state: State,
        side: str,
        plan: Plan = PLAIN,
        remembered: Remembered | None = None,
    ) -> None:
        self.scenario = scenario
        self.plan = plan
        self.strength = rulebook(system.name).strength or system.display.strength
        self.side = side
        self._sight, self._seen = system.display.sight, state
        self._remembered = remembered or Remembered()
        self._distances = distance_table(scenario)
        self.ending = state.turn >= (scenario.ending.turn if scenario.ending else scenario.turns) - 1
        self.enemies = [u for u in state.units_on_map() if u.side != side]
        self.friends = list(state.units_on_map(side))
        self._enemies_at = frozenset(u.place for u in self.enemies)
        self._nearest = self._remembered.nearest.setdefault(self._enemies_at, {})
        owners = system.display.objective_owners(scenario, state)
        self.goals = [o for o in scenario.objectives if owners.get(o.id) != side and o.points.get(side)]
        self.goals += _exits_as_goals(scenario, state, side)
        self.held = [o for o in scenario.objectives if owners.get(o.id) == side]
        self._held_hexes = frozenset(h for o in self.held for h in o.hexes)
        self._led: dict[str, tuple[list[Hex], list[Hex]]] = {}

    def nearest_enemy(self, hex_: Hex) -> int:
        """Hexes to the nearest enemy, FAR when there is none."""
        nearest = self._nearest.get(hex_)
        if nearest is None:
            away = self._distances[hex_]
            nearest = self._nearest[hex_] = min((away[h] for h in self._enemies_at), default=FAR)
        return nearest

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

    def fire_range(self, unit: Unit) -> int:
        """The range of a unit other than a gun, in hexes, where its counter does not say; 0 for none."""
        ranges = self._remembered.ranges
        if unit.id not in ranges:
            sight = self._sight(self.scenario, self._seen, unit.id) if "range" not in unit.printed else None
            ranges[unit.id] = sight.reach if sight is not None else 0
        return ranges[unit.id]

    def _progress_value(self, unit: Unit, hex_: Hex) -> float:
        """The value of being nearer to what the plan aims at; by itself near an objective to take, or near
        the enemy when there is none."""
        aim = self.plan.aim_of(unit)
        if aim == HOLD:
            return -0.5 * self.scenario.grid.distance(hex_, unit.place) if unit.hex else 0.0
        if aim == FALL_BACK:
            return 0.5 * min(8, self.nearest_enemy(hex_))
        goals = self.goals
        if aim not in (FREE, CLOSE):
            goals = [o for o in self.scenario.objectives if o.id == aim]
        if not goals or aim == CLOSE:
            return -0.3 * self.nearest_enemy(hex_)
        known = self._remembered.progress.setdefault((self.side, *(o.id for o in goals)), {})
        if hex_ not in known:
            known[hex_] = max(self._objective_value(hex_, goal, o) for o in goals for goal in o.hexes)
        return known[hex_]

    def _objective_value(self, hex_: Hex, goal: Hex, objective: Objective) -> float:
        away = self._distances[goal][hex_]
        return objective.points.get(self.side, 0) * (3.0 if away == 0 else 0.5) - away

    def _holding_value(self, hex_: Hex) -> float:
        """The value of staying on an objective that must be occupied, or that an enemy could take; higher in
        the last turns."""
        if hex_ not in self._held_hexes:
            return 0.0
        held = [o for o in self.held if hex_ in o.hexes]
        if any(o.scored == "occupied" for o in held):
            return 12.0 if self.ending else 4.0
        return 3.0 if held and self.nearest_enemy(hex_) <= 5 else 0.0

    def _local_odds_value(self, unit: Unit, hex_: Hex) -> float:
        """The value of friends against enemies next to the hex: do not walk alone into bad odds."""
        if self.nearest_enemy(hex_) > 1:
            return 0.0
        near = self.scenario.grid.neighbours(hex_).values()
        around = [u for h in near for u in self._seen.on(h)]
        against = sum(self.strength(u) for u in around if u.side != self.side)
        if not against:
            return 0.0
        friends = (u for u in around if u.side == self.side and u.id != unit.id and u.kind not in LEADERS)
        beside = sum(self.strength(f) for f in friends)
        ratio = (self.strength(unit) + beside / 2) / against
        if ratio < 1:
            return -4.0 * self.plan.caution
        prey = min(PREY, max(0.0, ratio - self.plan.fair_odds))
        return prey + (1.5 if ratio >= 1.5 else 0.5)

    def _leader_value(self, unit: Unit, hex_: Hex) -> float:
        """A leader keeps their corps within the radius, stays next to shaken units and behind the line."""
        away, radius = self._distances[hex_], max(1, unit["radius"], unit["cd"])
        led, shaken_at = self._led_by(unit)
        reached = sum(1.0 for h in led if away[h] <= radius)
        shaken = sum(0.5 for h in shaken_at if away[h] == 1)
        safety = 0.2 * min(3, self.nearest_enemy(hex_))
        return reached + shaken + safety

    def _led_by(self, leader: Unit) -> tuple[list[Hex], list[Hex]]:
        """Where the units of a leader's corps stand, and those of them that are shaken."""
        if leader.id not in self._led:
            corps = [f for f in self.friends if f.corps == leader.corps and f.id != leader.id]
            if not leader.corps:  # the army general leads units without a corps first, then all
                corps = corps or [f for f in self.friends if f.id != leader.id]
            shaken = [f.place for f in corps if _has_lost_morale(f)]
            self._led[leader.id] = ([f.place for f in corps], shaken)
        return self._led[leader.id]


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

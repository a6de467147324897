"""What a hex is worth to a unit, in a rough currency of its own: about one point a hex of progress."""

from __future__ import annotations

from engine.hexes import Hex
from engine.scenario import Objective, Scenario
from engine.state import State, Unit
from engine.system import System

COVER = frozenset({"woods", "village", "built_up"})
LEADERS = frozenset({"leader", "general", "chief"})
FAR = 99


class Judgement:
    """One side's reading of one table."""

    def __init__(self, system: System, scenario: Scenario, seen: State, side: str) -> None:
        self.scenario = scenario
        self.strength = system.shows.strength
        self.side = side
        self._sight, self._seen = system.shows.sight, seen
        self._reaches: dict[str, int] = {}
        self.ending = seen.turn >= scenario.turns - 1
        self.foes = [u for u in seen.fielded() if u.side != side]
        self.friends = list(seen.fielded(side))
        owners = system.shows.owners(scenario, seen)
        self.wanted = [o for o in scenario.objectives if owners.get(o.id) != side and o.points.get(side)]
        self.kept = [o for o in scenario.objectives if owners.get(o.id) == side]

    def nearest_foe(self, hex_: Hex) -> int:
        """Hexes to the nearest enemy, FAR when there is none."""
        return min((self.scenario.grid.distance(hex_, f.place) for f in self.foes), default=FAR)

    def may_stand(self, unit: Unit, hex_: Hex) -> bool:
        """Leaders and guns do not go up to the enemy by themselves."""
        return unit.kind not in (*LEADERS, "artillery") or self.nearest_foe(hex_) > 1

    def worth(self, unit: Unit, hex_: Hex) -> float:
        """How good it is for the unit to stand there."""
        if unit.kind in LEADERS:
            return self._with_the_corps(unit, hex_)
        value = self._progress(hex_) + self._holding(hex_)
        if unit.kind == "artillery":
            return value + (2.0 if 2 <= self.nearest_foe(hex_) <= max(2, unit["range"]) else 0.0)
        if 2 <= self.nearest_foe(hex_) <= self._reach(unit):
            value += 2.0
        value += 0.5 if self.scenario.terrain(hex_) in COVER and unit.kind == "infantry" else 0.0
        return value + self._balance(unit, hex_)

    def _reach(self, unit: Unit) -> int:
        """How far a unit other than a gun fires, in hexes, where its counter does not say; 0 for not at
        all."""
        if unit.id not in self._reaches:
            sight = self._sight(self.scenario, self._seen, unit.id) if "range" not in unit.printed else None
            self._reaches[unit.id] = sight.reach if sight is not None else 0
        return self._reaches[unit.id]

    def _progress(self, hex_: Hex) -> float:
        """Nearer to what is not yet ours; without such a place, to the enemy."""
        goals = [(h, o) for o in self.wanted for h in o.hexes]
        if not goals:
            return -0.3 * self.nearest_foe(hex_)
        return max(self._pull(hex_, goal, objective) for goal, objective in goals)

    def _pull(self, hex_: Hex, goal: Hex, objective: Objective) -> float:
        away = self.scenario.grid.distance(hex_, goal)
        return objective.points[self.side] * (3.0 if away == 0 else 0.5) - away

    def _holding(self, hex_: Hex) -> float:
        """Staying on an objective that counts for who stands there, or that an enemy could take.

        Towards the end nobody walks off one.
        """
        held = [o for o in self.kept if hex_ in o.hexes]
        if any(o.scored == "occupied" for o in held):
            return 12.0 if self.ending else 4.0
        return 3.0 if held and self.nearest_foe(hex_) <= 5 else 0.0

    def _balance(self, unit: Unit, hex_: Hex) -> float:
        """Friends at hand against enemies at hand: do not walk alone into bad odds."""
        grid = self.scenario.grid
        against = sum(self.strength(f) for f in self.foes if grid.distance(hex_, f.place) == 1)
        if not against:
            return 0.0
        near = (f for f in self.friends if f.id != unit.id and f.kind not in LEADERS)
        beside = sum(self.strength(f) for f in near if grid.distance(hex_, f.place) == 1)
        ratio = (self.strength(unit) + beside / 2) / against
        return 1.5 if ratio >= 1.5 else 0.5 if ratio >= 1 else -4.0

    def _with_the_corps(self, unit: Unit, hex_: Hex) -> float:
        """A leader keeps those he may lead within his radius, next to the shaken, behind the line."""
        grid, radius = self.scenario.grid, max(1, unit["radius"], unit["cd"])
        corps = [f for f in self.friends if f.corps == unit.corps and f.id != unit.id]
        if not unit.corps:  # the general of the army: whoever has no nearer one, then everybody
            corps = corps or [f for f in self.friends if f.id != unit.id]
        reached = sum(1.0 for f in corps if grid.distance(hex_, f.place) <= radius)
        shaken = sum(0.5 for f in corps if _shaken(f) and grid.distance(hex_, f.place) == 1)
        safety = 0.2 * min(3, self.nearest_foe(hex_))
        return reached + shaken + safety


def _shaken(unit: Unit) -> bool:
    """Whether a unit has lost morale: its MO where it has one, else its MV."""
    morale = "mo" if "mo" in unit.printed else "mv"
    return unit[morale] < unit.printed.get(morale, 0)

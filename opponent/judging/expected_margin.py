"""By how many points of score a game will be won, as games from such positions came out: a linear estimate.

Where fights last for several turns, points and units say little at the end of a turn: what counts is who has
more fighting strength left, what the melees that go on will destroy, and whether the staff is in reach of
the enemy. How much each counts was fitted to positions of games played by rules of thumb.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.scenario import Scenario
from engine.state import ELIMINATED, State, Unit
from engine.system import System
from opponent.judging.distances import distances

SAFE = 4
"""Hexes to the nearest enemy from which a staff is safe."""
STAFF = "general_staff"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedMargin:
    """What each part of a position is worth in points of score; pairs are (as a game begins, as it ends).

    `ahead`: a point for enemies destroyed. `held` and `pull`: a point of an objective that is held, and of
    one that a side is nearer to. `strength`: what `strength_of` says of units. `prey`: a point for
    an enemy that melees will probably destroy. `staff`: a hex between the staff and its nearest
    enemy. `scale`: points to the logit of the chance to win.
    """

    strength_of: Callable[[Unit], float] = field(repr=False)
    prey_of: Callable[[Scenario, Unit], float] = field(repr=False)
    ahead: float
    held: tuple[float, float]
    pull: tuple[float, float]
    strength: tuple[float, float]
    prey: tuple[float, float]
    staff: tuple[float, float]
    scale: float

    def lead(
        self,
        system: System,
        scenario: Scenario,
        state: State,
        side: str,
        *,
        ahead: float,
        held: float,
        pull: float,
    ) -> float:
        """The lead of a side from its points for enemies destroyed, for objectives that it holds, and for
        objectives that it is nearer to; the other parts are looked up."""
        if state.result is not None:
            return self.scale * (ahead + held)
        late = min(1.0, (state.turn - 1) / max(1, scenario.turns))

        def part(weights: tuple[float, float], of: float) -> float:
            return (weights[0] + (weights[1] - weights[0]) * late) * of

        margin = self.ahead * ahead + part(self.held, held) + part(self.pull, pull)
        margin += part(self.strength, self._strength(state, side))
        margin += part(self.prey, self._prey(system, scenario, state, side))
        return self.scale * (margin + part(self.staff, _staff(scenario, state, side)))

    def _strength(self, state: State, side: str) -> float:
        units = [u for u in state.units.values() if u.place != ELIMINATED]
        return sum(self.strength_of(u) * (1 if u.side == side else -1) for u in units)

    def _prey(self, system: System, scenario: Scenario, state: State, side: str) -> float:
        """What the melees that go on will probably destroy, of both sides."""
        hits = defaultdict[str, float](float)
        for clash in system.display.clashes(scenario, state):
            hits[clash.defender] += _hits(state.units[clash.attacker], clash.attack, clash.defence)
        total = 0.0
        for id_, number in hits.items():
            unit = state.units[id_]
            likely = min(1.0, number / max(1, unit["figures"])) ** 2
            total += likely * self.prey_of(scenario, unit) * (-1 if unit.side == side else 1)
        return total


def _hits(unit: Unit, attack: int, defence: int) -> float:
    """The figures that a unit takes in a turn of melee, on average."""
    dice = unit["figures"] * max(1, unit["dice"])
    return max(0.0, dice * min(20, max(0, attack)) / 20 - max(0, defence))


def _staff(scenario: Scenario, state: State, side: str) -> float:
    """How many hexes farther than the enemy's a side's staff is from its nearest enemy."""
    total = 0.0
    for sign, owner in ((1, side), (-1, scenario.enemy(side))):
        staffs = [u for u in state.units_on_map(owner) if STAFF in u.traits]
        near = SAFE
        for unit in staffs:
            away = distances(scenario, unit.place)
            near = min([near, *(away[u.place] for u in state.units_on_map() if u.side != owner)])
        total += sign * near
    return total
